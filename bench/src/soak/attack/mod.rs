//! Five attacks at once from one address, while a storm arrives and other addresses ask for the status.
//!
//! The service is the real program with default limits and TLS, without which there is no HTTP/2. [`attacks`] go on until they
//! are ended; [`AttackResult`] is what everybody else experiences.

mod attacker;
mod attacks;
mod certificate;
mod http2_frames;
mod report;
mod timings;
mod webhook_relay;

pub(crate) use report::{is_target_missed, write_report};

use anyhow::{Context, Result};
use attacker::Counts;
use attacks::Attacks;
use certificate::{Reuse, TestCertificate};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use stormwire_bench::cpu_time::cpu_time_of;
use stormwire_bench::memory::peak_mib_of;
use stormwire_bench::service::{Service, ServiceOptions};
use stormwire_bench::strike_emails::{facility_positions, measure_alarms};
use stormwire_bench::synthetic_city::{storm, write_facilities, write_strikes};
use stormwire_clock::{Clock, SystemClock, later};
use stormwire_store::Database;
use stormwire_testkit::DirectConnection;
use timings::Timings;
use webhook_relay::WebhookRelay;

const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const EVERYBODY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
const PROVIDER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 4);

const BOX: &str = "storm@example.gov";
/// One per second. Each has a facility of its own.
const EMAILS: usize = 60;
const DURATION: Duration = Duration::from_mins(1);
const DURATION_BEFORE: Duration = Duration::from_secs(10);
/// What replays have to read.
const EARLIER_STRIKES: usize = 50_000;
const EARLIER_MINUTES: u32 = 7 * 24 * 60;

const KEPT_INTERVAL: Duration = Duration::from_millis(20);
const NEW_INTERVAL: Duration = Duration::from_millis(100);

/// What everybody else experiences.
pub(crate) struct AttackResult {
    database: &'static str,
    attacks: Vec<(String, Arc<Counts>)>,
    before: StatusTimings,
    during: StatusTimings,
    webhooks: Timings,
    /// From the delivery of an email to the first response with its facility Active.
    alarms: Timings,
    peak_mib: u64,
    service_cpu: Duration,
    own_cpu: Duration,
}

struct StatusTimings {
    kept: Timings,
    new: Timings,
}

/// On SQLite in a temporary folder if `database` is `None`.
pub(crate) async fn run(name: &'static str, database: Option<Database>) -> Result<AttackResult> {
    let certificate = TestCertificate::new()?;
    let relay = WebhookRelay::start(&certificate, PROVIDER).await?;
    let mut settings = certificate.settings();
    settings.push(("STORMWIRE__SERVER__PUBLIC_URL", relay.url.clone()));
    let http = Some(certificate.http_client(EVERYBODY, Reuse::Kept)?);
    let service = Service::start_with(ServiceOptions { database, settings, http }).await?;
    relay.set_service(&service.base);
    let facilities = facility_positions(EMAILS)?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    write_facilities(&mut conn, &facilities).await?;
    write_strikes(&mut conn, &storm(EARLIER_STRIKES, EARLIER_MINUTES, SystemClock.now() - DURATION)?).await?;
    service.create_lightning_watcher(BOX).await?;
    let before = measure_status(&certificate, &service, DURATION_BEFORE).await?;

    let cpu_before = (cpu_time_of(service.pid())?, cpu_time_of(std::process::id())?);
    let address = service.base.trim_start_matches("https://").parse().context("no address of the service")?;
    let attacks = Attacks::start(ATTACKER, address, &certificate)?;
    let (during, alarms) =
        tokio::join!(measure_status(&certificate, &service, DURATION), measure_alarms(&service, BOX, &facilities),);
    Ok(AttackResult {
        database: name,
        attacks: attacks.end(),
        before,
        during: during?,
        webhooks: relay.take_timings(),
        alarms: alarms?.into_iter().collect(),
        peak_mib: peak_mib_of(service.pid())?,
        service_cpu: cpu_time_of(service.pid())?.saturating_sub(cpu_before.0),
        own_cpu: cpu_time_of(std::process::id())?.saturating_sub(cpu_before.1),
    })
}

/// With one client that keeps its connection, like the public page, and one that opens a connection for each request.
async fn measure_status(certificate: &TestCertificate, service: &Service, duration: Duration) -> Result<StatusTimings> {
    let url = format!("{}/lightning-strikes/status", service.base);
    let kept = certificate.http_client(EVERYBODY, Reuse::Kept)?;
    let new = certificate.http_client(EVERYBODY, Reuse::NewForEach)?;
    let (kept, new) =
        tokio::join!(repeat(&kept, &url, KEPT_INTERVAL, duration), repeat(&new, &url, NEW_INTERVAL, duration));
    Ok(StatusTimings { kept, new })
}

async fn repeat(http: &reqwest::Client, url: &str, interval: Duration, duration: Duration) -> Timings {
    let (mut timings, end) = (Timings::default(), later(SystemClock.now(), duration));
    while SystemClock.now() < end {
        let started = SystemClock.now();
        let response = http.get(url).send().await.and_then(reqwest::Response::error_for_status);
        let is_ok = match response {
            Ok(response) => response.bytes().await.is_ok(),
            Err(_) => false,
        };
        timings.add(SystemClock.now().duration_since(started).try_into().unwrap_or_default(), is_ok);
        SystemClock.sleep(interval).await;
    }
    timings
}
