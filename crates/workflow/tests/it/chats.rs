//! `Chat` against a real server. What the payloads look like is held against the platforms' schemas beside the code.

use crate::desk::{Asked, Desk, run};
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::servers::PreparedResponse;
use stormwire_workflow::StepError;

fn say(platform: &str, url: Option<String>) -> Value {
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
    async fn each_platform_gets_its_own_words_once(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        for (platform, status) in [("Teams", 202), ("Slack", 200), ("Mattermost", 200), ("Discord", 204)] {
            let config = say(platform, Some(desk.web.url(&format!("/{platform}"))));
            desk.web.respond_next(PreparedResponse::Text(status, "text/plain", String::new()));
            for run_id in ["one", "two"] {
                desk.over(("Chat", &config), json!({"Where": "the park"}), run(run_id)).await.unwrap();
            }
            let heard = desk.web.requests().pop().unwrap();
            assert_eq!(heard.line, format!("POST /{platform}"));
            assert!(heard.body.contains("the park") && heard.body.contains("Strike") && heard.body.contains("Count"), "{}", heard.body);
            assert_eq!((heard.header("content-type"), heard.header("idempotency-key").len()), ("application/json", 64));
        }
        assert_eq!(desk.web.requests().len(), 4, "the second run said nothing again");
    }

    async fn a_webhook_may_stand_in_a_credential_and_is_never_told(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        let asked = Asked { credential_id: Some(desk.credential("slack", &desk.web.url("/services/T0/B0/hush")).await), ..run("one") };
        desk.web.respond_next(PreparedResponse::Text(404, "text/plain", "no_service".into()));
        let refused = desk.over(("Chat", &say("Slack", None)), json!({"Where": "x"}), asked).await.unwrap_err();
        assert_eq!(refused, StepError::Failed("the webhook answered 404: no_service".into()));
        assert_eq!(desk.web.requests()[0].line, "POST /services/T0/B0/hush");
        let nowhere = desk.over(("Chat", &say("Slack", None)), json!({"Where": "x"}), run("one")).await.unwrap_err();
        assert!(nowhere.to_string().contains("Op.Url: is missing"), "{nowhere}");
        let asked = Asked { credential_id: Some(desk.credential("other", "not a URL").await), ..run("one") };
        let bad = desk.over(("Chat", &say("Slack", None)), json!({"Where": "x"}), asked).await.unwrap_err();
        assert!(!bad.to_string().contains("not a URL") && bad.to_string().contains("credential"), "{bad}");
    }

    async fn nothing_to_say_is_said_to_nobody(db: &TestDb) {
        let desk = Desk::new(db, None).await;
        let config = say("Teams", Some(desk.web.url("/x")));
        let refused = desk.over(("Chat", &config), json!({"Where": " \n"}), run("one")).await.unwrap_err();
        assert_eq!(refused.to_string(), "Op.Text: there is nothing to say");
        assert!(desk.web.requests().is_empty());
    }
}
