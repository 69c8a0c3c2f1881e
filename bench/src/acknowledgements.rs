//! Durable acknowledgements: notifications over HTTP/1.1 from up to 256 connections, each a log row and a queue row on disk
//! before its 202.

use crate::stopwatch::{ROUNDS, Stopwatch};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use stormwire_bench::results::{Aim, Curve, CurveLine, Measured, Row, Table, Unit};
use stormwire_bench::service::{Service, ServiceOptions};
use stormwire_clock::{Rng, SystemRng};
use stormwire_emulator::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const MAILBOX: &str = "storm@example.gov";
const CONNECTIONS: [u16; 4] = [1, 16, 64, 256];
/// Of the most connections.
const RATE: f64 = 20_000.0;
const P99_AIM: Aim = Aim::AtMost(50.0);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.section("Durable acknowledgements, each a row in SQLite");
    let mut points = Vec::new();
    for connections in CONNECTIONS {
        let (rates, latencies_ms) = measure_connections(connections).await?;
        let p99_ms = Measured::percentile(&latencies_ms, 99);
        let rate = Row::per_second(format!("{connections} connections"), Measured::rounds(&rates));
        let p99 =
            Row::milliseconds(format!("{connections} connections, 99th percentile of the time to the 202"), p99_ms);
        points.push([f64::from(connections), rate.value]);
        let is_most = Some(&connections) == CONNECTIONS.last();
        table.add(if is_most { rate.aim(Aim::AtLeast(RATE)) } else { rate });
        table.add(if is_most { p99.aim(P99_AIM) } else { p99 });
    }
    table.curve(Curve {
        file: "acknowledgements".into(),
        title: "Connections and durable acknowledgements".into(),
        load: "Connections".into(),
        result: "Acknowledgements per second".into(),
        unit: Unit::PerSecond,
        lines: vec![CurveLine { name: "SQLite".into(), points }],
        aim: Some(RATE),
    });
    Ok(())
}

/// Returns the rate of each round, and the latencies of all requests in milliseconds.
async fn measure_connections(connections: u16) -> Result<(Vec<f64>, Vec<f64>)> {
    // All connections of the load generator have one address.
    let limit = ("STORMWIRE__SERVER__LIMITS__CONNECTIONS_PER_ADDRESS", "1000".to_owned());
    let service = Service::start_with(ServiceOptions { settings: vec![limit], ..ServiceOptions::default() }).await?;
    let subscription = service.create_watcher(MAILBOX).await?;
    let client_state = service.emulator.subscription_client_state(&subscription).context("no subscription")?;
    // The provider does not respond meanwhile, so that the service only acknowledges.
    service.emulator.set_settings(Settings { response_delay_ms: 3_600_000, ..Settings::default() });
    let address = service.base.trim_start_matches("http://").to_owned();
    let sender = Sender { address, subscription, client_state };
    let (mut rates, mut latencies_ms) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (rate, round) = sender.run_round(connections).await?;
        rates.push(rate);
        latencies_ms.extend(round);
    }
    Ok((rates, latencies_ms))
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
    async fn run_round(&self, connections: u16) -> Result<(f64, Vec<f64>)> {
        let mut streams = Vec::new();
        for _ in 0..connections {
            streams.push(TcpStream::connect(&self.address).await?);
        }
        let watch = Stopwatch::start();
        let senders = streams.into_iter().map(|stream| tokio::spawn(self.clone().send_until_the_end(stream, watch)));
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
