//! Where a watching service stands: its rows, its folder, its provider and the address under which it is told.

use crate::service::fields::actor;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::post;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::config;
use stormwire_city::credentials::{CredentialFields, Credentials};
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, SystemRng, VirtualClock};
use stormwire_graph::{CallLimits, GraphClient, GraphOptions, parse_notifications};
use stormwire_mailer::Smtp;
use stormwire_store::{CredentialId, Store};
use stormwire_watcher::intake::Acceptance;
use stormwire_watcher::{Cadence, WatcherDeps, Watchers};
use stormwire_workflow::handlers::Deps;
use stormwire_workflow::{CityProfile, Handlers, Runner, Web};
use tokio::net::TcpListener;

/// Where a watching service stands.
pub struct Site {
    /// Its rows.
    pub store: Store,
    /// Its key file and working folder.
    pub folder: PathBuf,
    /// The emulated provider.
    pub provider: SocketAddr,
    /// Under which the provider tells it.
    pub base: String,
    /// Between two looks at a mailbox.
    pub reconciliation: Duration,
    /// The mail server of its workflows.
    pub smtp: Option<SocketAddr>,
}

impl Site {
    /// All parts, wired. Intervals are short, so that a test sees every loop more than once. Workflows may reach this
    /// machine.
    pub fn watchers(&self, clock: &Arc<VirtualClock>, handlers: impl FnOnce(&Deps) -> Handlers) -> Watchers {
        let deps = self.handler_deps(clock);
        let handlers = handlers(&deps);
        Watchers::new(WatcherDeps {
            store: self.store.clone(),
            clock: clock.clone(),
            rng: Arc::new(SystemRng),
            graph: deps.graph,
            runner: Runner::new(self.store.clone(), clock.clone(), deps.secrets.clone(), handlers),
            secrets: deps.secrets,
            cadence: Cadence {
                reconciliation: self.reconciliation,
                full_listing: Duration::from_secs(2),
                renewal_margin: Duration::from_hours(24),
                renewal_check: Duration::from_secs(1),
                subscription: Duration::from_mins(10_000),
            },
            notification_url: format!("{}/mail", self.base),
            lifecycle_url: format!("{}/lifecycle", self.base),
            work_folder: self.folder.join("work"),
            own_address: Some("stormwire@example.gov".into()),
            started_at: clock.now(),
        })
    }

    /// What the handlers of the product work with.
    pub fn handler_deps(&self, clock: &Arc<VirtualClock>) -> Deps {
        let url = |path: &str| format!("http://{}{path}", self.provider).parse().expect("a URL");
        let options = GraphOptions {
            base_url: url("/v1.0"),
            authority: url(""),
            limits: CallLimits { changes_page_size: 20, ..CallLimits::default() },
            ..GraphOptions::microsoft(clock.clone(), Arc::new(SystemRng))
        };
        let smtp = self.smtp.map(|address| {
            let url = format!("smtp://{address}").parse().expect("a URL");
            let config = config::Smtp { url, from: "stormwire@example.gov".into() };
            Smtp::new(&config, clock.clone()).expect("a mail server")
        });
        let loopback = vec!["127.0.0.0/8".parse().expect("a network")];
        Deps {
            store: self.store.clone(),
            clock: clock.clone(),
            secrets: self.secrets(),
            graph: Arc::new(GraphClient::new(options).expect("a client")),
            web: Web::new(clock.clone(), loopback).expect("a client"),
            smtp,
            city: CityProfile {
                city: "Springfield".into(),
                timezone: "America/Chicago".into(),
                url: self.base.clone(),
                reconciliation: self.reconciliation,
            },
        }
    }

    pub fn secrets(&self) -> Secrets {
        Secrets::load(self.folder.join("secret.key"), Arc::new(SystemRng)).expect("a key file")
    }

    /// Makes the credential of the watchers.
    pub async fn credential(&self, clock: Arc<VirtualClock>) -> CredentialId {
        let fields = CredentialFields {
            name: "city".into(),
            client_id: "app".into(),
            namespace: "contoso.com".into(),
            secret_expires_at: None,
        };
        let credentials = Credentials::new(self.store.clone(), clock, self.secrets());
        credentials.create(fields, "secret".into(), actor()).await.expect("a credential").id
    }
}

/// Answers the provider, as the service's own webhooks do.
pub fn listen(listener: TcpListener, watchers: Watchers) {
    let router = Router::new().route("/mail", post(hear)).route("/lifecycle", post(hear)).with_state(watchers);
    tokio::spawn(async move { axum::serve(listener, router).await });
}

async fn hear(
    State(watchers): State<Watchers>,
    Query(query): Query<HashMap<String, String>>,
    body: Bytes,
) -> (StatusCode, String) {
    if let Some(token) = query.get("validationToken") {
        return (StatusCode::OK, token.clone());
    }
    let Ok(notices) = parse_notifications(&body) else { return (StatusCode::BAD_REQUEST, String::new()) };
    match watchers.intake().receive(notices).await {
        Ok(Acceptance::Accepted) => (StatusCode::ACCEPTED, String::new()),
        Ok(Acceptance::Rejected) => (StatusCode::FORBIDDEN, String::new()),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, String::new()),
    }
}
