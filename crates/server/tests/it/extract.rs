//! `stormwire extract`: runs a config on a file.

use crate::binary::{error_text, run};
use std::fs;
use std::path::{Path, PathBuf};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/extract")
}

fn json(text: &[u8]) -> serde_json::Value {
    serde_json::from_slice(text).unwrap()
}

fn path_text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn examples_of_the_guide_give_the_documented_results() {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(examples()).unwrap() {
        let example = entry.unwrap().path();
        let (action, mail) = (example.join("action.json"), example.join("mail.eml"));
        let output = run(folder.path(), &["extract", "--action", path_text(&action), path_text(&mail)]);
        assert!(output.status.success(), "{}: {}", example.display(), String::from_utf8_lossy(&output.stderr));
        assert_eq!(
            json(&output.stdout),
            json(&fs::read(example.join("expected.json")).unwrap()),
            "{}",
            example.display()
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was created");
}

const ACTION: &str = r#"{"Op": {"Action": "Extract", "Source": "$.BodyText"}, "Segment": {"StartPattern": "Strike"},
    "Fields": {"Lat": {"Pattern": "Lat (\\S+)", "Type": "number", "Required": true}}}"#;

fn extract(action: &[u8], name: &str, content: &[u8]) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("action.json"), action).unwrap();
    fs::write(folder.path().join(name), content).unwrap();
    run(folder.path(), &["extract", "--action", "action.json", name])
}

#[test]
fn other_files_are_text_in_any_encoding() {
    let latin = b"\xef\xbb\xbfStrike Lat 34.7\r\nB\xfccher\0\r\nStrike Lat -0";
    for name in ["mail.txt", "mail", "mail.html"] {
        let output = extract(format!("\u{feff}{ACTION}").as_bytes(), name, latin);
        assert_eq!(
            json(&output.stdout),
            serde_json::json!({"Items": [{"Lat": 34.7}, {"Lat": 0}], "Count": 2}),
            "{name}"
        );
    }
    let source = ACTION.replace("$.BodyText", "$.Attachment.Text");
    assert!(extract(source.as_bytes(), "mail.txt", latin).status.success(), "the text is the value of Op.Source");
    let raw = ACTION.replace("$.BodyText", "$._RawBody").replace("number", "string");
    let output = extract(raw.as_bytes(), "mail.txt", b"Strike Lat <b>1&amp;</b>");
    assert_eq!(json(&output.stdout)["Items"][0]["Lat"], "<b>1&amp;</b>", "plain text has no markup");
}

#[test]
fn html_emails_are_read_like_watched_ones() {
    let html =
        b"Subject: x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        <p>Strike Lat 34=2E7</p><p>Strike Lat <b>3</b>5&amp;</p>";
    let output = extract(ACTION.replace("number", "string").as_bytes(), "mail.EML", html);
    let expected = serde_json::json!({"Items": [{"Lat": "34.7"}, {"Lat": "35&"}], "Count": 2});
    assert_eq!(json(&output.stdout), expected);
    let raw =
        ACTION.replace("$.BodyText", "$._RawBody").replace("number", "string").replace(r"Lat (\\S+)", "Lat (.*?)</p>");
    let output = extract(raw.as_bytes(), "mail.eml", html);
    assert_eq!(json(&output.stdout)["Items"][1]["Lat"], "35&", "tags are dropped from values");
}

#[test]
fn warnings_are_printed_to_standard_error() {
    let action = r#"{"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "Strike"},
        "Fields": {"At": {"Pattern": "at (.*)", "Type": "datetime", "Format": "M/d/yyyy HH:mm"}}}"#;
    let output = extract(action.as_bytes(), "mail.txt", b"Strike at 5/1/2026 12:00");
    assert_eq!(json(&output.stdout)["Count"], 1);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("Fields.At.Format: has no offset"), "{stderr}");
}

#[test]
fn failures_are_one_line_and_exit_status_1() {
    let missing = ACTION.replace("Strike", "Flash");
    let unparseable = ACTION.replace(r"Lat (\\S+)", "Strike (.)");
    let broken = r#"{"Op": {"Action": "Merge"}, "Segment": {"StartPattern": "("}, "Fields": {}, "More": 1}"#;
    let table: [(&str, &str, &[u8], &[&str]); 7] = [
        (&missing, "mail.txt", b"Strike Lat 1", &["no record found", "`Flash`"]),
        (ACTION, "mail.txt", b"Strike Lat 1 Strike Lon 2", &["record 1: required field Lat", r"`Lat (\S+)`"]),
        (&unparseable, "mail.txt", b"Strike Lat", &["record 0: required field Lat", "`L`", "is not a number"]),
        (
            broken,
            "mail.txt",
            b"",
            &["Op.Action", "Segment.StartPattern", "Fields: names no field", "More: unknown key"],
        ),
        ("{", "mail.txt", b"", &["action.json is not JSON"]),
        (ACTION, "mail.eml", b"", &["mail.eml is not an email"]),
        (
            &ACTION.replace("$.BodyText", "$.Message.Nothing"),
            "mail.eml",
            b"Subject: x\r\n\r\nStrike",
            &["Op.Source: no value at $.Message.Nothing"],
        ),
    ];
    for (action, name, content, expected) in table {
        let output = extract(action.as_bytes(), name, content);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        let error = error_text(&output);
        assert!(error.starts_with("stormwire: ") && error.lines().count() == 1, "{error}");
        assert!(expected.iter().all(|text| error.contains(text)), "{error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let error = error_text(&run(folder.path(), &["extract", "--action", "none.json", "none.txt"]));
    assert!(error.starts_with("stormwire: cannot read none.json"), "{error}");
}
