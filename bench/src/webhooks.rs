//! Acknowledged notifications: durable claims over HTTP by the real service, compared with Node-RED, which stores nothing.
//! Also the time from delivery to the end of processing, and the memory for queued messages.

use crate::load::{LoadResult, Target};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_bench::memory::resident_mib_of;
use stormwire_bench::results::{Aim, Measured, Row, Table, Unit};
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
const PEER: &str = "Node-RED";
const RATE_AIM: Aim = Aim::RatioAtLeast(2.0);
const P99_AIM: Aim = Aim::AtMost(50.0);
/// 150,000,000 bytes.
const MEMORY_AIM: Aim = Aim::AtMost(143.0);
/// Of the median.
const PROCESSING_AIM: Aim = Aim::AtMost(150.0);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let node_red = crate::node_red::NodeRed::start().await?;
    let target =
        Target { url: format!("{}/webhooks/graph/mail", node_red.base), body: Box::new(|| notification("x", "y")) };
    let theirs = LoadResult::run(&target, CONNECTIONS).await?;
    drop(node_red);
    table.section("Acknowledged notifications, 64 connections");
    table.add(Row::per_second("Node-RED 4 `http in` to `http response`, which stores nothing", theirs.per_second));
    table.add(Row::milliseconds("Node-RED, 99th percentile of the time to the 202", theirs.p99_ms));
    let ours = measure_acknowledgement(table, &theirs).await?;
    table.note(&format!(
        "Median time to the 202: Node-RED {:.1} ms, stormwire {:.1} ms.",
        theirs.p50_ms.value, ours.p50_ms.value
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
async fn measure_acknowledgement(table: &mut Table, theirs: &LoadResult) -> Result<LoadResult> {
    let service = Service::start().await?;
    let subscription = service.create_watcher(BOX).await?;
    let state = service.emulator.subscription_client_state(&subscription).unwrap_or_default();
    service.emulator.set_settings(Settings { response_delay_ms: 3_600_000, ..Settings::default() });
    let body = move || notification(&subscription, &state);
    let target = Target { url: format!("{}/webhooks/graph/mail", service.base), body: Box::new(body) };
    let ours = LoadResult::run(&target, CONNECTIONS).await?;
    let rate = Row::per_second("stormwire, each a durable row in SQLite", ours.per_second);
    let p99 = Row::milliseconds("stormwire, 99th percentile of the time to the 202", ours.p99_ms);
    table.add(rate.against(PEER, theirs.per_second).aim(RATE_AIM));
    table.add(p99.against(PEER, theirs.p99_ms).aim(P99_AIM));
    let mut queued = ours.count;
    while queued < MIN_QUEUED {
        queued += LoadResult::run(&target, CONNECTIONS).await?.count;
    }
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
    let mib = resident_mib_of(service.pid())? as f64;
    let name = format!("stormwire, resident memory with {queued} queued messages");
    table.add(Row::new(name, Unit::Mebibytes, mib).aim(MEMORY_AIM));
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
    table.section(format!(
        "From delivery to `Success` (fetch, one action, move), one message every {} ms",
        DELIVERY_INTERVAL.as_millis()
    ));
    table.add(Row::milliseconds("median", Measured::percentile(&latencies_ms, 50)).aim(PROCESSING_AIM));
    table.add(Row::milliseconds("99th percentile", Measured::percentile(&latencies_ms, 99)));
    Ok(())
}
