//! The database of a command that can be a dry run.

use crate::command_database::{open_or_create_store, open_store};
use anyhow::{Context, Result};
use std::sync::Arc;
use stormwire_city::config::Config;
use stormwire_clock::SystemClock;
use stormwire_store::{Database, Store};
use tempfile::TempDir;

pub(super) struct CommandStore {
    pub(super) store: Store,
    /// Of a dry run without a database. Removed when it is dropped.
    _folder: Option<TempDir>,
}

fn new_folder(config: &Config) -> Result<TempDir> {
    tracing::warn!(
        database = %config.database,
        "there is no database yet, so the file is compared with a new installation; if stormwire is installed already, check \
         --config"
    );
    let folder = tempfile::Builder::new().prefix("stormwire-dry-run-").tempdir();
    folder.context("cannot create a temporary folder")
}

impl CommandStore {
    /// A dry run creates nothing that stays: without a database it gets that of a new installation, in a temporary folder.
    pub(super) async fn open(config: &Config, dry_run: bool) -> Result<Self> {
        if !dry_run {
            return Ok(Self { store: open_or_create_store(config).await?, _folder: None });
        }
        if config.database.exists().await? {
            return Ok(Self { store: open_store(config).await?, _folder: None });
        }
        let folder = new_folder(config)?;
        let database = Database::Sqlite(folder.path().join("data"));
        Ok(Self { store: Store::open(&database, None, Arc::new(SystemClock)).await?, _folder: Some(folder) })
    }
}
