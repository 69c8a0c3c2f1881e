//! Users, tokens, secrets and facilities from the command line, before the first start and while a service runs.

use crate::binary::{Service, error_text, run, stormwire};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Output, Stdio};

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];
const PASSWORD: &str = "P4ssword-that-must-not-leak";
const SECRET: &str = "client~Secret.that-must-not-leak";

fn add_user(folder: &Path, name: &str, role: &str, stdin: &[u8]) -> Output {
    let mut command = stormwire(folder);
    command.args(["user", "add", name, "--role", role, "--password-stdin"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(stdin).unwrap();
    child.wait_with_output().unwrap()
}

fn token(folder: &Path, user: &str) -> String {
    let output = run(folder, &["token", "create", "--user", user]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let token = text.strip_suffix('\n').unwrap();
    assert!(!token.is_empty() && !token.contains(char::is_whitespace), "only the token is printed: {text:?}");
    token.to_owned()
}

fn login(service: &Service, name: &str, password: &str) -> (u16, String, String) {
    let body = serde_json::json!({ "username": name, "password": password }).to_string();
    service.send("POST", "/auth/login", &[("content-type", "application/json")], &body)
}

#[test]
fn users_and_tokens_can_be_created_before_and_during_serve() {
    let folder = tempfile::tempdir().unwrap();
    assert!(add_user(folder.path(), "early", "admin", format!("{PASSWORD}\r\n").as_bytes()).status.success());
    let early = token(folder.path(), "EARLY");
    let service = Service::start(folder.path(), &SERVE);
    assert_eq!(login(&service, "early", PASSWORD).0, 200, "one line end is removed");
    assert!(add_user(folder.path(), "late", "viewer", format!("{PASSWORD}\n\n").as_bytes()).status.success());
    assert_eq!(login(&service, "late", &format!("{PASSWORD}\n")).0, 200, "only one line end is removed");
    for token in [early, token(folder.path(), "late")] {
        let bearer = format!("Bearer {token}");
        assert_eq!(service.send("GET", "/auth/session", &[("authorization", &bearer)], "").0, 200);
    }
    service.end();
}

#[test]
fn invalid_users_are_rejected_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    for (name, role, password, expected) in [
        ("a b", "viewer", PASSWORD, "the username must have 1 to 100 characters"),
        ("ann", "viewer", "", "no password on standard input"),
        ("ann", "king", PASSWORD, "use viewer, operator or admin"),
    ] {
        let error = error_text(&add_user(folder.path(), name, role, password.as_bytes()));
        assert!(error.contains(expected), "{error}");
    }
    assert!(add_user(folder.path(), "ann", "viewer", PASSWORD.as_bytes()).status.success());
    let twice = error_text(&add_user(folder.path(), "Ann", "viewer", PASSWORD.as_bytes()));
    assert!(twice.contains("a user with this name already exists"), "{twice}");
    let unknown = error_text(&run(folder.path(), &["token", "create", "--user", "bob"]));
    assert!(unknown.contains("user \"bob\" not found"), "{unknown}");
}

#[test]
fn secrets_are_in_no_file_log_line_or_response() {
    let folder = tempfile::tempdir().unwrap();
    let log = fs::File::create(folder.path().join("log")).unwrap();
    assert!(add_user(folder.path(), "admin", "admin", PASSWORD.as_bytes()).status.success());
    let token = token(folder.path(), "admin");
    let mut command = stormwire(folder.path());
    command.args(SERVE).env("RUST_LOG", "trace").stderr(log);
    let service = Service::spawn(command);
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let (status, head, _) = login(&service, "admin", PASSWORD);
    assert_eq!(status, 200);
    let cookie = head.split("stormwire_session=").nth(1).unwrap().split(';').next().unwrap().to_owned();
    let mut responses = String::new();
    let credential = serde_json::json!({ "name": "Mail", "clientId": "c", "clientSecret": SECRET, "namespace": "t" });
    let (status, _, body) = service.send("POST", "/credential", &headers, &credential.to_string());
    assert_eq!(status, 201, "{body}");
    responses.push_str(&body);
    assert!(run(folder.path(), &["secrets", "rotate"]).status.success(), "while the service runs");
    for path in
        ["/credential", "/credential/1", "/audit", "/user", "/token", "/metrics", "/auth/session", "/openapi.json"]
    {
        let (status, _, body) = service.send("GET", path, &headers, "");
        assert_eq!(status, 200, "{path}");
        responses.push_str(&body);
    }
    let changed = serde_json::json!({ "name": "Mail 2", "clientId": "c", "namespace": "t" }).to_string();
    assert_eq!(service.send("PUT", "/credential/1", &headers, &changed).0, 200, "the service uses the new key");
    service.end();
    let again = Service::start(folder.path(), &SERVE);
    again.until("/readyz", 200);
    again.end();

    let mut contents = vec![("a response".to_owned(), responses.into_bytes())];
    for file in walk(folder.path()) {
        let name = file.strip_prefix(folder.path()).unwrap().display().to_string();
        contents.push((name, fs::read(&file).unwrap()));
    }
    assert!(contents.iter().any(|(name, _)| name == "data/it.db") && contents.iter().any(|(name, _)| name == "log"));
    for (name, bytes) in contents {
        for secret in [PASSWORD, SECRET, &token, &cookie] {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{secret} is in {name}");
        }
    }
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            found.extend(walk(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

#[test]
fn unreadable_or_wrong_key_file_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("data/secret.key");
    assert!(add_user(folder.path(), "admin", "admin", PASSWORD.as_bytes()).status.success());
    let bearer = format!("Bearer {}", token(folder.path(), "admin"));
    let service = Service::start(folder.path(), &SERVE);
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    let body = serde_json::json!({ "name": "Mail", "clientId": "c", "clientSecret": SECRET, "namespace": "t" });
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    assert_eq!(service.send("POST", "/credential", &headers, &body.to_string()).0, 201);
    service.end();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let error = error_text(&run(folder.path(), &SERVE));
    assert!(error.contains("secrets.key_file") && error.contains("chmod 600"), "{error}");
    fs::remove_file(&key).unwrap();
    let error = error_text(&run(folder.path(), &SERVE));
    assert!(error.contains("restore the key file that belongs to this database"), "{error}");
}

#[test]
fn facilities_can_be_imported_while_the_service_runs() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &SERVE);
    fs::write(folder.path().join("good.csv"), "name,lat,lng\nPool,34.7304,-86.5861\nShed,,\n").unwrap();
    fs::write(folder.path().join("bad.csv"), "name,lat,lng\nPool,34.7304,-86.5861\nSwapped,-86.5861,34.7304\n")
        .unwrap();
    let done = run(folder.path(), &["facilities", "import", "good.csv"]);
    assert_eq!(String::from_utf8(done.stdout).unwrap(), "Imported 2 facilities: 2 added, 0 updated, 0 unchanged\n");
    let error = error_text(&run(folder.path(), &["facilities", "import", "bad.csv"]));
    assert!(
        error.contains("nothing was imported; correct these lines and import the file again\nline 3, \"Swapped\": "),
        "{error}"
    );
    service.end();
}

#[test]
fn a_service_without_users_prints_a_code_for_the_first_administrator() {
    let folder = tempfile::tempdir().unwrap();
    let serve = || {
        let log = fs::File::create(folder.path().join("log")).unwrap();
        let mut command = stormwire(folder.path());
        command.args(SERVE).stderr(log);
        Service::spawn(command)
    };
    let printed_code = || {
        let log = fs::read_to_string(folder.path().join("log")).unwrap();
        log.split_once("one-time code ").map(|(_, rest)| rest.split_whitespace().next().unwrap().to_owned())
    };
    let service = serve();
    let code = printed_code().unwrap();
    let body = serde_json::json!({ "code": code, "username": "ann", "password": "thunder over the ridge" });
    let headers = [("content-type", "application/json")];
    assert_eq!(service.send("POST", "/auth/first-run", &headers, &body.to_string()).0, 201);
    assert_eq!(service.send("POST", "/auth/first-run", &headers, &body.to_string()).0, 409);
    service.end();
    let service = serve();
    assert_eq!(printed_code(), None, "no code once a user exists");
    service.end();
}
