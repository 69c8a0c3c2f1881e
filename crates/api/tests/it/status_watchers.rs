//! Watchers of status changes through the API.

use crate::admin_client::AdminClient;
use serde_json::{Value, json};
use stormwire_clock::Clock;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{became_active, record_events};

const LIST: &str = "/mailbox-watcher";

fn siren() -> Value {
    json!({"kind": "StatusEvent", "name": "Siren", "facilityIds": [3], "statuses": ["Active", "Clear"]})
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn lists_contain_other_kinds_only_on_request(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        client.create_watcher(json!({"name": "Mail"})).await;
        let siren = client.send("POST", LIST, siren()).await.expect(201);
        assert_eq!(names(&client.get(LIST).await.expect(200)), ["Mail"]);
        assert_eq!(names(&client.get("/mailbox-watcher?kind=Mailbox").await.expect(200)), ["Mail"]);
        let of_kind = client.get("/mailbox-watcher?kind=StatusEvent").await.expect(200);
        assert_eq!(of_kind, json!([siren]));
        assert_eq!(names(&client.get("/mailbox-watcher?kind=All").await.expect(200)), ["Mail", "Siren"]);
        assert_eq!(client.get("/mailbox-watcher?kind=File").await.expect(200), json!([]));
        assert_eq!(client.get("/mailbox-watcher?kind=Folder").await.problem()["status"], 400);
    }

    async fn a_watcher_of_status_changes_is_saved_and_sent_back(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let created = client.send("POST", LIST, siren()).await.expect(201);
        let shown = ["kind", "facilityIds", "statuses", "rings", "mailboxAddress", "isEnabled", "warnings"].map(|name| &created[name]);
        let expected = [json!("StatusEvent"), json!([3]), json!(["Active", "Clear"]), json!(false), json!(""), json!(false), Value::Null];
        assert_eq!(shown, expected.each_ref());
        let path = format!("{LIST}/{}", created["id"]);
        assert_eq!(client.send("PUT", &path, created.clone()).await.expect(200), created, "a response can be sent back");
        let patched = client.send("PATCH", &path, json!({"facilityIds": null, "rings": true})).await.expect(200);
        assert_eq!((&patched["facilityIds"], &patched["statuses"], &patched["rings"]), (&Value::Null, &json!(["Active", "Clear"]), &json!(true)));
        let enabled = client.send("POST", &format!("{path}/enable"), Value::Null).await.expect(200);
        assert_eq!((&enabled["isEnabled"], enabled["loops"].as_array().unwrap().len()), (&json!(true), 1));
        client.send("POST", &format!("{path}/reload"), Value::Null).await.expect(202);
        assert_eq!(client.send("POST", &format!("{path}/replay-missing"), Value::Null).await.problem()["status"], 409);
        assert_eq!(client.get(&format!("{path}/balance")).await.expect(200)["warnings"], json!([]));
        assert_eq!(client.send("DELETE", &path, Value::Null).await.status.as_u16(), 204);
    }

    async fn wrong_fields_are_named(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let created = client.send("POST", LIST, siren()).await.expect(201);
        let path = format!("{LIST}/{}", created["id"]);
        for (body, field) in [
            (json!({"kind": "File"}), "kind"),
            (json!({"kind": "Mailbox", "mailboxAddress": "storm@example.gov"}), "kind"),
            (json!({"statuses": []}), "statuses"),
            (json!({"statuses": ["Calm"]}), "statuses"),
            (json!({"facilityIds": [0]}), "facilityIds"),
            (json!({"name": ""}), "name"),
        ] {
            let problem = client.send("PATCH", &path, body.clone()).await.problem();
            assert_eq!((&problem["status"], &problem["errors"][0]["field"]), (&json!(400), &json!(field)), "{body}: {problem}");
        }
        let without_kind = json!({"name": "Siren", "statuses": ["Active"]});
        assert_eq!(client.send("POST", LIST, without_kind).await.problem()["status"], 400, "a mailbox needs an address");
    }

    async fn pickers_offer_the_fields_of_the_last_event(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let created = client.send("POST", LIST, siren()).await.expect(201);
        let now = db.clock.now();
        record_events(&db.store, vec![became_active(3, now)], now).await;
        let paths = client.get(&format!("{LIST}/{}/context-paths", created["id"])).await.expect(200);
        let text = paths.as_array().unwrap().iter().find(|one| one["path"] == "$.Event.Text").unwrap();
        let expected = json!({"path": "$.Event.Text", "type": "text", "example": "Facility 3: Active (was Clear)", "from": "event"});
        assert_eq!(text, &expected);
        let post = |source: &str| json!({"name": "Post", "actionType": "Chat", "config": {
            "Op": {"Action": "Send", "Platform": "Slack", "Url": "https://chat.example/hook", "Text": format!("{{{{ {source} }}}}")},
        }});
        let actions = format!("{LIST}/{}/action", created["id"]);
        let good = client.send("POST", &actions, post("$.Event.Text")).await.expect(201);
        assert_eq!(good["warnings"], json!([]), "{good}");
        let bad = client.send("POST", &actions, post("$.Message.Subject")).await.expect(201);
        assert!(bad["warnings"][0].as_str().unwrap().contains("no action before it sets Message"), "{bad}");
    }
}
