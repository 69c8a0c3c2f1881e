//! A credential is used for its purpose only, and a change of the purpose stops nothing that uses it.

use crate::admin_client::AdminClient;
use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_city::credential_usage::decide_stored_credentials;
use stormwire_clock::VirtualClock;
use stormwire_testkit::{DirectConnection, on_both_databases};

fn credential(name: &str, more: &Value) -> Value {
    let mut body = json!({"name": name, "clientId": "app", "clientSecret": "s3cret-value", "namespace": "contoso.com"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn create(client: &AdminClient, name: &str, more: Value) -> i64 {
    client.send("POST", "/credential", credential(name, &more)).await.expect(201)["id"].as_i64().unwrap()
}

async fn create_http(client: &AdminClient, name: &str) -> i64 {
    create(client, name, json!({"purpose": "http", "hosts": ["api.example.com", "b.example.com"]})).await
}

fn call(credential: i64, url: &str) -> Value {
    json!({"name": "Call", "actionType": "Http", "config": {"Op": {"Action": "Get", "Url": url}}, "credentialId": credential})
}

fn graph_mail(credential: i64) -> Value {
    let op =
        json!({"Action": "Send", "Via": "Graph", "From": MAILBOX, "To": "a@example.gov", "Subject": "s", "Text": "t"});
    json!({"name": "Mail", "actionType": "Email", "config": {"Op": op}, "credentialId": credential})
}

fn rejected_field(response: &crate::http::TestResponse) -> (u16, Value) {
    (response.status.as_u16(), response.problem()["errors"][0]["field"].clone())
}

on_both_databases! {
    async fn http_credentials_open_no_mailbox(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let http = create_http(&client, "Api").await;
        let test = client.send("POST", &format!("/credential/{http}/test"), Value::Null).await;
        assert_eq!(rejected_field(&test), (400, json!("purpose")));
        assert!(test.problem()["detail"].as_str().unwrap().contains("does not open mailboxes"));
        let watcher = json!({"name": "Storm", "mailboxAddress": MAILBOX, "credentialId": http});
        let saved = client.send("POST", "/mailbox-watcher", watcher.clone()).await;
        assert_eq!(rejected_field(&saved), (400, json!("credentialId")));
        let folders = client.get(&format!("/mailbox-watcher/folders?mailboxAddress={MAILBOX}&credentialId={http}")).await;
        assert_eq!(rejected_field(&folders), (400, json!("credentialId")));
        let without = client.get(&format!("/mailbox-watcher/folders?mailboxAddress={MAILBOX}")).await;
        assert_eq!(without.status.as_u16(), 400, "it is not the default either");
        let results = client.send("POST", "/mailbox-watcher/test", watcher).await.expect(200);
        assert!(results.to_string().contains("does not open mailboxes"), "{results}");

        let mail = create(&client, "Mail", json!({"purpose": "mailbox"})).await;
        client.get(&format!("/mailbox-watcher/folders?mailboxAddress={MAILBOX}")).await.expect(200);
        let id = client.create_watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}");
        let patch = client.send("PATCH", &path, json!({"credentialId": http})).await;
        assert_eq!(rejected_field(&patch), (400, json!("credentialId")));
        client.send("PATCH", &path, json!({"credentialId": mail})).await.expect(200);
        let email = client.send("POST", &format!("{path}/action"), graph_mail(http)).await;
        assert_eq!(rejected_field(&email), (400, json!("credentialId")));
        client.send("POST", &format!("{path}/action"), graph_mail(mail)).await.expect(201);
    }

    async fn a_change_that_stops_a_watcher_or_an_action_is_rejected(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let mail = create(&client, "Mail", json!({"purpose": "mailbox"})).await;
        let id = client.create_watcher(json!({})).await["id"].clone();
        let http = create_http(&client, "Api").await;
        client.send("POST", &format!("/mailbox-watcher/{id}/action"), call(http, "https://api.example.com/x")).await.expect(201);
        let change = async |id: i64, name: &str, more: Value| client.send("PUT", &format!("/credential/{id}"), credential(name, &more)).await;

        let taken = change(mail, "Mail", json!({"purpose": "http", "hosts": ["a.example"]})).await;
        assert_eq!(rejected_field(&taken), (409, json!("purpose")));
        assert!(taken.problem()["detail"].as_str().unwrap().contains("watcher \"Storm\""), "{:?}", taken.problem());
        for (more, field) in [
            (json!({"purpose": "http", "hosts": ["b.example.com"]}), "hosts"),
            (json!({"purpose": "mailbox"}), "purpose"),
        ] {
            let taken = change(http, "Api", more).await;
            assert_eq!(rejected_field(&taken), (409, json!(field)));
            let detail = taken.problem()["detail"].clone();
            assert!(detail.as_str().unwrap().contains("action \"Call\" of watcher \"Storm\", which calls api.example.com"), "{detail}");
        }
        change(http, "Api", json!({"purpose": "http", "hosts": ["api.example.com"]})).await.expect(200);
        client.send("POST", &format!("/mailbox-watcher/{id}/action"), graph_mail(mail)).await.expect(201);
        let deleted = client.send("DELETE", &format!("/credential/{mail}"), Value::Null).await;
        assert_eq!(deleted.status.as_u16(), 409);
        assert!(deleted.problem()["detail"].as_str().unwrap().contains("watcher \"Storm\"; action \"Mail\""), "{:?}", deleted.problem());
    }

    async fn hosts_of_http_credentials_are_named(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        for (hosts, fix) in [(json!([]), "list the hosts"), (json!(["*"]), "List each host"), (json!(["*.example.com"]), "List each host")] {
            let body = credential("Bad", &json!({"purpose": "http", "hosts": hosts}));
            let response = client.send("POST", "/credential", body).await;
            assert_eq!(rejected_field(&response), (400, json!("hosts")), "{hosts}");
            assert!(response.problem()["detail"].as_str().unwrap().contains(fix), "{hosts}");
        }
        let id = create_http(&client, "Old").await;
        let mut direct = DirectConnection::connect(&db.database).await;
        direct.execute("update it.Credential set Hosts = '[\"*\"]'").await.unwrap();
        let stored = client.get(&format!("/credential/{id}")).await.expect(200);
        client.send("PUT", &format!("/credential/{id}"), stored).await.expect(200);
    }

    async fn watchers_without_a_credential_keep_theirs(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let mail = create(&client, "Mail", json!({"purpose": "mailbox"})).await;
        let id = client.create_watcher(json!({})).await["id"].clone();
        let used = async || client.get(&format!("/mailbox-watcher/{id}")).await.expect(200)["credentialId"].clone();
        let http = create_http(&client, "Api").await;
        assert_eq!(used().await, json!(null), "a credential for other systems changes nothing");
        let now_mail = credential("Api", &json!({"purpose": "mailbox", "hosts": []}));
        client.send("PUT", &format!("/credential/{http}"), now_mail).await.expect(200);
        assert_eq!(used().await, json!(mail), "there is a second one for mailboxes now");
    }

    async fn the_first_use_by_a_watcher_decides(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let open = create(&client, "Open", json!({})).await;
        let id = client.create_watcher(json!({"credentialId": open})).await["id"].clone();
        assert_eq!(client.get(&format!("/credential/{open}")).await.expect(200)["purpose"], "mailbox");
        let path = format!("/mailbox-watcher/{id}/action");
        let sent = client.send("POST", &path, call(open, "https://api.example.com/x")).await;
        assert_eq!(rejected_field(&sent), (400, json!("config.Op.Url")));
        let mut direct = DirectConnection::connect(&db.database).await;
        direct.execute("update it.Credential set Purpose = null").await.unwrap();
        direct.execute("update it.MailboxWatcherJob set CredentialId = null").await.unwrap();
        let sent = client.send("POST", &path, call(open, "https://api.example.com/x")).await;
        assert_eq!(rejected_field(&sent), (400, json!("config.Op.Url")), "the watcher uses it as the only one");
    }

    async fn credentials_of_earlier_versions_keep_working(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let both = create_http(&client, "Both").await;
        let (mail, api) = (create(&client, "Mail", json!({})).await, create_http(&client, "Api").await);
        let id = client.create_watcher(json!({"credentialId": mail})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}/action");
        for credential in [both, api] {
            client.send("POST", &path, call(credential, "https://api.example.com/x")).await.expect(201);
        }
        let other = client.create_watcher(json!({"name": "Other", "credentialId": mail})).await["id"].clone();
        let mut direct = DirectConnection::connect(&db.database).await;
        direct.execute(&format!("update it.MailboxWatcherJob set CredentialId = {both} where Id = {other}")).await.unwrap();
        let usage = async || {
            let all = client.get("/credential").await.expect(200);
            let text = |one: &Value| format!("{} {} {}", one["name"], one["purpose"], one["hosts"]).replace('"', "");
            all.as_array().unwrap().iter().map(text).collect::<Vec<_>>()
        };
        // With the purposes of an earlier version of this rule, and without any purpose.
        for purposes in ["", "update it.Credential set Purpose = null, Hosts = '[]'"] {
            if !purposes.is_empty() {
                direct.execute(purposes).await.unwrap();
            }
            decide_stored_credentials(&db.store).await.unwrap();
            let hosts = if purposes.is_empty() { "[api.example.com,b.example.com]" } else { "[api.example.com]" };
            assert_eq!(usage().await, [format!("Api http {hosts}"), format!("Both mailbox {hosts}"), "Mail mailbox []".into()]);
            assert_eq!(decide_stored_credentials(&db.store).await.unwrap(), 0, "once");
        }
        let stored = client.get(&format!("/credential/{both}")).await.expect(200);
        client.send("PUT", &format!("/credential/{both}"), stored).await.expect(200);
        let saved = client.send("PATCH", &format!("/mailbox-watcher/{other}"), json!({"name": "Renamed"})).await;
        saved.expect(200);
        client.send("POST", &path, call(both, "https://api.example.com/y")).await.expect(201);
    }
}
