//! `stormwire config`: a configuration moves from one installation to another.

use crate::binary::{error_text, run};
use std::fs;
use std::path::Path;

/// Standard output of a command that succeeded.
pub(crate) fn stdout(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_configuration_moves_to_another_installation() {
    let (old, new) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    stdout(old.path(), &["workflow", "import", "Lightning ingest", "--mailbox", "storm@example.gov"]);
    let exported = stdout(old.path(), &["config", "export"]);
    let output = run(old.path(), &["config", "export", "city.yaml"]);
    let note = String::from_utf8(output.stderr).unwrap();
    assert!(note.contains("Wrote city.yaml: 0 credentials, 1 policy, 1 watcher, 0 sinks\n"), "{note}");
    assert_eq!(fs::read_to_string(old.path().join("city.yaml")).unwrap(), exported);
    let file = new.path().join("city.yaml");
    fs::write(&file, &exported).unwrap();
    let planned = stdout(new.path(), &["config", "apply", "city.yaml", "--dry-run"]);
    assert_eq!(planned, "+ watcher \"Lightning ingest\"\nWould apply 1 change; nothing was written\n");
    assert_eq!(fs::read_dir(new.path()).unwrap().count(), 1, "a dry run creates nothing");
    let applied = stdout(new.path(), &["config", "apply", "city.yaml"]);
    assert_eq!(applied, "+ watcher \"Lightning ingest\"\nApplied 1 change\n");
    assert_eq!(stdout(new.path(), &["config", "export"]), exported);
    assert_eq!(stdout(new.path(), &["config", "apply", "city.yaml"]), "Nothing to change\n");
    fs::write(&file, "version: 1\n").unwrap();
    let pruned = stdout(new.path(), &["config", "apply", "city.yaml", "--prune"]);
    assert_eq!(pruned, "- watcher \"Lightning ingest\"\nApplied 1 change\n");
}

#[test]
fn a_dry_run_and_an_export_create_no_key() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csv"), "name,x,y\nPool,,\n").unwrap();
    stdout(folder.path(), &["facilities", "import", "a.csv"]);
    stdout(folder.path(), &["config", "export", "city.yaml"]);
    assert_eq!(stdout(folder.path(), &["config", "apply", "city.yaml", "--dry-run"]), "Nothing to change\n");
    let key = folder.path().join("data/secret.key");
    assert!(!key.exists());
    stdout(folder.path(), &["config", "apply", "city.yaml"]);
    assert!(key.exists(), "the next command that may need it creates it");
}

#[test]
fn an_export_warns_of_keys_in_urls() {
    let folder = tempfile::tempdir().unwrap();
    let text = "version: 1\nwatchers:\n- name: Strikes\n  mailboxAddress: storm@example.gov\n  actions:\n  \
                - {name: Post, actionType: Http, config: {Op: {Action: Post, Url: 'https://a.example/hook?key=abc123'}}}\n";
    fs::write(folder.path().join("city.yaml"), text).unwrap();
    stdout(folder.path(), &["config", "apply", "city.yaml"]);
    let output = run(folder.path(), &["config", "export", "export.yaml"]);
    let notes = String::from_utf8(output.stderr).unwrap();
    let path = "warning: watchers[\"Strikes\"].actions[\"Post\"].config.Op.Url: the query parameter \"key\"";
    assert!(output.status.success() && notes.contains(path) && !notes.contains("abc123"), "{notes}");
}

#[test]
fn a_rejected_file_says_where_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let apply = |text: &[u8]| {
        fs::write(folder.path().join("city.yaml"), text).unwrap();
        error_text(&run(folder.path(), &["config", "apply", "city.yaml"]))
    };
    let unknown = apply(b"version: 1\nwatchers:\n- {name: A, mailboxAddress: a@b.gov, shade: red}\n");
    assert!(unknown.contains("city.yaml: nothing was written: watchers[\"A\"].shade: "), "{unknown}");
    let misspelled = apply(b"version: 1\nwatcher: []\n");
    assert!(misspelled.contains("unknown field `watcher`"), "{misspelled}");
    assert!(apply(&[0xff, 0xfe]).contains("is not UTF-8 text"));
    assert!(apply(&vec![b'#'; 5 * 1024 * 1024]).contains("is not a configuration file"));
    assert!(error_text(&run(folder.path(), &["config", "apply", "missing.yaml"])).contains("cannot read missing.yaml"));
    assert!(error_text(&run(folder.path(), &["config", "export", "no/such/folder.yaml"])).contains("cannot write"));
}
