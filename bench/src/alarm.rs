//! From the delivery of a vendor's email to the first response of the API with the facility Active, while notifications are
//! dropped and the provider fails calls. NFPA 72 allows a fire alarm 10 seconds.

use anyhow::Result;
use stormwire_bench::results::{Aim, Measured, Row, Table};
use stormwire_bench::service::Service;
use stormwire_bench::strike_emails::{facility_positions, measure_alarms};
use stormwire_bench::synthetic_city::write_facilities;
use stormwire_emulator::FaultSet;
use stormwire_testkit::DirectConnection;

const BOX: &str = "storm@example.gov";

struct Scenario {
    name: &'static str,
    messages: usize,
    dropped: f64,
    /// The share of calls that the provider throttles, and the share that it fails.
    failing: f64,
    aim: Aim,
}

const SCENARIOS: [Scenario; 3] = [
    Scenario {
        name: "all notifications arrive",
        messages: 200,
        dropped: 0.0,
        failing: 0.0,
        aim: Aim::AtMost(10_000.0),
    },
    Scenario {
        name: "half of the notifications dropped, a tenth of the calls throttled, a tenth failed",
        messages: 200,
        dropped: 0.5,
        failing: 0.1,
        aim: Aim::AtMost(10_000.0),
    },
    Scenario {
        name: "all notifications dropped",
        messages: 100,
        dropped: 1.0,
        failing: 0.0,
        aim: Aim::AtMost(40_000.0),
    },
];

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.section("From the delivery of an email to the status over the API, 99th percentile");
    let mut notes = Vec::new();
    for scenario in &SCENARIOS {
        let latencies_ms = run(scenario).await?;
        let at = |share: usize| latencies_ms[(latencies_ms.len() - 1) * share / 100];
        table.add(Row::milliseconds(scenario.name, Measured::percentile(&latencies_ms, 99)).aim(scenario.aim));
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
    let facilities = facility_positions(scenario.messages)?;
    write_facilities(&mut DirectConnection::connect(&service.database()).await, &facilities).await?;
    service.create_lightning_watcher(BOX).await?;
    let faults = FaultSet {
        drop: scenario.dropped,
        throttled: scenario.failing,
        server_errors: scenario.failing,
        seed: 1,
        ..FaultSet::default()
    };
    service.emulator.set_faults(faults).map_err(anyhow::Error::msg)?;
    let latencies = measure_alarms(&service, BOX, &facilities).await?;
    let mut latencies_ms: Vec<f64> = latencies.iter().map(|latency| latency.as_secs_f64() * 1_000.0).collect();
    latencies_ms.sort_by(f64::total_cmp);
    Ok(latencies_ms)
}
