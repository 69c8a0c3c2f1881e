//! `kill -9` between the intent and the outcome of an effect, for each kind of effect, on both databases.

use serde_json::json;
use std::path::Path;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus};
use stormwire_testkit::outside::Answer;
use stormwire_testkit::service::midway::Midway;
use stormwire_testkit::service::until;
use stormwire_testkit::{Foreign, TestDb, on_both_databases};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_watch-worker"))
}

fn message_id(mail: &serde_json::Value) -> String {
    let data = mail["data"].as_str().unwrap();
    data.lines().find(|line| line.starts_with("Message-ID: ")).unwrap().to_owned()
}

/// A mail that is held back when nothing changes, with a mail at the end.
fn quiet_mail() -> serde_json::Value {
    let end = json!({"AfterMinutes": 0, "Subject": "All clear", "Text": "All clear"});
    json!({
        "Op": {"Action": "Send", "To": "hanging@example.gov", "Subject": "Strike", "Text": "Strike"},
        "Quiet": {"Minutes": 10, "AllClear": end},
    })
}

/// A facility, and a first action that writes a strike beside it: the watcher feeds, and the facility turns Active.
async fn threaten(midway: &Midway, db: &TestDb) {
    db.execute("insert into organization.Facility (Name, LatLongPoint) values ('Pool', 'SRID=4326;POINT(-86.6 34.7)')")
        .await;
    let strike = json!({"Name": "ALERT", "Timestamp": SystemClock.now().to_string(), "Type": "Ground", "Latitude": 34.7, "Longitude": -86.6});
    let insert = json!({"Op": {"Action": "Insert", "Target": "data.LightningStrike"}, "Data": strike});
    midway.action("Sql", insert, true).await;
}

/// From now on whoever writes an intent does not come to its end.
fn no_intent(conn: &Foreign) -> [&'static str; 2] {
    match conn {
        Foreign::Sqlite(_) => [
            "create trigger it.Stall before insert on WorkflowEffect begin select count(*) from \
             (with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000000) select i from n); end",
            "select 1",
        ],
        Foreign::Postgres(_) => ["begin", "lock table it.WorkflowEffect in exclusive mode"],
    }
}

/// What waited is dropped with the connection of the dead, as the server would in time.
fn intents_again(conn: &Foreign) -> [&'static str; 2] {
    match conn {
        Foreign::Sqlite(_) => ["drop trigger it.Stall", "select 1"],
        Foreign::Postgres(_) => [
            "select pg_terminate_backend(pid) from pg_stat_activity \
             where wait_event_type = 'Lock' and datname = current_database()",
            "commit",
        ],
    }
}

