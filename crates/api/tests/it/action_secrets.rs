//! Secrets in action configs are sealed, never returned, and kept when the mask is sent back. What viewers cannot read.

use crate::admin_client::AdminClient;
use crate::emulated_provider::EmulatedProvider;
use crate::http::send;
use crate::test_app::create_token;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::VirtualClock;
use stormwire_store::tables::user::Role;
use stormwire_testkit::{DirectConnection, on_both_databases};

const MASK: &str = "••••";
const HOOK: &str = "https://hooks.example.com/services/T0/B0/very-secret-hook";
const KEY: &str = "very-secret-key";

fn chat(url: &str) -> Value {
    let op = json!({"Action": "Send", "Platform": "Slack", "Url": url, "Text": "Strike"});
    json!({"name": "Chat", "actionType": "Chat", "config": {"Op": op}})
}

fn http(key: &str) -> Value {
    let op = json!({"Action": "Post", "Url": "https://api.example.com/x", "Headers": {"X-Key": key, "Accept": "text/plain"}});
    json!({"name": "Call", "actionType": "Http", "config": {"Op": op}})
}

async fn actions_path(client: &AdminClient) -> String {
    format!("/mailbox-watcher/{}/action", client.create_watcher(json!({})).await["id"])
}

fn call_with(credential: i64, url: &str) -> Value {
    json!({"name": "Call", "actionType": "Http", "config": {"Op": {"Action": "Get", "Url": url}}, "credentialId": credential})
}

