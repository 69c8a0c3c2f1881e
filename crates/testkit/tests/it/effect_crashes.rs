//! `kill -9` between the start and the end of an effect, for each kind of effect.

use serde_json::json;
use std::path::Path;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus};
use stormwire_testkit::servers::PreparedResponse;
use stormwire_testkit::service::effect_crash::EffectCrashFixture;
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_test-worker"))
}

fn message_id(mail: &serde_json::Value) -> String {
    let data = mail["data"].as_str().unwrap();
    data.lines().find(|line| line.starts_with("Message-ID: ")).unwrap().to_owned()
}

/// An action that mails only changes, and sends an all clear mail at the end.
fn quiet_mail() -> serde_json::Value {
    let end = json!({"AfterMinutes": 0, "Subject": "All clear", "Text": "All clear"});
    json!({
        "Op": {"Action": "Send", "To": "hanging@example.gov", "Subject": "Strike", "Text": "Strike"},
        "Quiet": {"Minutes": 10, "AllClear": end},
    })
}

/// Creates a facility, and a first action that inserts a strike next to it, so that the facility becomes Active.
async fn add_threat(fixture: &EffectCrashFixture, db: &TestDb) {
    db.execute("insert into organization.Facility (Name, LatLongPoint) values ('Pool', 'SRID=4326;POINT(-86.6 34.7)')")
        .await;
    let strike = json!({"Name": "ALERT", "Timestamp": SystemClock.now().to_string(), "Type": "Ground", "Latitude": 34.7, "Longitude": -86.6});
    let insert = json!({"Op": {"Action": "Insert", "Target": "data.LightningStrike"}, "Data": strike});
    fixture.add_action("Sql", insert, true).await;
}

/// Blocks every insert of an effect row.
fn block_effects(conn: &DirectConnection) -> [&'static str; 2] {
    match conn {
        DirectConnection::Sqlite(_) => [
            "create trigger it.Stall before insert on WorkflowEffect begin select count(*) from \
             (with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000000) select i from n); end",
            "select 1",
        ],
        DirectConnection::Postgres(_) => ["begin", "lock table it.WorkflowEffect in exclusive mode"],
    }
}

/// Also ends the blocked statement of the killed process, as the server does after a while.
fn unblock_effects(conn: &DirectConnection) -> [&'static str; 2] {
    match conn {
        DirectConnection::Sqlite(_) => ["drop trigger it.Stall", "select 1"],
        DirectConnection::Postgres(_) => [
            "select pg_terminate_backend(pid) from pg_stat_activity \
             where wait_event_type = 'Lock' and datname = current_database()",
            "commit",
        ],
    }
}

