//! Effects over retries and crashes: what was done is not done again, what may have been done is not done blindly.

use crate::desk::{Asked, Desk, run};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_city::secrets::rotate;
use stormwire_clock::{Clock, earlier};
use stormwire_store::Schema;
use stormwire_store::tables::retention;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::servers::PreparedResponse;
use stormwire_testkit::service::actor;
use stormwire_workflow::StepError;

fn post(desk: &Desk, number: u8) -> Value {
    json!({"Op": {"Action": "Post", "Url": desk.web.url("/orders")}, "Data": {"Number": number, "Kind": "a"}})
}

fn order(desk: &Desk) -> Value {
    json!({"Op": {"Action": "Create", "Endpoint": desk.web.url("/v2"), "ServiceCode": "T", "AddressString": "Main St"}})
}

fn keys(desk: &Desk) -> Vec<String> {
    desk.web.requests().iter().map(|heard| heard.header("idempotency-key").to_owned()).collect()
}

on_both_databases! {
    async fn a_retry_does_not_repeat_what_was_done_with_the_same_request_and_says_so(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.web.respond_next(PreparedResponse::Json(201, json!({"id": 9})));
        let first = desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap();
        assert_eq!(first.1["Http"], json!({"Status": 201, "Body": {"id": 9}}));
        // The order of keys says nothing.
        let mut again = post(&desk, 1);
        again["Data"] = json!({"Kind": "a", "Number": 1});
        let second = desk.alone(("Http", &again), run("two")).await.unwrap();
        assert_eq!(second.1, first.1, "what came of it goes into the context");
        assert!(second.0.starts_with("not done again: the same request was done at 20"), "{}", second.0);
        assert_eq!(desk.web.requests().len(), 1);
    }

    async fn a_changed_request_is_sent(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap();
        desk.alone(("Http", &post(&desk, 2)), run("two")).await.unwrap();
        let keys = keys(&desk);
        assert!(keys.len() == 2 && keys[0] != keys[1] && keys[0].len() == 64, "{keys:?}");
    }

    async fn force_repeats_all_under_a_new_key_and_once_per_run(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        let forced = |run_id| Asked { force: true, ..run(run_id) };
        desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap();
        desk.alone(("Http", &post(&desk, 1)), forced("two")).await.unwrap();
        // The same run again, as after a crash behind the outcome.
        desk.alone(("Http", &post(&desk, 1)), forced("two")).await.unwrap();
        desk.alone(("Http", &post(&desk, 1)), forced("three")).await.unwrap();
        let mut keys = keys(&desk);
        assert_eq!(keys.len(), 3);
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 3, "each has a key of its own");
    }

    async fn a_call_of_unknown_outcome_is_sent_again_by_a_retry_under_the_same_key(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.web.respond_next(PreparedResponse::Truncated);
        let unknown = desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap_err();
        assert!(matches!(unknown, StepError::OutcomeUnknown(_)), "{unknown}");
        assert_eq!(db.count("select count(*) from it.WorkflowEffect where State = 'Intended'").await, 1);
        desk.alone(("Http", &post(&desk, 1)), run("two")).await.unwrap();
        let keys = keys(&desk);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        assert_eq!(db.count("select count(*) from it.WorkflowEffect where State = 'Done' and WorkflowRunId = 'two'").await, 1);
    }

    async fn a_run_that_goes_on_sends_a_call_again_under_the_same_key(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.web.respond_next(PreparedResponse::Truncated);
        desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap_err();
        desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap();
        let keys = keys(&desk);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
    }

    async fn a_run_that_goes_on_never_asks_for_work_twice_but_a_retry_does(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.web.respond_next(PreparedResponse::Truncated).respond_next(PreparedResponse::Json(200, json!([{"service_request_id": "12"}])));
        let unknown = desk.alone(("WorkOrder", &order(&desk)), run("one")).await.unwrap_err();
        assert!(unknown.to_string().starts_with("outcome unknown"), "{unknown}");
        let unknown = desk.alone(("WorkOrder", &order(&desk)), run("one")).await.unwrap_err();
        assert!(matches!(unknown, StepError::OutcomeUnknown(_)), "{unknown}");
        assert_eq!(desk.web.requests().len(), 1, "nothing was sent by the run that went on");
        let (_, context) = desk.alone(("WorkOrder", &order(&desk)), run("two")).await.unwrap();
        assert_eq!(context["WorkOrder"]["ServiceRequestId"], "12");
        let keys = keys(&desk);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
    }

    async fn what_failed_is_sent_again_under_the_same_key(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.web.respond_next(PreparedResponse::Text(500, "text/plain", "boom".into()));
        let failed = desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap_err();
        assert_eq!(failed, StepError::Failed("status 500 was not expected: boom".into()));
        assert_eq!(db.count("select count(*) from it.WorkflowEffect where State = 'Failed'").await, 1);
        desk.alone(("Http", &post(&desk, 1)), run("two")).await.unwrap();
        let keys = keys(&desk);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
    }

    async fn what_came_of_an_effect_is_sealed_and_survives_a_rotation_of_the_key(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.web.respond_next(PreparedResponse::Json(200, json!({"word": "confidential"})));
        let first = desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap();
        let seen = "select count(*) from it.WorkflowEffect where Output is not null and Output not like '%confidential%'";
        assert_eq!(db.count(seen).await, 1, "not to be read in the row");
        let sealed_anew = rotate(&db.store, &desk.deps.secrets, actor(), desk.clock.now()).await.unwrap();
        assert_eq!(sealed_anew, 1);
        assert_eq!(desk.alone(("Http", &post(&desk, 1)), run("two")).await.unwrap().1, first.1);
    }

    async fn after_its_time_the_outcome_is_forgotten_but_not_that_it_was_done(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        desk.alone(("Http", &post(&desk, 1)), run("one")).await.unwrap();
        desk.clock.advance(Duration::from_hours(24 * 401));
        let cutoff = earlier(desk.clock.now(), Duration::from_hours(24 * 400));
        let purged = db.store.write(Schema::It, move |conn| retention::purge(conn, cutoff, 100).boxed()).await;
        assert_eq!(purged.unwrap(), 1);
        assert_eq!(db.count("select count(*) from it.WorkflowEffect where Output is null and State = 'Done'").await, 1);
        let (words, context) = desk.alone(("Http", &post(&desk, 1)), run("two")).await.unwrap();
        assert!(words.starts_with("not done again") && context["Http"].is_null(), "{words} {context}");
        assert_eq!(desk.web.requests().len(), 1);
    }
}
