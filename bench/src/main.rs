//! `make bench`: what stormwire does, measured beside what one would compare it with, in one run, as one table.
//!
//! Each group of rows is a file of its own; this page runs them in order and writes `bench/RESULTS.md`.

mod answers;
mod city;
mod claims;
mod emulator;
mod extract;
mod import;
mod load;
mod memory;
mod merge;
mod mosaic;
mod nginx;
mod pages;
mod peer;
mod portal;
mod service;
mod soon;
mod stopwatch;
mod table;
mod threat;
mod tiles;
mod webhooks;

use anyhow::Result;
use table::Table;

/// As the service has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> Result<()> {
    // The client that asks over HTTP wants to know whose cryptography it uses, also where it uses none.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // Named groups alone are printed, not written: the file is one run.
    let named: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| named.is_empty() || named.iter().any(|wanted| wanted == name);
    let mut table = Table::new();
    if is_wanted("claims") {
        claims::measure(&mut table).await?;
    }
    if is_wanted("import") {
        import::measure(&mut table).await?;
    }
    if is_wanted("merge") {
        merge::measure(&mut table).await?;
    }
    if is_wanted("extract") {
        extract::measure(&mut table)?;
    }
    if is_wanted("emulator") {
        emulator::measure(&mut table).await?;
    }
    if is_wanted("webhooks") {
        webhooks::measure(&mut table).await?;
    }
    if is_wanted("threat") {
        threat::measure(&mut table).await?;
    }
    if is_wanted("answers") {
        answers::measure(&mut table).await?;
    }
    if is_wanted("soon") {
        soon::measure(&mut table).await?;
    }
    if is_wanted("tiles") {
        tiles::measure(&mut table).await?;
    }
    if is_wanted("pages") {
        pages::measure(&mut table).await?;
    }
    if is_wanted("portal") {
        portal::measure(&mut table).await?;
    }
    if named.is_empty() { table.write(concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md")) } else { Ok(()) }
}
