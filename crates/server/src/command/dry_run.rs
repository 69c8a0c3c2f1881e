//! The database of a dry run.

use anyhow::{Context, Result};
use stormwire_city::config::Config;
use stormwire_store::{Database, Store};
use tempfile::TempDir;

/// Without a database it is one of a new installation, in a temporary folder: a dry run creates nothing that stays.
pub(super) struct DryRunStore {
    pub(super) store: Store,
    /// Removed when it is dropped.
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

impl DryRunStore {
    pub(super) async fn open(config: &Config) -> Result<Self> {
        let folder = if config.database.exists().await? { None } else { Some(new_folder(config)?) };
        let database = match &folder {
            Some(folder) => Database::Sqlite(folder.path().join("data")),
            None => config.database.clone(),
        };
        Ok(Self { store: Store::open(&database, None).await?, _folder: folder })
    }
}
