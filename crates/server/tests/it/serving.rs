//! Starting, being ready, ending, and starting again after a crash.

use crate::binary::{Service, complaint, run};
use sqlx::{ConnectOptions, Executor, sqlite::SqliteConnectOptions};
use std::process::Command;

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

#[test]
fn a_service_listens_gets_ready_and_ends_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &SERVE);
    service.until("/readyz", 200);
    let (status, body) = service.get("/healthz");
    assert_eq!(status, 200);
    assert!(body.contains("\"alive\""), "{body}");
    assert_eq!(service.end(), "", "standard output holds the one line and nothing else");
    for schema in ["it", "data", "organization"] {
        assert!(folder.path().join(format!("data/{schema}.db")).exists());
    }
}

#[test]
fn a_second_service_on_one_folder_is_refused_and_the_first_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &SERVE);
    let refused = complaint(&run(folder.path(), &SERVE));
    assert!(refused.starts_with("stormwire: another stormwire service (pid "), "{refused}");
    assert_eq!(refused.lines().count(), 1, "{refused}");
    let refused = complaint(&run(folder.path(), &["migrate"]));
    assert!(refused.contains("another stormwire service"), "{refused}");
    let listed = run(folder.path(), &["queue"]);
    assert!(listed.status.success(), "other commands work beside a running service");
    assert!(String::from_utf8(listed.stdout).unwrap().contains("Retention"));
    service.until("/readyz", 200);
    service.end();
}

#[test]
fn a_killed_service_starts_again_at_once() {
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
async fn a_service_starts_and_works_while_a_foreign_process_holds_one_file() {
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
fn a_port_that_is_taken_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = complaint(&run(folder.path(), &["serve", "--listen", &address]));
    assert!(refused.contains(&format!("server.listen: {address} cannot be used")), "{refused}");
}

#[test]
fn the_demo_serves_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path(), &["demo", "--listen", "127.0.0.1:0"]);
    service.until("/readyz", 200);
    assert_eq!(service.get("/").0, 200);
    assert_eq!(service.get("/docs").0, 200);
    let said = service.end();
    assert!(said.contains("sign in as admin with demo-admin"), "{said}");
    assert!(said.contains("/_emulator") && said.contains("storm@demo.example"), "{said}");
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 0, "the demo's folder is gone");
}

#[test]
fn log_lines_are_json_for_machines() {
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
