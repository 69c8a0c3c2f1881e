//! From the delivery of a vendor's email to the first response of the API with the facility Active, while notifications are
//! dropped and the provider fails calls. NFPA 72 allows a fire alarm 10 seconds.

use crate::service::Service;
use crate::synthetic_city::write_facilities;
use crate::table::Table;
use anyhow::{Context, Result, ensure};
use jiff::{Timestamp, tz::TimeZone};
use serde_json::json;
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_demo::storm::{AlertClass, EmailLayout, StrokeType, VendorStrike};
use stormwire_emulator::FaultSet;
use stormwire_geo::LonLat;
use stormwire_testkit::DirectConnection;

const BOX: &str = "storm@example.gov";
/// Faster than a vendor, so that the run is short. Polls and notifications do not depend on it.
const DELIVERY_INTERVAL: Duration = Duration::from_secs(1);
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// After the last delivery.
const TIMEOUT: Duration = Duration::from_mins(3);
/// Degrees between two facilities, so that a strike at one makes no other Active.
const SPACING: f64 = 0.4;
const COLUMNS: u32 = 15;

struct Scenario {
    name: &'static str,
    messages: usize,
    dropped: f64,
    /// The share of calls that the provider throttles, and the share that it fails.
    failing: f64,
    target_ms: f64,
}

const SCENARIOS: [Scenario; 3] = [
    Scenario { name: "all notifications arrive", messages: 200, dropped: 0.0, failing: 0.0, target_ms: 10_000.0 },
    Scenario {
        name: "half of the notifications dropped, a tenth of the calls throttled, a tenth failed",
        messages: 200,
        dropped: 0.5,
        failing: 0.1,
        target_ms: 10_000.0,
    },
    Scenario { name: "all notifications dropped", messages: 100, dropped: 1.0, failing: 0.0, target_ms: 40_000.0 },
];

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let title = "From the delivery of an email to the status over the API, 99th percentile";
    table.duration_group(title, "the target (10 s; 40 s without any notification)");
    let mut notes = Vec::new();
    for scenario in &SCENARIOS {
        let latencies_ms = run(scenario).await?;
        let at = |share: usize| latencies_ms[(latencies_ms.len() - 1) * share / 100];
        table.add_duration(scenario.name, at(99), scenario.target_ms);
        notes.push(format!(
            "{}, {} emails: median {:.0} ms, p90 {:.0} ms, slowest {:.0} ms.",
            scenario.name,
            scenario.messages,
            at(50),
            at(90),
            at(100)
        ));
    }
    for note in &notes {
        table.note(note);
    }
    Ok(())
}

/// The latencies, sorted.
async fn run(scenario: &Scenario) -> Result<Vec<f64>> {
    let service = Service::start().await?;
    let positions: Vec<LonLat> = (0..scenario.messages).map(position).collect::<Result<_>>()?;
    write_facilities(&mut DirectConnection::connect(&service.database()).await, &positions).await?;
    service.create_lightning_watcher(BOX).await?;
    let faults = FaultSet {
        drop: scenario.dropped,
        throttled: scenario.failing,
        server_errors: scenario.failing,
        seed: 1,
        ..FaultSet::default()
    };
    service.emulator.set_faults(faults).map_err(anyhow::Error::msg)?;
    let (delivered, seen) = tokio::join!(deliver(&service, &positions), watch_statuses(&service, scenario.messages));
    let (delivered, seen) = (delivered?, seen?);
    let mut latencies_ms = Vec::new();
    for (number, at) in delivered.iter().enumerate() {
        let seen_at = seen.get(&format!("Facility {number}"));
        let seen_at = seen_at.with_context(|| format!("facility {number} never became Active"))?;
        latencies_ms.push(seen_at.duration_since(*at).as_secs_f64() * 1_000.0);
    }
    latencies_ms.sort_by(f64::total_cmp);
    Ok(latencies_ms)
}

fn position(number: usize) -> Result<LonLat> {
    let number = u32::try_from(number)?;
    let (column, row) = (f64::from(number % COLUMNS), f64::from(number / COLUMNS));
    Ok(LonLat::new(-90.0 + column * SPACING, 32.0 + row * SPACING)?)
}

/// One email with one strike per facility. Returns when each was delivered.
async fn deliver(service: &Service, positions: &[LonLat]) -> Result<Vec<Timestamp>> {
    let mut delivered = Vec::new();
    for position in positions {
        let now = SystemClock.now();
        let strike = VendorStrike {
            at: Timestamp::from_second(now.as_second())?,
            position: *position,
            class: AlertClass::Alert,
            stroke: StrokeType::Ground,
        };
        let email = EmailLayout::Paragraphs.email(&[strike], &TimeZone::UTC);
        let message = json!({"subject": email.subject, "body": {"contentType": "text", "content": email.body}});
        service.emulator.deliver(BOX, "Inbox", message).map_err(anyhow::Error::msg)?;
        delivered.push(now);
        SystemClock.sleep(DELIVERY_INTERVAL).await;
    }
    Ok(delivered)
}

/// When each facility was first Active, by name.
async fn watch_statuses(service: &Service, count: usize) -> Result<HashMap<String, Timestamp>> {
    let mut active: HashMap<String, Timestamp> = HashMap::new();
    let deadline = SystemClock.now() + DELIVERY_INTERVAL * u32::try_from(count)? + TIMEOUT;
    while active.len() < count {
        ensure!(SystemClock.now() < deadline, "only {} of {count} facilities became Active", active.len());
        let facilities = service.get("/lightning-strikes/facilities").await?;
        let now = SystemClock.now();
        let rows = facilities["facilities"].as_array().context("no list of facilities")?;
        for row in rows.iter().filter(|row| row["proximity"]["status"] == "Active") {
            active.entry(row["name"].as_str().unwrap_or_default().to_owned()).or_insert(now);
        }
        SystemClock.sleep(CHECK_INTERVAL).await;
    }
    Ok(active)
}
