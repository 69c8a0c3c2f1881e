//! `stormwire migrate`: migrates the database. Fails while a service runs on a SQLite folder.

use crate::output::print;
use anyhow::Result;
use std::sync::Arc;
use stormwire_city::config::Config;
use stormwire_clock::SystemClock;
use stormwire_store::{Database, FolderLock, Store};

pub(super) async fn run(config: &Config) -> Result<()> {
    let lock = match &config.database {
        Database::Sqlite(folder) => Some(FolderLock::acquire(folder)?),
        Database::Postgres(_) => None,
    };
    Store::open(&config.database, lock.as_ref(), Arc::new(SystemClock)).await?.close().await;
    print("The database is up to date\n")
}
