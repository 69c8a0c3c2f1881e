//! `kill -9` during Phase 1 of a watcher that resumes automatically, or that is in test mode.

use serde_json::json;
use std::path::Path;
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::servers::PreparedResponse;
use stormwire_testkit::service::effect_crash::EffectCrashFixture;
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{TestDb, on_both_databases};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_test-worker"))
}

async fn resuming_fixture(db: &TestDb) -> EffectCrashFixture {
    let fixture = EffectCrashFixture::new(db).await;
    db.execute("update it.MailboxWatcherJob set Resume = 'Automatic'").await;
    fixture
}

/// Stores one strike per run.
async fn add_strike_action(fixture: &EffectCrashFixture) {
    let strike = json!({"Name": "A", "Timestamp": "2026-05-01T12:00:00Z", "Type": "Ground", "Latitude": 34.7, "Longitude": -86.6});
    let insert = json!({"Op": {"Action": "Insert", "Target": "data.LightningStrike"}, "Data": strike});
    fixture.add_action("Sql", insert, true).await;
}

on_both_databases! {
    async fn an_interrupted_message_resumes_and_doubles_nothing(db: &TestDb) {
        let fixture = resuming_fixture(db).await;
        add_strike_action(&fixture).await;
        fixture.add_action("Http", json!({"Op": {"Action": "Post", "Url": fixture.web.url("/x")}}), true).await;
        fixture.web.respond_next(PreparedResponse::Hang);
        let mut worker = fixture.kill_during_request(program(), db, |fixture| fixture.web.requests().len() == 1).await;
        wait_until(async || worker.is_running() && fixture.log().await.status == LogStatus::Success).await;
        let log = fixture.log().await;
        assert_eq!((log.resume_count, log.error_message), (1, None));
        assert_eq!(db.count("select count(*) from data.LightningStrike").await, 1, "inserted once");
        let keys = fixture.idempotency_keys();
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        worker.kill();
    }

    async fn a_mail_that_may_have_been_sent_waits_for_an_operator(db: &TestDb) {
        let fixture = resuming_fixture(db).await;
        add_strike_action(&fixture).await;
        let mail = json!({"Op": {"Action": "Send", "To": "hanging@example.gov", "Subject": "Strike", "Text": "Strike"}});
        fixture.add_action("Email", mail, true).await;
        let mut worker = fixture.kill_during_request(program(), db, |fixture| fixture.mail.mails().len() == 1).await;
        wait_until(async || worker.is_running() && fixture.log().await.error_message.is_some()).await;
        let log = fixture.log().await;
        assert_eq!((log.status, log.resume_count), (LogStatus::Processing, 0));
        let note = log.error_message.unwrap();
        assert!(note.contains("action 2 \"email\" (Email) may have run and is not safe to repeat"), "{note}");
        assert_eq!((fixture.mail.mails().len(), fixture.has_operator_mail(db).await), (1, true), "not sent again, and the operator is notified");
        worker.kill();
    }

    async fn a_changed_action_is_not_resumed(db: &TestDb) {
        let fixture = resuming_fixture(db).await;
        fixture.add_action("Http", json!({"Op": {"Action": "Post", "Url": fixture.web.url("/x")}}), true).await;
        fixture.web.respond_next(PreparedResponse::Hang);
        let mut worker = fixture.start(program(), db);
        fixture.deliver();
        wait_until(async || worker.is_running() && fixture.web.requests().len() == 1).await;
        worker.kill();
        let other = json!({"Op": {"Action": "Post", "Url": fixture.web.url("/y")}}).to_string();
        db.execute(&format!("update it.MailboxWatcherAction set Config = '{other}'")).await;
        let mut worker = fixture.start(program(), db);
        wait_until(async || worker.is_running() && fixture.log().await.error_message.is_some()).await;
        let note = fixture.log().await.error_message.unwrap();
        assert!(note.contains("was changed, moved or deleted after it may have run"), "{note}");
        assert_eq!(fixture.web.requests().len(), 1);
        worker.kill();
    }

    async fn a_crash_in_test_mode_leaves_nothing(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        db.execute("update it.MailboxWatcherJob set TestMode = true").await;
        add_strike_action(&fixture).await;
        fixture.add_action("Http", json!({"Op": {"Action": "Post", "Url": fixture.web.url("/x")}}), true).await;
        let mail = json!({"Op": {"Action": "Send", "To": "crew@example.gov", "Subject": "Strike", "Text": "Strike"}});
        fixture.add_action("Email", mail, false).await;
        let mut worker = fixture.start(program(), db);
        fixture.deliver();
        wait_until(async || worker.is_running() && db.count("select count(*) from it.MailboxWatcherLog").await == 1).await;
        worker.kill();
        let mut worker = fixture.start(program(), db);
        let log = fixture.wait_phase_two_ended(&mut worker).await;
        assert_eq!((log.status, log.is_test, log.error_message), (LogStatus::Success, true, None));
        assert_eq!((fixture.web.requests().len(), fixture.mail.mails().len()), (0, 0));
        for table in ["data.LightningStrike", "data.WorkflowEffect", "it.WorkflowEffect"] {
            assert_eq!(db.count(&format!("select count(*) from {table}")).await, 0, "{table}");
        }
        worker.kill();
    }
}
