//! The five attacks, at fixed rates. All connections together are as many as one address may have by default, so that one
//! attack does not keep the others from attacking.

use super::attacker::{Attacker, Counts};
use super::certificate::TestCertificate;
use super::http2_frames::{CONNECTION_START, get_frame, reset_frame};
use anyhow::{Result, bail};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, Rng, SystemClock, SystemRng, earlier};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{Builder, Runtime};

/// The default of `server.limits.connections_per_address`.
const CONNECTIONS_PER_ADDRESS: usize = 256;
const SLOW: usize = 64;
const HALF_OPEN: usize = CONNECTIONS_PER_ADDRESS - SLOW - WEBHOOKS - RESET_BURSTS - LATE_RESETS - REPLAYS;
const OVER_THE_LIMIT: usize = 10;
const WEBHOOKS: usize = 4;
const RESET_BURSTS: usize = 3;
const LATE_RESETS: usize = 3;
const REPLAYS: usize = 8;

const HEADER_LINE_INTERVAL: Duration = Duration::from_millis(500);
/// Of one client.
const WEBHOOK_INTERVAL: Duration = Duration::from_millis(200);
const REPLAY_INTERVAL: Duration = Duration::from_millis(100);
/// Long enough for the service to start working on a request.
const TIME_TO_RESET: Duration = Duration::from_millis(4);
const STREAMS_PER_BURST: u32 = 1_000;
const HOURS_OF_REPLAYS: f64 = 7.0 * 24.0;

/// Running attacks. They end when this is dropped.
pub(super) struct Attacks {
    /// Their own threads, so that they do not delay the clients that measure.
    runtime: Option<Runtime>,
    counts: Vec<(String, Arc<Counts>)>,
}

impl Attacks {
    pub(super) fn start(from: Ipv4Addr, service: SocketAddr, certificate: &TestCertificate) -> Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let handle = runtime.handle();
        let attacker = Attacker::new(from, service, certificate)?;
        let mut counts = Vec::new();
        let mut next = |description: String| {
            let attacker = attacker.with_own_counts();
            counts.push((description, attacker.counts.clone()));
            attacker
        };
        let slow =
            format!("slow headers: {SLOW} connections, a header line every {} s", HEADER_LINE_INTERVAL.as_secs_f64());
        next(slow).repeat(handle, SLOW, send_slow_head);
        let half_open = next(format!(
            "half-open connections: {HALF_OPEN} silent ones, with the others up to the limit of {CONNECTIONS_PER_ADDRESS}, \
             and {OVER_THE_LIMIT} clients that try to get more"
        ));
        half_open.repeat(handle, HALF_OPEN, stay_silent);
        half_open.repeat(handle, OVER_THE_LIMIT, open_and_close);
        let per_second = per_second(WEBHOOKS, WEBHOOK_INTERVAL);
        next(format!("bogus webhooks of 1 MiB, {per_second} per second")).repeat(handle, WEBHOOKS, send_bogus_webhooks);
        let resets = next(format!(
            "HTTP/2 resets: {RESET_BURSTS} clients in bursts of {STREAMS_PER_BURST}, {LATE_RESETS} clients {} ms after each request",
            TIME_TO_RESET.as_millis()
        ));
        resets.repeat(handle, RESET_BURSTS, reset_in_bursts);
        resets.repeat(handle, LATE_RESETS, reset_late);
        let per_second = self::per_second(REPLAYS, REPLAY_INTERVAL);
        next(format!("replays with random parameters, {per_second} per second")).repeat(
            handle,
            REPLAYS,
            request_replays,
        );
        Ok(Self { runtime: Some(runtime), counts })
    }

    /// Ends the attacks. Returns the description and the counts of each.
    pub(super) fn end(mut self) -> Vec<(String, Arc<Counts>)> {
        std::mem::take(&mut self.counts)
    }
}

