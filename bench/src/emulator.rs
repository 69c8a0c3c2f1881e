//! The Graph emulator, which must not be the bottleneck of other benchmarks: lists a large folder by delta, and delivers
//! messages over HTTP until their notifications have arrived.

use crate::stopwatch::{Stopwatch, rate};
use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stormwire_bench::memory::resident_mib;
use stormwire_bench::results::{Aim, Measured, Row, Table};
use stormwire_clock::SystemRng;
use stormwire_clock::VirtualClock;
use stormwire_emulator::Emulator;
use tokio::net::TcpListener;

const BOX: &str = "storm@example.gov";
const LARGE_FOLDER_MESSAGES: u64 = 200_000;
/// At this rate the emulator is never the bottleneck.
const AIM: Aim = Aim::AtLeast(2_000.0);
const SENDERS: usize = 16;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let emulator = Emulator::new(Arc::new(VirtualClock::running()), Box::new(SystemRng))?;
    let address = emulator.listen(([127, 0, 0, 1], 0).into()).await?;
    emulator.add_mailbox(BOX).map_err(anyhow::Error::msg)?;
    let client = EmulatorClient::new(format!("http://{address}")).await?;
    table.section("Graph emulator: messages per second");
    table.add(Row::per_second("delivered over HTTP and notified", client.measure_delivery().await?).aim(AIM));
    for number in 0..LARGE_FOLDER_MESSAGES {
        emulator.deliver(BOX, "Large", test_message(number)).map_err(anyhow::Error::msg)?;
    }
    let before = resident_mib()?;
    let (rate, peak) = client.measure_listing().await?;
    table.add(Row::per_second("listed by delta in a folder of 200,000, 100 per page", rate).aim(AIM));
    table.note(&format!("Resident memory with 200,000 messages: {before} MiB; peak while listing: {peak} MiB."));
    Ok(())
}

fn test_message(number: u64) -> Value {
    json!({
        "subject": format!("Lightning alert {number}"),
        "from": {"emailAddress": {"name": "Vendor", "address": "vendor@example.com"}},
        "body": {"contentType": "html", "content": "<table><tr><td>2026-05-01 12:00:00</td><td>34.73</td><td>-86.58</td></tr></table>"},
    })
}

struct EmulatorClient {
    base: String,
    http: reqwest::Client,
    token: String,
}

impl EmulatorClient {
    async fn new(base: String) -> Result<Self> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let form =
            "client_id=a&client_secret=s&grant_type=client_credentials&scope=https://graph.microsoft.com/.default";
        let response: Value = http.post(format!("{base}/t/oauth2/v2.0/token")).body(form).send().await?.json().await?;
        let token = response["access_token"].as_str().context("no token")?.to_owned();
        Ok(Self { base, http, token })
    }

    /// Delivers from several senders and waits for all notifications. Returns messages per second.
    async fn measure_delivery(&self) -> Result<Measured> {
        let received = Arc::new(AtomicU64::new(0));
        self.subscribe(&start_receiver(Arc::clone(&received)).await?).await?;
        let url = format!("{}/_emulator/mailboxes/{BOX}/deliver", self.base);
        let sent = Arc::new(AtomicU64::new(0));
        rate(|_| async {
            let sent_before = sent.load(Ordering::SeqCst);
            let watch = Stopwatch::start();
            let senders = (0..SENDERS).map(|_| async {
                while watch.is_running() {
                    let number = sent.fetch_add(1, Ordering::SeqCst);
                    self.http.post(&url).json(&test_message(number)).send().await?.error_for_status()?;
                }
                anyhow::Ok(())
            });
            futures_util::future::try_join_all(senders).await?;
            let all = sent.load(Ordering::SeqCst);
            while received.load(Ordering::SeqCst) < all {
                tokio::task::yield_now().await;
            }
            Ok(all - sent_before)
        })
        .await
    }

    async fn subscribe(&self, url: &str) -> Result<()> {
        let body = json!({"changeType": "created", "notificationUrl": url, "clientState": "s",
            "resource": format!("users/{BOX}/mailFolders('inbox')/messages"), "expirationDateTime": "2020-01-01T00:00:00Z"});
        let call = self.http.post(format!("{}/v1.0/subscriptions", self.base)).bearer_auth(&self.token).json(&body);
        call.send().await?.error_for_status()?;
        Ok(())
    }

    /// Returns messages per second over the whole folder, and the peak of resident memory in MiB.
    async fn measure_listing(&self) -> Result<(f64, u64)> {
        let folders = format!("{}/v1.0/users/{BOX}/mailFolders?$filter=displayName eq 'Large'", self.base);
        let folder = self.get(&folders).await?["value"][0]["id"].as_str().context("no folder")?.to_owned();
        let mut next =
            format!("{}/v1.0/users/{BOX}/mailFolders/{folder}/messages/delta?$select=id,receivedDateTime", self.base);
        let (mut seen, mut peak) = (0_u64, 0);
        let watch = Stopwatch::start();
        loop {
            let page = self.get(&next).await?;
            seen += page["value"].as_array().map_or(0, Vec::len) as u64;
            peak = peak.max(resident_mib()?);
            match page["@odata.nextLink"].as_str() {
                Some(link) => link.clone_into(&mut next),
                None => break,
            }
        }
        anyhow::ensure!(seen == LARGE_FOLDER_MESSAGES, "{seen} of {LARGE_FOLDER_MESSAGES} messages were listed");
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        Ok((seen as f64 / watch.elapsed().as_secs_f64(), peak))
    }

    async fn get(&self, url: &str) -> Result<Value> {
        let prefer = "IdType=\"ImmutableId\", odata.maxpagesize=100";
        let call = self.http.get(url).bearer_auth(&self.token).header("prefer", prefer);
        Ok(call.send().await?.error_for_status()?.json().await?)
    }
}

/// Starts a webhook that counts notifications. Returns its URL.
async fn start_receiver(received: Arc<AtomicU64>) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/", listener.local_addr()?);
    let router = Router::new().route("/", post(receive)).with_state(received);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(url)
}

async fn receive(
    State(received): State<Arc<AtomicU64>>,
    Query(query): Query<HashMap<String, String>>,
    body: axum::body::Bytes,
) -> (StatusCode, String) {
    if let Some(token) = query.get("validationToken") {
        return (StatusCode::OK, token.clone());
    }
    let count = serde_json::from_slice::<Value>(&body).ok().and_then(|body| body["value"].as_array().map(Vec::len));
    received.fetch_add(count.unwrap_or_default() as u64, Ordering::SeqCst);
    (StatusCode::ACCEPTED, String::new())
}
