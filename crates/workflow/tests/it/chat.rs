//! `Chat` against a real server. Unit tests validate the payloads with the schemas of the platforms.

use crate::action_fixture::{ActionFixture, RunOptions, run};
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::servers::PreparedResponse;
use stormwire_workflow::StepError;

fn chat(platform: &str, url: Option<String>) -> Value {
    let mut config = json!({
        "Op": {"Action": "Send", "Platform": platform, "Title": "Strike", "Text": "{{ $.Where }}"},
        "Data": {"Count": 2},
        "FieldMap": {"Where": "$.Where"},
    });
    if let Some(url) = url {
        config["Op"]["Url"] = url.into();
    }
    config
}

on_both_databases! {
    async fn each_platform_gets_the_message_once(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        for (platform, status) in [("Teams", 202), ("Slack", 200), ("Mattermost", 200), ("Discord", 204)] {
            let config = chat(platform, Some(fixture.web.url(&format!("/{platform}"))));
            fixture.web.respond_next(PreparedResponse::Text(status, "text/plain", String::new()));
            for run_id in ["one", "two"] {
                fixture.run_with(("Chat", &config), json!({"Where": "the park"}), run(run_id)).await.unwrap();
            }
            let request = fixture.web.requests().pop().unwrap();
            assert_eq!(request.line, format!("POST /{platform}"));
            assert!(request.body.contains("the park") && request.body.contains("Strike") && request.body.contains("Count"), "{}", request.body);
            assert_eq!((request.header("content-type"), request.header("idempotency-key").len()), ("application/json", 64));
        }
        assert_eq!(fixture.web.requests().len(), 4, "the second run sent nothing");
    }

    async fn a_webhook_url_in_a_credential_is_never_shown(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        let options = RunOptions { credential_id: Some(fixture.create_credential("slack", &fixture.web.url("/services/T0/B0/hush")).await), ..run("one") };
        fixture.web.respond_next(PreparedResponse::Text(404, "text/plain", "no_service".into()));
        let error = fixture.run_with(("Chat", &chat("Slack", None)), json!({"Where": "x"}), options).await.unwrap_err();
        assert_eq!(error, StepError::Failed("the webhook returned 404: no_service".into()));
        assert_eq!(fixture.web.requests()[0].line, "POST /services/T0/B0/hush");
        let missing = fixture.run_with(("Chat", &chat("Slack", None)), json!({"Where": "x"}), run("one")).await.unwrap_err();
        assert!(missing.to_string().contains("Op.Url: is missing"), "{missing}");
        let options = RunOptions { credential_id: Some(fixture.create_credential("other", "not a URL").await), ..run("one") };
        let invalid = fixture.run_with(("Chat", &chat("Slack", None)), json!({"Where": "x"}), options).await.unwrap_err();
        assert!(!invalid.to_string().contains("not a URL") && invalid.to_string().contains("credential"), "{invalid}");
    }

    async fn an_empty_message_is_not_sent(db: &TestDb) {
        let fixture = ActionFixture::new(db, None).await;
        let config = chat("Teams", Some(fixture.web.url("/x")));
        let error = fixture.run_with(("Chat", &config), json!({"Where": " \n"}), run("one")).await.unwrap_err();
        assert_eq!(error.to_string(), "Op.Text: the message is empty");
        assert!(fixture.web.requests().is_empty());
    }
}
