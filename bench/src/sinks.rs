//! From the commit of a strike by another process to the webhook that reports the change of status.

use crate::latencies::Latencies;
use anyhow::{Context, Result, bail, ensure};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_bench::results::{Aim, Row, Table};
use stormwire_bench::service::{Service, ServiceOptions};
use stormwire_bench::status_changes::{commit_strike, wait_for_changes};
use stormwire_bench::strike_emails::facility_positions;
use stormwire_bench::synthetic_city::write_facilities;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::Database;
use stormwire_testkit::{DirectConnection, Durability};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::AbortHandle;

const CHANGES: usize = 250;
/// The first changes fill caches.
const WARM_UP: usize = 5;
const BOX: &str = "storm@example.gov";
const AIM: Aim = Aim::AtMost(1_000.0);
const TIMEOUT: Duration = Duration::from_mins(1);
/// Pauses between two changes are up to twice as long as other processes' strikes may stay unnoticed, and differ: otherwise
/// every commit would come right after a poll.
const MAX_PAUSE_MS: u64 = 500;
const PAUSE_STEP_MS: u64 = 137;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.section("From the commit of a strike by another process to the webhook, 99th percentile");
    let cluster = stormwire_testkit::start_cluster(Durability::Real).await;
    let postgres = Database::Postgres(cluster.url("postgres").parse()?);
    let mut notes = Vec::new();
    for (name, database) in [("SQLite", None), ("PostgreSQL", Some(postgres))] {
        let latencies = measure_on(database).await.with_context(|| format!("webhooks on {name}"))?;
        table.add(Row::milliseconds(name, latencies.percentile(99)).aim(AIM));
        notes.push(format!(
            "{name}, {} changes: median {:.0} ms, slowest {:.0} ms.",
            latencies.count(),
            latencies.percentile(50).value,
            latencies.percentile(100).value,
        ));
    }
    for note in &notes {
        table.note(note);
    }
    Ok(())
}

async fn measure_on(database: Option<Database>) -> Result<Latencies> {
    let mut receiver = WebhookReceiver::start().await?;
    // Webhooks on this machine are not called unless this is set.
    let settings = vec![("STORMWIRE__WORKFLOW__ALLOW_ADDRESSES", "127.0.0.0/8".to_owned())];
    let service = Service::start_with(ServiceOptions { database, settings, ..ServiceOptions::default() }).await?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    let facilities = facility_positions(WARM_UP + CHANGES)?;
    write_facilities(&mut conn, &facilities).await?;
    service.create_lightning_watcher(BOX).await?;
    wait_for_changes(&service, "Clear", facilities.len()).await?;
    // It gets the events after its creation.
    let sink = json!({"name": "Bench", "kind": "Webhook", "url": receiver.url, "statuses": ["Active"]});
    service.post("/event-sink", &sink).await?;
    let (mut latencies, mut pause_ms) = (Latencies::default(), 0);
    for (number, position) in facilities.iter().enumerate() {
        pause_ms = (pause_ms + PAUSE_STEP_MS) % MAX_PAUSE_MS;
        SystemClock.sleep(Duration::from_millis(pause_ms)).await;
        let committed_at = commit_strike(&mut conn, *position).await?;
        let received_at = receiver.receive(&format!("Facility {number}")).await?;
        if number >= WARM_UP {
            latencies.add(committed_at, &[received_at]);
        }
    }
    Ok(latencies)
}

struct ReceivedEvent {
    at: Timestamp,
    facility: String,
}

/// Stopped when dropped.
struct WebhookReceiver {
    url: String,
    received: UnboundedReceiver<ReceivedEvent>,
    server: AbortHandle,
}

impl WebhookReceiver {
    async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/", listener.local_addr()?);
        let (events, received) = unbounded_channel();
        let router = Router::new().route("/", post(receive)).with_state(events);
        let server = tokio::spawn(async move { axum::serve(listener, router).await }).abort_handle();
        Ok(Self { url, received, server })
    }

    /// Waits for the next event, which must be about this facility. Returns when it arrived.
    async fn receive(&mut self, facility: &str) -> Result<Timestamp> {
        let event = tokio::select! {
            event = self.received.recv() => event.context("the receiver has stopped")?,
            () = SystemClock.sleep(TIMEOUT) => bail!("no webhook about {facility} within a minute"),
        };
        ensure!(event.facility == facility, "a webhook about {} instead of {facility}", event.facility);
        Ok(event.at)
    }
}

impl Drop for WebhookReceiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn receive(State(events): State<UnboundedSender<ReceivedEvent>>, body: String) -> StatusCode {
    let at = SystemClock.now();
    let event: Value = serde_json::from_str(&body).unwrap_or_default();
    let facility = event["data"]["facilityName"].as_str().unwrap_or_default().to_owned();
    // The measurement may be over.
    let _ = events.send(ReceivedEvent { at, facility });
    StatusCode::NO_CONTENT
}
