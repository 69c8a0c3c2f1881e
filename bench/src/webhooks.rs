//! Acknowledged notifications: durable claims over HTTP by the real service, compared with Node-RED, which stores nothing.
//! Also the time from delivery to the end of processing, and the memory for queued messages.

use crate::load::{LoadResult, Target};
use crate::table::Table;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_bench::memory::resident_mib_of;
use stormwire_bench::service::Service;
use stormwire_clock::{Clock, SystemClock};
use stormwire_clock::{Rng, SystemRng};
use stormwire_emulator::Settings;

const BOX: &str = "storm@example.gov";
const CONNECTIONS: usize = 64;
const MIN_QUEUED: u64 = 10_000;
/// Delivered one after the other, faster than a vendor in a heavy storm.
const DELIVERED: usize = 300;
const DELIVERY_INTERVAL: Duration = Duration::from_millis(20);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let node_red = crate::node_red::NodeRed::start().await?;
    let target =
        Target { url: format!("{}/webhooks/graph/mail", node_red.base), body: Box::new(|| notification("x", "y")) };
    let theirs = LoadResult::run(&target, CONNECTIONS).await?;
    drop(node_red);
    table.rate_group("Acknowledged notifications, 64 connections", "Node-RED, which stores nothing");
    table.add_rate("Node-RED 4 `http in` to `http response`", theirs.per_second, theirs.per_second);
    let ours = measure_acknowledgement(table, theirs.per_second).await?;
    table.note(&format!(
        "Time to the 202 response: Node-RED p50 {:.1} ms, p99 {:.1} ms; stormwire p50 {:.1} ms, p99 {:.1} ms.",
        theirs.p50_ms, theirs.p99_ms, ours.p50_ms, ours.p99_ms
    ));
    measure_processing(table).await
}

fn notification(subscription: &str, state: &str) -> Value {
    json!({"value": [{
        "subscriptionId": subscription,
        "clientState": state,
        "changeType": "created",
        "resourceData": {"id": format!("AAkALgAA{}{}=", SystemRng.uuid(), SystemRng.uuid())},
    }]})
}

/// The emulated provider does not respond meanwhile, so that the service only acknowledges.
async fn measure_acknowledgement(table: &mut Table, theirs: f64) -> Result<LoadResult> {
    let service = Service::start().await?;
    let subscription = service.create_watcher(BOX).await?;
    let state = service.emulator.subscription_client_state(&subscription).unwrap_or_default();
    service.emulator.set_settings(Settings { response_delay_ms: 3_600_000, ..Settings::default() });
    let body = move || notification(&subscription, &state);
    let target = Target { url: format!("{}/webhooks/graph/mail", service.base), body: Box::new(body) };
    let ours = LoadResult::run(&target, CONNECTIONS).await?;
    table.add_rate("stormwire, each a durable row in SQLite", ours.per_second, theirs);
    let mut queued = ours.count;
    while queued < MIN_QUEUED {
        queued += LoadResult::run(&target, CONNECTIONS).await?.count;
    }
    table.note(&format!(
        "Resident memory of the service with {queued} queued messages: {} MiB.",
        resident_mib_of(service.pid())?
    ));
    Ok(ours)
}

async fn measure_processing(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    service.create_watcher(BOX).await?;
    let mut sent = std::collections::HashMap::new();
    for number in 0..DELIVERED {
        let message = json!({"subject": number.to_string(), "body": {"contentType": "text", "content": "Strike"}});
        let at = SystemClock.now();
        sent.insert(service.emulator.deliver(BOX, "Inbox", message).map_err(anyhow::Error::msg)?, at);
        SystemClock.sleep(DELIVERY_INTERVAL).await;
    }
    let rows = service.wait_processed(DELIVERED).await?;
    let mut latencies_ms: Vec<f64> = Vec::new();
    for (key, at) in rows {
        let from = sent.get(&key).copied();
        latencies_ms.extend(from.map(|from| at.duration_since(from).as_secs_f64() * 1_000.0));
    }
    ensure!(latencies_ms.len() == DELIVERED, "{} of {DELIVERED} messages were processed", latencies_ms.len());
    latencies_ms.sort_by(f64::total_cmp);
    table.note(&format!(
        "From delivery to `Success` (fetch, one action, move; one message every {} ms): median {:.0} ms, p99 {:.0} ms.",
        DELIVERY_INTERVAL.as_millis(),
        latencies_ms[DELIVERED / 2],
        latencies_ms[DELIVERED * 99 / 100]
    ));
    Ok(())
}
