//! From the commit of a strike to the event on many open streams. Compared with nginx and nchan, which only have to send.

mod latencies;
mod nchan;
mod subscribers;

use crate::table::Table;
use anyhow::{Context, Result};
use jiff::Timestamp;
use latencies::{Latencies, MeasuredStreams};
use std::time::Duration;
use stormwire_bench::memory::resident_kib_of_family;
use stormwire_bench::service::{Service, ServiceOptions};
use stormwire_bench::strike_emails::{deliver_strike, facility_positions};
use stormwire_bench::synthetic_city::write_facilities;
use stormwire_clock::{Clock, SystemClock};
use stormwire_geo::LonLat;
use stormwire_testkit::DirectConnection;
use subscribers::{STREAMS, Subscribers};

/// Strikes of each kind.
const ROUNDS: usize = 20;
const BOX: &str = "storm@example.gov";
const LIMIT_MS: f64 = 300.0;
const LIMIT_KIB: f64 = 20.0;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
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
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let per_stream = |kib: u64| kib as f64 / STREAMS as f64;
    table.note(&format!(
        "Median: nchan {:.0} ms, stormwire {:.0} ms, after a commit of another process {:.0} ms. Limit of the 99th percentile: \
         {LIMIT_MS:.0} ms. Memory of each stream: nchan {:.1} KiB, stormwire {:.1} KiB (limit {LIMIT_KIB:.0} KiB).",
        theirs.latencies.percentile(50),
        ours.streams.latencies.percentile(50),
        ours.by_others.percentile(50),
        per_stream(theirs.kib),
        per_stream(ours.streams.kib),
    ));
    Ok(())
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
    // One more for each kind: the first strikes fill caches.
    let facilities = facility_positions(2 * (ROUNDS + 1))?;
    write_facilities(&mut conn, &facilities).await?;
    service.create_lightning_watcher(BOX).await?;
    wait_for_events(&service, facilities.len()).await?;
    let before_kib = resident_kib_of_family(service.pid())?;
    let address = service.base.trim_start_matches("http://").parse()?;
    let mut subscribers = Subscribers::open(address, "/lightning-strikes/stream", STREAMS).await?;
    let (mut latencies, mut by_others) = (Latencies::default(), Latencies::default());
    let (stored_by_service, stored_by_others) = facilities.split_at(ROUNDS + 1);
    for (round, position) in stored_by_service.iter().enumerate() {
        deliver_strike(&service, BOX, *position)?;
        let received = subscribers.receive_event().await?;
        if round > 0 {
            latencies.add(stored_at(&service).await?, &received);
        }
    }
    let kib = resident_kib_of_family(service.pid())?.saturating_sub(before_kib);
    for (round, position) in stored_by_others.iter().enumerate() {
        let committed_at = commit_strike(&mut conn, *position).await?;
        let received = subscribers.receive_event().await?;
        if round > 0 {
            by_others.add(committed_at, &received);
        }
    }
    let events = service.get("/lightning-strikes/events?limit=1000").await?;
    let payload = events.as_array().and_then(|events| events.last()).context("no event")?.to_string();
    Ok(MeasuredService { streams: MeasuredStreams { latencies, kib }, by_others, payload })
}

async fn start_service() -> Result<Service> {
    let limits =
        [("STORMWIRE__SERVER__LIMITS__STREAMS", 2 * STREAMS), ("STORMWIRE__SERVER__LIMITS__CONNECTIONS", 3 * STREAMS)];
    let settings = limits.map(|(name, limit)| (name, limit.to_string())).to_vec();
    Service::start_with(ServiceOptions { settings, ..ServiceOptions::default() }).await
}

/// Until all facilities are Clear: the feed is healthy, and the next event is about a strike.
async fn wait_for_events(service: &Service, facilities: usize) -> Result<()> {
    loop {
        let events = service.get("/lightning-strikes/events?limit=1000").await?;
        let clear = events.as_array().into_iter().flatten().filter(|event| event["to"] == "Clear").count();
        if clear >= facilities {
            return Ok(());
        }
        SystemClock.sleep(Duration::from_millis(100)).await;
    }
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

async fn commit_strike(conn: &mut DirectConnection, position: LonLat) -> Result<Timestamp> {
    conn.execute(&format!(
        "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
         values ('ALERT', '{:.6}', 'Ground', {}, {})",
        SystemClock.now(),
        position.lat(),
        position.lon()
    ))
    .await?;
    Ok(SystemClock.now())
}