on_both_databases! {
    async fn a_quiet_mail_of_unknown_outcome_is_left_to_the_operator(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        add_threat(&fixture, db).await;
        fixture.add_action("Email", quiet_mail(), false).await;
        let mut worker = fixture.kill_during_request(program(), db, |fixture| fixture.mail.mails().len() == 1).await;
        let log = fixture.wait_phase_two_ended(&mut worker).await;
        assert_eq!(log.phase_two_status, PhaseTwoStatus::Failed);
        assert!(log.error_message.unwrap().contains("outcome unknown"));
        assert_eq!((fixture.mail.mails().len(), fixture.has_operator_mail(db).await), (1, true), "not sent again, and the operator is notified");
        worker.kill();
    }

    async fn a_mail_not_started_before_the_crash_is_sent_once(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        add_threat(&fixture, db).await;
        fixture.add_action("Email", quiet_mail(), false).await;
        fixture.mail.acknowledge_all();
        let mut foreign = DirectConnection::connect(&db.database).await;
        for statement in block_effects(&foreign) {
            foreign.execute(statement).await.unwrap();
        }
        let mut worker = fixture.start(program(), db);
        fixture.deliver();
        wait_until(async || worker.is_running() && db.count("select count(*) from it.MailingList").await == 1).await;
        worker.kill();
        assert_eq!(db.count("select count(*) from it.WorkflowEffect").await, 0, "killed before the effect row was written");
        for statement in unblock_effects(&foreign) {
            foreign.execute(statement).await.unwrap();
        }
        let mut worker = fixture.start(program(), db);
        assert_eq!(fixture.wait_phase_two_ended(&mut worker).await.phase_two_status, PhaseTwoStatus::Success);
        assert_eq!((fixture.mail.mails().len(), fixture.has_operator_mail(db).await), (1, false));
        worker.kill();
    }

    async fn the_all_clear_mail_is_never_repeated_automatically(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        add_threat(&fixture, db).await;
        fixture.add_action("Email", quiet_mail(), false).await;
        // One poll is enough for this test.
        db.execute("update it.MailboxWatcherJob set ReconciliationIntervalSeconds = 300").await;
        fixture.mail.acknowledge_all();
        let mut worker = fixture.start(program(), db);
        fixture.deliver();
        wait_until(async || worker.is_running() && fixture.mail.mails().len() == 1).await;
        assert_eq!(fixture.wait_phase_two_ended(&mut worker).await.phase_two_status, PhaseTwoStatus::Success);
        fixture.mail.stop_acknowledging();
        db.execute("delete from data.LightningStrike").await;
        db.execute("update it.Queue set DueAt = CreatedAt where Kind = 'AllClear'").await;
        wait_until(async || worker.is_running() && fixture.mail.mails().len() == 2).await;
        worker.kill();
        let mut worker = fixture.start(program(), db);
        wait_until(async || worker.is_running() && fixture.has_operator_mail(db).await).await;
        wait_until(async || db.count("select count(*) from it.Queue where Kind = 'AllClear'").await == 0).await;
        let subjects: Vec<bool> = fixture.mail.mails().iter().map(|mail| mail["data"].as_str().unwrap().contains("Subject: All clear")).collect();
        assert_eq!(subjects, [false, true], "one all clear mail, not two");
        worker.kill();
    }

    async fn an_http_call_is_repeated_with_its_key_and_earlier_output(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        let first = json!({"Op": {"Action": "Post", "Url": fixture.web.url("/first"), "Output": "$.First"}});
        let second = json!({"Op": {"Action": "Post", "Url": fixture.web.url("/second")}, "FieldMap": {"id": "$.First.Body.id"}});
        fixture.add_action("Http", first, false).await;
        fixture.add_action("Http", second, false).await;
        fixture.web.respond_next(PreparedResponse::Json(201, json!({"id": 9}))).respond_next(PreparedResponse::Hang);
        let mut worker = fixture.kill_during_request(program(), db, |fixture| fixture.web.requests().len() == 2).await;
        let log = fixture.wait_phase_two_ended(&mut worker).await;
        assert_eq!((log.phase_two_status, log.error_message), (PhaseTwoStatus::Success, None));
        let requests = fixture.web.requests();
        let lines: Vec<&str> = requests.iter().map(|request| request.line.as_str()).collect();
        assert_eq!(lines, ["POST /first", "POST /second", "POST /second"]);
        assert_eq!((requests[1].json(), requests[2].json()), (json!({"id": 9}), json!({"id": 9})));
        let keys = fixture.idempotency_keys();
        assert!(keys[1] == keys[2] && keys[0] != keys[1], "{keys:?}");
        worker.kill();
    }

    async fn a_chat_message_is_repeated_with_its_key(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        let chat = json!({"Op": {"Action": "Send", "Platform": "Slack", "Url": fixture.web.url("/hook"), "Text": "Strike"}});
        fixture.add_action("Chat", chat, false).await;
        fixture.web.respond_next(PreparedResponse::Hang);
        let mut worker = fixture.kill_during_request(program(), db, |fixture| fixture.web.requests().len() == 1).await;
        assert_eq!(fixture.wait_phase_two_ended(&mut worker).await.phase_two_status, PhaseTwoStatus::Success);
        let keys = fixture.idempotency_keys();
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        worker.kill();
    }

    async fn a_mail_of_unknown_outcome_is_left_to_the_operator(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        let mail = json!({"Op": {"Action": "Send", "To": "hanging@example.gov", "Subject": "Strike", "Text": "Strike"}});
        fixture.add_action("Email", mail, false).await;
        let mut worker = fixture.kill_during_request(program(), db, |fixture| fixture.mail.mails().len() == 1).await;
        let log = fixture.wait_phase_two_ended(&mut worker).await;
        assert_eq!(log.phase_two_status, PhaseTwoStatus::Failed);
        assert!(log.error_message.unwrap().contains("outcome unknown"));
        assert_eq!((fixture.mail.mails().len(), fixture.has_operator_mail(db).await), (1, true), "not sent again, and the operator is notified");
        fixture.mail.acknowledge_all();
        fixture.retry().await;
        wait_until(async || worker.is_running() && fixture.log().await.phase_two_status == PhaseTwoStatus::Success).await;
        let mails = fixture.mail.mails();
        assert!(mails.len() == 2 && message_id(&mails[0]) == message_id(&mails[1]), "{mails:?}");
        worker.kill();
    }

    async fn a_work_order_of_unknown_outcome_is_left_to_the_operator(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        let order = json!({"Op": {"Action": "Create", "Endpoint": fixture.web.url("/v2"), "ServiceCode": "T", "AddressString": "Main St"}});
        fixture.add_action("WorkOrder", order, false).await;
        fixture.web.respond_next(PreparedResponse::Hang).respond_next(PreparedResponse::Json(200, json!([{"service_request_id": "1"}])));
        let mut worker = fixture.kill_during_request(program(), db, |fixture| fixture.web.requests().len() == 1).await;
        let log = fixture.wait_phase_two_ended(&mut worker).await;
        assert_eq!(log.phase_two_status, PhaseTwoStatus::Failed);
        assert!(log.error_message.unwrap().contains("outcome unknown"));
        assert_eq!((fixture.web.requests().len(), fixture.has_operator_mail(db).await), (1, true));
        fixture.retry().await;
        wait_until(async || worker.is_running() && fixture.log().await.phase_two_status == PhaseTwoStatus::Success).await;
        let keys = fixture.idempotency_keys();
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        worker.kill();
    }

    async fn an_interrupted_phase_one_is_retried_with_the_same_key(db: &TestDb) {
        let fixture = EffectCrashFixture::new(db).await;
        fixture.add_action("Http", json!({"Op": {"Action": "Post", "Url": fixture.web.url("/x")}}), true).await;
        fixture.web.respond_next(PreparedResponse::Hang);
        let mut worker = fixture.kill_during_request(program(), db, |fixture| fixture.web.requests().len() == 1).await;
        // The retry is rejected until the lease of the killed worker is released.
        assert_eq!(fixture.log().await.status, LogStatus::Processing);
        fixture.retry().await;
        wait_until(async || worker.is_running() && fixture.log().await.status == LogStatus::Success).await;
        let keys = fixture.idempotency_keys();
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        worker.kill();
    }
}
