//! What is refused before anything happens, each in one line that names the mend.

use crate::binary::{complaint, run, stormwire};
use std::fs;

#[test]
fn a_bad_configuration_stops_the_start_with_one_line_that_names_the_key() {
    let cases = [
        ("[server]\nlisen = \"127.0.0.1:0\"", "server.lisen: unknown key"),
        ("[watch]\nreconciliation_seconds = \"often\"", "watch.reconciliation_seconds: wrong type"),
        ("[watch]\nreconciliation_seconds = 0", "watch.reconciliation_seconds: 0 is not allowed"),
        ("[city]\ncrs = \"flat\"", "city.crs: unknown coordinate system \"flat\""),
    ];
    for (text, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("stormwire.toml"), text).unwrap();
        let refused = complaint(&run(folder.path(), &["serve"]));
        assert!(refused.starts_with(&format!("stormwire: {expected}")), "{refused}");
        assert_eq!(refused.lines().count(), 1, "{refused}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was made");
    }
}

#[test]
fn a_bad_variable_and_a_bad_flag_name_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let output =
        stormwire(folder.path()).arg("migrate").env("STORMWIRE__TILES__VIEWPORT_CAP", "many").output().unwrap();
    assert!(complaint(&output).ends_with("(in environment)\n"));
    let output = run(folder.path(), &["migrate", "--set", "tiles.viewport_cap=many"]);
    assert!(complaint(&output).ends_with("(in command line)\n"));
}

#[test]
fn paths_are_relative_to_the_file_and_the_file_is_named_when_it_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("etc")).unwrap();
    fs::write(folder.path().join("etc/storm.toml"), "[database]\nurl = \"sqlite:rows\"").unwrap();
    assert!(run(folder.path(), &["migrate", "--config", "etc/storm.toml"]).status.success());
    assert!(folder.path().join("etc/rows/it.db").exists());
    let refused = complaint(&run(folder.path(), &["migrate", "--config", "none.toml"]));
    assert!(refused.starts_with("stormwire: none.toml cannot be read"), "{refused}");
}

#[test]
fn an_empty_queue_says_so_and_an_unknown_item_cannot_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let refused = complaint(&run(folder.path(), &["queue"]));
    assert!(refused.starts_with("stormwire: there is no database in data"), "{refused}");
    assert!(!folder.path().join("data").exists(), "looking makes nothing");
    assert!(run(folder.path(), &["migrate"]).status.success());
    let listed = run(folder.path(), &["queue"]);
    assert_eq!(String::from_utf8(listed.stdout).unwrap(), "nothing waits\n");
    let refused = complaint(&run(folder.path(), &["queue", "retry", "7"]));
    assert!(refused.contains("no item 7 was given up"), "{refused}");
}
