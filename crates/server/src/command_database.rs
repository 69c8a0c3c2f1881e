//! The database of a command.

use anyhow::{Result, bail};
use std::sync::Arc;
use stormwire_city::city_settings::CitySettings;
use stormwire_city::config::Config;
use stormwire_city::facilities::CityMap;
use stormwire_clock::SystemClock;
use stormwire_store::{Database, Store};

/// The coordinate system and bounds of the city, which may be set in the portal.
pub(crate) async fn city_map(config: &Config, store: &Store) -> Result<Arc<CityMap>> {
    Ok(CitySettings::load(store.clone(), Arc::new(SystemClock), config.city.clone()).await?.map())
}

/// Opens the database without the lock of the data folder, because a service may be running on it.
pub(crate) async fn open_store(config: &Config) -> Result<Store> {
    Ok(Store::open(&config.database, None, Arc::new(SystemClock)).await?)
}

/// Opens the database, or creates one with a warning: it may be in a wrong folder.
pub(crate) async fn open_or_create_store(config: &Config) -> Result<Store> {
    if !config.database.exists().await? {
        tracing::warn!(
            database = %config.database,
            "there is no database yet, so a new one is created; if stormwire is installed already, check --config"
        );
    }
    open_store(config).await
}

/// Fails if there is no database: a command that changes what exists must not create another one in a wrong folder.
pub(crate) async fn open_existing_store(config: &Config) -> Result<Store> {
    if !config.database.exists().await? {
        match &config.database {
            Database::Sqlite(folder) => bail!("no database in {}; use --config or --database-url", folder.display()),
            Database::Postgres(_) => bail!("no stormwire tables in {}; check database.url", config.database),
        }
    }
    open_store(config).await
}
