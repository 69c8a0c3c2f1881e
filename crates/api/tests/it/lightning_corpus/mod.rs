//! With untouched policies, all numbers and orders of the lightning routes are what they were before policies existed.
//!
//! `expected.json` has the responses of commit 49979a38, the last one before policies. What responses have in addition since
//! then does not matter; what is missing, different or in another order does. On a difference the test writes all
//! responses to a file next to the build. To add requests, run the test at that commit and take the file that it writes;
//! never take that of a later version.

mod city;
mod requests;

use crate::lightning_fixture::LightningFixture;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use stormwire_testkit::{TestDb, on_both_databases};

const EXPECTED: &str = include_str!("expected.json");
/// A broken order changes thousands of lines; the first ones show what happened.
const MAX_SHOWN: usize = 20;

struct Recorded {
    request: String,
    response: Value,
}

on_both_databases! {
    async fn numbers_and_orders_are_those_from_before_policies(db: &TestDb) {
        let recorded = record(db).await;
        let expected: Value = serde_json::from_str(EXPECTED).unwrap();
        let mut found = Vec::new();
        for one in &recorded {
            match expected.get(&one.request) {
                Some(expected) => compare(&one.request, expected, &one.response, &mut found),
                None => found.push(format!("{}: not in the file", one.request)),
            }
        }
        if !found.is_empty() {
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lightning-corpus.json");
            std::fs::write(&file, render(&recorded)).unwrap();
            let shown = &found[..found.len().min(MAX_SHOWN)];
            panic!("{} differences; the responses are in {}\n{}", found.len(), file.display(), shown.join("\n"));
        }
        assert_eq!(recorded.len(), expected.as_object().unwrap().len(), "requests");
    }
}

/// The expected responses can show a difference: they have every status, and the two facilities that differ by the
/// smallest step in latitude have different ones.
#[test]
fn corpus_has_every_status_and_both_sides_of_the_radius() {
    let expected: Value = serde_json::from_str(EXPECTED).unwrap();
    for status in ["Active", "Clearing", "Clear"] {
        assert!(EXPECTED.matches(&format!("\"status\":\"{status}\"")).count() > 50, "{status}");
    }
    for (id, status) in [(34, "Active"), (35, "Clear")] {
        let proximity = &expected[format!("12:00 /facilities/{id}/proximity?asOf=2026-05-01T12:00:00Z")]["proximity"];
        assert_eq!(proximity["status"], status);
        assert_eq!(proximity["closest"]["timestamp"], "2026-05-01T04:00:00Z");
    }
}

async fn record(db: &TestDb) -> Vec<Recorded> {
    let fixture = LightningFixture::new(db);
    city::write_facilities(&fixture).await;
    city::write_strikes(&fixture).await;
    let mut recorded = Vec::new();
    for (clock, minutes_since) in [("12:00", 0), ("12:15", 15), ("12:30", 15), ("13:00", 30)] {
        db.clock.advance(Duration::from_mins(minutes_since));
        let replays = if clock == "12:00" { requests::replays() } else { Vec::new() };
        for path in requests::LIVE.map(str::to_owned).into_iter().chain(replays) {
            let response = fixture.get(&path).await;
            let response = match response.status.as_u16() {
                200 => response.json(),
                status => json!({ "rejected": status }),
            };
            recorded.push(Recorded { request: format!("{clock} {path}"), response });
        }
    }
    recorded
}

/// Adds what is missing or different, by its path. Additional fields of objects are fine.
fn compare(path: &str, expected: &Value, actual: &Value, found: &mut Vec<String>) {
    match (expected, actual) {
        (Value::Object(fields), Value::Object(given)) => {
            for (name, value) in fields {
                match given.get(name) {
                    Some(given) => compare(&format!("{path} {name}"), value, given, found),
                    None => found.push(format!("{path} {name}: missing")),
                }
            }
        }
        (Value::Array(items), Value::Array(given)) => {
            if items.len() != given.len() {
                found.push(format!("{path}: expected {} items, got {}", items.len(), given.len()));
            }
            for (index, (item, given)) in items.iter().zip(given).enumerate() {
                compare(&format!("{path} {index}"), item, given, found);
            }
        }
        _ if expected == actual => {}
        _ => found.push(format!("{path}: expected {expected}, got {actual}")),
    }
}

/// One line for each request.
fn render(recorded: &[Recorded]) -> String {
    let mut text = String::new();
    for Recorded { request, response } in recorded {
        let before = if text.is_empty() { "{" } else { "," };
        write!(text, "{before}\n{}: {response}", json!(request)).unwrap();
    }
    text + "\n}\n"
}
