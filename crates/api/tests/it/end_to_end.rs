//! From creating a credential to a message in the folder Processed, over real connections.

use crate::admin_client::AdminClient;
use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use crate::http::send;
use crate::test_app::{AppEnvironment, app_with, create_token};
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::{Clock, SystemClock, VirtualClock};
use stormwire_store::Schema;
use stormwire_store::queue::{Dispatcher, Heartbeat};
use stormwire_store::tables::user::Role;
use stormwire_testkit::service::{wait_for, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Polls until the response meets the condition.
async fn until(client: &AdminClient, path: &str, condition: impl Fn(&Value) -> bool) -> Value {
    wait_for(async || Some(client.get(path).await.expect(200)).filter(|found| condition(found))).await
}

/// The folder is polled once more after the subscription was created. That poll, not the notification, may find a message
/// that was delivered before it.
async fn wait_until_polled_after_subscribing(db: &TestDb) {
    let polled = "select count(*) from it.MailboxWatcherJob where LastCheckedAt > LastRenewedAt";
    wait_until(async || db.count(polled).await > 0).await;
}

/// Starts the service with its jobs and its listener. Awaiting the returned future stops it.
async fn start_service(db: &TestDb, provider: &EmulatedProvider) -> (AdminClient, impl Future<Output = ()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let public_url = format!("http://{}", listener.local_addr().unwrap());
    let clock_and_rng = (Arc::new(SystemClock) as Arc<dyn Clock>, db.clock_and_rng().1);
    let environment =
        AppEnvironment { clock_and_rng: clock_and_rng.clone(), provider: provider.url.clone(), public_url };
    let client = AdminClient::new(app_with(db, Heartbeat::default(), &environment)).await;
    let (shutdown, router) = (CancellationToken::new(), client.router.clone());
    let served = axum::serve(listener, router).with_graceful_shutdown(shutdown.clone().cancelled_owned());
    let http = tokio::spawn(served.into_future());
    let now = SystemClock.now();
    db.store.write(Schema::It, move |conn| Box::pin(stormwire_watcher::schedule(conn, now))).await.unwrap();
    let dispatcher = Dispatcher::new(db.store.clone(), clock_and_rng.0, clock_and_rng.1, client.app.watchers.workers());
    let stop = shutdown.clone();
    let work = tokio::spawn(async move { dispatcher.run(stop).await });
    let end = async move {
        shutdown.cancel();
        work.await.unwrap().unwrap();
        // The provider keeps its connections.
        http.abort();
    };
    (client, end)
}

on_both_databases! {
    async fn stored_webhook_url_is_called_and_never_shown(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let (client, end) = start_service(db, &provider).await;
        let credential = client.create_credential().await;
        let id = client.create_watcher(json!({"credentialId": credential})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}");
        // The address is not allowed, so the error of the step names it.
        let op = json!({"Action": "Send", "Platform": "Slack", "Url": "https://127.0.0.1:1/very-secret-hook", "Text": "x"});
        let action = json!({"name": "Chat", "actionType": "Chat", "config": {"Op": op}});
        let created = client.send("POST", &format!("{path}/action"), action).await.expect(201);
        assert_eq!(created["config"]["Op"]["Url"], "••••");
        provider.deliver("Inbox", "A strike");
        client.send("POST", &format!("{path}/enable"), Value::Null).await.expect(200);
        let failed = |page: &Value| page["items"][0]["status"] == "Failed";
        let page = until(&client, &format!("{path}/log"), failed).await;
        let detail = client.get(&format!("/mailbox-watcher/log/{}", page["items"][0]["id"])).await.expect(200);
        let error = detail["steps"][0]["error"].as_str().unwrap();
        assert!(error.contains("127.0.0.1") && error.contains("workflow.allow_addresses"), "{error}");
        assert!(!detail.to_string().contains("very-secret"), "{detail}");
        end.await;
    }

    async fn message_is_detected_processed_filed_and_retried(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let (client, end) = start_service(db, &provider).await;
        let operator = create_token(&client.app, Role::Operator).await;
        let credential = client.create_credential().await;
        let id = client.create_watcher(json!({"credentialId": credential, "subjectFilter": "strike"})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}");
        let action = json!({"name": "Note", "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"Seen": true}}});
        client.send("POST", &format!("{path}/action"), action).await.expect(201);
        send(&client.router, "POST", &format!("{path}/enable"), &operator, None).await.expect(200);
        let live = until(&client, &path, |watcher| watcher["health"] == "Live").await;
        assert!(live["graphSubscriptionId"].is_string() && live["folderId"].is_string(), "{live}");

        wait_until_polled_after_subscribing(db).await;
        let key = provider.deliver("Inbox", "A strike near the pool");
        let done = |page: &Value| page["items"][0]["status"] == "Success";
        let row = until(&client, &format!("{path}/log"), done).await["items"][0].clone();
        assert_eq!((&row["messageKey"], &row["triggerEvent"]), (&json!(key), &json!("Notification")));
        assert_eq!((&row["subject"], &row["fromAddress"]), (&json!("A strike near the pool"), &json!("vendor@example.com")));
        let detail = client.get(&format!("/mailbox-watcher/log/{}", row["id"])).await.json();
        assert_eq!((&detail["steps"][0]["name"], &detail["steps"][0]["status"]), (&json!("Note"), &json!("Success")));
        let tree = client.get(&format!("/mailbox-watcher/folders?mailboxAddress={MAILBOX}")).await.json();
        let inbox = tree.as_array().unwrap().iter().find(|one| one["path"] == "Inbox").unwrap();
        let processed = inbox["children"].as_array().unwrap().iter().find(|one| one["path"] == "Inbox/Processed").unwrap();
        assert_eq!((&inbox["totalItemCount"], &processed["totalItemCount"], &processed["unreadItemCount"]), (&json!(0), &json!(1), &json!(0)));
        let watcher = until(&client, &path, |watcher| watcher["lastMessageStatus"] == "Success").await;
        assert!(watcher["lastMessageReceived"].is_string() && watcher["lastNotificationAt"].is_string());

        let retry = format!("/mailbox-watcher/log/{}/retry", row["id"]);
        let again = send(&client.router, "POST", &retry, &operator, None).await.expect(202);
        assert_ne!(again["workflowRunId"], row["workflowRunId"]);
        let row = until(&client, &format!("{path}/log"), done).await["items"][0].clone();
        assert_eq!((&row["triggerEvent"], &row["workflowRunId"]), (&json!("Manual"), &again["workflowRunId"]));

        provider.deliver("Inbox", "Newsletter");
        until(&client, &format!("{path}/log?status=Skipped"), |page| page["items"][0]["subject"] == "Newsletter").await;
        send(&client.router, "POST", &format!("{path}/disable"), &operator, None).await.expect(200);
        assert_eq!(client.get(&path).await.json()["graphSubscriptionId"], json!(null));
        end.await;
    }
}
