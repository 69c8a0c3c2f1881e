//! Facilities: the places everything is about.
//!
//! Owns what a facility may be called and where it may lie, and stamps the anchor ([`Facility::lat_long`]) on every
//! write. The projection is in `earth`; rows are in `store`.

mod import;
mod place;
mod sheet;

pub use import::{Fault, ImportError, Imported, Progress, Source, import};
pub use place::{FacilityInput, PlaceError, Places};
pub use stormwire_store::tables::facility::Facility;

use crate::people::audit;
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::facility::{self as rows, FacilityFields};
use stormwire_store::{Conn, FacilityId, Held, Schema, Store, StoreError, hold};
use thiserror::Error;

/// Why a change was refused.
#[derive(Debug, Error)]
pub enum FacilityError {
    /// The name or the point.
    #[error(transparent)]
    Place(#[from] PlaceError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a backfill has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Synced {
    /// The anchor was missing or different.
    pub updated: u64,
    /// The anchor was right.
    pub unchanged: u64,
    /// There is no point to derive it from.
    pub skipped: u64,
}

/// As many rows as one unit of work touches.
const BATCH_ROWS: u32 = 1_000;

/// The facilities of the city.
#[derive(Clone)]
pub struct Facilities {
    store: Store,
    clock: Arc<dyn Clock>,
    places: Arc<Places>,
}

impl Facilities {
    /// On this store, in this city.
    pub fn new(store: Store, clock: Arc<dyn Clock>, places: Arc<Places>) -> Self {
        Self { store, clock, places }
    }

    /// Those with a larger id, in the order of their ids.
    pub async fn list(&self, after: Option<FacilityId>, most: u32) -> Result<Vec<Facility>, StoreError> {
        rows::list(&mut self.store.reader().await?, after, most).await
    }

    pub async fn get(&self, id: FacilityId) -> Result<Option<Facility>, StoreError> {
        rows::get(&mut self.store.reader().await?, id).await
    }

    pub async fn create(&self, input: FacilityInput, actor: Actor) -> Result<Facility, FacilityError> {
        let (placed, now) = (self.places.place(input)?, self.clock.now());
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                let id = rows::insert(conn, &placed).await?;
                let made = facility(id, placed);
                let change = Change {
                    action: "create",
                    resource: "facility",
                    resource_id: Some(id.get()),
                    before: None,
                    after: Some(view(&made)),
                };
                audit::record(conn, Schema::Organization, &actor, change, now).await?;
                Ok(made)
            }
            .boxed()
        });
        unit.await
    }

    /// Changes one: `revise` says from what it is what it shall be, inside the unit, so that nothing comes between.
    /// `None` when there is none.
    pub async fn update<E, F>(&self, id: FacilityId, revise: F, actor: Actor) -> Result<Option<Facility>, E>
    where
        E: From<FacilityError> + From<StoreError> + Send + 'static,
        F: FnOnce(&Facility) -> Result<FacilityInput, E> + Send + 'static,
    {
        let (places, now) = (self.places.clone(), self.clock.now());
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                hold(conn, Held::Facility(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                let wanted = places.place(revise(&before)?).map_err(FacilityError::from)?;
                rows::update(conn, id, &wanted).await?;
                let after = facility(id, wanted);
                let (was, is) = (Some(view(&before)), Some(view(&after)));
                let change = Change {
                    action: "update",
                    resource: "facility",
                    resource_id: Some(id.get()),
                    before: was,
                    after: is,
                };
                audit::record(conn, Schema::Organization, &actor, change, now).await?;
                Ok(Some(after))
            }
            .boxed()
        });
        unit.await
    }

    /// Removes one; false when there is none.
    pub async fn delete(&self, id: FacilityId, actor: Actor) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                hold(conn, Held::Facility(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(false) };
                rows::delete(conn, id).await?;
                let before = Some(view(&before));
                let change =
                    Change { action: "delete", resource: "facility", resource_id: Some(id.get()), before, after: None };
                audit::record(conn, Schema::Organization, &actor, change, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }

    /// Stamps the anchor of every facility from its point.
    pub async fn sync(&self, actor: Actor) -> Result<Synced, StoreError> {
        let (mut after, mut synced) = (None, Synced::default());
        loop {
            let places = self.places.clone();
            let unit = self.store.write(Schema::Organization, move |conn| {
                async move {
                    let (mut last, mut done) = (None, Synced::default());
                    for found in rows::list(conn, after, BATCH_ROWS).await? {
                        last = Some(found.id);
                        match places.restamped(&found) {
                            None => done.skipped += 1,
                            Some(stamped) if stamped.lat_long == found.lat_long => done.unchanged += 1,
                            Some(_) => {
                                restamp(conn, &places, found.id).await?;
                                done.updated += 1;
                            }
                        }
                    }
                    Ok::<_, StoreError>((last, done))
                }
                .boxed()
            });
            let (last, done) = unit.await?;
            synced.updated += done.updated;
            synced.unchanged += done.unchanged;
            synced.skipped += done.skipped;
            if last.is_none() {
                break;
            }
            after = last;
        }
        let now = self.clock.now();
        let after = json!({ "updated": synced.updated, "unchanged": synced.unchanged, "skipped": synced.skipped });
        let change = Change {
            action: "sync-latlong",
            resource: "facility",
            resource_id: None,
            before: None,
            after: Some(after),
        };
        let record = self.store.write(Schema::Organization, move |conn| {
            async move { audit::record(conn, Schema::Organization, &actor, change, now).await }.boxed()
        });
        record.await?;
        Ok(synced)
    }
}

/// Stamps one anchor, from what the facility is when nobody else changes it.
async fn restamp(conn: &mut Conn, places: &Places, id: FacilityId) -> Result<(), StoreError> {
    hold(conn, Held::Facility(id)).await?;
    let stamped = rows::get(conn, id).await?.and_then(|found| places.restamped(&found));
    match stamped {
        Some(stamped) => rows::update(conn, id, &stamped).await,
        None => Ok(()),
    }
}

fn facility(id: FacilityId, placed: FacilityFields) -> Facility {
    Facility { id, name: placed.name, point: placed.point.map(|(_, point)| point), lat_long: placed.lat_long }
}

fn view(facility: &Facility) -> Value {
    json!({
        "name": facility.name,
        "point": facility.point.map(|point| json!({ "x": point.x(), "y": point.y() })),
        "latLongPoint": facility.lat_long.map(|at| json!({ "lat": at.lat(), "lng": at.lon() })),
    })
}
