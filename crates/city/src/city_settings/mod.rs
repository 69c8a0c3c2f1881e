//! The city's name, time zone and coordinate system, which an administrator sets in the portal.
//!
//! Keys of the configuration win over saved settings. A change takes effect at once in this process and within seconds in
//! others. The coordinate system cannot change while facilities or tiles have positions in it.

mod effective;
mod identity;

pub use effective::{CityFieldError, effective_city};
pub use identity::{CityIdentity, CityLabel};
pub use stormwire_store::tables::city_settings::SavedCity;

use crate::accounts::audit;
use crate::config::City;
use crate::facilities::CityMap;
use effective::check_not_configured;
use futures_util::FutureExt;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use stormwire_clock::Clock;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::{city_settings as rows, facility, tile};
use stormwire_store::{Conn, Schema, Store, StoreError};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum CitySettingsError {
    #[error(transparent)]
    Field(#[from] CityFieldError),
    #[error(
        "the database has {positions} with positions in {crs}, so the coordinate system cannot change; delete them, save the \
         settings, then import the facilities again by latitude and longitude"
    )]
    InUse { positions: String, crs: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone)]
pub struct CitySettings {
    store: Store,
    clock: Arc<dyn Clock>,
    /// The configuration, with defaults.
    configured: Arc<City>,
    map: Arc<CityMap>,
    identity: CityIdentity,
    /// What map and identity were set from.
    applied: Arc<Mutex<Option<SavedCity>>>,
}

impl CitySettings {
    /// Reads what is saved.
    pub async fn load(store: Store, clock: Arc<dyn Clock>, configured: City) -> Result<Self, CitySettingsError> {
        let saved = rows::get(&mut store.reader().await?).await?;
        Self::new(store, clock, configured, saved)
    }

    pub fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        configured: City,
        saved: Option<SavedCity>,
    ) -> Result<Self, CitySettingsError> {
        let city = effective_city(&configured, &saved.clone().unwrap_or_default())?;
        let map = Arc::new(CityMap::new(city.crs, city.bounds));
        let identity = CityIdentity::new(&city.name, city.timezone);
        let (configured, applied) = (Arc::new(configured), Arc::new(Mutex::new(saved)));
        Ok(Self { store, clock, configured, map, identity, applied })
    }

    pub fn map(&self) -> Arc<CityMap> {
        self.map.clone()
    }

    pub fn identity(&self) -> CityIdentity {
        self.identity.clone()
    }

    /// The city as it is, and whether an administrator has saved settings.
    pub async fn get(&self) -> Result<(City, bool), CitySettingsError> {
        let saved = rows::get(&mut self.store.reader().await?).await?;
        Ok((effective_city(&self.configured, &saved.clone().unwrap_or_default())?, saved.is_some()))
    }

    pub async fn save(&self, saved: SavedCity, actor: Actor) -> Result<City, CitySettingsError> {
        check_not_configured(&self.configured, &saved)?;
        let city = effective_city(&self.configured, &saved)?;
        let (before, _) = self.get().await?;
        if !city.crs_text.eq_ignore_ascii_case(&before.crs_text) {
            check_unused(&mut self.store.reader().await?, &before.crs_text).await?;
        }
        let (now, row) = (self.clock.now(), saved);
        let change = AuditChange {
            action: "update",
            resource: "city-settings",
            resource_id: None,
            before: Some(for_audit(&before)),
            after: Some(for_audit(&city)),
        };
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                rows::put(conn, &row, now).await?;
                audit::record(conn, Schema::It, &actor, change, now).await
            }
            .boxed()
        });
        unit.await?;
        self.refresh().await?;
        Ok(city)
    }

    /// Applies what this or another process has saved.
    pub async fn refresh(&self) -> Result<(), CitySettingsError> {
        let saved = rows::get(&mut self.store.reader().await?).await?;
        let mut applied = self.applied.lock().unwrap_or_else(PoisonError::into_inner);
        if *applied == saved {
            return Ok(());
        }
        let city = effective_city(&self.configured, &saved.clone().unwrap_or_default())?;
        self.map.replace(city.crs, city.bounds);
        self.identity.replace(CityLabel { name: city.name, timezone: city.timezone });
        *applied = saved;
        Ok(())
    }
}

/// Nothing may have a position in the coordinate system that is about to change.
async fn check_unused(conn: &mut Conn, crs: &str) -> Result<(), CitySettingsError> {
    let facilities = facility::list(conn, None, u32::MAX).await?;
    let facilities = facilities.iter().filter(|facility| facility.point.is_some()).count();
    let has_tiles = !tile::list(conn).await?.is_empty();
    let positions = match (facilities, has_tiles) {
        (0, false) => return Ok(()),
        (0, true) => "aerial tiles".into(),
        (1, false) => "a facility".into(),
        (count, false) => format!("{count} facilities"),
        (count, true) => format!("{count} facilities and aerial tiles"),
    };
    Err(CitySettingsError::InUse { positions, crs: crs.to_owned() })
}

fn for_audit(city: &City) -> serde_json::Value {
    let bounds = city.bounds.map(|area| [area.min().lon(), area.min().lat(), area.max().lon(), area.max().lat()]);
    json!({ "name": city.name, "timezone": city.timezone.iana_name(), "crs": city.crs_text, "bounds": bounds })
}
