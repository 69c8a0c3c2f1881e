//! Start, readiness, shutdown, and restart after a crash.

use crate::binary::{Service, error_text, run};
use sqlx::{ConnectOptions, Executor, sqlite::SqliteConnectOptions};
use std::process::Command;

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

#[test]
fn service_starts_becomes_ready_and_stops_on_sigterm() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &SERVE);
    service.until("/readyz", 200);
    let (status, body) = service.get("/healthz");
    assert_eq!(status, 200);
    assert!(body.contains("\"alive\""), "{body}");
    assert_eq!(service.end(), "", "standard output has only that line");
    for schema in ["it", "data", "organization"] {
        assert!(folder.path().join(format!("data/{schema}.db")).exists());
    }
}

#[test]
fn second_service_on_a_folder_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &SERVE);
    let error = error_text(&run(folder.path(), &SERVE));
    assert!(error.starts_with("stormwire: another stormwire service (pid "), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    let error = error_text(&run(folder.path(), &["migrate"]));
    assert!(error.contains("another stormwire service"), "{error}");
    let listed = run(folder.path(), &["queue"]);
    assert!(listed.status.success(), "other commands work while a service runs");
    assert!(String::from_utf8(listed.stdout).unwrap().contains("Retention"));
    service.until("/readyz", 200);
    service.end();
}

#[test]
fn killed_service_can_restart_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..3 {
        let service = Service::start(folder.path(), &SERVE);
        service.until("/readyz", 200);
        service.kill();
    }
    let service = Service::start(folder.path(), &SERVE);
    service.until("/readyz", 200);
    service.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn service_starts_while_another_process_locks_a_file() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"]).status.success());
    let file = SqliteConnectOptions::new().filename(folder.path().join("data/data.db"));
    let mut foreign = file.connect().await.unwrap();
    foreign.execute("begin immediate").await.unwrap();
    let service = Service::start(folder.path(), &SERVE);
    service.until("/readyz", 200);
    foreign.execute("rollback").await.unwrap();
    service.end();
}

#[test]
fn port_in_use_is_named_in_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let error = error_text(&run(folder.path(), &["serve", "--listen", &address]));
    assert!(error.contains(&format!("server.listen: cannot listen on {address}")), "{error}");
}

#[test]
fn demo_serves_and_deletes_its_data() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &["demo", "--listen", "127.0.0.1:0"]);
    service.until("/readyz", 200);
    assert_eq!(service.get("/").0, 200);
    assert_eq!(service.get("/docs").0, 200);
    let output = service.end();
    assert!(output.contains("Sign in as admin with password demo-admin"), "{output}");
    assert!(output.contains("/_emulator/mailboxes/storm@demo.example/page"), "{output}");
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 0, "the folder of the demo is deleted");
}

#[test]
fn json_log_format_writes_json_lines() {
    let folder = tempfile::tempdir().unwrap();
    let mut command: Command = crate::binary::stormwire(folder.path());
    let log = std::fs::File::create(folder.path().join("log")).unwrap();
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json"]).stderr(log);
    let service = Service::spawn(command);
    service.until("/readyz", 200);
    service.end();
    let text = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(text.lines().count() > 0);
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["level"].is_string() && line["timestamp"].is_string(), "{line}");
    }
}
