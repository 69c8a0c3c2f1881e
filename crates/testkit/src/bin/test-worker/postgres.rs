//! Starts a disposable PostgreSQL for tests that are not written in Rust. Prints the URL of an empty database, and stops the
//! server when the standard input ends.

use anyhow::Result;
use std::io::Write;
use stormwire_testkit::{Cluster, Durability};

const DATABASE: &str = "journeys";

pub(crate) fn run() -> Result<()> {
    let cluster = Cluster::start(Durability::None)?;
    cluster.execute("postgres", &format!("create database {DATABASE}"))?;
    writeln!(std::io::stdout(), "{}", cluster.url(DATABASE))?;
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink())?;
    Ok(())
}
