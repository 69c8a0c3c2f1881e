//! The opened database, and the secrets in it.

use crate::deps::Surroundings;
use anyhow::Result;
use jiff::Timestamp;
use stormwire_city::action_secrets::seal_stored_actions;
use stormwire_city::city_settings::CitySettings;
use stormwire_city::config::Config;
use stormwire_city::credential_usage::decide_stored_credentials;
use stormwire_city::credentials::Credentials;
use stormwire_city::revisions::record_missing;
use stormwire_city::secrets::Secrets;
use stormwire_store::hints::session_warning;
use stormwire_store::user_tables::workflow_access::isolation_warning;
use stormwire_store::{Database, FolderLock, Store};

pub struct OpenedDatabase {
    /// Held until the service ends.
    pub(crate) lock: Option<FolderLock>,
    pub(crate) store: Store,
    pub(crate) settings: CitySettings,
    pub(crate) secrets: Secrets,
    pub(crate) credentials: Credentials,
}

impl OpenedDatabase {
    /// Opens the database for a service, and upgrades what an earlier version stored in it.
    pub async fn open(config: &Config, surroundings: &Surroundings) -> Result<Self> {
        let lock = match &config.database {
            Database::Sqlite(folder) => Some(FolderLock::acquire(folder)?),
            Database::Postgres(_) => None,
        };
        let store = Store::open(&config.database, lock.as_ref(), surroundings.clock.clone()).await?;
        let settings = CitySettings::load(store.clone(), surroundings.clock.clone(), config.city.clone()).await?;
        let secrets = Secrets::load(config.key_file.clone(), surroundings.rng.clone())?;
        let credentials = Credentials::new(store.clone(), surroundings.clock.clone(), secrets.clone());
        credentials.verify().await?;
        for warning in database_warnings(&config.database, &store).await? {
            tracing::warn!("{warning}");
        }
        upgrade_stored_rows(&store, &secrets, surroundings.clock.now()).await?;
        Ok(Self { lock, store, settings, secrets, credentials })
    }
}

/// What is unsafe about the database. Also shown by `stormwire check`.
pub async fn database_warnings(database: &Database, store: &Store) -> Result<Vec<String>> {
    let (isolation, session) = (isolation_warning(store).await?, session_warning(store).await?);
    Ok(database.connection_warning().into_iter().chain(isolation).chain(session).collect())
}

/// Protects the secrets that an earlier version stored, and records what it did not.
async fn upgrade_stored_rows(store: &Store, secrets: &Secrets, now: Timestamp) -> Result<()> {
    let sealed = seal_stored_actions(store, secrets).await?;
    if sealed > 0 {
        tracing::info!(sealed, "sealed the secrets of actions that an earlier version stored in clear text");
    }
    let decided = decide_stored_credentials(store).await?;
    if decided > 0 {
        tracing::info!(decided, "set the purpose of credentials by their use");
    }
    let recorded = record_missing(store, now).await?;
    tracing::debug!(recorded, "recorded a first revision of what had none");
    Ok(())
}
