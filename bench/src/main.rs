//! `make bench`: measures stormwire and comparable tools in one run and writes `bench/RESULTS.md`.
//!
//! `bench GROUP...` runs only some groups and replaces their sections. Each group is a module; what it compares is measured
//! in the same run.

mod alarm;
mod claims;
mod emulator;
mod extract;
mod import;
mod latencies;
mod live_responses;
mod load;
mod merge;
mod mosaic;
mod nginx;
mod node_red;
mod pages;
mod portal;
mod shadow;
mod sinks;
mod stopwatch;
mod streams;
mod strike_latency;
mod table;
mod threat;
mod tiles;
mod webhooks;

use anyhow::Result;
use table::Table;

/// The allocator of the service.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> Result<()> {
    // reqwest needs a default crypto provider, even without TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let groups: Vec<String> = std::env::args().skip(1).collect();
    let is_selected = |name: &str| groups.is_empty() || groups.iter().any(|group| group == name);
    let mut table = Table::new();
    if is_selected("claims") {
        claims::measure(&mut table).await?;
    }
    if is_selected("import") {
        import::measure(&mut table).await?;
    }
    if is_selected("merge") {
        merge::measure(&mut table).await?;
    }
    if is_selected("extract") {
        extract::measure(&mut table)?;
    }
    if is_selected("emulator") {
        emulator::measure(&mut table).await?;
    }
    if is_selected("webhooks") {
        webhooks::measure(&mut table).await?;
    }
    if is_selected("alarm") {
        alarm::measure(&mut table).await?;
    }
    if is_selected("threat") {
        threat::measure(&mut table).await?;
    }
    if is_selected("responses") {
        live_responses::measure(&mut table).await?;
    }
    if is_selected("latency") {
        strike_latency::measure(&mut table).await?;
    }
    if is_selected("stream") {
        streams::measure(&mut table).await?;
    }
    if is_selected("sinks") {
        sinks::measure(&mut table).await?;
    }
    if is_selected("tiles") {
        tiles::measure(&mut table).await?;
    }
    if is_selected("pages") {
        pages::measure(&mut table).await?;
    }
    if is_selected("portal") {
        portal::measure(&mut table).await?;
    }
    if is_selected("shadow") {
        shadow::measure(&mut table).await?;
    }
    table.write()
}
