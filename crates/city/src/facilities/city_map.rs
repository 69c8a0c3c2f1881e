//! The city's coordinate system and bounds; validates names and positions of facilities. Pure.

use std::sync::{Arc, PoisonError, RwLock};
use stormwire_geo::{Bounds, Crs, FeetPoint, LonLat};
use stormwire_store::PolicyId;
use stormwire_store::tables::facility::{Facility, FacilityFields};
use thiserror::Error;

const MAX_NAME_LENGTH: usize = 200;

#[derive(Debug, Clone, PartialEq)]
pub struct FacilityInput {
    pub name: String,
    /// In the city's coordinate system.
    pub point: Option<FeetPoint>,
    /// `None`: the city's default.
    pub policy_id: Option<PolicyId>,
}

#[derive(Debug, Clone, PartialEq, Error)]
pub enum FacilityInputError {
    #[error("the name must have 1 to {MAX_NAME_LENGTH} visible characters")]
    Name,
    #[error("{position} is outside city.bounds; {hint}")]
    Outside {
        /// With the coordinates in the order in which they were entered.
        position: String,
        hint: &'static str,
    },
    #[error("policy {0} does not exist; choose one of the policies, or none for the city's default")]
    Policy(PolicyId),
}

const CHECK_CONFIG: &str = "correct the coordinates, or set city.crs and city.bounds to those of your city \
                            (city.bounds defaults to the zone of city.crs)";

const IN_METERS: &str = "are x and y in meters? Multiply both by 3937/1200 to get US survey feet";
const FEET_PER_METER: f64 = 3_937.0 / 1_200.0;

impl FacilityInputError {
    /// The name of the invalid field.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Outside { .. } => "point",
            Self::Policy(_) => "policyId",
        }
    }
}

/// Shared by everything that projects positions. An administrator may change the city's settings while the service runs.
#[derive(Debug)]
pub struct CityMap(RwLock<Arc<ProjectedArea>>);

#[derive(Debug)]
struct ProjectedArea {
    crs: Crs,
    bounds: Option<Bounds>,
}

impl CityMap {
    pub fn new(crs: Crs, bounds: Option<Bounds>) -> Self {
        Self(RwLock::new(Arc::new(ProjectedArea { crs, bounds })))
    }

    /// From now on every position is projected with this system.
    pub(crate) fn replace(&self, crs: Crs, bounds: Option<Bounds>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ProjectedArea { crs, bounds });
    }

    pub(crate) fn crs(&self) -> Crs {
        self.area().crs.clone()
    }

    pub(crate) fn bounds(&self) -> Option<Bounds> {
        self.area().bounds
    }

    pub(super) fn srid(&self) -> u32 {
        self.area().crs.srid()
    }

    /// Validates the input and computes the anchor.
    pub(super) fn facility_fields(&self, input: FacilityInput) -> Result<FacilityFields, FacilityInputError> {
        self.area().facility_fields(input)
    }

    /// The facility with its anchor computed again; `None` without a point. A point that cannot be projected gets no
    /// anchor: the status of such a facility is Unknown.
    pub(super) fn with_new_anchor(&self, facility: &Facility) -> Option<FacilityFields> {
        let (point, area) = (facility.point?, self.area());
        let lat_long = area.crs.to_degrees(point).ok();
        let (name, point) = (facility.name.clone(), Some((area.crs.srid(), point)));
        Some(FacilityFields { name, point, lat_long, policy_id: facility.policy_id })
    }

    /// The point of a position in degrees. `as_entered` formats the position for the error message.
    pub(super) fn point_in_city(
        &self,
        position: LonLat,
        as_entered: impl Fn(LonLat) -> String,
    ) -> Result<FeetPoint, FacilityInputError> {
        let area = self.area();
        let outside = |hint| FacilityInputError::Outside { position: as_entered(position), hint };
        if !area.allows(position) {
            let is_swapped = position.swapped().is_some_and(|swapped| area.allows(swapped));
            return Err(outside(if is_swapped { "are lat and lng swapped?" } else { CHECK_CONFIG }));
        }
        area.crs.to_feet(position).map_err(|_| outside(CHECK_CONFIG))
    }

    /// The point of any position on earth; `None` if the projection is not valid there. Far from its zone a projection
    /// returns numbers that convert back to another position.
    pub(crate) fn point_of(&self, at: LonLat) -> Option<FeetPoint> {
        let area = self.area();
        let point = area.crs.to_feet(at).ok()?;
        let back = area.crs.to_degrees(point).ok()?;
        let is_same = (back.lon() - at.lon()).abs() < 1e-6 && (back.lat() - at.lat()).abs() < 1e-6;
        is_same.then_some(point)
    }

    fn area(&self) -> Arc<ProjectedArea> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ProjectedArea {
    fn facility_fields(&self, input: FacilityInput) -> Result<FacilityFields, FacilityInputError> {
        check_name(&input.name)?;
        let lat_long = input.point.map(|point| self.anchor(point)).transpose()?;
        let point = input.point.map(|point| (self.crs.srid(), point));
        Ok(FacilityFields { name: input.name, point, lat_long, policy_id: input.policy_id })
    }

    fn anchor(&self, point: FeetPoint) -> Result<LonLat, FacilityInputError> {
        let inside = |point| self.crs.to_degrees(point).ok().filter(|at| self.allows(*at));
        let would_fit = |x: f64, y: f64| FeetPoint::new(x, y).is_ok_and(|other| inside(other).is_some());
        inside(point).ok_or_else(|| {
            let (x, y) = (point.x(), point.y());
            let hint = if would_fit(y, x) {
                "are x and y swapped?"
            } else if would_fit(x * FEET_PER_METER, y * FEET_PER_METER) {
                IN_METERS
            } else {
                CHECK_CONFIG
            };
            FacilityInputError::Outside { position: format!("x {x}, y {y}"), hint }
        })
    }

    fn allows(&self, at: LonLat) -> bool {
        self.bounds.is_none_or(|bounds| bounds.contains(at))
    }
}

