//! A mail provider in this process, and an app that knows it.

use crate::ask::{Answer, Outside, app_in, send, token_of};
use axum::Router;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_api::App;
use stormwire_clock::{SeededRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::TestDb;

pub(crate) const BOX: &str = "storm@example.gov";
pub(crate) const SECRET: &str = "hush-hush-hunter2";

/// An emulated provider with one mailbox.
pub(crate) struct Office {
    pub(crate) emulator: Emulator,
    pub(crate) url: String,
}

impl Office {
    pub(crate) async fn open(clock: Arc<VirtualClock>) -> Self {
        let emulator = Emulator::new(clock, Box::new(SeededRng::new(1))).unwrap();
        let address = emulator.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
        emulator.add_mailbox(BOX).unwrap();
        Self { emulator, url: format!("http://{address}") }
    }

    /// Delivers a short message and tells its immutable id.
    pub(crate) fn deliver(&self, folder: &str, subject: &str) -> String {
        let message = json!({
            "subject": subject,
            "from": {"emailAddress": {"name": "Vendor", "address": "vendor@example.com"}},
            "body": {"contentType": "text", "content": "A strike"},
        });
        self.emulator.deliver(BOX, folder, message).unwrap()
    }
}

/// An administrator at a router.
pub(crate) struct Desk {
    pub(crate) app: App,
    pub(crate) router: Router,
    pub(crate) admin: String,
}

impl Desk {
    /// On the db's clock, with a provider at that address.
    pub(crate) async fn at(db: &TestDb, provider: &str) -> Self {
        let outside =
            Outside { world: db.clock_and_rng(), provider: provider.into(), public_url: "http://storm.test".into() };
        Self::of(app_in(db, Heartbeat::default(), &outside)).await
    }

    /// With a provider that nobody can reach.
    pub(crate) async fn alone(db: &TestDb) -> Self {
        Self::at(db, "http://127.0.0.1:9").await
    }

    pub(crate) async fn of(app: App) -> Self {
        let admin = token_of(&app, Role::Admin).await;
        Self { router: stormwire_api::router(app.clone()), app, admin }
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Value) -> Answer {
        send(&self.router, method, path, &self.admin, Some(body).filter(|body| !body.is_null())).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, Value::Null).await
    }

    /// The JSON of an answer of that status.
    #[track_caller]
    pub(crate) fn expect(answer: &Answer, status: u16) -> Value {
        let body = String::from_utf8_lossy(&answer.body);
        assert_eq!(answer.status.as_u16(), status, "{body}");
        serde_json::from_str(&body).unwrap_or_default()
    }

    pub(crate) async fn credential(&self) -> i64 {
        let body = json!({"name": "Mail", "clientId": "app", "clientSecret": SECRET, "namespace": "contoso.com"});
        Self::expect(&self.send("POST", "/credential", body).await, 201)["id"].as_i64().unwrap()
    }

    pub(crate) async fn watcher(&self, body: Value) -> Value {
        let mut whole = json!({"name": "Storm", "mailboxAddress": BOX});
        whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        Self::expect(&self.send("POST", "/mailbox-watcher", whole).await, 201)
    }
}
