//! The whole way: from a credential to a message that lies in the folder Processed, over real connections.

use crate::ask::{Outside, app_in, send, token_of};
use crate::office::{BOX, Desk, Office};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, VirtualClock};
use stormwire_store::Schema;
use stormwire_store::queue::{Dispatcher, Heartbeat};
use stormwire_store::tables::user::Role;
use stormwire_testkit::{TestDb, on_both_databases};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Asks until the answer is as wanted.
async fn until(desk: &Desk, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let (from, patience) = (SystemClock.now(), Duration::from_mins(1));
    loop {
        let found = Desk::expect(&desk.get(path).await, 200);
        if wanted(&found) {
            return found;
        }
        assert!(SystemClock.now().duration_since(from) < patience.try_into().unwrap(), "{path} stays {found:#}");
        SystemClock.sleep(Duration::from_millis(20)).await;
    }
}

/// The service with its loops and its listener, and what ends them.
async fn serving(db: &TestDb, office: &Office) -> (Desk, impl Future<Output = ()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let public_url = format!("http://{}", listener.local_addr().unwrap());
    let world = (Arc::new(SystemClock) as Arc<dyn Clock>, db.clock_and_rng().1);
    let outside = Outside { world: world.clone(), provider: office.url.clone(), public_url };
    let desk = Desk::of(app_in(db, Heartbeat::default(), &outside)).await;
    let (ending, router) = (CancellationToken::new(), desk.router.clone());
    let served = axum::serve(listener, router).with_graceful_shutdown(ending.clone().cancelled_owned());
    let http = tokio::spawn(served.into_future());
    let now = SystemClock.now();
    db.store.write(Schema::It, move |conn| Box::pin(stormwire_watcher::schedule(conn, now))).await.unwrap();
    let dispatcher = Dispatcher::new(db.store.clone(), world.0, world.1, desk.app.watchers.workers());
    let stopped = ending.clone();
    let work = tokio::spawn(async move { dispatcher.run(stopped).await });
    let end = async move {
        ending.cancel();
        work.await.unwrap().unwrap();
        // The provider keeps its connections.
        http.abort();
    };
    (desk, end)
}

on_both_databases! {
    async fn a_message_is_told_processed_put_away_and_retried(db: &TestDb) {
        let office = Office::open(Arc::new(VirtualClock::running())).await;
        let (desk, end) = serving(db, &office).await;
        let operator = token_of(&desk.app, Role::Operator).await;
        let credential = desk.credential().await;
        let id = desk.watcher(json!({"credentialId": credential, "subjectFilter": "strike"})).await["id"].clone();
        let path = format!("/mailbox-watcher/{id}");
        let action = json!({"name": "Note", "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"Seen": true}}});
        Desk::expect(&desk.send("POST", &format!("{path}/action"), action).await, 201);
        Desk::expect(&send(&desk.router, "POST", &format!("{path}/enable"), &operator, None).await, 200);
        let live = until(&desk, &path, |watcher| watcher["health"] == "Live").await;
        assert!(live["graphSubscriptionId"].is_string() && live["folderId"].is_string(), "{live}");

        let key = office.deliver("Inbox", "A strike near the pool");
        let done = |page: &Value| page["items"][0]["status"] == "Success";
        let row = until(&desk, &format!("{path}/log"), done).await["items"][0].clone();
        assert_eq!((&row["messageKey"], &row["triggerEvent"]), (&json!(key), &json!("Notification")));
        assert_eq!((&row["subject"], &row["fromAddress"]), (&json!("A strike near the pool"), &json!("vendor@example.com")));
        let detail = desk.get(&format!("/mailbox-watcher/log/{}", row["id"])).await.json();
        assert_eq!((&detail["steps"][0]["name"], &detail["steps"][0]["status"]), (&json!("Note"), &json!("Success")));
        let tree = desk.get(&format!("/mailbox-watcher/folders?mailboxAddress={BOX}")).await.json();
        let inbox = tree.as_array().unwrap().iter().find(|one| one["path"] == "Inbox").unwrap();
        let processed = inbox["children"].as_array().unwrap().iter().find(|one| one["path"] == "Inbox/Processed").unwrap();
        assert_eq!((&inbox["totalItemCount"], &processed["totalItemCount"], &processed["unreadItemCount"]), (&json!(0), &json!(1), &json!(0)));
        let watcher = until(&desk, &path, |watcher| watcher["lastMessageStatus"] == "Success").await;
        assert!(watcher["lastMessageReceived"].is_string() && watcher["lastNotificationAt"].is_string());

        let retry = format!("/mailbox-watcher/log/{}/retry", row["id"]);
        let again = Desk::expect(&send(&desk.router, "POST", &retry, &operator, None).await, 202);
        assert_ne!(again["workflowRunId"], row["workflowRunId"]);
        let row = until(&desk, &format!("{path}/log"), done).await["items"][0].clone();
        assert_eq!((&row["triggerEvent"], &row["workflowRunId"]), (&json!("Manual"), &again["workflowRunId"]));

        office.deliver("Inbox", "Newsletter");
        until(&desk, &format!("{path}/log?status=Skipped"), |page| page["items"][0]["subject"] == "Newsletter").await;
        Desk::expect(&send(&desk.router, "POST", &format!("{path}/disable"), &operator, None).await, 200);
        assert_eq!(desk.get(&path).await.json()["graphSubscriptionId"], json!(null));
        end.await;
    }
}
