//! What others see of a service: metrics, notifications to systemd, `ready`, `doctor` and the version.

use crate::binary::{Service, error_text, run, stormwire};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::Stdio;
use stormwire_testkit::process::free_address;
use stormwire_testkit::service::block_until;
use tokio::net::TcpSocket;

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn metrics(service: &Service, token: &str) -> (u16, String) {
    let (status, _, body) = service.send("GET", "/metrics", &[("authorization", &format!("Bearer {token}"))], "");
    (status, body)
}

fn names(metrics: &str) -> BTreeSet<&str> {
    let lines = metrics.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.filter_map(|line| line.split(['{', ' ']).next()).collect()
}

#[test]
fn prometheus_reads_metrics_with_its_own_token() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("prometheus.token"), format!("{TOKEN}\n")).unwrap();
    let service =
        Service::start(folder.path(), &[&SERVE[..], &["--set", "metrics.token_file=prometheus.token"]].concat());
    service.until("/readyz", 200);
    assert_eq!(service.get("/facility/7").0, 401);
    assert_eq!(metrics(&service, "0123456789abcdef0123456789abcdeF").0, 401, "another token");
    assert_eq!(service.get("/metrics").0, 401, "no token");
    assert_eq!(
        service.send("GET", "/user", &[("authorization", &format!("Bearer {TOKEN}"))], "").0,
        401,
        "metrics only"
    );

    let mut text = String::new();
    // A busy machine may not respond to the check of the database in time.
    block_until(|| {
        let (status, found) = metrics(&service, TOKEN);
        assert_eq!(status, 200);
        text = found;
        text.contains("stormwire_database_up 1")
    });
    for expected in [
        "stormwire_http_request_duration_seconds_count{method=\"GET\",route=\"/facility/{id}\",status=\"401\"} 1",
        "stormwire_http_request_duration_seconds_bucket{method=\"GET\",route=\"/readyz\",status=\"200\",le=\"0.5\"}",
        "stormwire_build_info{version=\"",
        "stormwire_queue_items{kind=\"FeedHealth\",state=\"",
        "# TYPE process_cpu_seconds_total counter",
        "# HELP process_open_fds Open files and sockets.",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/reference/metrics.md"))
        .unwrap();
    let of_histogram =
        |name: &str| ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).map(str::to_owned);
    for name in names(&text) {
        let is_listed = |name: &str| page.contains(&format!("`{name}`"));
        assert!(
            is_listed(name) || of_histogram(name).is_some_and(|name| is_listed(&name)),
            "the guide does not list {name}"
        );
    }
    service.end();
}

#[test]
fn a_short_metrics_token_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("token"), "short").unwrap();
    let error = error_text(&run(folder.path(), &[&SERVE[..], &["--set", "metrics.token_file=token"]].concat()));
    assert!(error.starts_with("stormwire: metrics.token_file: the token in "), "{error}");
}

#[test]
fn systemd_is_notified_of_start_life_and_stop() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    let receive = || {
        let mut bytes = [0; 1_024];
        let length = socket.recv(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let mut command = stormwire(folder.path());
    command.args(SERVE).env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "300000").stderr(Stdio::null());
    let service = Service::spawn(command);
    assert_eq!(receive(), format!("READY=1\nSTATUS=listening on {}\n", service.address()));
    assert_eq!(receive(), "WATCHDOG=1\n");
    service.end();
    let last = std::iter::repeat_with(receive).find(|text| text != "WATCHDOG=1\n");
    assert_eq!(last.as_deref(), Some("STOPPING=1\n"));
}

#[test]
fn ready_reports_the_service_on_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &SERVE);
    service.until("/readyz", 200);
    let listen = format!("server.listen={}", service.address());
    // The request of the command has a time limit, which a busy machine may exceed.
    block_until(|| {
        let output = run(folder.path(), &["ready", "--set", &listen]);
        output.status.success() && output.stdout == b"ready\n"
    });
    fs::remove_file(folder.path().join("data/secret.key")).unwrap();
    block_until(|| {
        let error = error_text(&run(folder.path(), &["ready", "--set", &listen]));
        error.starts_with("stormwire: not ready: ") && error.contains("key file")
    });
    let address = service.address().parse().unwrap();
    service.end();
    // Bound, so that no other process listens there.
    let held = TcpSocket::new_v4().unwrap();
    held.set_reuseaddr(true).unwrap();
    held.bind(address).unwrap();
    let error = error_text(&run(folder.path(), &["ready", "--set", &listen]));
    assert!(error.starts_with("stormwire: no service at http://127.0.0.1:"), "{error}");
}

#[test]
fn doctor_reports_the_installation_without_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let config = format!(
        "[smtp]\nurl = \"smtps://ann:hunter2@mail.example.gov\"\nfrom = \"a@example.gov\"\n\
         [heartbeat]\nurl = \"https://hc-ping.com/hunter2\"\n[metrics]\ntoken_file = \"token\"\n\
         [city]\nname = \"Springfield\"\n[server]\nlisten = \"{address}\""
    );
    fs::write(folder.path().join("stormwire.toml"), config).unwrap();
    fs::write(folder.path().join("token"), "hunter2-hunter2-hunter2").unwrap();
    assert!(run(folder.path(), &["migrate"]).status.success());
    assert!(run(folder.path(), &["check"]).stdout.starts_with(b"ok"), "creates the key file");
    let output = run(folder.path(), &["doctor"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let key = fs::read_to_string(folder.path().join("data/secret.key")).unwrap();
    let keys = key.split(['"', ' ', '\n', ':']).filter(|part| part.len() > 20);
    for secret in ["hunter2", "ann"].into_iter().chain(keys) {
        assert!(!text.contains(secret), "{secret} is in\n{text}");
    }
    for expected in [
        concat!("stormwire ", env!("CARGO_PKG_VERSION"), " ("),
        "city.name = \"Springfield\"",
        "smtp.url = \"smtps://••••@mail.example.gov\"",
        &format!("FAILED: no service at http://{address}/readyz"),
        "data: ",
        "schema it: version ",
        "facilities: 0",
        "Watchers\n  none",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
}

#[test]
fn doctor_creates_nothing_and_reports_a_wrong_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let text = |arguments: &[&str]| String::from_utf8(run(folder.path(), arguments).stdout).unwrap();
    assert!(text(&["doctor"]).contains("Database\n  FAILED: no database in data"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(
        text(&["doctor", "--set", "tiles.viewport_cap=0"]).contains("FAILED: tiles.viewport_cap: 0 is out of range")
    );
}

#[test]
fn version_names_the_commit() {
    let folder = tempfile::tempdir().unwrap();
    let text = String::from_utf8(run(folder.path(), &["--version"]).stdout).unwrap();
    let commit = text.trim_end().strip_prefix(concat!("stormwire ", env!("CARGO_PKG_VERSION"), " ("));
    let commit = commit.and_then(|rest| rest.strip_suffix(')')).unwrap_or_else(|| panic!("{text}"));
    assert!(commit == "unknown" || commit.chars().all(|c| c.is_ascii_hexdigit()), "{commit}");
}