fn check_name(name: &str) -> Result<(), FacilityInputError> {
    let is_valid =
        !name.trim().is_empty() && name.chars().count() <= MAX_NAME_LENGTH && !name.chars().any(is_invisible);
    if is_valid { Ok(()) } else { Err(FacilityInputError::Name) }
}

/// Control characters, zero-width characters and direction overrides, which can make a name look like another.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn city_map() -> CityMap {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let bounds = crs.zone();
        CityMap::new(crs, bounds)
    }

    fn input(name: &str, point: Option<(f64, f64)>) -> FacilityInput {
        let point = point.map(|(x, y)| FeetPoint::new(x, y).unwrap());
        FacilityInput { name: name.into(), point, policy_id: None }
    }

    #[test]
    fn anchor_is_computed_from_the_point() {
        let fields = city_map().facility_fields(input("Pool", Some((429_981.867_506, 1_539_962.513_119)))).unwrap();
        let at = fields.lat_long.unwrap();
        assert!((at.lat() - 34.7304).abs() < 1e-9 && (at.lon() + 86.5861).abs() < 1e-9);
        assert_eq!(city_map().facility_fields(input("Shed", None)).unwrap().lat_long, None);
    }

    #[test]
    fn rejects_points_outside_the_city_and_recognizes_swapped_ones() {
        let swapped = city_map().facility_fields(input("Pool", Some((1_539_962.5, 429_981.9)))).unwrap_err();
        assert!(swapped.to_string().ends_with("are x and y swapped?"), "{swapped}");
        assert_eq!(swapped.field(), "point");
        for point in [(0.0, 0.0), (1e300, 1e300), (-1e9, 5.0)] {
            assert!(city_map().facility_fields(input("Pool", Some(point))).is_err(), "{point:?}");
        }
        let meters = city_map().facility_fields(input("Pool", Some((131_058.7, 469_381.5)))).unwrap_err();
        assert!(meters.to_string().contains("are x and y in meters?"), "{meters}");
        let entered = |at: LonLat| format!("lat {}, lng {}", at.lat(), at.lon());
        let degrees = city_map().point_in_city(LonLat::new(34.7304, -86.5861).unwrap(), entered).unwrap_err();
        assert_eq!(degrees.to_string(), "lat -86.5861, lng 34.7304 is outside city.bounds; are lat and lng swapped?");
        let columbus = city_map().point_in_city(LonLat::new(-83.0056, 39.9746).unwrap(), entered).unwrap_err();
        assert_eq!(
            columbus.to_string(),
            "lat 39.9746, lng -83.0056 is outside city.bounds; correct the coordinates, or set city.crs and city.bounds \
             to those of your city (city.bounds defaults to the zone of city.crs)"
        );
    }

    #[test]
    fn without_bounds_accepts_every_projectable_point() {
        let unbounded = CityMap::new(Crs::parse("ESRI:102629").unwrap(), None);
        assert!(unbounded.facility_fields(input("Far", Some((0.0, 0.0)))).is_ok());
    }

    #[test]
    fn names_must_be_visible() {
        for good in ["Pool", "Bibliothèque <b>", "  a ", "O'Brien & Sons; drop table", &"x".repeat(200)] {
            assert!(city_map().facility_fields(input(good, None)).is_ok(), "{good}");
        }
        for bad in [
            "",
            "   ",
            "a\0b",
            "a\nb",
            "a\u{202e}b",
            "a\u{200b}b",
            "\u{3164}",
            "a\u{61c}b",
            &"x".repeat(201),
            &"x".repeat(10_000),
        ] {
            assert_eq!(city_map().facility_fields(input(bad, None)), Err(FacilityInputError::Name), "{bad:?}");
        }
    }
}
