//! Facilities: the sites whose lightning status is shown.
//!
//! Validates names and positions, and computes the anchor ([`Facility::lat_long`]) on every write, also of workflows. The projection is in
//! `geo`; rows are in `store`.

mod anchor_stamp;
mod change;
mod city_map;
mod city_projection;
mod import;

pub use anchor_stamp::{AnchorStampError, FacilitySnapshot};
pub(crate) use city_map::is_invisible;
pub use city_map::{CityMap, FacilityInput, FacilityInputError};
pub use city_projection::bounds_of_anchors;
pub use import::{
    FacilityFile, FacilityFormat, ImportPreview, ImportedFacilities, MAX_PREVIEW_ROWS, PlannedRow, Progress, RowChange,
    check_file, import, preview,
};
pub use stormwire_store::tables::facility::Facility;

use crate::ImportError;
use crate::accounts::audit;
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_geo::{FeetPoint, LonLat};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::{facility as rows, policy};
use stormwire_store::{Conn, FacilityId, LockTarget, PolicyId, Schema, Store, StoreError, lock_for_update};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum FacilityError {
    #[error(transparent)]
    Input(#[from] FacilityInputError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The result of a backfill of anchors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnchorSync {
    /// The anchor was missing or different.
    pub updated: u64,
    /// The anchor was correct.
    pub unchanged: u64,
    /// The facility has no point.
    pub skipped: u64,
}

/// Rows per unit of work.
const BATCH_ROWS: u32 = 1_000;

#[derive(Clone)]
pub struct Facilities {
    store: Store,
    clock: Arc<dyn Clock>,
    map: Arc<CityMap>,
}

impl Facilities {
    pub fn new(store: Store, clock: Arc<dyn Clock>, map: Arc<CityMap>) -> Self {
        Self { store, clock, map }
    }

    /// Those with an id larger than `after`, by id.
    pub async fn list(&self, after: Option<FacilityId>, most: u32) -> Result<Vec<Facility>, StoreError> {
        rows::list(&mut self.store.reader().await?, after, most).await
    }

    pub async fn get(&self, id: FacilityId) -> Result<Option<Facility>, StoreError> {
        rows::get(&mut self.store.reader().await?, id).await
    }

    pub async fn create(&self, input: FacilityInput, actor: Actor) -> Result<Facility, FacilityError> {
        let (fields, now) = (self.map.facility_fields(input)?, self.clock.now());
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                check_policy(conn, fields.policy_id).await?;
                let id = rows::insert(conn, &fields).await?;
                let created = change::with_id(id, fields);
                audit::record(conn, Schema::Organization, &actor, change::created(&created), now).await?;
                Ok(created)
            }
            .boxed()
        });
        unit.await
    }

    /// `revise` computes the new fields from the current facility, inside the unit of work, so that no other change comes
    /// between. `None` if there is no such facility.
    pub async fn update<E, F>(&self, id: FacilityId, revise: F, actor: Actor) -> Result<Option<Facility>, E>
    where
        E: From<FacilityError> + From<StoreError> + Send + 'static,
        F: FnOnce(&Facility) -> Result<FacilityInput, E> + Send + 'static,
    {
        let (map, now) = (self.map.clone(), self.clock.now());
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Facility(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                let fields = map.facility_fields(revise(&before)?).map_err(FacilityError::from)?;
                check_policy(conn, fields.policy_id).await?;
                rows::update(conn, id, &fields).await?;
                let after = change::with_id(id, fields);
                audit::record(conn, Schema::Organization, &actor, change::updated(&before, &after), now).await?;
                Ok(Some(after))
            }
            .boxed()
        });
        unit.await
    }

    /// Returns false if there is no such facility.
    pub async fn delete(&self, id: FacilityId, actor: Actor) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Facility(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(false) };
                delete_one(conn, &before, &actor, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }

    /// Deletes all of them or, on an error, none. Returns how many there were.
    pub async fn delete_many(&self, ids: Vec<FacilityId>, actor: Actor) -> Result<u64, StoreError> {
        let now = self.clock.now();
        // In the order of ids: two requests never wait for each other's locks.
        let ids: BTreeSet<FacilityId> = ids.into_iter().collect();
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                let mut deleted = 0;
                for id in ids {
                    lock_for_update(conn, LockTarget::Facility(id)).await?;
                    if let Some(before) = rows::get(conn, id).await? {
                        delete_one(conn, &before, &actor, now).await?;
                        deleted += 1;
                    }
                }
                Ok(deleted)
            }
            .boxed()
        });
        unit.await
    }

    /// The point of a position in degrees, which must be in the city.
    pub fn point_at(&self, position: LonLat) -> Result<FeetPoint, FacilityInputError> {
        self.map.point_in_city(position, |at| format!("lat {}, lng {}", at.lat(), at.lon()))
    }

    /// What an import of the uploaded file would do.
    pub async fn preview_import(&self, text: &str, format: FacilityFormat) -> Result<ImportPreview, ImportError> {
        preview(&self.store, self.clock.as_ref(), FacilityFile::uploaded(text, format, self.map.clone())).await
    }

    /// Imports the uploaded file: all of it or nothing.
    pub async fn import(
        &self,
        text: &str,
        format: FacilityFormat,
        actor: Actor,
    ) -> Result<ImportedFacilities, ImportError> {
        let source = FacilityFile::uploaded(text, format, self.map.clone());
        import(&self.store, self.clock.as_ref(), source, actor, Arc::new(|_, _| ())).await
    }

    /// Computes the anchor of every facility from its point.
    pub async fn sync_anchors(&self, actor: Actor) -> Result<AnchorSync, StoreError> {
        let (mut after, mut synced) = (None, AnchorSync::default());
        loop {
            let map = self.map.clone();
            let unit = self.store.write(Schema::Organization, move |conn| {
                async move {
                    let (mut last, mut done) = (None, AnchorSync::default());
                    for found in rows::list(conn, after, BATCH_ROWS).await? {
                        last = Some(found.id);
                        match map.with_new_anchor(&found) {
                            None => done.skipped += 1,
                            Some(fields) if fields.lat_long == found.lat_long => done.unchanged += 1,
                            Some(_) => {
                                update_anchor(conn, &map, found.id).await?;
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
        let change = AuditChange {
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

/// Nobody deletes the policy before the unit ends.
async fn check_policy(conn: &mut Conn, id: Option<PolicyId>) -> Result<(), FacilityError> {
    let Some(id) = id else { return Ok(()) };
    lock_for_update(conn, LockTarget::Policy(id)).await?;
    match policy::get(conn, id).await? {
        Some(_) => Ok(()),
        None => Err(FacilityInputError::Policy(id).into()),
    }
}

/// Gives a facility another policy; `None`: the city's default. Inside a unit of work, with its audit entry. Changes nothing if
/// the facility was deleted meanwhile.
pub async fn assign_policy(
    conn: &mut Conn,
    id: FacilityId,
    policy: Option<PolicyId>,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), StoreError> {
    lock_for_update(conn, LockTarget::Facility(id)).await?;
    let Some(before) = rows::get(conn, id).await? else { return Ok(()) };
    rows::set_policy(conn, id, policy).await?;
    let after = Facility { policy_id: policy, ..before.clone() };
    audit::record(conn, Schema::Organization, actor, change::updated(&before, &after), now).await
}

async fn delete_one(conn: &mut Conn, before: &Facility, actor: &Actor, now: Timestamp) -> Result<(), StoreError> {
    rows::delete(conn, before.id).await?;
    audit::record(conn, Schema::Organization, actor, change::deleted(before), now).await
}

/// Reads the facility again after locking it.
async fn update_anchor(conn: &mut Conn, map: &CityMap, id: FacilityId) -> Result<(), StoreError> {
    lock_for_update(conn, LockTarget::Facility(id)).await?;
    let fields = rows::get(conn, id).await?.and_then(|found| map.with_new_anchor(&found));
    match fields {
        Some(fields) => rows::update(conn, id, &fields).await,
        None => Ok(()),
    }
}
