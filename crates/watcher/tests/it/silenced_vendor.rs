//! Nine ways in which the vendor's mail or files stop arriving. Each ends in an unhealthy feed, so that every screen shows Unknown,
//! within the time that the settings promise.

use crate::feed_fixture::{BOX, FeedFixture};
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, SystemTime};
use stormwire_clock::Clock;
use stormwire_emulator::Settings;
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{WatchedFiles, actor, wait_until};

const CANARY: Duration = Duration::from_mins(5);
/// A test message is sent within its interval, and is missed after three minutes.
const CANARY_PROMISE: Duration = Duration::from_mins(8);
/// A poll every 30 s.
const POLL_PROMISE: Duration = Duration::from_secs(30);
/// For the steps of the test clock.
const SLACK: Duration = Duration::from_secs(30);

fn vendor_message() -> Value {
    json!({
        "subject": "Strike",
        "from": {"emailAddress": {"address": "alerts@vendor.example"}},
        "body": {"contentType": "text", "content": "Strike"},
    })
}

on_both_databases! {
    async fn contract_ended(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, None, |fields| fields.expect_every_minutes = Some(60)).await;
        fixture.deliver_strike(1);
        fixture.service.wait_processed(1).await;
        fixture.wait_healthy().await;
        fixture.service.clock.advance(Duration::from_mins(55));
        fixture.healthy_within(Duration::from_mins(2)).await;
        let reason = fixture.unhealthy_within(Duration::from_mins(5) + SLACK, "no message has come from the vendor since").await;
        assert!(reason.ends_with("but one is expected at least every hour"), "{reason}");
        fixture.deliver_strike(1);
        fixture.service.wait_processed(2).await;
        fixture.healthy_within(Duration::from_mins(2)).await;
        fixture.close().await;
    }

    async fn the_program_that_writes_files_stopped(db: &TestDb) {
        let folder = WatchedFiles::create(db.folder(), "share");
        let fixture = FeedFixture::open_files(db, &folder, |fields| {
            fields.rescan_seconds = 30;
            fields.expect_every_minutes = Some(60);
        }).await;
        folder.put("a.txt", fixture.strike_text(1, &["lat 34.7 lng -86.5"]));
        fixture.service.clock.advance(Duration::from_secs(30));
        fixture.service.wait_processed(1).await;
        fixture.wait_healthy().await;
        fixture.service.clock.advance(Duration::from_mins(55));
        fixture.healthy_within(Duration::from_mins(2)).await;
        let reason = fixture.unhealthy_within(Duration::from_mins(5) + SLACK, "no file has come since").await;
        assert!(reason.ends_with("but one is expected at least every hour"), "{reason}");
        // The time of a file is that of the system, which the clock of the test is ahead of.
        let path = folder.path().join(".b.txt");
        fs::write(&path, fixture.strike_text(1, &["lat 34.7 lng -86.5"])).unwrap();
        let modified_at = SystemTime::from(fixture.service.clock.now());
        fs::File::options().write(true).open(&path).unwrap().set_modified(modified_at).unwrap();
        fs::rename(&path, folder.path().join("b.txt")).unwrap();
        fixture.healthy_within(Duration::from_mins(2)).await;
        fixture.close().await;
    }

    async fn mail_goes_to_junk(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, None, |fields| fields.from_filter = Some("vendor.example".into())).await;
        fixture.wait_healthy().await;
        let spam = json!({"subject": "Win", "from": {"emailAddress": {"address": "spam@example.com"}}});
        fixture.service.emulator.deliver(BOX, "junkemail", spam).unwrap();
        fixture.service.emulator.deliver(BOX, "junkemail", vendor_message()).unwrap();
        fixture.unhealthy_within(Duration::from_mins(5) + SLACK, "the Junk folder contains 1 message from the vendor").await;
        assert!(fixture.service.logs().await.is_empty(), "reported, not processed");
        assert_eq!(fixture.service.folder_counts(BOX)["Junk Email"], 2, "left there");
        fixture.service.emulator.empty_folder(BOX, "Junk Email");
        fixture.service.watchers.admin().reload(fixture.watcher, actor()).await.unwrap();
        wait_until(async || fixture.feed_now().await.healthy == Some(true)).await;
        fixture.close().await;
    }

    async fn a_rule_moves_mail_to_another_folder(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, Some(CANARY), |_| ()).await;
        fixture.healthy_within(Duration::from_mins(1)).await;
        fixture.service.emulator.set_rule_folder(BOX, "Inbox/Elsewhere");
        fixture.unhealthy_within(CANARY_PROMISE + SLACK, "a test message sent to the vendor's mailbox").await;
        fixture.service.emulator.set_rule_folder(BOX, "");
        fixture.healthy_within(CANARY + SLACK).await;
        fixture.close().await;
    }

    async fn mailbox_full(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, Some(CANARY), |_| ()).await;
        fixture.healthy_within(Duration::from_mins(1)).await;
        fixture.service.emulator.set_full(BOX, true);
        let reason = fixture.unhealthy_within(CANARY_PROMISE + SLACK, "has not arrived").await;
        assert!(reason.starts_with("a test message sent to the vendor's mailbox at 20"), "{reason}");
        // Two minutes later the next test message is on its way, which proves nothing.
        fixture.unhealthy_for(Duration::from_mins(3)).await;
        fixture.service.emulator.set_full(BOX, false);
        fixture.healthy_within(CANARY + SLACK).await;
        fixture.close().await;
    }

    async fn secret_expired(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        // Until the token ends, mail is read as before.
        let secrets = Some([("app".to_owned(), "new".to_owned())].into());
        fixture.service.emulator.set_settings(Settings { secrets, ..Settings::default() });
        fixture.service.clock.advance(Duration::from_hours(1));
        let reason = fixture.unhealthy_within(POLL_PROMISE + SLACK, "the sign-in to the vendor's mailbox was rejected").await;
        assert!(!reason.contains("AADSTS"), "public reasons repeat no error");
        fixture.service.emulator.set_settings(Settings::default());
        fixture.healthy_within(Duration::from_mins(2)).await;
        fixture.close().await;
    }

    async fn folder_deleted(db: &TestDb) {
        let fixture = FeedFixture::open_in_folder(db, "Inbox/Storm").await;
        fixture.wait_healthy().await;
        fixture.service.emulator.remove_folder(BOX, "Inbox/Storm");
        fixture.unhealthy_within(POLL_PROMISE + SLACK, "the vendor's mailbox or its watched folder was not found").await;
        fixture.close().await;
    }

    async fn clock_off(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        fixture.service.emulator.set_settings(Settings { date_offset_seconds: -45, ..Settings::default() });
        fixture.unhealthy_within(POLL_PROMISE + SLACK, "this server's clock differs from the mail provider's by 4").await;
        fixture.service.emulator.set_settings(Settings::default());
        fixture.healthy_within(Duration::from_mins(2)).await;
        fixture.close().await;
    }

    async fn format_changed(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        let at = fixture.service.clock.now();
        fixture.service.deliver_html(BOX, "Strike", &format!("A flash was seen at {at}, 34.7 north, 86.5 west"));
        assert_eq!(fixture.service.wait_processed(1).await[0].status, LogStatus::Failed, "zero records are a failure");
        fixture.unhealthy_within(SLACK, " failed").await;
        fixture.close().await;
    }
}
