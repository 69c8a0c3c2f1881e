//! Ready-made workflows from the command line.

use crate::binary::{error_text, run};
use serde_json::{Value, json};
use std::fs;

const NAME: &str = "Lightning ingest with facility mail";

fn stdout(output: std::process::Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn workflows_can_be_listed_shown_and_imported() {
    let folder = tempfile::tempdir().unwrap();
    let stormwire = |arguments: &[&str]| run(folder.path(), arguments);
    let listed = stdout(stormwire(&["workflow", "list"]));
    assert!(listed.contains("Lightning ingest\n") && listed.contains("--setting Recipients=…  (required)"), "{listed}");
    let mut shown: Value = serde_json::from_str(&stdout(stormwire(&["workflow", "show", NAME]))).unwrap();
    shown["actions"][2]["config"]["Data"]["QuietMinutes"] = json!(5);
    fs::write(folder.path().join("mine.json"), shown.to_string()).unwrap();
    let import = ["workflow", "import", "mine.json", "--mailbox", "storm@example.gov"];
    assert!(error_text(&stormwire(&import)).contains("settings.Recipients: a value is required"));
    let whole = [&import[..], &["--setting", "Recipients=crew@example.gov"]].concat();
    let imported = stdout(stormwire(&whole));
    let first = format!("Imported 5 actions of {NAME:?} into watcher 1\n");
    assert!(imported.starts_with(&first), "the rejected import left nothing: {imported}");
    assert!(
        imported.contains("Warning: \"Send facility mail\": config.Op.Via: no mail server is configured"),
        "{imported}"
    );
    assert!(imported.contains("The watcher is disabled"), "{imported}");
    let twice = error_text(&stormwire(&whole));
    assert!(twice.contains(&format!("watcher 1 {NAME:?} reads storm@example.gov already")), "{twice}");
    assert!(
        error_text(&stormwire(&["workflow", "import", "nope", "--watcher", "1"])).contains("stormwire workflow list")
    );
    let again = stormwire(&["workflow", "import", "lightning ingest", "--watcher", NAME]);
    assert!(error_text(&again).contains("this watcher already has actions"));
    let elsewhere = ["--mailbox", "other@example.gov", "--setting", "Recipients=crew@example.gov"];
    let elsewhere = stdout(stormwire(&[&["workflow", "import", "mine.json"], &elsewhere[..]].concat()));
    assert!(elsewhere.contains("into watcher 2\n"), "another mailbox is no duplicate: {elsewhere}");
    assert!(error_text(&stormwire(&["workflow", "import", "Lightning ingest"])).contains("--watcher"));
    let of_status = ["workflow", "import", "Email when a status changes", "--setting", "Recipients=crew@example.gov"];
    for (target, error) in [(["--mailbox", "a@example.gov"], "use --watcher"), (["--watcher", "1"], "workflow.kind")] {
        let rejected = stormwire(&[&of_status[..], &target].concat());
        assert!(error_text(&rejected).contains(error), "{rejected:?}");
    }
    fs::write(folder.path().join("broken.json"), "{\"name\": 1}").unwrap();
    assert!(
        error_text(&stormwire(&["workflow", "import", "broken.json", "--watcher", "1"]))
            .contains("broken.json is not a workflow")
    );
}

#[test]
fn compare_lists_emails_without_stored_strikes() {
    let folder = tempfile::tempdir().unwrap();
    let stormwire = |arguments: &[&str]| run(folder.path(), arguments);
    stdout(stormwire(&["workflow", "import", "Lightning ingest", "--mailbox", "storm@example.gov"]));
    let old = folder.path().join("old");
    fs::create_dir(&old).unwrap();
    let compare = ["workflow", "compare", "old", "--watcher", "1"];
    assert!(error_text(&stormwire(&compare)).contains("old contains no emails"));
    let strike =
        "ALERT: Ground Stroke Lightning detected on 5/1/2026 7:00:00 AM -05:00\nat latitude 34.7, longitude -86.6\n";
    fs::write(old.join("a.txt"), strike).unwrap();
    fs::write(old.join("b.txt"), "Nothing").unwrap();
    fs::write(old.join("c.eml"), "").unwrap();
    let differ = stormwire(&compare);
    let lines = String::from_utf8(differ.stdout.clone()).unwrap();
    assert!(
        lines.starts_with("FAILED  a.txt: 1 of 1 strikes are not in data.LightningStrike\nFAILED  b.txt: no strikes"),
        "{lines}"
    );
    assert!(lines.contains("FAILED  c.eml: no strikes can be extracted"), "other files are still compared: {lines}");
    assert!(error_text(&differ).contains("3 of 3 emails differ"));
}