on_both_databases! {
    async fn a_held_back_mail_of_unknown_outcome_is_left_to_the_operator(db: &TestDb) {
        let midway = Midway::new(db).await;
        threaten(&midway, db).await;
        midway.action("Email", quiet_mail(), false).await;
        let mut worker = midway.kill_midway(program(), db, |midway| midway.mail.mails().len() == 1).await;
        let log = midway.ended(&mut worker).await;
        assert_eq!(log.phase_two_status, PhaseTwoStatus::Failed);
        assert!(log.error_message.unwrap().contains("outcome unknown"));
        assert_eq!((midway.mail.mails().len(), midway.operator_mails().await), (1, 1), "not sent again, and the operator is told");
        worker.kill();
    }

    async fn a_list_whose_mail_was_not_begun_when_the_process_died_is_mailed_once(db: &TestDb) {
        let midway = Midway::new(db).await;
        threaten(&midway, db).await;
        midway.action("Email", quiet_mail(), false).await;
        midway.mail.release();
        let mut foreign = Foreign::connect(&db.database).await;
        for statement in no_intent(&foreign) {
            foreign.execute(statement).await.unwrap();
        }
        let mut worker = midway.start(program(), db);
        midway.deliver();
        until(async || worker.lives() && db.count("select count(*) from it.MailingList").await == 1).await;
        worker.kill();
        assert_eq!(db.count("select count(*) from it.WorkflowEffect").await, 0, "killed before the intent");
        for statement in intents_again(&foreign) {
            foreign.execute(statement).await.unwrap();
        }
        let mut worker = midway.start(program(), db);
        assert_eq!(midway.ended(&mut worker).await.phase_two_status, PhaseTwoStatus::Success);
        assert_eq!((midway.mail.mails().len(), midway.operator_mails().await), (1, 0));
        worker.kill();
    }

    async fn the_mail_at_the_end_is_never_sent_twice_by_itself(db: &TestDb) {
        let midway = Midway::new(db).await;
        threaten(&midway, db).await;
        midway.action("Email", quiet_mail(), false).await;
        // One look is enough: how often a mailbox is looked at is not what this is about.
        db.execute("update it.MailboxWatcherJob set ReconciliationIntervalSeconds = 300").await;
        midway.mail.release();
        let mut worker = midway.start(program(), db);
        midway.deliver();
        until(async || worker.lives() && midway.mail.mails().len() == 1).await;
        assert_eq!(midway.ended(&mut worker).await.phase_two_status, PhaseTwoStatus::Success);
        midway.mail.hang();
        db.execute("delete from data.LightningStrike").await;
        db.execute("update it.Queue set DueAt = CreatedAt where Kind = 'AllClear'").await;
        until(async || worker.lives() && midway.mail.mails().len() == 2).await;
        worker.kill();
        let mut worker = midway.start(program(), db);
        until(async || worker.lives() && midway.operator_mails().await == 1).await;
        until(async || db.count("select count(*) from it.Queue where Kind = 'AllClear'").await == 0).await;
        let subjects: Vec<bool> = midway.mail.mails().iter().map(|mail| mail["data"].as_str().unwrap().contains("Subject: All clear")).collect();
        assert_eq!(subjects, [false, true], "one mail at the end, not two");
        worker.kill();
    }

    async fn a_call_is_sent_again_under_its_key_and_what_came_before_it_is_still_known(db: &TestDb) {
        let midway = Midway::new(db).await;
        let first = json!({"Op": {"Action": "Post", "Url": midway.web.url("/first"), "Output": "$.First"}});
        let second = json!({"Op": {"Action": "Post", "Url": midway.web.url("/second")}, "FieldMap": {"id": "$.First.Body.id"}});
        midway.action("Http", first, false).await;
        midway.action("Http", second, false).await;
        midway.web.then(Answer::Json(201, json!({"id": 9}))).then(Answer::Hang);
        let mut worker = midway.kill_midway(program(), db, |midway| midway.web.heard().len() == 2).await;
        let log = midway.ended(&mut worker).await;
        assert_eq!((log.phase_two_status, log.error_message), (PhaseTwoStatus::Success, None));
        let heard = midway.web.heard();
        let lines: Vec<&str> = heard.iter().map(|heard| heard.line.as_str()).collect();
        assert_eq!(lines, ["POST /first", "POST /second", "POST /second"]);
        assert_eq!((heard[1].json(), heard[2].json()), (json!({"id": 9}), json!({"id": 9})));
        let keys = midway.keys();
        assert!(keys[1] == keys[2] && keys[0] != keys[1], "{keys:?}");
        worker.kill();
    }

    async fn a_chat_is_said_again_under_its_key(db: &TestDb) {
        let midway = Midway::new(db).await;
        let say = json!({"Op": {"Action": "Send", "Platform": "Slack", "Url": midway.web.url("/hook"), "Text": "Strike"}});
        midway.action("Chat", say, false).await;
        midway.web.then(Answer::Hang);
        let mut worker = midway.kill_midway(program(), db, |midway| midway.web.heard().len() == 1).await;
        assert_eq!(midway.ended(&mut worker).await.phase_two_status, PhaseTwoStatus::Success);
        let keys = midway.keys();
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        worker.kill();
    }

    async fn a_mail_of_unknown_outcome_is_left_to_the_operator(db: &TestDb) {
        let midway = Midway::new(db).await;
        let mail = json!({"Op": {"Action": "Send", "To": "hanging@example.gov", "Subject": "Strike", "Text": "Strike"}});
        midway.action("Email", mail, false).await;
        let mut worker = midway.kill_midway(program(), db, |midway| midway.mail.mails().len() == 1).await;
        let log = midway.ended(&mut worker).await;
        assert_eq!(log.phase_two_status, PhaseTwoStatus::Failed);
        assert!(log.error_message.unwrap().contains("outcome unknown"));
        assert_eq!((midway.mail.mails().len(), midway.operator_mails().await), (1, 1), "not sent again, and the operator is told");
        midway.mail.release();
        midway.retry().await;
        until(async || worker.lives() && midway.log().await.phase_two_status == PhaseTwoStatus::Success).await;
        let mails = midway.mail.mails();
        assert!(mails.len() == 2 && message_id(&mails[0]) == message_id(&mails[1]), "{mails:?}");
        worker.kill();
    }

    async fn a_work_order_of_unknown_outcome_is_left_to_the_operator(db: &TestDb) {
        let midway = Midway::new(db).await;
        let order = json!({"Op": {"Action": "Create", "Endpoint": midway.web.url("/v2"), "ServiceCode": "T", "AddressString": "Main St"}});
        midway.action("WorkOrder", order, false).await;
        midway.web.then(Answer::Hang).then(Answer::Json(200, json!([{"service_request_id": "1"}])));
        let mut worker = midway.kill_midway(program(), db, |midway| midway.web.heard().len() == 1).await;
        let log = midway.ended(&mut worker).await;
        assert_eq!(log.phase_two_status, PhaseTwoStatus::Failed);
        assert!(log.error_message.unwrap().contains("outcome unknown"));
        assert_eq!((midway.web.heard().len(), midway.operator_mails().await), (1, 1));
        midway.retry().await;
        until(async || worker.lives() && midway.log().await.phase_two_status == PhaseTwoStatus::Success).await;
        let keys = midway.keys();
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        worker.kill();
    }

    async fn a_first_phase_waits_for_the_operator_whose_retry_sends_under_the_same_key(db: &TestDb) {
        let midway = Midway::new(db).await;
        midway.action("Http", json!({"Op": {"Action": "Post", "Url": midway.web.url("/x")}}), true).await;
        midway.web.then(Answer::Hang);
        let mut worker = midway.kill_midway(program(), db, |midway| midway.web.heard().len() == 1).await;
        // The retry is refused while the dead worker's place in the queue has not been found free.
        assert_eq!(midway.log().await.status, LogStatus::Processing);
        midway.retry().await;
        until(async || worker.lives() && midway.log().await.status == LogStatus::Success).await;
        let keys = midway.keys();
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        worker.kill();
    }
}
