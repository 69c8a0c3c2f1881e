//! PostgreSQL hangs without closing its connections while services work, and goes on later.
//!
//! Meanwhile each request gets a response: the status is either recent or a 503, and no webhook is answered with 202. At the
//! end each message was processed once.

use super::http_exchange::{get, post_json};
use super::service_cluster::{ClusterTest, ServiceCluster};
use crate::cluster::{Cluster, Durability, start_cluster};
use crate::test_db::TestDb;
use crate::wait::wait_until;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::Database;

#[derive(Debug, Clone, Copy)]
pub struct HungDatabaseTest {
    pub services: usize,
    pub messages: usize,
    pub watchers: usize,
    pub hangs: usize,
}

/// Of all hangs.
#[derive(Debug, Clone, Copy, Default)]
pub struct HungDatabaseReport {
    /// The longest time until a webhook was answered with 503.
    pub slowest_webhook: Duration,
    /// The longest time until the status was a 503.
    pub slowest_status: Duration,
    /// From the end of a hang until a service was ready.
    pub slowest_recovery: Duration,
}

/// What a live response may be behind the time at which it was requested. It may take any time to arrive.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(8);

impl HungDatabaseTest {
    /// `program` is the path of `stormwire`.
    pub async fn run(self, program: &Path) -> HungDatabaseReport {
        let server = start_cluster(Durability::None).await;
        let url = server.url("postgres").parse().expect("a valid URL");
        let db = TestDb::existing(Database::Postgres(url)).await;
        let Self { services, messages, watchers, hangs } = self;
        let test = ClusterTest { services, messages, kills: 0, watchers };
        let mut cluster = ServiceCluster::start(test, program, &db).await;
        let mut report = HungDatabaseReport::default();
        let (mut delivered, part) = (0, messages / (2 * hangs + 1));
        for _ in 0..hangs {
            delivered = cluster.deliver(delivered, delivered + part).await;
            // Some are not processed yet.
            cluster.wait_for_started(delivered - part / 2).await;
            server.hang().expect("stop the server");
            delivered = cluster.deliver(delivered, delivered + part).await;
            report.check_hang(&cluster).await;
            report.end_hang(&server, &cluster).await;
        }
        cluster.deliver(delivered, messages).await;
        cluster.check().await;
        db.end().await;
        report
    }
}

impl HungDatabaseReport {
    async fn check_hang(&mut self, cluster: &ServiceCluster<'_>) {
        let webhook = webhook_body(cluster);
        let addresses: Vec<SocketAddr> = cluster.services.iter().map(|service| service.address).collect();
        for address in &addresses {
            let started = SystemClock.now();
            let response = post_json(*address, "/webhooks/graph/lifecycle", &webhook).await;
            assert!(response.starts_with("HTTP/1.1 503"), "nothing can be stored: {response}");
            self.slowest_webhook = self.slowest_webhook.max(since(started));
        }
        // Nothing is under way any more: each service has been stuck for longer than it waits.
        let acknowledged = cluster.fixture.emulator.acknowledged_messages();
        for address in &addresses {
            let started = SystemClock.now();
            wait_until(async || {
                let requested_at = SystemClock.now();
                let response = get(*address, "/lightning-strikes/status").await;
                assert!(is_recent(&response, requested_at), "an old status: {response}");
                response.starts_with("HTTP/1.1 503")
            })
            .await;
            self.slowest_status = self.slowest_status.max(since(started));
            wait_until(async || get(*address, "/readyz").await.starts_with("HTTP/1.1 503")).await;
            assert!(get(*address, "/healthz").await.starts_with("HTTP/1.1 200"));
        }
        assert_eq!(cluster.fixture.emulator.acknowledged_messages(), acknowledged, "acknowledged and not stored");
    }

    async fn end_hang(&mut self, server: &Cluster, cluster: &ServiceCluster<'_>) {
        server.end_hang().expect("continue the server");
        let started = SystemClock.now();
        for service in &cluster.services {
            wait_until(async || get(service.address, "/readyz").await.starts_with("HTTP/1.1 200")).await;
        }
        self.slowest_recovery = self.slowest_recovery.max(since(started));
    }
}

/// The provider reports that it has lost notifications: genuine, and without a message that a later store would claim.
pub(super) fn webhook_body(cluster: &ServiceCluster<'_>) -> String {
    let emulator = &cluster.fixture.emulator;
    let subscription = emulator.subscription_ids().pop().expect("a subscription");
    let client_state = emulator.subscription_client_state(&subscription);
    let notification = json!({"subscriptionId": subscription, "clientState": client_state, "lifecycleEvent": "missed"});
    json!({ "value": [notification] }).to_string()
}

/// A response without a status is.
fn is_recent(response: &str, requested_at: Timestamp) -> bool {
    let as_of = response.split("\"asOf\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let as_of: Option<Timestamp> = as_of.map(|text| text.parse().expect("a time"));
    as_of.is_none_or(|as_of| requested_at.duration_since(as_of) <= MAX_AGE)
}

fn since(started: Timestamp) -> Duration {
    SystemClock.now().duration_since(started).unsigned_abs()
}
