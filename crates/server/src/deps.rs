//! Dependencies that the parts of the service share.

use anyhow::{Result, bail};
use std::sync::Arc;
use stormwire_city::city_settings::CitySettings;
use stormwire_city::config::Config;
use stormwire_city::facilities::CityMap;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng, SystemClock, SystemRng};
use stormwire_store::{Database, Store};

#[derive(Clone)]
pub(crate) struct ClockAndRng {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rng: Arc<dyn Rng>,
}

impl ClockAndRng {
    pub(crate) fn system() -> Self {
        Self { clock: Arc::new(SystemClock), rng: Arc::new(SystemRng) }
    }
}

#[derive(Clone)]
pub(crate) struct Deps {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rng: Arc<dyn Rng>,
    pub(crate) secrets: Secrets,
}

impl Deps {
    pub(crate) fn new(store: Store, clock_and_rng: &ClockAndRng, secrets: Secrets) -> Self {
        Self { store, clock: clock_and_rng.clock.clone(), rng: clock_and_rng.rng.clone(), secrets }
    }

    /// For commands.
    pub(crate) fn for_command(config: &Config, store: Store) -> Result<Self> {
        let system = ClockAndRng::system();
        let secrets = Secrets::load(config.key_file.clone(), system.rng.clone())?;
        Ok(Self::new(store, &system, secrets))
    }

    /// For commands that only read. They create no key file.
    pub(crate) fn for_reading(config: &Config, store: Store) -> Result<Self> {
        let system = ClockAndRng::system();
        let secrets = Secrets::load_for_reading(config.key_file.clone(), system.rng.clone())?;
        Ok(Self::new(store, &system, secrets))
    }
}

/// The coordinate system and bounds of the city, which may be set in the portal.
pub(crate) async fn city_map(config: &Config, store: &Store) -> Result<Arc<CityMap>> {
    Ok(CitySettings::load(store.clone(), Arc::new(SystemClock), config.city.clone()).await?.map())
}

/// Opens the database without the lock of the data folder, because a service may be running on it.
pub(crate) async fn open_store(config: &Config) -> Result<Store> {
    Ok(Store::open(&config.database, None).await?)
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
