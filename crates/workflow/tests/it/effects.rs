//! Effects across retries and crashes: a finished effect is not repeated, and an unknown one is not repeated blindly.

use crate::action_fixture::{ActionFixture, RunOptions, run};
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

fn post(fixture: &ActionFixture, number: u8) -> Value {
    json!({"Op": {"Action": "Post", "Url": fixture.web.url("/orders")}, "Data": {"Number": number, "Kind": "a"}})
}

fn order(fixture: &ActionFixture) -> Value {
    json!({"Op": {"Action": "Create", "Endpoint": fixture.web.url("/v2"), "ServiceCode": "T", "AddressString": "Main St"}})
}

fn keys(fixture: &ActionFixture) -> Vec<String> {
    fixture.web.requests().iter().map(|request| request.header("idempotency-key").to_owned()).collect()
}

on_both_databases! {
    async fn a_retry_does_not_repeat_the_same_request(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.web.respond_next(PreparedResponse::Json(201, json!({"id": 9})));
        let first = fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap();
        assert_eq!(first.1["Http"], json!({"Status": 201, "Body": {"id": 9}}));
        // The order of keys does not matter.
        let mut again = post(&fixture, 1);
        again["Data"] = json!({"Kind": "a", "Number": 1});
        let second = fixture.run(("Http", &again), run("two")).await.unwrap();
        assert_eq!(second.1, first.1, "the stored output is in the context");
        assert!(second.0.starts_with("not repeated: the same request was done at 20"), "{}", second.0);
        assert_eq!(fixture.web.requests().len(), 1);
    }

    async fn a_changed_request_is_sent(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap();
        fixture.run(("Http", &post(&fixture, 2)), run("two")).await.unwrap();
        let keys = keys(&fixture);
        assert!(keys.len() == 2 && keys[0] != keys[1] && keys[0].len() == 64, "{keys:?}");
    }

    async fn force_repeats_with_a_new_key_once_per_run(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        let forced = |run_id| RunOptions { force: true, ..run(run_id) };
        fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap();
        fixture.run(("Http", &post(&fixture, 1)), forced("two")).await.unwrap();
        // The same run again, as after a crash that follows the outcome.
        fixture.run(("Http", &post(&fixture, 1)), forced("two")).await.unwrap();
        fixture.run(("Http", &post(&fixture, 1)), forced("three")).await.unwrap();
        let mut keys = keys(&fixture);
        assert_eq!(keys.len(), 3);
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 3, "each has its own key");
    }

    async fn a_retry_resends_a_call_of_unknown_outcome_with_its_key(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.web.respond_next(PreparedResponse::Truncated);
        let unknown = fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap_err();
        assert!(matches!(unknown, StepError::OutcomeUnknown(_)), "{unknown}");
        assert_eq!(db.count("select count(*) from it.WorkflowEffect where State = 'Intended'").await, 1);
        fixture.run(("Http", &post(&fixture, 1)), run("two")).await.unwrap();
        let keys = keys(&fixture);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
        assert_eq!(db.count("select count(*) from it.WorkflowEffect where State = 'Done' and WorkflowRunId = 'two'").await, 1);
    }

    async fn a_resumed_run_resends_a_call_with_its_key(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.web.respond_next(PreparedResponse::Truncated);
        fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap_err();
        fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap();
        let keys = keys(&fixture);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
    }

    async fn only_a_retry_resends_a_work_order_of_unknown_outcome(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.web.respond_next(PreparedResponse::Truncated).respond_next(PreparedResponse::Json(200, json!([{"service_request_id": "12"}])));
        let unknown = fixture.run(("WorkOrder", &order(&fixture)), run("one")).await.unwrap_err();
        assert!(unknown.to_string().starts_with("outcome unknown"), "{unknown}");
        let unknown = fixture.run(("WorkOrder", &order(&fixture)), run("one")).await.unwrap_err();
        assert!(matches!(unknown, StepError::OutcomeUnknown(_)), "{unknown}");
        assert_eq!(fixture.web.requests().len(), 1, "the resumed run sent nothing");
        let (_, context) = fixture.run(("WorkOrder", &order(&fixture)), run("two")).await.unwrap();
        assert_eq!(context["WorkOrder"]["ServiceRequestId"], "12");
        let keys = keys(&fixture);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
    }

    async fn a_failed_call_is_resent_with_its_key(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.web.respond_next(PreparedResponse::Text(500, "text/plain", "boom".into()));
        let failed = fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap_err();
        assert_eq!(failed, StepError::Failed("unexpected status 500: boom".into()));
        assert_eq!(db.count("select count(*) from it.WorkflowEffect where State = 'Failed'").await, 1);
        fixture.run(("Http", &post(&fixture, 1)), run("two")).await.unwrap();
        let keys = keys(&fixture);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
    }

    async fn stored_output_is_encrypted_and_survives_key_rotation(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.web.respond_next(PreparedResponse::Json(200, json!({"word": "confidential"})));
        let first = fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap();
        let seen = "select count(*) from it.WorkflowEffect where Output is not null and Output not like '%confidential%'";
        assert_eq!(db.count(seen).await, 1, "not readable in the row");
        let resealed = rotate(&db.store, &fixture.deps.secrets, actor(), fixture.clock.now()).await.unwrap();
        assert_eq!(resealed, 1);
        assert_eq!(fixture.run(("Http", &post(&fixture, 1)), run("two")).await.unwrap().1, first.1);
    }

    async fn retention_purges_the_output_but_not_the_effect(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        fixture.run(("Http", &post(&fixture, 1)), run("one")).await.unwrap();
        fixture.clock.advance(Duration::from_hours(24 * 401));
        let cutoff = earlier(fixture.clock.now(), Duration::from_hours(24 * 400));
        let purged = db.store.write(Schema::It, move |conn| retention::purge(conn, cutoff, 100).boxed()).await;
        assert_eq!(purged.unwrap(), 1);
        assert_eq!(db.count("select count(*) from it.WorkflowEffect where Output is null and State = 'Done'").await, 1);
        let (result, context) = fixture.run(("Http", &post(&fixture, 1)), run("two")).await.unwrap();
        assert!(result.starts_with("not repeated") && context["Http"].is_null(), "{result} {context}");
        assert_eq!(fixture.web.requests().len(), 1);
    }
}
