//! Lost passwords, lost keys and wrong folders.

use crate::binary::{Service, error_text, run, stormwire};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Output, Stdio};

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];
const JSON: (&str, &str) = ("content-type", "application/json");

fn with_password(folder: &Path, arguments: &[&str], password: &str) -> Output {
    let mut command = stormwire(folder);
    command.args(arguments).arg("--password-stdin").stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(password.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn login(service: &Service, password: &str) -> (u16, String) {
    let body = json!({"username": "ann", "password": password}).to_string();
    let (status, head, _) = service.send("POST", "/auth/login", &[JSON], &body);
    let cookie = head.split("stormwire_session=").nth(1).and_then(|rest| rest.split(';').next()).unwrap_or_default();
    (status, format!("stormwire_session={cookie}"))
}

#[test]
fn lost_password_is_replaced_and_ends_sessions_and_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let set = |name: &str, password: &str| with_password(folder.path(), &["user", "password", name], password);
    let error = error_text(&set("ann", "tulip kettle lamp"));
    assert!(error.contains("no database in data") && !folder.path().join("data").exists(), "{error}");
    stdout(&with_password(folder.path(), &["user", "add", "ann", "--role", "admin"], "tulip kettle lamp"));
    let token = stdout(&run(folder.path(), &["token", "create", "--user", "ann"])).trim().to_owned();
    let service = Service::start(folder.path(), &SERVE);
    let (status, cookie) = login(&service, "tulip kettle lamp");
    assert_eq!(status, 200);
    let bearer = format!("Bearer {token}");
    let session = |header: (&str, &str)| service.send("GET", "/auth/session", &[header], "").0;
    assert_eq!((session(("cookie", &cookie)), session(("authorization", &bearer))), (200, 200));

    let changed = stdout(&set("ANN", "maple radio fence\n"));
    assert_eq!(changed, "Set the password of ann and ended all sessions and API tokens\n");
    assert_eq!((session(("cookie", &cookie)), session(("authorization", &bearer))), (401, 401));
    assert_eq!(login(&service, "tulip kettle lamp").0, 401);
    assert_eq!(login(&service, "maple radio fence").0, 200);
    let error = error_text(&set("bob", "maple radio fence"));
    assert!(error.contains("user \"bob\" not found"), "{error}");
    service.end();
}

#[test]
fn new_database_is_never_created_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let add = |name: &str| with_password(folder.path(), &["user", "add", name], "tulip kettle lamp");
    let first = add("ann");
    stdout(&first);
    let warning = String::from_utf8(first.stderr).unwrap();
    assert!(warning.contains("there is no database yet, so a new one is created"), "{warning}");
    assert!(warning.contains("sqlite:data") && warning.contains("--config"), "{warning}");
    let second = add("bob");
    stdout(&second);
    assert_eq!(String::from_utf8(second.stderr).unwrap(), "");

    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("a.csv"), "name,x,y\nPool,,\n").unwrap();
    for command in [&["token", "create", "--user", "ann"][..], &["secrets", "rotate"]] {
        let error = error_text(&run(elsewhere.path(), command));
        assert!(error.contains("no database in data") && !elsewhere.path().join("data").exists(), "{error}");
    }
    let imported = run(elsewhere.path(), &["facilities", "import", "a.csv"]);
    stdout(&imported);
    let warning = String::from_utf8(imported.stderr).unwrap();
    assert!(warning.contains("there is no database yet, so a new one is created"), "{warning}");
}

#[test]
fn root_creates_no_files_that_the_service_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    if fs::metadata(folder.path()).unwrap().uid() != 0 {
        // Only root can give a folder away.
        return;
    }
    let state = folder.path().join("state");
    fs::create_dir(&state).unwrap();
    std::os::unix::fs::chown(&state, Some(998), None).unwrap();
    let database = format!("sqlite:{}/data", state.display());
    let error = error_text(&run(folder.path(), &["migrate", "--database-url", &database]));
    assert!(error.contains("run the command as that user: sudo -u") && !state.join("data").exists(), "{error}");
}

