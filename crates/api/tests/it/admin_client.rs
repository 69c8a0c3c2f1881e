//! An administrator who uses the API.

use crate::emulated_provider::MAILBOX;
use crate::http::{TestResponse, send};
use crate::test_app::{AppEnvironment, app_with, create_token};
use axum::Router;
use serde_json::{Value, json};
use stormwire_api::App;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::TestDb;

pub(crate) const SECRET: &str = "hush-hush-hunter2";

/// Sends requests to a router as an administrator.
pub(crate) struct AdminClient {
    pub(crate) app: App,
    pub(crate) router: Router,
    pub(crate) admin: String,
}

impl AdminClient {
    pub(crate) async fn with_provider(db: &TestDb, provider: &str) -> Self {
        let environment = AppEnvironment {
            clock_and_rng: db.clock_and_rng(),
            provider: provider.into(),
            public_url: "http://storm.test".into(),
        };
        Self::new(app_with(db, Heartbeat::default(), &environment)).await
    }

    /// With an unreachable mail provider.
    pub(crate) async fn without_provider(db: &TestDb) -> Self {
        Self::with_provider(db, "http://127.0.0.1:9").await
    }

    pub(crate) async fn new(app: App) -> Self {
        let admin = create_token(&app, Role::Admin).await;
        Self { router: stormwire_api::router(app.clone()), app, admin }
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Value) -> TestResponse {
        send(&self.router, method, path, &self.admin, Some(body).filter(|body| !body.is_null())).await
    }

    pub(crate) async fn get(&self, path: &str) -> TestResponse {
        self.send("GET", path, Value::Null).await
    }

    pub(crate) async fn create_credential(&self) -> i64 {
        let body = json!({"name": "Mail", "clientId": "app", "clientSecret": SECRET, "namespace": "contoso.com"});
        self.send("POST", "/credential", body).await.expect(201)["id"].as_i64().unwrap()
    }

    pub(crate) async fn create_watcher(&self, body: Value) -> Value {
        let mut whole = json!({"name": "Storm", "mailboxAddress": MAILBOX});
        whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        self.send("POST", "/mailbox-watcher", whole).await.expect(201)
    }
}
