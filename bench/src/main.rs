//! `make bench`: what stormwire does, measured beside what one would compare it with, in one run, as one table.
//!
//! Each group of rows is a file of its own; this page runs them in order and writes `bench/RESULTS.md`.

mod claims;
mod emulator;
mod import;
mod load;
mod memory;
mod mosaic;
mod peer;
mod service;
mod stopwatch;
mod table;
mod tiles;
mod webhooks;

use anyhow::Result;
use table::Table;

#[tokio::main]
async fn main() -> Result<()> {
    // The client that asks over HTTP wants to know whose cryptography it uses, also where it uses none.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut table = Table::new();
    // `bench tiles` measures that group alone, for whoever works on it, and leaves the file as it is.
    if std::env::args().nth(1).as_deref() == Some("tiles") {
        return tiles::measure(&mut table).await;
    }
    claims::measure(&mut table).await?;
    import::measure(&mut table).await?;
    emulator::measure(&mut table).await?;
    webhooks::measure(&mut table).await?;
    tiles::measure(&mut table).await?;
    table.write(concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md"))
}
