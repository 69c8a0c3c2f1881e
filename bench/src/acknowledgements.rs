//! Durable acknowledgements: notifications over HTTP/1.1 from 256 connections, each a log row and a queue row on disk before
//! its 202.

use crate::latencies::verdict;
use crate::stopwatch::{ROUNDS, Stopwatch};
use crate::table::Table;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use stormwire_bench::service::Service;
use stormwire_clock::{Rng, SystemRng};
use stormwire_emulator::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const MAILBOX: &str = "storm@example.gov";
const CONNECTIONS: usize = 256;
const TARGET: f64 = 20_000.0;
const P99_LIMIT_MS: f64 = 50.0;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    let subscription = service.create_watcher(MAILBOX).await?;
    let client_state = service.emulator.subscription_client_state(&subscription).context("no subscription")?;
    // The provider does not respond meanwhile, so that the service only acknowledges.
    service.emulator.set_settings(Settings { response_delay_ms: 3_600_000, ..Settings::default() });
    let address = service.base.trim_start_matches("http://").to_owned();
    let sender = Sender { address, subscription, client_state };
    let (mut rates, mut latencies_ms) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (rate, round) = sender.run_round().await?;
        rates.push(rate);
        latencies_ms.extend(round);
    }
    rates.sort_by(f64::total_cmp);
    latencies_ms.sort_by(f64::total_cmp);
    table.rate_group("Durable acknowledgements, 256 connections", "the target of 20,000");
    table.add_rate("stormwire, each a durable row in SQLite", rates[ROUNDS / 2], TARGET);
    let at = |percent: usize| latencies_ms[(latencies_ms.len() - 1) * percent / 100];
    table.note(&format!(
        "Time to the 202 response: p50 {:.1} ms, p99 {:.1} ms; limit of p99 {P99_LIMIT_MS:.0} ms, {}.",
        at(50),
        at(99),
        verdict(at(99) < P99_LIMIT_MS)
    ));
    Ok(())
}

/// Sends notifications with as little work as possible: the load generator shares the machine with the service.
#[derive(Clone)]
struct Sender {
    address: String,
    subscription: String,
    client_state: String,
}

impl Sender {
    /// Returns the rate and the latencies in milliseconds.
    async fn run_round(&self) -> Result<(f64, Vec<f64>)> {
        let mut connections = Vec::new();
        for _ in 0..CONNECTIONS {
            connections.push(TcpStream::connect(&self.address).await?);
        }
        let watch = Stopwatch::start();
        let senders =
            connections.into_iter().map(|stream| tokio::spawn(self.clone().send_until_the_end(stream, watch)));
        let mut latencies_ms = Vec::new();
        for sender in senders.collect::<Vec<_>>() {
            latencies_ms.extend(sender.await??);
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of a few seconds are far below 2^52")]
        let rate = latencies_ms.len() as f64 / watch.elapsed().as_secs_f64();
        Ok((rate, latencies_ms))
    }

    async fn send_until_the_end(self, mut stream: TcpStream, watch: Stopwatch) -> Result<Vec<f64>> {
        let (mut latencies_ms, mut response) = (Vec::new(), Vec::with_capacity(1_024));
        while watch.is_running() {
            let request = self.request();
            let sent = Stopwatch::start();
            stream.write_all(request.as_bytes()).await?;
            response.clear();
            while !response.ends_with(b"\r\n\r\n") {
                ensure!(stream.read_buf(&mut response).await? > 0, "the service closed the connection");
            }
            latencies_ms.push(sent.elapsed().as_secs_f64() * 1_000.0);
            // A 202 has no body.
            ensure!(response.starts_with(b"HTTP/1.1 202 "), "{}", String::from_utf8_lossy(&response));
        }
        Ok(latencies_ms)
    }

    fn request(&self) -> String {
        let id = format!("AAkALgAA{}{}=", SystemRng.uuid(), SystemRng.uuid());
        let Self { address, subscription, client_state } = self;
        let body = json!({"value": [{
            "subscriptionId": subscription, "clientState": client_state, "changeType": "created", "resourceData": {"id": id},
        }]})
        .to_string();
        format!(
            "POST /webhooks/graph/mail HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
    }
}