on_both_databases! {
    async fn secrets_of_actions_are_never_returned_and_sealed_at_rest(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let created = client.send("POST", &path, chat(HOOK)).await.expect(201);
        assert_eq!(created["config"]["Op"]["Url"], MASK);
        assert_eq!(created["config"]["Op"]["Text"], "Strike");
        let call = client.send("POST", &path, http(KEY)).await.expect(201);
        assert_eq!(call["config"]["Op"]["Headers"], json!({"X-Key": MASK, "Accept": MASK}));
        assert_eq!(call["config"]["Op"]["Url"], "https://api.example.com/x");
        assert_eq!(call["warnings"], json!([]));
        let one = format!("{path}/{}", created["id"]);
        for read in [path.as_str(), &one, "/audit", "/audit/export?format=jsonl"] {
            let response = client.get(read).await;
            response.expect(200);
            let text = String::from_utf8_lossy(&response.body).into_owned();
            assert!(!text.contains("very-secret") && text.contains(MASK), "{read}: {text}");
        }
        let mut direct = DirectConnection::connect(&db.database).await;
        let stored = direct.text(["select Config || coalesce(Secrets, '') from it.MailboxWatcherAction where ActionType = 'Chat'"; 2]).await;
        assert!(stored.contains("v1.") && !stored.contains("very-secret"), "{stored}");
    }

    async fn sending_the_mask_back_keeps_the_secret(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let created = client.send("POST", &path, chat(HOOK)).await.expect(201);
        let one = format!("{path}/{}", created["id"]);
        let stored = async || {
            let mut direct = DirectConnection::connect(&db.database).await;
            direct.text(["select coalesce(Secrets, '') from it.MailboxWatcherAction"; 2]).await
        };
        let mut renamed = created.clone();
        renamed["name"] = json!("Renamed");
        assert_eq!(client.send("PUT", &one, renamed).await.expect(200)["config"], created["config"]);
        assert!(!stored().await.is_empty());
        client.send("POST", &format!("{path}/check"), chat(MASK)).await.expect(204);
        let new = client.send("POST", &path, chat(MASK)).await;
        assert_eq!((new.status.as_u16(), new.problem()["errors"][0]["field"].clone()), (400, json!("config.Op.Url")));
        let partial = client.send("PUT", &one, chat(&format!("{MASK}/more"))).await;
        assert_eq!((partial.status.as_u16(), partial.problem()["errors"][0]["field"].clone()), (400, json!("config.Op.Url")));
        let bad = client.send("PUT", &one, chat("ftp://x")).await;
        assert_eq!((bad.status.as_u16(), bad.problem()["errors"][0]["field"].clone()), (400, json!("config.Op.Url")));
        let other_type = client.send("PUT", &one, http(MASK)).await;
        assert_eq!(other_type.status.as_u16(), 400, "there is no stored header");
        client.send("PUT", &one, http(KEY)).await.expect(200);
        client.send("PUT", &one, json!({"name": "x", "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"K": MASK}}})).await.expect(200);
        assert_eq!(stored().await, "", "no secret is left behind");
    }

    async fn a_stored_header_is_not_sent_to_another_host(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let created = client.send("POST", &path, http(KEY)).await.expect(201);
        let one = format!("{path}/{}", created["id"]);
        let with_url = |url: &str, key: &str| {
            let mut action = created.clone();
            action["config"]["Op"]["Url"] = json!(url);
            action["config"]["Op"]["Headers"] = json!({"X-Key": key});
            action
        };
        let moved = client.send("PUT", &one, with_url("https://evil.example/x", MASK)).await;
        assert_eq!(moved.status.as_u16(), 400);
        assert_eq!(
            moved.problem()["errors"],
            json!([{"field": "config.Op.Headers.X-Key", "message": "enter the value of X-Key again: the URL now points to another host"}])
        );
        let unchanged = client.get(&one).await.expect(200);
        assert_eq!(unchanged["config"], created["config"]);
        client.send("PUT", &one, with_url("https://API.example.com/other", MASK)).await.expect(200);
        client.send("PUT", &one, with_url("https://other.example/x", "new-secret")).await.expect(200);
    }

    async fn an_empty_header_marks_its_field(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let empty = client.send("POST", &path, http(" ")).await;
        assert_eq!((empty.status.as_u16(), empty.problem()["errors"][0]["field"].clone()), (400, json!("config.Op.Headers.X-Key")));
        let check = client.send("POST", &format!("{path}/check"), http("")).await;
        assert_eq!(check.problem()["errors"][0]["field"], "config.Op.Headers.X-Key");
    }

    async fn secrets_that_others_can_read_are_warned_about(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let body = json!({"name": "Api", "clientId": "c", "clientSecret": "s", "namespace": "n", "purpose": "http", "hosts": ["api.example.com", "127.0.0.1"]});
        let credential = client.send("POST", "/credential", body).await.expect(201)["id"].as_i64().unwrap();
        let warnings = async |action: Value| client.send("POST", &path, action).await.expect(201)["warnings"].clone();
        let with_url = |url: &str, headers: Value| {
            let op = json!({"Action": "Get", "Url": url, "Headers": headers});
            json!({"name": "Call", "actionType": "Http", "config": {"Op": op}})
        };
        let order = |endpoint: &str| {
            let op = json!({"Action": "Create", "Endpoint": endpoint, "ServiceCode": "T", "AddressString": "1 Main St"});
            json!({"name": "Order", "actionType": "WorkOrder", "config": {"Op": op}, "credentialId": credential})
        };
        let no_headers = json!({});
        for (action, words) in [
            (call_with(credential, "http://api.example.com/x"), "config.Op.Url: sends the credential without encryption"),
            (with_url("http://api.example.com/x", json!({"X-Key": KEY, "Accept": "*/*"})), "config.Op.Url: sends the header X-Key without encryption"),
            (order("http://api.example.com/v2"), "config.Op.Endpoint: sends the credential without encryption"),
            (chat("http://chat.example.com/very-secret"), "config.Op.Url: sends the webhook URL"),
            (with_url("https://api.example.com/x?api_key=very-secret", no_headers.clone()), "config.Op.Url: the query parameter \"api_key\" looks like a key."),
        ] {
            let found = warnings(action.clone()).await;
            assert!(found[0].as_str().is_some_and(|text| text.starts_with(words)), "{action} {found}");
            assert!(!found.to_string().contains("very-secret"));
        }
        for action in [
            call_with(credential, "https://api.example.com/x"),
            call_with(credential, "http://127.0.0.1:8080/x"),
            with_url("http://api.example.com/x", json!({"Accept": "*/*"})),
            with_url("http://localhost/x?key={{ $.Key }}", no_headers.clone()),
            chat(HOOK),
        ] {
            let found = warnings(action.clone()).await;
            assert!(!found.to_string().contains("encryption") && !found.to_string().contains("looks like a key"), "{action} {found}");
        }
    }

    async fn viewers_list_folders_of_watched_mailboxes_only(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let credential = client.create_credential().await;
        client.create_watcher(json!({"credentialId": credential})).await;
        let viewer = create_token(&client.app, Role::Viewer).await;
        let list = async |token: &str, address: &str| {
            let path = format!("/mailbox-watcher/folders?mailboxAddress={address}");
            send(&client.router, "GET", &path, token, None).await.status.as_u16()
        };
        assert_eq!(list(&viewer, "mayor@example.gov").await, 403);
        assert_eq!(list(&viewer, "STORM@example.gov").await, 200);
        assert_ne!(list(&client.admin, "mayor@example.gov").await, 403);
    }

    async fn viewers_preview_their_own_text_and_no_mail(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let viewer = create_token(&client.app, Role::Viewer).await;
        let operator = create_token(&client.app, Role::Operator).await;
        let config = json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "x"}, "Fields": {"A": {"Pattern": "x"}}});
        let preview = async |token: &str, source: Value| {
            let mut body = json!({"config": config});
            body.as_object_mut().unwrap().extend(source.as_object().unwrap().clone());
            send(&client.router, "POST", "/mailbox-watcher/preview", token, Some(body)).await.status.as_u16()
        };
        assert_eq!(preview(&viewer, json!({"text": "x"})).await, 200);
        assert_eq!(preview(&viewer, json!({"logId": 1})).await, 403);
        assert_eq!(preview(&operator, json!({"logId": 1})).await, 404);
        let field = json!({"logId": 1, "config": config, "name": "A", "start": 0, "end": 1});
        for (path, body) in [("layout", json!({"logId": 1})), ("field", field)] {
            let path = format!("/mailbox-watcher/suggest/{path}");
            assert_eq!(send(&client.router, "POST", &path, &viewer, Some(body)).await.status.as_u16(), 403, "{path}");
        }
    }

    async fn a_credential_is_only_attached_to_its_hosts(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let create = async |name: &str, more: Value| {
            let mut body = json!({"name": name, "clientId": "c", "clientSecret": "s3cret-value", "namespace": "n"});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            client.send("POST", "/credential", body).await
        };
        let http = create("Api", json!({"purpose": "http", "hosts": ["API.example.com"]})).await.expect(201);
        assert_eq!((&http["purpose"], &http["hosts"]), (&json!("http"), &json!(["api.example.com"])));
        let mail = create("Mail", json!({"purpose": "mailbox"})).await.expect(201);
        let open = create("Open", json!({})).await.expect(201);
        assert_eq!(open["purpose"], json!(null));
        let id = |credential: &Value| credential["id"].as_i64().unwrap();
        client.send("POST", &path, call_with(id(&http), "https://api.example.com/x")).await.expect(201);
        for (credential, url) in [
            (id(&http), "https://evil.example/x"),
            (id(&http), "https://api.example.com.evil.example/x"),
            (id(&mail), "https://api.example.com/x"),
        ] {
            let response = client.send("POST", &path, call_with(credential, url)).await;
            assert_eq!(response.status.as_u16(), 400, "{url}");
            assert_eq!(response.problem()["errors"][0]["field"], "config.Op.Url");
        }
        client.send("POST", &path, call_with(id(&open), "https://one.example/x")).await.expect(201);
        let decided = client.get(&format!("/credential/{}", id(&open))).await.expect(200);
        assert_eq!((&decided["purpose"], &decided["hosts"]), (&json!("http"), &json!(["one.example"])), "the first use decides");
        assert_eq!(client.send("POST", &path, call_with(id(&open), "https://two.example/x")).await.status.as_u16(), 400);
        for (more, field) in [
            (json!({"purpose": "ftp"}), "purpose"),
            (json!({"purpose": "http", "hosts": ["https://a.example"]}), "hosts"),
            (json!({"purpose": "mailbox", "hosts": ["a.example"]}), "hosts"),
            (json!({"hosts": ["a.example"]}), "purpose"),
        ] {
            let response = create("Bad", more).await;
            assert_eq!((response.status.as_u16(), response.problem()["errors"][0]["field"].clone()), (400, json!(field)));
        }
    }

    async fn secrets_of_earlier_versions_are_sealed_at_the_start(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let path = actions_path(&client).await;
        let created = client.send("POST", &path, chat(HOOK)).await.expect(201);
        let mut direct = DirectConnection::connect(&db.database).await;
        let plain = chat(HOOK)["config"].to_string();
        direct.execute(&format!("update it.MailboxWatcherAction set Config = '{plain}', Secrets = null")).await.unwrap();
        direct.execute(&format!("update it.Audit set After = '{}' where Resource = 'action'", chat(HOOK))).await.unwrap();
        let secrets = client.app.secrets.clone();
        assert_eq!(stormwire_city::action_secrets::seal_stored_actions(&db.store, &secrets).await.unwrap(), 1);
        assert_eq!(stormwire_city::action_secrets::seal_stored_actions(&db.store, &secrets).await.unwrap(), 0, "once");
        let stored = direct.text(["select Config || coalesce(Secrets, '') from it.MailboxWatcherAction"; 2]).await;
        assert!(stored.contains(MASK) && stored.contains("v1.") && !stored.contains("very-secret"), "{stored}");
        assert_eq!(client.get(&format!("{path}/{}", created["id"])).await.expect(200)["config"], created["config"]);
        let trail = client.get("/audit").await;
        assert!(!String::from_utf8_lossy(&trail.body).contains("very-secret"));
    }
}
