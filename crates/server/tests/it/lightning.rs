//! Strikes written by another process, and synthetic storms.

use crate::binary::{Service, error_text, run, stormwire};
use sqlx::{ConnectOptions, Executor, sqlite::SqliteConnectOptions};
use std::process::Stdio;
use std::time::{Duration, SystemTime};

#[tokio::test(flavor = "multi_thread")]
async fn running_service_shows_strikes_of_other_processes() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"]).status.success());
    let service = Service::start(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    let path = "/lightning-strikes/status";
    assert!(service.until(path, 200).contains("\"strikesInWindow\":0"));
    // Cached responses have no request id unless the client sends one.
    let (_, named, _) = service.send("GET", path, &[("x-request-id", "mine")], "");
    assert!(named.contains("x-request-id: mine"), "{named}");
    let generated =
        run(folder.path(), &["storm", "generate", "--strikes", "1", "--minutes", "1", "--start", &ago(120)]);
    let row = String::from_utf8(generated.stdout).unwrap().lines().nth(1).unwrap().to_owned();
    let [at, name, kind, lat, lng] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
    let at = at.replace('Z', ".000000Z");
    let mut foreign = SqliteConnectOptions::new().filename(folder.path().join("data/data.db")).connect().await.unwrap();
    let insert = format!(
        "insert into LightningStrike (Name, Timestamp, Type, Latitude, Longitude) values ('{name}', '{at}', '{kind}', {lat}, {lng})"
    );
    foreign.execute(sqlx::AssertSqlSafe(insert)).await.unwrap();
    while !service.until(path, 200).contains("\"strikesInWindow\":1") {}
    assert!(service.until("/lightning-strikes", 200).contains(&format!("\"latitude\":{}", lat.trim_end_matches('0'))));
    service.end();
}

/// The time that many seconds ago, in RFC 3339.
#[expect(clippy::disallowed_methods, reason = "the binary uses the system clock")]
fn ago(seconds: u64) -> String {
    let at = SystemTime::now() - Duration::from_secs(seconds);
    jiff::Timestamp::try_from(at).unwrap().to_string()
}

#[test]
fn storms_are_reproducible_and_can_be_written_as_emails() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["storm", "generate", "--seed", "5", "--strikes", "80", "--minutes", "20", "--start", "2026-05-01T12:00:00Z"];
    let csv = run(folder.path(), &arguments);
    assert!(csv.status.success());
    let text = String::from_utf8(csv.stdout).unwrap();
    assert_eq!(text.lines().count(), 81);
    assert_eq!(text.lines().next(), Some("timestamp,name,type,latitude,longitude"));
    assert_eq!(String::from_utf8(run(folder.path(), &arguments).stdout).unwrap(), text);
    assert!(run(folder.path(), &[&arguments[..], &["--mail", "mails"]].concat()).status.success());
    let mails: Vec<String> = std::fs::read_dir(folder.path().join("mails"))
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    assert!(mails.len() > 3 && mails.iter().any(|mail| mail.contains("text/html")), "in several layouts");
    assert!(mails.iter().all(|mail| mail.contains("Subject: Lightning: ")));
    for (more, expected) in [
        (["--layout", "poem"], "paragraphs, lines, table"),
        (["--timezone", "America/Huntsville"], "--timezone: unknown time zone \"America/Huntsville\""),
        (["--mail", "mails"], "--mail: mails already contains emails; use a new folder"),
    ] {
        let error = error_text(&run(folder.path(), &[&["storm", "generate", "--strikes", "1"][..], &more].concat()));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn closed_output_pipe_is_not_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = stormwire(folder.path());
    command.args(["storm", "generate", "--strikes", "20000"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap()), (Some(0), String::new()));
}
