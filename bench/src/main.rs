//! `make bench`: measures stormwire and comparable tools, and writes `bench/RESULTS.md` and the charts of the guide.
//!
//! `bench GROUP...` measures only some groups; `bench render` measures nothing and writes the documents again. Each group is a
//! module; what it compares is measured in the same run. Results are written after each group, and a group that fails does not
//! stop the next.

mod acknowledgements;
mod alarm;
mod backlog;
mod claims;
mod emulator;
mod extract;
mod filled_tables;
mod growth;
mod idle;
mod import;
mod latencies;
mod live_responses;
mod load;
mod merge;
mod mosaic;
mod national;
mod nginx;
mod node_red;
mod pages;
mod portal;
mod postgis;
mod shadow;
mod sinks;
mod stopwatch;
mod streams;
mod strike_latency;
mod threat;
mod tiles;
mod webhooks;

use anyhow::{Result, anyhow, ensure};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use std::panic::AssertUnwindSafe;
use std::path::Path;
use stormwire_bench::results::{ResultFiles, Run, Table, write_results};

/// The allocator of the service.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

struct Group {
    name: &'static str,
    measure: for<'a> fn(&'a mut Table) -> LocalBoxFuture<'a, Result<()>>,
}

/// In the order of the document.
const GROUPS: [Group; 22] = [
    Group { name: "claims", measure: |table| claims::measure(table).boxed_local() },
    Group { name: "import", measure: |table| import::measure(table).boxed_local() },
    Group { name: "merge", measure: |table| merge::measure(table).boxed_local() },
    Group { name: "extract", measure: |table| ready(extract::measure(table)).boxed_local() },
    Group { name: "emulator", measure: |table| emulator::measure(table).boxed_local() },
    Group { name: "webhooks", measure: |table| webhooks::measure(table).boxed_local() },
    Group { name: "acknowledgements", measure: |table| acknowledgements::measure(table).boxed_local() },
    Group { name: "backlog", measure: |table| backlog::measure(table).boxed_local() },
    Group { name: "alarm", measure: |table| alarm::measure(table).boxed_local() },
    Group { name: "threat", measure: |table| threat::measure(table).boxed_local() },
    Group { name: "responses", measure: |table| live_responses::measure(table).boxed_local() },
    Group { name: "latency", measure: |table| strike_latency::measure(table).boxed_local() },
    Group { name: "national", measure: |table| national::measure(table).boxed_local() },
    Group { name: "stream", measure: |table| streams::measure(table).boxed_local() },
    Group { name: "sinks", measure: |table| sinks::measure(table).boxed_local() },
    Group { name: "tiles", measure: |table| tiles::measure(table).boxed_local() },
    Group { name: "pages", measure: |table| pages::measure(table).boxed_local() },
    Group { name: "idle", measure: |table| ready(idle::measure(table)).boxed_local() },
    Group { name: "portal", measure: |table| portal::measure(table).boxed_local() },
    Group { name: "growth-sqlite", measure: |table| growth::measure_sqlite(table).boxed_local() },
    Group { name: "growth-postgres", measure: |table| growth::measure_postgres(table).boxed_local() },
    Group { name: "shadow", measure: |table| shadow::measure(table).boxed_local() },
];

#[tokio::main]
async fn main() -> Result<()> {
    // reqwest needs a default crypto provider, even without TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let selected: Vec<String> = std::env::args().skip(1).collect();
    let names = GROUPS.map(|group| group.name);
    if selected == ["render"] {
        return ResultFiles::render(&names)?.write();
    }
    let unknown = selected.iter().find(|name| !names.contains(&name.as_str()));
    ensure!(unknown.is_none(), "unknown group {unknown:?}; choose render or some of {}", names.join(", "));
    let run = Run::start(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let mut failed = Vec::new();
    for group in GROUPS.iter().filter(|group| selected.is_empty() || selected.iter().any(|name| name == group.name)) {
        let mut table = Table::new(group.name, &run);
        // A panic of one group must not stop the next.
        let measured = AssertUnwindSafe((group.measure)(&mut table)).catch_unwind().await;
        match measured.unwrap_or_else(|_| Err(anyhow!("panicked"))) {
            Ok(()) => write_results(group.name, table.into_sections(), &names)?,
            Err(error) => {
                print_failure(group.name, &error);
                failed.push(group.name);
            }
        }
    }
    ensure!(failed.is_empty(), "these groups failed, and their results are unchanged: {}", failed.join(", "));
    Ok(())
}

#[expect(clippy::print_stderr, reason = "reports a group that failed")]
fn print_failure(group: &str, error: &anyhow::Error) {
    eprintln!("{group} failed: {error:#}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_what_was_measured() {
        let files = ResultFiles::render(&GROUPS.map(|group| group.name)).unwrap();
        assert_eq!(files.outdated(), Vec::<&str>::new(), "run target/release/bench render");
    }
}