#[test]
fn lost_key_is_reset_and_every_secret_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let error = error_text(&run(folder.path(), &["secrets", "reset"]));
    assert!(error.contains("no database in data") && !folder.path().join("data").exists(), "{error}");
    stdout(&with_password(folder.path(), &["user", "add", "ann", "--role", "admin"], "tulip kettle lamp"));
    let bearer = format!("Bearer {}", stdout(&run(folder.path(), &["token", "create", "--user", "ann"])).trim());
    let headers = [("authorization", bearer.as_str()), JSON];
    let service = Service::start(folder.path(), &SERVE);
    let post = |service: &Service, path: &str, body: serde_json::Value| {
        let (status, _, found) = service.send("POST", path, &headers, &body.to_string());
        assert_eq!(status, 201, "{path}: {found}");
    };
    post(&service, "/credential", json!({"name": "Mail", "clientId": "c", "clientSecret": "s", "namespace": "t"}));
    post(&service, "/mailbox-watcher", json!({"name": "Storm", "mailboxAddress": "storm@example.gov"}));
    let chat =
        json!({"Op": {"Action": "Send", "Platform": "Slack", "Url": "https://chat.example.gov/hook", "Text": "hello"}});
    let chat = json!({"name": "Post to chat", "actionType": "Chat", "config": chat, "isPhaseOne": false});
    post(&service, "/mailbox-watcher/1/action", chat);
    service.end();

    let key = folder.path().join("data/secret.key");
    fs::remove_file(&key).unwrap();
    stdout(&run(folder.path(), &["config", "export", "city.yaml"]));
    let error = error_text(&run(folder.path(), &["config", "apply", "city.yaml", "--dry-run"]));
    assert!(error.contains("which is not in data/secret.key; restore the key file") && !key.exists(), "{error}");
    let error = error_text(&run(folder.path(), &SERVE));
    assert!(error.contains("stormwire secrets reset"), "{error}");
    let reset = stdout(&run(folder.path(), &["secrets", "reset"]));
    assert!(reset.starts_with("Created a new key in data/secret.key\n"), "{reset}");
    assert!(reset.contains("Enter the client secret of credential \"Mail\" again"), "{reset}");
    assert!(
        reset.contains("Enter the webhook URL or header values of action \"Storm / Post to chat\" again"),
        "{reset}"
    );
    let service = Service::start(folder.path(), &SERVE);
    service.until("/readyz", 200);
    let (_, _, tested) = service.send("POST", "/credential/1/test", &headers, "");
    assert!(tested.contains("was removed by `stormwire secrets reset`; enter it again"), "{tested}");
    let again = json!({"name": "Mail", "clientId": "c", "clientSecret": "s", "namespace": "t"}).to_string();
    assert_eq!(service.send("PUT", "/credential/1", &headers, &again).0, 200);
    service.end();
    let reset = stdout(&run(folder.path(), &["secrets", "reset"]));
    assert!(reset.contains("The old key file is data/secret.key.replaced-"), "{reset}");
}

#[test]
fn importing_the_same_facilities_twice_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csv"), "name,lat,lng\nPool,34.7304,-86.5861\nShed,,\n").unwrap();
    let import = || stdout(&run(folder.path(), &["facilities", "import", "a.csv"]));
    assert_eq!(import(), "Imported 2 facilities: 2 added, 0 updated, 0 unchanged\n");
    assert_eq!(import(), "Imported 2 facilities: 0 added, 0 updated, 2 unchanged\n");
}

#[test]
fn a_dry_run_of_an_import_creates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csv"), "name,lat,lng\nPool,34.7304,-86.5861\nShed,,\n").unwrap();
    let dry_run = || {
        let mut command = stormwire(folder.path());
        // Temporary folders are created in the test's folder, so that leftovers can be detected.
        command.args(["facilities", "import", "a.csv", "--dry-run"]).env("TMPDIR", folder.path());
        command.output().unwrap()
    };
    let first = dry_run();
    let planned = "add     line 2: Pool\nadd     line 3: Shed\n\
                   Would import 2 facilities: 2 added, 0 updated, 0 unchanged, 0 rejected\n";
    assert_eq!(stdout(&first), planned);
    let warning = String::from_utf8(first.stderr).unwrap();
    assert!(warning.contains("there is no database yet, so the file is compared with a new installation"), "{warning}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the file itself");
    stdout(&run(folder.path(), &["facilities", "import", "a.csv"]));
    let known = dry_run();
    assert_eq!(stdout(&known), "Would import 2 facilities: 0 added, 0 updated, 2 unchanged, 0 rejected\n");
    assert_eq!(String::from_utf8(known.stderr).unwrap(), "", "the database that exists is read");
    assert!(folder.path().join("data").exists() && !folder.path().join("data/secret.key").exists());
}

#[test]
fn map_layers_are_imported_listed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let layer = |arguments: &[&str]| run(folder.path(), &[&["layer"], arguments].concat());
    let line = json!({ "type": "LineString", "coordinates": [[-86.6, 34.7], [-86.55, 34.7], [-86.5, 34.7]] });
    let feature = json!({ "type": "Feature", "properties": {}, "geometry": line });
    let text = json!({ "type": "FeatureCollection", "features": [feature] }).to_string();
    fs::write(folder.path().join("river.geojson"), &text).unwrap();
    fs::write(folder.path().join("feet.geojson"), text.replace("-86.6", "427000")).unwrap();
    let import = |file: &str| layer(&["import", file, "--name", "Rivers", "--kind", "water"]);
    assert_eq!(
        stdout(&import("river.geojson")),
        "Imported layer \"Rivers\" (water): 1 feature, 2 of 3 vertices kept\n"
    );
    assert_eq!(stdout(&layer(&["list"])), "water          1 feature       2 vertices  Rivers\n");
    let error = error_text(&import("feet.geojson"));
    assert!(error.contains("feet.geojson") && error.contains("feature 1: longitude 427000"), "{error}");
    let error = error_text(&layer(&["import", "river.geojson", "--name", "Rivers", "--kind", "lake"]));
    assert!(error.contains("use boundary, road, water or park"), "{error}");
    assert_eq!(stdout(&layer(&["remove", "Rivers"])), "Removed layer \"Rivers\"\n");
    let error = error_text(&layer(&["remove", "Rivers"]));
    assert!(error.contains("layer \"Rivers\" not found"), "{error}");
    assert_eq!(stdout(&layer(&["list"])), "");
}
