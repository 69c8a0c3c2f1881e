//! From the commit of a strike to the event on many open streams. Compared with nginx and nchan, which only have to send.

mod measured;
mod nchan;
mod open_files;
mod subscribers;

use crate::latencies::{Latencies, verdict};
use crate::table::Table;
use anyhow::{Context, Result};
use jiff::Timestamp;
use measured::MeasuredStreams;
use open_files::allow_open_files;
use std::time::Duration;
use stormwire_bench::memory::resident_kib_of_family;
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
const LIMIT_MS: f64 = 300.0;
const LIMIT_KIB: f64 = 20.0;
/// Against nchan, from the first stream that has an event to all that have it.
const MIN_RATIO: f64 = 1.0;
/// Open files of the benchmark besides the streams.
const OTHER_FILES: usize = 256;
/// Until what was recorded before has been sent to the streams that are open.
const SETTLE_TIME: Duration = Duration::from_secs(1);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    allow_open_files(STREAMS + OTHER_FILES)?;
    let ours = measure_stormwire().await?;
    let theirs = nchan::measure(&ours.payload, ROUNDS).await?;
    let title = format!("From a strike to its event on {STREAMS} open streams, 99th percentile");
    table.duration_group(&title, "nginx with nchan");
    let reference = theirs.latencies.percentile(99);
    table.add_duration("nginx with nchan, from the publication of the event", reference, reference);
    for (name, latencies) in [
        ("stormwire, from the start of the transaction that stores the strike", &ours.streams.latencies),
        ("stormwire, from the commit of another process", &ours.by_others),
    ] {
        table.add_duration(name, latencies.percentile(99), reference);
    }
    let sending = theirs.sending.percentile(99);
    table.add_duration("nginx with nchan, from the first stream that has the event", sending, sending);
    table.add_duration(
        "stormwire, from the first stream that has the event",
        ours.streams.sending.percentile(99),
        sending,
    );
    for note in notes(&ours, &theirs) {
        table.note(&note);
    }
    Ok(())
}

fn notes(ours: &MeasuredService, theirs: &MeasuredStreams) -> [String; 4] {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let per_stream = |kib: u64| kib as f64 / STREAMS as f64;
    let within_limit = |latencies: &Latencies| verdict(latencies.percentile(99) <= LIMIT_MS);
    let kib = per_stream(ours.streams.kib);
    let ratio = theirs.sending.percentile(99) / ours.streams.sending.percentile(99);
    [
        format!(
            "Median: nchan {:.0} ms, stormwire {:.0} ms, after a commit of another process {:.0} ms. {} events each.",
            theirs.latencies.percentile(50),
            ours.streams.latencies.percentile(50),
            ours.by_others.percentile(50),
            ours.streams.latencies.count(),
        ),
        format!(
            "Limit of the 99th percentile: {LIMIT_MS:.0} ms, {}; after a commit of another process {}.",
            within_limit(&ours.streams.latencies),
            within_limit(&ours.by_others),
        ),
        format!(
            "Sending an event to all streams: {ratio:.2} times as fast as nchan; limit {MIN_RATIO:.1} times, {}.",
            verdict(ratio >= MIN_RATIO),
        ),
        format!(
            "Memory of each stream: nchan {:.1} KiB, stormwire {kib:.1} KiB; limit {LIMIT_KIB:.0} KiB, {}.",
            per_stream(theirs.kib),
            verdict(kib <= LIMIT_KIB),
        ),
    ]
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
