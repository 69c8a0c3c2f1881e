//! From the commit of a strike to the event on many open streams. Compared with nginx and nchan, which only have to send.

mod measured;
mod nchan;
mod open_files;
mod subscribers;

use crate::latencies::Latencies;
use anyhow::{Context, Result};
use jiff::Timestamp;
use measured::MeasuredStreams;
use open_files::allow_open_files;
use std::time::Duration;
use stormwire_bench::memory::resident_kib_of_family;
use stormwire_bench::results::{Aim, Row, Table, Unit};
use stormwire_bench::service::{Service, ServiceOptions};
use stormwire_bench::status_changes::{commit_strike, wait_for_changes};
use stormwire_bench::strike_emails::{deliver_strike, facility_positions};
use stormwire_bench::synthetic_city::write_facilities;
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::DirectConnection;
use subscribers::{STREAMS, Subscribers};

/// Strikes of each kind.
const ROUNDS: usize = 20;
const BOX: &str = "storm@example.gov";
const PEER: &str = "nchan";
const LATENCY_AIM: Aim = Aim::AtMost(300.0);
const MEMORY_AIM: Aim = Aim::AtMost(20.0);
/// From the first stream that has an event to all that have it: nchan does not have to store a strike first.
const SENDING_AIM: Aim = Aim::RatioAtLeast(1.0);
/// Open files of the benchmark besides the streams.
const OTHER_FILES: usize = 256;
/// Until what was recorded before has been sent to the streams that are open.
const SETTLE_TIME: Duration = Duration::from_secs(1);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    allow_open_files(STREAMS + OTHER_FILES)?;
    let ours = measure_stormwire().await?;
    let theirs = nchan::measure(&ours.payload, ROUNDS).await?;
    table.section(format!("From a strike to its event on {STREAMS} open streams, 99th percentile"));
    add_latencies(table, &ours, &theirs);
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let per_stream = |kib: u64| kib as f64 / STREAMS as f64;
    let (our_kib, their_kib) = (per_stream(ours.streams.kib), per_stream(theirs.kib));
    table.add(Row::new("nginx with nchan, memory of each stream", Unit::Kibibytes, their_kib));
    let memory = Row::new("stormwire, memory of each stream", Unit::Kibibytes, our_kib);
    table.add(memory.against(PEER, their_kib).aim(MEMORY_AIM));
    table.note(&format!(
        "Median: nchan {:.0} ms, stormwire {:.0} ms, after a commit of another process {:.0} ms. {} events each.",
        theirs.latencies.percentile(50).value,
        ours.streams.latencies.percentile(50).value,
        ours.by_others.percentile(50).value,
        ours.streams.latencies.count(),
    ));
    Ok(())
}

fn add_latencies(table: &mut Table, ours: &MeasuredService, theirs: &MeasuredStreams) {
    let reference = theirs.latencies.percentile(99);
    table.add(Row::milliseconds("nginx with nchan, from the publication of the event", reference));
    for (name, latencies) in [
        ("stormwire, from the start of the transaction that stores the strike", &ours.streams.latencies),
        ("stormwire, from the commit of another process", &ours.by_others),
    ] {
        table.add(Row::milliseconds(name, latencies.percentile(99)).against(PEER, reference).aim(LATENCY_AIM));
    }
    let reference = theirs.sending.percentile(99);
    let sending =
        Row::milliseconds("stormwire, from the first stream that has the event", ours.streams.sending.percentile(99));
    table.add(Row::milliseconds("nginx with nchan, from the first stream that has the event", reference));
    table.add(sending.against(PEER, reference).aim(SENDING_AIM));
}

struct MeasuredService {
    /// Strikes that the service stored.
    streams: MeasuredStreams,
    /// Strikes that another process stored.
    by_others: Latencies,
    /// The JSON of an event.
    payload: String,
}

async fn measure_stormwire() -> Result<MeasuredService> {
    let service = start_service().await?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    // One more before the streams are opened, and one more of each kind: the first strikes fill caches.
    let facilities = facility_positions(1 + 2 * (ROUNDS + 1))?;
    write_facilities(&mut conn, &facilities).await?;
    service.create_lightning_watcher(BOX).await?;
    wait_for_changes(&service, "Clear", facilities.len()).await?;
    let (first, rest) = facilities.split_first().context("no facility")?;
    deliver_strike(&service, BOX, *first)?;
    wait_for_changes(&service, "Active", 1).await?;
    SystemClock.sleep(SETTLE_TIME).await;
    let before_kib = resident_kib_of_family(service.pid())?;
    let address = service.base.trim_start_matches("http://").parse()?;
    let mut subscribers = Subscribers::open(address, "/lightning-strikes/stream", STREAMS).await?;
    let (mut streams, mut by_others) = (MeasuredStreams::default(), Latencies::default());
    let (stored_by_service, stored_by_others) = rest.split_at(ROUNDS + 1);
    for (round, position) in stored_by_service.iter().enumerate() {
        deliver_strike(&service, BOX, *position)?;
        let received = subscribers.receive_event().await?;
        if round > 0 {
            streams.add(stored_at(&service).await?, &received);
        }
    }
    streams.kib = resident_kib_of_family(service.pid())?.saturating_sub(before_kib);
    for (round, position) in stored_by_others.iter().enumerate() {
        let committed_at = commit_strike(&mut conn, *position).await?;
        let received = subscribers.receive_event().await?;
        if round > 0 {
            by_others.add(committed_at, &received);
        }
    }
    let events = service.get("/lightning-strikes/events?limit=1000").await?;
    let last = events.as_array().and_then(|events| events.iter().rfind(|event| event["to"] == "Active"));
    let payload = last.context("no event")?.to_string();
    Ok(MeasuredService { streams, by_others, payload })
}

async fn start_service() -> Result<Service> {
    let limits =
        [("STORMWIRE__SERVER__LIMITS__STREAMS", 2 * STREAMS), ("STORMWIRE__SERVER__LIMITS__CONNECTIONS", 3 * STREAMS)];
    let settings = limits.map(|(name, limit)| (name, limit.to_string())).to_vec();
    Service::start_with(ServiceOptions { settings, ..ServiceOptions::default() }).await
}

/// When the service began to store the strikes of the newest message.
async fn stored_at(service: &Service) -> Result<Timestamp> {
    loop {
        let page = service.get("/mailbox-watcher/log?limit=1").await?;
        let log = service.get(&format!("/mailbox-watcher/log/{}", page["items"][0]["id"])).await?;
        let mut steps = log["steps"].as_array().into_iter().flatten();
        // The event is sometimes sent before the step is recorded.
        if let Some(at) = steps.find_map(|step| step["startedAt"].as_str().filter(|_| step["actionType"] == "Sql")) {
            return Ok(at.parse()?);
        }
        SystemClock.sleep(Duration::from_millis(10)).await;
    }
}
