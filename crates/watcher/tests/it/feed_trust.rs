//! What the strike feed believes: messages that an operator dismissed, and senders that nobody verified.

use crate::feed_fixture::{BOX, FeedFixture};
use jiff::SignedDuration;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_store::tables::log::{LogEntry, LogStatus};
use stormwire_store::tables::watcher::{SenderAuthentication, WatcherFields};
use stormwire_testkit::service::{actor, wait_for, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::WatcherError;

const VERIFIED: &str = "spf=pass smtp.mailfrom=vendor.example; dkim=pass header.d=vendor.example; dmarc=pass action=none header.from=vendor.example";

async fn require_dmarc(fixture: &FeedFixture<'_>) {
    let revise = |before: &WatcherFields| {
        Ok::<_, WatcherError>(WatcherFields {
            from_filter: Some("vendor.example".into()),
            sender_authentication: SenderAuthentication::Dmarc,
            ..before.clone()
        })
    };
    fixture.service.watchers.admin().update(fixture.watcher, revise, actor()).await.unwrap();
}

/// The name and the address of a sender.
type Sender<'a> = (&'a str, &'a str);

fn deliver(fixture: &FeedFixture<'_>, sender: Sender<'_>, text: &str, results: &[&str]) {
    deliver_to("Inbox", fixture, sender, text, results);
}

/// Delivers a message about a strike at a facility, with these `Authentication-Results`, topmost first.
fn deliver_to(folder: &str, fixture: &FeedFixture<'_>, (name, address): Sender<'_>, text: &str, results: &[&str]) {
    let headers: Vec<Value> =
        results.iter().map(|value| json!({"name": "Authentication-Results", "value": value})).collect();
    let message = json!({
        "subject": "Strike",
        "from": {"emailAddress": {"name": name, "address": address}},
        "body": {"contentType": "text", "content": text},
        "internetMessageHeaders": headers,
    });
    fixture.service.emulator.deliver(BOX, folder, message).unwrap();
}

fn strike_text(fixture: &FeedFixture<'_>) -> String {
    let at = fixture.service.clock.now() - SignedDuration::from_mins(1);
    format!("Strike at {at} lat 34.7 lng -86.5 ground, seen by the network\n")
}

async fn strike_count(db: &TestDb) -> i64 {
    db.count("select count(*) from data.LightningStrike").await
}

/// The newest row, after that many messages are processed.
async fn newest_row(fixture: &FeedFixture<'_>, rows: usize) -> LogEntry {
    fixture.service.wait_processed(rows).await.remove(0)
}

on_both_databases! {
    async fn a_dismissed_failure_does_not_count_until_it_is_retried(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        let repair = fixture.service.watchers.repair();
        fixture.extract_from("Flash at").await;
        fixture.deliver_strike(1);
        fixture.wait_unhealthy(" failed").await;
        let log = newest_row(&fixture, 1).await;
        let dismissed = repair.dismiss(log.id, actor()).await.unwrap();
        assert_eq!((dismissed.status, dismissed.dismissed_by.as_deref()), (LogStatus::Failed, Some("command line")));
        fixture.wait_healthy().await;
        let again = repair.dismiss(log.id, actor()).await.unwrap();
        assert_eq!(again.dismissed_at, dismissed.dismissed_at, "the first dismissal is kept");
        assert_eq!(db.count("select count(*) from it.Audit where Action = 'dismiss'").await, 1);
        let retried = wait_for(async || repair.retry(log.id, false, actor()).await.ok()).await;
        assert_eq!((retried.dismissed_at, retried.dismissed_by), (None, None));
        fixture.wait_unhealthy(" failed").await;
        fixture.close().await;
    }

    async fn a_dismissed_interruption_does_not_count(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        let now = fixture.service.clock.now();
        db.execute(&format!(
            "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, ReceivedAt, DetectedAt, Status, TriggerEvent, WorkflowRunId) \
             values ({}, 'left', '{now:.6}', '{now:.6}', 'Processing', 'Notification', 'r')", fixture.watcher
        )).await;
        fixture.wait_unhealthy("was interrupted").await;
        let log = fixture.service.logs().await.remove(0);
        fixture.service.watchers.repair().dismiss(log.id, actor()).await.unwrap();
        fixture.wait_healthy().await;
        fixture.close().await;
    }

    async fn implausible_strikes_count_until_their_message_is_dismissed(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.add_facility(34.7, -86.6).await;
        fixture.wait_healthy().await;
        fixture.deliver_strikes(1, &["lat 34.7 lng 86.5"]);
        let log = newest_row(&fixture, 1).await;
        fixture.wait_unhealthy("miles from every facility").await;
        fixture.service.watchers.repair().dismiss(log.id, actor()).await.unwrap();
        fixture.wait_healthy().await;
        fixture.close().await;
    }

    async fn forged_mail_in_junk_changes_nothing_and_genuine_mail_is_reported(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        require_dmarc(&fixture).await;
        let forged = "dmarc=fail action=oreject header.from=vendor.example";
        deliver_to("junkemail", &fixture, ("Vendor", "alerts@vendor.example"), "x", &[forged]);
        deliver_to("junkemail", &fixture, ("alerts@vendor.example", "mallory@evil.test"), "x", &[]);
        db.execute("update it.Queue set DueAt = CreatedAt where Kind = 'JunkCheck'").await;
        fixture.service.clock.advance(Duration::from_secs(20));
        let waiting = format!("select count(*) from it.Queue where Kind = 'JunkCheck' and DueAt > '{:.6}'", fixture.service.clock.now());
        wait_until(async || db.count(&waiting).await == 1).await;
        fixture.healthy_within(Duration::from_mins(1)).await;
        deliver_to("junkemail", &fixture, ("Vendor", "alerts@vendor.example"), "x", &[VERIFIED]);
        fixture.unhealthy_within(Duration::from_mins(6), "the Junk folder contains 1 message from the vendor").await;
        fixture.close().await;
    }

    async fn a_forged_message_changes_nothing(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        require_dmarc(&fixture).await;
        let text = strike_text(&fixture);
        let forged = "dmarc=fail action=oreject header.from=vendor.example";
        let own = "dkim=pass header.d=evil.test; dmarc=pass action=none header.from=evil.test";
        for (rows, (name, address, text, results)) in (1..).zip([
            ("alerts@vendor.example", "mallory@evil.test", text.as_str(), &[own][..]),
            ("Vendor", "alerts@vendor.example", &text, &[forged, VERIFIED]),
            ("Vendor", "alerts@vendor.example", &text, &[]),
            ("Vendor", "alerts@vendor.example", "not a strike at all", &[forged]),
        ]) {
            deliver(&fixture, (name, address), text, results);
            let log = newest_row(&fixture, rows).await;
            assert_eq!(log.status, LogStatus::Skipped, "{name} <{address}> {results:?}: {:?}", log.error_message);
            assert!(log.error_message.unwrap().contains("sender"));
        }
        assert_eq!(strike_count(db).await, 0);
        fixture.wait_healthy().await;
        fixture.service.clock.advance(Duration::from_secs(2));
        deliver(&fixture, ("Vendor", "alerts@vendor.example"), &strike_text(&fixture), &[VERIFIED]);
        let log = newest_row(&fixture, 5).await;
        assert_eq!((log.status, strike_count(db).await), (LogStatus::Success, 1), "{:?}", log.error_message);
        fixture.close().await;
    }
}
