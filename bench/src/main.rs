//! `make bench`: what stormwire does, measured beside what one would compare it with, in one run, as one table.
//!
//! Each group of rows is a file of its own; this page runs them in order and writes `bench/RESULTS.md`.

mod claims;
mod import;
mod stopwatch;
mod table;

use anyhow::Result;
use table::Table;

#[tokio::main]
async fn main() -> Result<()> {
    let mut table = Table::new();
    claims::measure(&mut table).await?;
    import::measure(&mut table).await?;
    table.write(concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md"))
}
