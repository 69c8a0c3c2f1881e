//! Steps with a recorder: nothing is sent or written, and the recorder knows what would be.

use crate::action_fixture::{ActionFixture, RunOptions, run};
use crate::sql_fixture::{SqlFixture, count_strikes, strike, strike_key};
use serde_json::{Value, json};
use stormwire_store::{ActionId, LogId, RunId, WatcherId};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::servers::{MailServer, PreparedResponse};
use stormwire_workflow::{Context, EffectRecorder, Handler, PlannedEffect, StepError, StepRun};

struct Recorded {
    result: String,
    context: Context,
    effects: Vec<PlannedEffect>,
}

/// Runs a step for the message `m`, as [`ActionFixture::run`] does, with a recorder.
async fn record(handler: &dyn Handler, config: &Value, root: Value, action_id: i64) -> Result<Recorded, StepError> {
    let Value::Object(root) = root else { panic!("a context is an object") };
    let (mut context, recorder) = (Context::new(root), EffectRecorder::default());
    let step = StepRun {
        watcher_id: WatcherId::new(1),
        log_id: Some(LogId::new(7)),
        message_key: "m",
        run_id: &RunId::new("recorded"),
        action_id: ActionId::new(action_id),
        config,
        credential_id: None,
        force: false,
        recorder: Some(&recorder),
        context: &mut context,
    };
    let result = handler.run(step).await?.result;
    Ok(Recorded { result, context, effects: recorder.into_effects() })
}

on_both_databases! {
    async fn calls_are_recorded_with_masked_secrets_and_not_sent(db: &TestDb) {
        let mail = MailServer::start(db.folder());
        let fixture = ActionFixture::new(db, Some(mail.address)).await;
        let web = |path: &str| fixture.web.url(path);
        for (action_type, config) in [
            ("Http", json!({"Op": {"Action": "Post", "Url": web("/a"), "Headers": {"X-Key": "hush-hush", "Accept": "text/plain"}}})),
            ("Chat", json!({"Op": {"Action": "Send", "Platform": "Teams", "Url": web("/hush-hush"), "Text": "Strike"}})),
            ("Email", json!({"Op": {"Action": "Send", "To": "crew@example.gov", "Subject": "Strike", "Text": "Strike"}})),
            ("Email", json!({"Op": {"Action": "Send", "To": "crew@example.gov", "Subject": "Strike", "Text": "Strike"}, "Quiet": {"Minutes": 0}})),
            ("WorkOrder", json!({"Op": {"Action": "Create", "ServiceCode": "T", "AddressString": "Main St"}})),
            ("WorkOrder", json!({"Op": {"Action": "Create", "Endpoint": web("/v2"), "ServiceCode": "T", "AddressString": "Main St"}})),
        ] {
            let handler = fixture.handlers().find(action_type).unwrap();
            let recorded = record(handler.as_ref(), &config, json!({}), 3).await.unwrap();
            let is_mail_held = recorded.result.starts_with("would be held");
            assert!(recorded.result.starts_with("would send: ") && recorded.effects.len() == 1 || is_mail_held, "{}", recorded.result);
            let shown = format!("{:?} {}", recorded.effects, recorded.result);
            assert!(!shown.contains("hush-hush"), "{shown}");
        }
        assert_eq!((fixture.web.requests().len(), mail.mails().len()), (0, 0));
        for table in ["it.WorkflowEffect", "it.WorkOrder", "it.MailingList", "it.Queue"] {
            assert_eq!(db.count(&format!("select count(*) from {table}")).await, 0, "{table}");
        }
    }

    async fn the_output_of_an_earlier_request_is_used(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        let config = json!({"Op": {"Action": "Post", "Url": fixture.web.url("/orders")}});
        let handler = fixture.handlers().find("Http").unwrap();
        let unknown = record(handler.as_ref(), &config, json!({}), 3).await.unwrap();
        assert_eq!((&unknown.context.root()["Http"], unknown.effects[0].has_output), (&Value::Null, false));
        fixture.web.respond_next(PreparedResponse::Json(201, json!({"id": 9})));
        fixture.run(("Http", &config), RunOptions { message_key: "m", ..run("one") }).await.unwrap();
        let known = record(handler.as_ref(), &config, json!({}), 3).await.unwrap();
        assert_eq!(known.context.root()["Http"], json!({"Status": 201, "Body": {"id": 9}}));
        assert!(known.effects[0].has_output && known.result.starts_with("would send: "), "{}", known.result);
        assert_eq!(fixture.web.requests().len(), 1);
    }

    async fn a_merge_is_counted_as_it_would_be_written(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let rows = |numbers: &[i64], kind: &str| numbers.iter().map(|number| strike(*number, 34.7, kind)).collect::<Vec<_>>();
        let config = |match_on: Value| json!({"Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Rows", "Output": "$.Done"}, "MatchOn": match_on});
        fixture.run(config(strike_key()), json!({"Rows": rows(&[1, 2, 3], "Ground")})).await.result();
        // All columns are keys, so existing rows are kept; then they are updated.
        for (match_on, numbers) in [(strike_key(), [2, 3, 4, 5]), (json!(["Timestamp", "Latitude"]), [4, 5, 6, 7])] {
            let before = count_strikes(db).await;
            let context = json!({"Rows": rows(&numbers, "Ground")});
            let recorded = record(fixture.handler().as_ref(), &config(match_on.clone()), context.clone(), 1).await.unwrap();
            assert_eq!(count_strikes(db).await, before, "nothing was written");
            assert!(recorded.result.starts_with("would write: 4 rows"), "{}", recorded.result);
            let written = fixture.run(config(match_on), context).await;
            assert_eq!(recorded.context.root()["Done"], written.value_at("$.Done"));
            assert_eq!(recorded.effects[0].request["Changes"], written.value_at("$.Done"));
            assert_eq!(recorded.result, format!("would write: {}", written.result()));
        }
    }

    async fn an_invalid_row_fails_as_it_would(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let config = json!({"Op": {"Action": "Insert", "Target": "data.LightningStrike", "Source": "$.Rows"}});
        let context = json!({"Rows": [{"Timestamp": "yesterday"}]});
        let recorded = record(fixture.handler().as_ref(), &config, context.clone(), 1).await.err().unwrap();
        assert_eq!(recorded.to_string(), fixture.run(config, context).await.error());
    }
}
