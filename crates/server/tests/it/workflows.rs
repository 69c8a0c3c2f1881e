//! Ready workflows from the command line.

use crate::binary::{complaint, run};
use serde_json::{Value, json};
use std::fs;

const NAME: &str = "Lightning ingest with facility mail";

fn said(output: std::process::Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_workflow_is_listed_shown_changed_and_imported_whole() {
    let folder = tempfile::tempdir().unwrap();
    let here = |arguments: &[&str]| run(folder.path(), arguments);
    let listed = said(here(&["workflow", "list"]));
    assert!(
        listed.contains("Lightning ingest\n") && listed.contains("--setting Recipients=…  (must be given)"),
        "{listed}"
    );
    let mut shown: Value = serde_json::from_str(&said(here(&["workflow", "show", NAME]))).unwrap();
    shown["actions"][2]["config"]["Data"]["QuietMinutes"] = json!(5);
    fs::write(folder.path().join("mine.json"), shown.to_string()).unwrap();
    let import = ["workflow", "import", "mine.json", "--mailbox", "storm@example.gov"];
    assert!(complaint(&here(&import)).contains("settings.Recipients: a value is needed"));
    let whole = [&import[..], &["--setting", "Recipients=crew@example.gov"]].concat();
    let made = said(here(&whole));
    let first = format!("watcher 1 has the 5 actions of {NAME:?} now\n");
    assert!(made.starts_with(&first), "what was refused left nothing behind: {made}");
    assert!(made.contains("warning: \"Mail the facilities\": config.Op.Via: there is no mail server"), "{made}");
    assert!(made.contains("it is switched off"), "{made}");
    assert!(complaint(&here(&["workflow", "import", "nope", "--watcher", "1"])).contains("workflow list names them"));
    let again = here(&["workflow", "import", "lightning ingest", "--watcher", NAME]);
    assert!(complaint(&again).contains("this watcher already has actions"));
    assert!(complaint(&here(&["workflow", "import", "Lightning ingest"])).contains("--watcher"));
    fs::write(folder.path().join("broken.json"), "{\"name\": 1}").unwrap();
    assert!(
        complaint(&here(&["workflow", "import", "broken.json", "--watcher", "1"]))
            .contains("broken.json is not a workflow")
    );
}

#[test]
fn mails_of_the_old_job_that_are_not_known_here_are_named_and_the_exit_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let here = |arguments: &[&str]| run(folder.path(), arguments);
    said(here(&["workflow", "import", "Lightning ingest", "--mailbox", "storm@example.gov"]));
    let old = folder.path().join("old");
    fs::create_dir(&old).unwrap();
    let compare = ["workflow", "compare", "old", "--watcher", "1"];
    assert!(complaint(&here(&compare)).contains("old holds no mails"));
    let strike =
        "ALERT: Ground Stroke Lightning detected on 5/1/2026 7:00:00 AM -05:00\nat latitude 34.7, longitude -86.6\n";
    fs::write(old.join("a.txt"), strike).unwrap();
    fs::write(old.join("b.txt"), "Nothing").unwrap();
    fs::write(old.join("c.eml"), "").unwrap();
    let differ = here(&compare);
    let lines = String::from_utf8(differ.stdout.clone()).unwrap();
    assert!(
        lines.starts_with("BAD  a.txt: 1 of 1 strikes are not in data.LightningStrike\nBAD  b.txt: no strikes"),
        "{lines}"
    );
    assert!(lines.contains("BAD  c.eml: no strikes can be extracted"), "one bad file stops no other: {lines}");
    assert!(complaint(&differ).contains("3 of 3 differ"));
}
