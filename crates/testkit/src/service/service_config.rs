//! Settings of a service under test: its store, its folder, its provider and its webhook address.

use crate::service::fields::{actor, city_identity, city_map, feed_rules};
use crate::service::watched_files::ROOT;
use crate::wait::TEST_TIMEOUT;
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
use stormwire_lightning::FeedRules;
use stormwire_mailer::Smtp;
use stormwire_store::{CredentialId, Store};
use stormwire_watcher::intake::NotificationAcceptance;
use stormwire_watcher::{Cadence, WatcherDeps, Watchers};
use stormwire_workflow::handlers::Deps;
use stormwire_workflow::{CityProfile, Handlers, HttpClient, Runner};
use tokio::net::TcpListener;

pub struct ServiceConfig {
    pub store: Store,
    /// For the key file and the working folder.
    pub folder: PathBuf,
    /// The emulated provider.
    pub provider: SocketAddr,
    /// Where the provider sends notifications.
    pub base_url: String,
    pub poll_interval: Duration,
    /// Between two test messages.
    pub canary_interval: Option<Duration>,
    /// The mail server of its workflows.
    pub smtp: Option<SocketAddr>,
}

impl ServiceConfig {
    /// Intervals are short, so that each loop runs more than once in a test. Workflows may call this machine.
    pub fn build_watchers(&self, clock: &Arc<VirtualClock>, handlers: impl FnOnce(&Deps) -> Handlers) -> Watchers {
        let cadence = Cadence {
            poll_interval: self.poll_interval,
            full_scan_interval: Duration::from_secs(2),
            renewal_margin: Duration::from_hours(24),
            renewal_check_interval: Duration::from_secs(1),
            subscription_lifetime: Duration::from_mins(10_000),
            canary_interval: self.canary_interval,
        };
        self.build_watchers_with(clock, handlers, cadence)
    }

    pub fn build_watchers_with(
        &self,
        clock: &Arc<VirtualClock>,
        handlers: impl FnOnce(&Deps) -> Handlers,
        cadence: Cadence,
    ) -> Watchers {
        let deps = self.handler_deps(clock);
        let handlers = handlers(&deps);
        Watchers::new(WatcherDeps {
            store: self.store.clone(),
            clock: clock.clone(),
            rng: Arc::new(SystemRng),
            graph: deps.graph,
            runner: Runner::new(self.store.clone(), clock.clone(), deps.secrets.clone(), handlers),
            secrets: deps.secrets,
            cadence,
            notification_url: format!("{}/mail", self.base_url),
            lifecycle_url: format!("{}/lifecycle", self.base_url),
            work_folder: self.folder.join("work"),
            file_roots: vec![self.folder.join(ROOT)],
            own_address: Some("stormwire@example.gov".into()),
            plausible_area: feed_rules(self.poll_interval).plausible_area,
            started_at: clock.now(),
        })
    }

    pub fn feed_rules(&self) -> FeedRules {
        FeedRules { canary_interval: self.canary_interval, ..feed_rules(self.poll_interval) }
    }

    pub fn handler_deps(&self, clock: &Arc<VirtualClock>) -> Deps {
        let url = |path: &str| format!("http://{}{path}", self.provider).parse().expect("a valid URL");
        let limits = CallLimits {
            request_timeout: TEST_TIMEOUT,
            connect_timeout: TEST_TIMEOUT,
            download_idle_timeout: TEST_TIMEOUT,
            // A burst of a test spans several pages.
            changes_page_size: 5,
            ..CallLimits::default()
        };
        let options = GraphOptions {
            base_url: url("/v1.0"),
            authority: url(""),
            limits,
            ..GraphOptions::microsoft(clock.clone(), Arc::new(SystemRng))
        };
        let smtp = self.smtp.map(|address| {
            let url = format!("smtp://{address}").parse().expect("a valid URL");
            let config = config::Smtp { url, from: "stormwire@example.gov".into() };
            Smtp::new(&config, clock.clone()).expect("create the SMTP client")
        });
        let loopback = vec!["127.0.0.0/8".parse().expect("a valid network")];
        Deps {
            store: self.store.clone(),
            clock: clock.clone(),
            secrets: self.secrets(),
            graph: Arc::new(GraphClient::new(options).expect("create the Graph client")),
            http: HttpClient::new(clock.clone(), loopback).expect("create the HTTP client"),
            smtp,
            city: CityProfile { identity: city_identity(), url: self.base_url.clone(), feed_rules: self.feed_rules() },
            city_map: city_map(),
        }
    }

    pub fn secrets(&self) -> Secrets {
        Secrets::load(self.folder.join("secret.key"), Arc::new(SystemRng)).expect("load the key file")
    }

    pub async fn create_credential(&self, clock: Arc<VirtualClock>) -> CredentialId {
        let fields = CredentialFields {
            name: "city".into(),
            client_id: "app".into(),
            namespace: "contoso.com".into(),
            secret_expires_at: None,
            usage: None,
        };
        let credentials = Credentials::new(self.store.clone(), clock, self.secrets());
        credentials.create(fields, "secret".into(), actor()).await.expect("create the credential").id
    }
}

/// Handles notifications like the webhooks of the product.
pub fn serve_webhooks(listener: TcpListener, watchers: Watchers) {
    let router = Router::new().route("/mail", post(receive)).route("/lifecycle", post(receive)).with_state(watchers);
    tokio::spawn(async move { axum::serve(listener, router).await });
}

async fn receive(
    State(watchers): State<Watchers>,
    Query(query): Query<HashMap<String, String>>,
    body: Bytes,
) -> (StatusCode, String) {
    if let Some(token) = query.get("validationToken") {
        return (StatusCode::OK, token.clone());
    }
    let Ok(notifications) = parse_notifications(&body) else { return (StatusCode::BAD_REQUEST, String::new()) };
    match watchers.intake().receive(notifications).await {
        Ok(NotificationAcceptance::Accepted) => (StatusCode::ACCEPTED, String::new()),
        Ok(NotificationAcceptance::Rejected) => (StatusCode::FORBIDDEN, String::new()),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, String::new()),
    }
}
