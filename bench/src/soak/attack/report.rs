//! The section of `bench/SOAK.md`, with the targets.

use super::timings::{Outcome, Timings};
use super::{AttackResult, DURATION, EARLIER_STRIKES, EMAILS};
use std::fmt::Write;
use std::time::Duration;

const MAX_STATUS_P99: Duration = Duration::from_millis(100);
const MAX_WEBHOOK: Duration = Duration::from_secs(1);
const MAX_ALARM: Duration = Duration::from_secs(5);
/// 300 MB.
const MAX_MIB: u64 = 286;

/// One row of the table.
struct Figure<'a> {
    name: &'a str,
    timings: &'a Timings,
    target: Option<Target>,
}

#[derive(Clone, Copy)]
enum Target {
    P99(Duration),
    Slowest(Duration),
}

impl Target {
    fn is_missed(self, timings: &Timings) -> bool {
        match self {
            Self::P99(most) => timings.percentile(99) >= Outcome::Completed(most),
            Self::Slowest(most) => timings.percentile(100) >= Outcome::Completed(most),
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::P99(most) => write!(f, "p99 under {} ms", most.as_millis()),
            Self::Slowest(most) => write!(f, "all under {} s", most.as_secs()),
        }
    }
}

impl AttackResult {
    fn figures(&self) -> [Figure<'_>; 6] {
        let figure = |name, timings, target| Figure { name, timings, target };
        let status = Some(Target::P99(MAX_STATUS_P99));
        [
            figure("status before the attacks, connection kept", &self.before.kept, None),
            figure("status before the attacks, new connections", &self.before.new, None),
            figure("status, connection kept", &self.during.kept, status),
            figure("status, new connection for each request", &self.during.new, status),
            figure("genuine webhooks, new connections", &self.webhooks, Some(Target::Slowest(MAX_WEBHOOK))),
            figure("email delivered until its facility is Active", &self.alarms, Some(Target::Slowest(MAX_ALARM))),
        ]
    }
}

pub(crate) fn is_target_missed(result: &AttackResult) -> bool {
    let is_late = |figure: &Figure<'_>| figure.target.is_some_and(|target| target.is_missed(figure.timings));
    result.figures().iter().any(is_late) || result.peak_mib >= MAX_MIB
}

pub(crate) fn write_report(results: &[AttackResult]) -> Result<String, std::fmt::Error> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut text = format!(
        "## Five attacks at once during a storm\n\n\
         `stormwire serve` with TLS and default limits is attacked from one address for {} s, while an emulated provider delivers\n\
         {EMAILS} emails with a strike, one per second, and another address asks for the status. The database has {EARLIER_STRIKES} strikes of the\n\
         last 7 days. The service, the attackers and the clients share {cores} cores; the attackers keep to the rates below.\n\n\
         | database | attack | connections | requests | what the service did |\n\
         |---|---|---:|---:|---|\n",
        DURATION.as_secs()
    );
    for result in results {
        for (name, counts) in &result.attacks {
            let number = |number: u64| if number == 0 { String::new() } else { number.to_string() };
            let (connections, requests) = (number(counts.connections()), number(counts.requests()));
            writeln!(text, "| {} | {name} | {connections} | {requests} | {} |", result.database, counts.outcome())?;
        }
    }
    text +=
        "\n| database | measured | number | p50 | p99 | slowest | target | |\n|---|---|---:|---:|---:|---:|---|---|\n";
    for result in results {
        write_figures(&mut text, result)?;
    }
    text.push('\n');
    for AttackResult { database, service_cpu, own_cpu, .. } in results {
        writeln!(
            text,
            "- {database}: processor time during the attacks: service {:.0} s, attackers and clients {:.0} s",
            service_cpu.as_secs_f64(),
            own_cpu.as_secs_f64()
        )?;
    }
    Ok(text)
}

fn write_figures(text: &mut String, result: &AttackResult) -> std::fmt::Result {
    let verdict = |is_missed: bool| if is_missed { "**miss**" } else { "met" };
    let database = result.database;
    for Figure { name, timings, target } in result.figures() {
        let at = |percent| timings.percentile(percent);
        let verdict = target.map_or("", |target| verdict(target.is_missed(timings)));
        let target = target.map(|target| target.to_string()).unwrap_or_default();
        let (count, p50, p99, slowest) = (timings.count(), at(50), at(99), at(100));
        writeln!(text, "| {database} | {name} | {count} | {p50} | {p99} | {slowest} | {target} | {verdict} |")?;
    }
    let peak = result.peak_mib;
    let verdict = verdict(peak >= MAX_MIB);
    writeln!(
        text,
        "| {database} | peak memory of the service | | | | {peak} MiB | under {MAX_MIB} MiB (300 MB) | {verdict} |"
    )
}
