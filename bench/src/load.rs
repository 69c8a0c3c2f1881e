//! Sends requests over many connections. Each connection waits for the response before it sends the next request.

use crate::stopwatch::{ROUNDS, Stopwatch};
use anyhow::{Result, ensure};
use serde_json::Value;
use stormwire_bench::results::Measured;

pub(crate) struct Target {
    pub(crate) url: String,
    pub(crate) body: Box<dyn Fn() -> Value + Send + Sync>,
}

/// The rate of the rounds, and the latencies of all requests.
pub(crate) struct LoadResult {
    pub(crate) per_second: Measured,
    pub(crate) p50_ms: Measured,
    pub(crate) p99_ms: Measured,
    pub(crate) count: u64,
}

impl LoadResult {
    pub(crate) async fn run(target: &Target, connections: usize) -> Result<Self> {
        let http = reqwest::Client::builder().no_proxy().http1_only().build()?;
        let (mut rates, mut all) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let watch = Stopwatch::start();
            let senders = (0..connections).map(|_| send_requests(&http, target, watch));
            let latencies: Vec<f64> = futures_util::future::try_join_all(senders).await?.concat();
            #[expect(clippy::cast_precision_loss, reason = "counts of a few seconds are far below 2^52")]
            rates.push(latencies.len() as f64 / watch.elapsed().as_secs_f64());
            all.extend(latencies);
        }
        let at = |percent: usize| Measured::percentile(&all, percent);
        Ok(Self { per_second: Measured::rounds(&rates), p50_ms: at(50), p99_ms: at(99), count: all.len() as u64 })
    }
}

/// One connection. Returns the latency of each request in milliseconds.
async fn send_requests(http: &reqwest::Client, target: &Target, watch: Stopwatch) -> Result<Vec<f64>> {
    let mut latencies = Vec::new();
    while watch.is_running() {
        let request = Stopwatch::start();
        let response = http.post(&target.url).json(&(target.body)()).send().await?;
        ensure!(response.status() == 202, "{} returned {}", target.url, response.status());
        response.bytes().await?;
        latencies.push(request.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok(latencies)
}
