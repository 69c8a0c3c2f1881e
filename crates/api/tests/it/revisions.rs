//! Revisions: every change has one, any two are compared, and each can be restored.

use crate::admin_client::AdminClient;
use serde_json::{Value, json};
use stormwire_testkit::on_both_databases;

const HOOK: &str = "https://hooks.example.com/services/very-secret-hook";

fn settings(name: &str, value: i64) -> Value {
    json!({"name": name, "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"A": value}}})
}

async fn revisions(client: &AdminClient, kind: &str, id: &Value) -> Vec<Value> {
    let found = client.get(&format!("/revision?kind={kind}&id={id}")).await.expect(200);
    found.as_array().unwrap().clone()
}

fn paths(revision: &Value) -> Vec<&str> {
    revision["changes"].as_array().unwrap().iter().map(|change| change["path"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn every_change_of_a_watcher_is_a_revision(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let id = client.create_watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}");
        client.send("PATCH", &path, json!({"subjectFilter": "Strike"})).await.expect(200);
        let first = client.send("POST", &format!("{path}/action"), settings("First", 1)).await.expect(201)["id"].clone();
        let second = client.send("POST", &format!("{path}/action"), settings("Second", 1)).await.expect(201)["id"].clone();
        client.send("PUT", &format!("{path}/action/order"), json!({"ids": [second, first]})).await.expect(200);
        client.send("PUT", &format!("{path}/action/{first}"), settings("First", 2)).await.expect(200);
        client.send("PUT", &format!("{path}/action/{first}"), settings("First", 2)).await.expect(200);
        client.send("DELETE", &format!("{path}/action/{second}"), Value::Null).await.expect(204);
        let found = revisions(&client, "watcher", &id).await;
        let changes: Vec<Vec<&str>> = found.iter().map(paths).collect();
        assert_eq!(changes, [
            vec!["actions[\"Second\"]"],
            vec!["actions[\"First\"].config.Data.A"],
            vec!["actions (order)"],
            vec!["actions[\"Second\"]"],
            vec!["actions[\"First\"]"],
            vec!["subjectFilter"],
            vec![],
        ], "saving without a change is no revision");
        assert!(found.iter().all(|one| one["author"] == found[0]["author"] && one["at"].is_string()), "{found:?}");
        let (newest, oldest) = (found[0]["id"].as_str().unwrap(), found[6]["id"].as_str().unwrap());
        let compared = client.get(&format!("/revision/{newest}?compareWith={oldest}")).await.expect(200);
        assert_eq!(paths(&compared), ["subjectFilter", "actions[\"First\"]"]);
        assert_eq!((&compared["comparedWith"], &compared["state"]["subjectFilter"]), (&json!(oldest), &json!("Strike")));
        let page = client.get(&format!("/revision?kind=watcher&id={id}&limit=2&before={newest}")).await.expect(200);
        assert_eq!(page.as_array().unwrap().len(), 2);
        assert_eq!(page[0]["id"], found[1]["id"]);
    }

    async fn restoring_is_a_new_revision_and_keeps_secrets(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let id = client.create_watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}/action");
        let op = json!({"Action": "Send", "Platform": "Slack", "Url": HOOK, "Text": "Strike"});
        let chat = json!({"name": "Chat", "actionType": "Chat", "config": {"Op": op}});
        let action = client.send("POST", &path, chat).await.expect(201);
        let mut changed = action.clone();
        changed["config"]["Op"]["Text"] = json!("Changed");
        for key in ["id", "warnings", "order"] {
            changed.as_object_mut().unwrap().remove(key);
        }
        client.send("PUT", &format!("{path}/{}", action["id"]), changed).await.expect(200);
        let before = revisions(&client, "watcher", &id).await;
        let wanted = before[1]["id"].as_str().unwrap();
        let restored = client.send("POST", &format!("/revision/{wanted}/restore"), Value::Null).await.expect(200);
        assert_eq!(paths(&restored), ["actions[\"Chat\"].config.Op.Text"]);
        assert_eq!(restored["restores"], json!({"id": wanted, "at": before[1]["at"]}));
        let after = revisions(&client, "watcher", &id).await;
        assert_eq!((&after[0], &after[1..]), (&restored, &before[..]));
        assert!(before.iter().all(|one| one["restores"].is_null()), "{before:?}");
        let actions = client.get(&path).await.expect(200);
        assert_eq!((&actions[0]["id"], &actions[0]["config"]["Op"]["Text"]), (&action["id"], &json!("Strike")));
        let all = client.get(&format!("/revision/{wanted}")).await;
        assert!(!String::from_utf8_lossy(&all.body).contains("very-secret-hook"));
        client.send("DELETE", &format!("{path}/{}", action["id"]), Value::Null).await.expect(204);
        let gone = client.send("POST", &format!("/revision/{wanted}/restore"), Value::Null).await.expect(409);
        let solution = "is a secret that is no longer stored; the action was deleted with it; add the action again";
        assert!(gone["detail"].as_str().unwrap().contains(solution), "{gone}");
    }

    async fn a_change_of_a_secret_alone_is_audited_and_no_revision(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let id = client.create_watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}/action");
        let chat = |url: &str| {
            let op = json!({"Action": "Send", "Platform": "Slack", "Url": url, "Text": "Strike"});
            json!({"name": "Chat", "actionType": "Chat", "config": {"Op": op}})
        };
        let action = client.send("POST", &path, chat(HOOK)).await.expect(201);
        let audit_entries = "select count(*) from it.Audit";
        let (before, entries) = (revisions(&client, "watcher", &id).await, db.count(audit_entries).await);
        client.send("PUT", &format!("{path}/{}", action["id"]), chat(&format!("{HOOK}-2"))).await.expect(200);
        assert_eq!(revisions(&client, "watcher", &id).await, before);
        assert_eq!(db.count(audit_entries).await, entries + 1);
    }

    async fn policies_and_sinks_are_restored(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let policy = json!({"name": "Golf", "radiusMiles": 8.0, "dangerMinutes": 20.0, "allClearMinutes": 45.0, "historyHours": 24.0, "rings": []});
        let sink = json!({"name": "Siren", "kind": "Webhook", "url": "https://a.example/hook?key=very-secret-key", "isEnabled": false});
        for (kind, path, body, field, value) in [
            ("policy", "/policy", policy, "radiusMiles", json!(9.0)),
            ("event-sink", "/event-sink", sink, "url", json!("https://a.example/hook?key=another-key")),
        ] {
            let created = client.send("POST", path, body.clone()).await.expect(201);
            let one = format!("{path}/{}", created["id"]);
            let mut changed = body.clone();
            changed[field] = value;
            client.send("PUT", &one, changed).await.expect(200);
            let found = revisions(&client, kind, &created["id"]).await;
            assert_eq!(found.iter().map(paths).collect::<Vec<_>>(), [vec![field], vec![]], "{found:?}");
            let text = json!(found).to_string();
            assert!(!text.contains("very-secret-key") && !text.contains("another-key"), "{text}");
            client.send("POST", &format!("/revision/{}/restore", found[1]["id"].as_str().unwrap()), Value::Null).await.expect(200);
            assert_eq!(client.get(&one).await.expect(200)[field], body[field], "{kind}");
            assert_eq!(revisions(&client, kind, &created["id"]).await[0]["restores"]["id"], found[1]["id"], "{kind}");
            client.send("DELETE", &one, Value::Null).await.expect(204);
            let deleted = revisions(&client, kind, &created["id"]).await;
            assert_eq!((deleted.len(), &deleted[0]["isDeletion"]), (4, &json!(true)));
            for revision in [&deleted[0], &deleted[1]] {
                let path = format!("/revision/{}/restore", revision["id"].as_str().unwrap());
                client.send("POST", &path, Value::Null).await.expect(409);
            }
        }
    }

    async fn malformed_requests_are_rejected(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        for (path, status) in [
            ("/revision?kind=user&id=1", 400),
            ("/revision?kind=watcher&id=0", 400),
            ("/revision?kind=watcher", 400),
            ("/revision?kind=watcher&id=1&before=x", 400),
            ("/revision?kind=watcher&id=1&limit=101", 400),
            ("/revision?kind=watcher&id=999", 200),
            ("/revision/watcher-999", 404),
            ("/revision/12", 404),
            ("/revision/policy-1?compareWith=watcher-1", 404),
        ] {
            client.get(path).await.expect(status);
        }
        client.send("POST", "/revision/watcher-999/restore", Value::Null).await.expect(404);
    }
}
