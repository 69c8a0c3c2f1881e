//! Notifications acknowledged: durable claims over HTTP by the real service, beside Node-RED, which stores nothing. Then
//! how long a message takes from its delivery to its end, and how much memory waiting messages take.

use crate::load::{Load, Target};
use crate::memory::resident_mib_of;
use crate::service::Service;
use crate::table::Table;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_clock::{Rng, SystemRng};
use stormwire_emulator::Settings;

const BOX: &str = "storm@example.gov";
const CONNECTIONS: usize = 64;
const WAITING: u64 = 10_000;
/// Delivered one after the other, as a vendor in a storm of storms.
const DELIVERED: usize = 300;
const PACE: Duration = Duration::from_millis(20);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let peer = crate::peer::NodeRed::start().await?;
    let target =
        Target { url: format!("{}/webhooks/graph/mail", peer.base), body: Box::new(|| notification("x", "y")) };
    let theirs = Load::run(&target, CONNECTIONS).await?;
    drop(peer);
    table.group("Notifications acknowledged, 64 connections", "Node-RED, which stores nothing");
    table.row("Node-RED 4 `http in` to `http response`", theirs.per_second, theirs.per_second);
    let ours = acknowledged(table, theirs.per_second).await?;
    table.note(&format!(
        "Until the 202: Node-RED p50 {:.1} ms, p99 {:.1} ms; stormwire p50 {:.1} ms, p99 {:.1} ms.",
        theirs.p50_ms, theirs.p99_ms, ours.p50_ms, ours.p99_ms
    ));
    delivered(table).await
}

fn notification(subscription: &str, state: &str) -> Value {
    json!({"value": [{
        "subscriptionId": subscription,
        "clientState": state,
        "changeType": "created",
        "resourceData": {"id": format!("AAkALgAA{}{}=", SystemRng.uuid(), SystemRng.uuid())},
    }]})
}

/// The provider answers nothing while this is measured, so that the machine works on acknowledgements alone.
async fn acknowledged(table: &mut Table, theirs: f64) -> Result<Load> {
    let service = Service::start().await?;
    let subscription = service.watch(BOX).await?;
    let state = service.emulator.subscription_client_state(&subscription).unwrap_or_default();
    service.emulator.set_settings(Settings { response_delay_ms: 3_600_000, ..Settings::default() });
    let body = move || notification(&subscription, &state);
    let target = Target { url: format!("{}/webhooks/graph/mail", service.base), body: Box::new(body) };
    let ours = Load::run(&target, CONNECTIONS).await?;
    table.row("stormwire, each a durable row in SQLite", ours.per_second, theirs);
    let mut waiting = ours.count;
    while waiting < WAITING {
        waiting += Load::run(&target, CONNECTIONS).await?.count;
    }
    table.note(&format!(
        "Resident memory of the service with {waiting} messages waiting: {} MiB.",
        resident_mib_of(service.pid())?
    ));
    Ok(ours)
}

async fn delivered(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    service.watch(BOX).await?;
    let mut sent = std::collections::HashMap::new();
    for number in 0..DELIVERED {
        let message = json!({"subject": number.to_string(), "body": {"contentType": "text", "content": "Strike"}});
        let at = SystemClock.now();
        sent.insert(service.emulator.deliver(BOX, "Inbox", message).map_err(anyhow::Error::msg)?, at);
        SystemClock.sleep(PACE).await;
    }
    let rows = service.finished(DELIVERED).await?;
    let mut took: Vec<f64> = Vec::new();
    for (key, at) in rows {
        let from = sent.get(&key).copied();
        took.extend(from.map(|from| at.duration_since(from).as_secs_f64() * 1_000.0));
    }
    ensure!(took.len() == DELIVERED, "{} of {DELIVERED} messages were found", took.len());
    took.sort_by(f64::total_cmp);
    table.note(&format!(
        "From delivery to `Success` (fetched, one action, moved; a message every {} ms): median {:.0} ms, p99 {:.0} ms.",
        PACE.as_millis(),
        took[DELIVERED / 2],
        took[DELIVERED * 99 / 100]
    ));
    Ok(())
}