impl Drop for Attacks {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn per_second(clients: usize, interval: Duration) -> u128 {
    clients as u128 * 1_000 / interval.as_millis()
}

async fn send_slow_head(attacker: Attacker) -> Result<()> {
    let mut stream = attacker.connect_http1().await?;
    stream.write_all(b"GET /lightning-strikes/status HTTP/1.1\r\nhost: localhost\r\n").await?;
    loop {
        stream.write_all(b"x: y\r\n").await?;
        stream.flush().await?;
        SystemClock.sleep(HEADER_LINE_INTERVAL).await;
    }
}

/// Not even a TLS handshake.
async fn stay_silent(attacker: Attacker) -> Result<()> {
    attacker.connect().await?.read_u8().await?;
    bail!("the service responded to nothing");
}

/// Closes a connection that it gets, so that the other attacks go on.
async fn open_and_close(attacker: Attacker) -> Result<()> {
    let mut stream = attacker.connect().await?;
    tokio::select! {
        closed = stream.read_u8() => closed.map(drop).map_err(Into::into),
        () = SystemClock.sleep(Duration::from_millis(20)) => Ok(()),
    }
}

/// By turns as many small notifications as fit, and as many as are accepted.
async fn send_bogus_webhooks(attacker: Attacker) -> Result<()> {
    let bodies = [bogus_notifications(30_000, 1), bogus_notifications(1_000, 980)];
    let bodies: Vec<&'static str> = bodies.into_iter().map(|body| &*body.leak()).collect();
    for body in bodies.iter().cycle() {
        let next = SystemClock.sleep(WEBHOOK_INTERVAL);
        tokio::join!(attacker.send(attacker.post("/webhooks/graph/mail", body)), next);
    }
    Ok(())
}

/// At most 1 MiB.
fn bogus_notifications(count: usize, state_length: usize) -> String {
    let state = "x".repeat(state_length);
    let notification = |number: usize| format!("{{\"subscriptionId\":\"{number}\",\"clientState\":\"{state}\"}}");
    let mut body = String::from("{\"value\":[");
    for number in 0..count {
        let next = notification(number);
        if body.len() + next.len() + 3 > 1024 * 1024 {
            break;
        }
        body += &next;
        body.push(',');
    }
    body.pop();
    body + "]}"
}

/// As fast as the service reads. It closes the connection, or the next burst follows on another one.
async fn reset_in_bursts(attacker: Attacker) -> Result<()> {
    let mut stream = attacker.connect_http2().await?;
    stream.write_all(CONNECTION_START).await?;
    for number in 0..STREAMS_PER_BURST {
        let id = 1 + 2 * number;
        let frames = [get_frame(id, "localhost", &expensive_path())?, reset_frame(id)?].concat();
        stream.write_all(&frames).await?;
        attacker.count_requests(1);
    }
    stream.flush().await?;
    let mut sink = tokio::io::sink();
    tokio::select! {
        closed = tokio::io::copy(&mut stream, &mut sink) => { closed?; bail!("the service ended the connection") }
        () = SystemClock.sleep(Duration::from_secs(1)) => Ok(()),
    }
}

/// Resets requests that the service has started to work on.
async fn reset_late(attacker: Attacker) -> Result<()> {
    let (mut reader, mut writer) = tokio::io::split(attacker.connect_http2().await?);
    let resets = async {
        writer.write_all(CONNECTION_START).await?;
        for id in (1_u32..0x7fff_ffff).step_by(2) {
            writer.write_all(&get_frame(id, "localhost", &expensive_path())?).await?;
            writer.flush().await?;
            attacker.count_requests(1);
            SystemClock.sleep(TIME_TO_RESET).await;
            writer.write_all(&reset_frame(id)?).await?;
        }
        Ok(())
    };
    let mut sink = tokio::io::sink();
    tokio::select! {
        result = resets => result,
        closed = tokio::io::copy(&mut reader, &mut sink) => { closed?; bail!("the service ended the connection") }
    }
}

async fn request_replays(attacker: Attacker) -> Result<()> {
    loop {
        let ago = Duration::from_secs_f64(SystemRng.fraction() * HOURS_OF_REPLAYS * 3_600.0);
        let path = format!("{}&asOf={}", expensive_path(), earlier(SystemClock.now(), ago));
        let next = SystemClock.sleep(REPLAY_INTERVAL);
        tokio::join!(attacker.send(attacker.get(&path)), next);
    }
}

/// Parameters that no cache has.
fn expensive_path() -> String {
    let radius = 1.0 + SystemRng.fraction() * 49.0;
    let hours = 1.0 + (SystemRng.fraction() * 167.0).floor();
    format!("/lightning-strikes/facilities?radiusMiles={radius:.3}&historyHours={hours}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bogus_webhooks_are_just_under_one_mebibyte() {
        for (count, state_length) in [(30_000, 1), (1_000, 980)] {
            let body = bogus_notifications(count, state_length);
            assert!((900_000..=1024 * 1024).contains(&body.len()), "{}", body.len());
            let body: serde_json::Value = serde_json::from_str(&body).unwrap();
            assert!(body["value"].as_array().is_some_and(|all| all.len() >= 1_000));
        }
    }
}
