//! Errors before a command does anything: one line that names the fix.

use crate::binary::{error_text, run, stormwire};
use std::fs;

#[test]
fn invalid_configuration_is_one_line_that_names_the_key() {
    let cases = [
        ("[server]\nlisen = \"127.0.0.1:0\"", "server.lisen: unknown key"),
        ("[watch]\nreconciliation_seconds = \"often\"", "watch.reconciliation_seconds: wrong type"),
        ("[watch]\nreconciliation_seconds = 0", "watch.reconciliation_seconds: 0 is out of range"),
        ("[city]\ncrs = \"flat\"", "city.crs: unknown coordinate system \"flat\""),
    ];
    for (text, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("stormwire.toml"), text).unwrap();
        let error = error_text(&run(folder.path(), &["serve"]));
        assert!(error.starts_with(&format!("stormwire: {expected}")), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was created");
    }
}

#[test]
fn invalid_values_name_their_source() {
    let folder = tempfile::tempdir().unwrap();
    let output =
        stormwire(folder.path()).arg("migrate").env("STORMWIRE__TILES__VIEWPORT_CAP", "many").output().unwrap();
    assert!(error_text(&output).ends_with("(in environment)\n"));
    let output = run(folder.path(), &["migrate", "--set", "tiles.viewport_cap=many"]);
    assert!(error_text(&output).ends_with("(in command line)\n"));
}

#[test]
fn paths_are_relative_to_the_configuration_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("etc")).unwrap();
    fs::write(folder.path().join("etc/storm.toml"), "[database]\nurl = \"sqlite:rows\"").unwrap();
    assert!(run(folder.path(), &["migrate", "--config", "etc/storm.toml"]).status.success());
    assert!(folder.path().join("etc/rows/it.db").exists());
    let error = error_text(&run(folder.path(), &["queue", "retry", "42", "--config", "etc/storm.toml"]));
    assert!(error.contains("item 42 not found"), "flags may follow a subcommand: {error}");
    let error = error_text(&run(folder.path(), &["migrate", "--config", "none.toml"]));
    assert!(error.starts_with("stormwire: cannot read none.toml"), "{error}");
}

#[test]
fn serve_logs_which_configuration_file_it_read() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[server.tls]\ncertificate = \"none.pem\"\nkey = \"none.pem\"";
    fs::write(folder.path().join("stormwire.toml"), text).unwrap();
    let log = error_text(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]));
    assert!(log.contains("configuration file read path=stormwire.toml"), "{log}");
}

#[test]
fn queue_command_reports_empty_queue_and_unknown_item() {
    let folder = tempfile::tempdir().unwrap();
    let error = error_text(&run(folder.path(), &["queue"]));
    assert!(error.starts_with("stormwire: no database in data"), "{error}");
    assert!(!folder.path().join("data").exists(), "listing creates nothing");
    assert!(run(folder.path(), &["migrate"]).status.success());
    let listed = run(folder.path(), &["queue"]);
    assert_eq!(String::from_utf8(listed.stdout).unwrap(), "The queue is empty\n");
    let error = error_text(&run(folder.path(), &["queue", "retry", "7"]));
    assert!(error.contains("item 7 not found or not failed"), "{error}");
}

#[test]
fn check_warns_about_settings_that_are_unsafe_on_the_internet() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"]).status.success());
    let warnings = |settings: &[&str]| {
        let output = run(folder.path(), &[&["check"], settings].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        let keys = text.lines().filter_map(|line| line.strip_prefix("warning ")?.split_once(':'));
        keys.map(|(key, _)| key.to_owned()).collect::<Vec<_>>()
    };
    let open = ["--set", "server.listen=0.0.0.0:1"];
    assert_eq!(warnings(&open), ["server.public_url", "server.anonymous_per_second"]);
    let limited = warnings(&[&open[..], &["--set", "server.anonymous_per_second=50"]].concat());
    assert_eq!(limited, ["server.public_url"]);
    assert!(warnings(&["--set", "server.listen=127.0.0.1:1"]).is_empty(), "not reachable from elsewhere");
    let everyone = ["--set", "server.trusted_proxies=0.0.0.0/0", "--set", "server.limits.body_seconds=0"];
    assert_eq!(warnings(&everyone), ["server.trusted_proxies", "server.limits.body_seconds"]);
}

#[test]
fn check_of_an_outside_mailbox_needs_a_watcher() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"]).status.success());
    let output = run(folder.path(), &["check", "--outside", "mayor@example.gov"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("FAILED  no access to mayor@example.gov: nothing to check: no watcher"), "{text}");
    let without = String::from_utf8(run(folder.path(), &["check"]).stdout).unwrap();
    assert!(!without.contains("no access"), "{without}");
}

#[test]
fn check_fails_if_the_security_log_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"]).status.success());
    let check = |path: &str| {
        let output = run(folder.path(), &["check", "--set", &format!("server.security_log={path}")]);
        String::from_utf8(output.stdout).unwrap()
    };
    let text = check("missing/security.jsonl");
    assert!(text.contains("FAILED  server.security_log: cannot write missing/security.jsonl: No such file"), "{text}");
    let text = check("security.jsonl");
    assert!(!text.contains("server.security_log"), "{text}");
}
