//! Stamps the anchors of facilities that a workflow writes, in the transaction of the write.

use super::{CityMap, FacilityInput, FacilityInputError};
use std::collections::HashMap;
use stormwire_store::tables::facility::{self as rows, Facility, FacilityFields};
use stormwire_store::{Conn, FacilityId, StoreError};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum AnchorStampError {
    #[error("facility {name:?}: {error}")]
    Input { name: String, error: FacilityInputError },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All facilities before the write.
pub struct FacilitySnapshot(HashMap<FacilityId, Facility>);

impl FacilitySnapshot {
    pub async fn read(conn: &mut Conn) -> Result<Self, StoreError> {
        let all = rows::list(conn, None, u32::MAX).await?;
        Ok(Self(all.into_iter().map(|facility| (facility.id, facility)).collect()))
    }

    /// Computes the anchor of every facility that was written since. A point outside the city is an error.
    pub async fn stamp_changed(&self, conn: &mut Conn, map: &CityMap) -> Result<(), AnchorStampError> {
        for found in rows::list(conn, None, u32::MAX).await? {
            if let Some(fields) = stamped(map, self.0.get(&found.id), &found)? {
                rows::update(conn, found.id, &fields).await?;
            }
        }
        Ok(())
    }
}

/// The fields with the right anchor; `None` if nothing must be written.
fn stamped(
    map: &CityMap,
    before: Option<&Facility>,
    found: &Facility,
) -> Result<Option<FacilityFields>, AnchorStampError> {
    if before == Some(found) {
        return Ok(None);
    }
    let had_point = before.is_some_and(|before| before.point.is_some());
    // A facility that never had a point may have an anchor of its own.
    if found.point.is_none() && !had_point {
        return Ok(None);
    }
    let input = FacilityInput { name: found.name.clone(), point: found.point, policy_id: found.policy_id };
    let fields =
        map.facility_fields(input).map_err(|error| AnchorStampError::Input { name: found.name.clone(), error })?;
    Ok((fields.lat_long != found.lat_long).then_some(fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::{Crs, FeetPoint, LonLat};

    fn map() -> CityMap {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let bounds = crs.zone();
        CityMap::new(crs, bounds)
    }

    fn facility(point: Option<(f64, f64)>, anchor: Option<(f64, f64)>) -> Facility {
        Facility {
            id: FacilityId::new(1),
            name: "Pool".into(),
            point: point.map(|(x, y)| FeetPoint::new(x, y).unwrap()),
            lat_long: anchor.map(|(lon, lat)| LonLat::new(lon, lat).unwrap()),
            policy_id: None,
        }
    }

    #[test]
    fn the_anchor_follows_the_point() {
        let (here, there) = (Some((427_000.0, 1_546_000.0)), Some((440_000.0, 1_530_000.0)));
        let old = Some((-86.0, 34.0));
        let with =
            |point| map().facility_fields(FacilityInput { name: "Pool".into(), point, policy_id: None }).unwrap();
        let point = |(x, y)| FeetPoint::new(x, y).unwrap();
        let (moved, none) = (Some(with(there.map(point))), Some(with(None)));
        for (before, found, expected) in [
            (Some(facility(here, old)), facility(here, old), None),
            (Some(facility(here, old)), facility(there, old), moved.clone()),
            (None, facility(there, None), moved.clone()),
            (None, facility(there, old), moved),
            (Some(facility(here, old)), facility(None, old), none),
            (Some(facility(None, None)), facility(None, old), None),
            (None, facility(None, old), None),
        ] {
            assert_eq!(stamped(&map(), before.as_ref(), &found).unwrap(), expected, "{before:?} {found:?}");
        }
    }

    #[test]
    fn a_point_outside_the_city_names_the_facility() {
        let error = stamped(&map(), None, &facility(Some((1.0, 2.0)), None)).unwrap_err().to_string();
        assert!(error.starts_with("facility \"Pool\": x 1, y 2 is outside city.bounds"), "{error}");
    }
}
