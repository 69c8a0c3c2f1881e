//! An older installation that runs with this version, with the services it uses.

use super::external_services::{Call, WebServer, provider, until};
use super::installation::Installation;
use super::{MISSED, Outcome, STORM};
use crate::binary::Service;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stormwire_emulator::Emulator;
use stormwire_testkit::servers::MailServer;

pub(super) struct Upgraded {
    pub(super) service: Service,
    pub(super) provider: Emulator,
    pub(super) mail: MailServer,
    pub(super) installation: Installation,
    /// The provider's message ids by subject.
    pub(super) keys: BTreeMap<String, String>,
    web: WebServer,
}

impl Upgraded {
    pub(super) async fn start(installation: Installation) -> Self {
        let expected = &installation.expected;
        let web = WebServer::start(expected).await;
        let provider = provider(expected).await;
        let mail = MailServer::start(installation.folder());
        let messages = expected["messages"].as_array().unwrap().iter();
        let mut keys: BTreeMap<String, String> =
            messages.map(|one| (text(&one["message"]["subject"]), text(&one["key"]))).collect();
        let at: Timestamp = expected["asOf"].as_str().unwrap().parse().unwrap();
        let missed = storm(MISSED.subject, at + SignedDuration::from_mins(2));
        keys.insert(MISSED.subject.to_owned(), provider.deliver(STORM, "Inbox", missed).unwrap());
        let service = Service::spawn(installation.serve(&format!("smtp://{}", mail.address)));
        Self { service, provider, mail, installation, keys, web }
    }

    pub(super) fn expected(&self) -> &Value {
        &self.installation.expected
    }

    /// With the token that the old version created.
    pub(super) fn get(&self, path: &str) -> Value {
        let token = format!("Bearer {}", self.expected()["token"].as_str().unwrap());
        let (status, head, body) = self.service.send("GET", path, &[("authorization", &token)], "");
        assert_eq!(status, 200, "{path}: {body}");
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        serde_json::from_str(&if is_chunked { joined(&body) } else { body }).unwrap()
    }

    /// Signs in with the password that was set in the old version; returns the cookie.
    pub(super) fn sign_in(&self, user: &str) -> String {
        let body = json!({"username": user, "password": self.expected()["users"][user]["password"]}).to_string();
        let (status, head, body) =
            self.service.send("POST", "/auth/login", &[("content-type", "application/json")], &body);
        assert_eq!(status, 200, "{user}: {body}");
        let cookie = head.split("stormwire_session=").nth(1).unwrap().split(';').next().unwrap();
        format!("stormwire_session={cookie}")
    }

    pub(super) fn post(&self, cookie: &str, path: &str) -> (u16, Value) {
        let (status, _, body) = self.service.send("POST", path, &[("cookie", cookie)], "");
        (status, serde_json::from_str(&body).unwrap_or_default())
    }

    /// Status and Phase 2 status of every message, by subject.
    fn statuses(&self) -> BTreeMap<String, (String, String)> {
        let rows = self.get("/mailbox-watcher/log?limit=500");
        let subjects: BTreeMap<&String, &String> = self.keys.iter().map(|(subject, key)| (key, subject)).collect();
        let rows = rows["items"].as_array().unwrap().iter();
        rows.map(|row| {
            let subject = subjects[&text(&row["messageKey"])].clone();
            (subject, (text(&row["status"]), text(&row["phaseTwoStatus"])))
        })
        .collect()
    }

    pub(super) async fn wait_for_outcomes(&self, expected: &[Outcome]) {
        until(async || {
            let found = self.statuses();
            let is_there = |one: &&Outcome| {
                let found = found.get(one.subject);
                found.is_some_and(|found| found.0 == one.status && found.1 == one.phase_two)
            };
            let missing: Vec<&Outcome> = expected.iter().filter(|one| !is_there(one)).collect();
            if missing.is_empty() { Ok(()) } else { Err(format!("waiting for {missing:?} in {found:?}")) }
        })
        .await;
    }

    pub(super) fn log(&self, subject: &str) -> Value {
        let id = &self.expected()["logs"][subject]["id"];
        self.get(&format!("/mailbox-watcher/log/{id}"))
    }

    pub(super) fn mails_to(&self, name: &str) -> Vec<String> {
        let to = json!([format!("{name}@example.gov")]);
        let mails = self.mail.mails().into_iter().filter(|mail| mail["to"] == to);
        mails.map(|mail| text(&mail["data"])).collect()
    }

    pub(super) fn calls(&self) -> Vec<Call> {
        self.web.calls()
    }

    pub(super) async fn count(&self, rows: &str) -> i64 {
        self.installation.count(&format!("select count(*) from {rows}")).await
    }
}

/// A message with two strikes near the Aquatic Center, in the vendor's format.
pub(super) fn storm(subject: &str, at: Timestamp) -> Value {
    let strike = |number: i64| {
        let at = (at + SignedDuration::from_secs(number)).strftime("%-m/%-d/%Y %-I:%M:%S %p +00:00").to_string();
        format!("ALERT: Ground Stroke Lightning detected on {at}\nat latitude 34.73{number}, longitude -86.59\n\n")
    };
    json!({
        "subject": subject,
        "from": {"emailAddress": {"name": "Sender", "address": "alerts@vendor.example"}},
        "toRecipients": [{"emailAddress": {"address": STORM}}],
        "body": {"contentType": "text", "content": strike(0) + &strike(1)},
        "receivedDateTime": at.to_string(),
    })
}

/// The body that was sent in chunks: each after a line with its length in hexadecimal digits.
fn joined(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let (chunk, rest) = rest.split_at(usize::from_str_radix(length, 16).unwrap());
        body += chunk;
        chunks = rest.trim_start_matches("\r\n");
    }
    body
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
