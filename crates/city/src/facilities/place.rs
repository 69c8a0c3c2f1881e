//! What a facility may be called and where it may lie. Pure.

use stormwire_geo::{Bounds, Crs, FeetPoint, LonLat};
use stormwire_store::tables::facility::{Facility, FacilityFields};
use thiserror::Error;

const LONGEST: usize = 200;

/// What a person says of a facility.
#[derive(Debug, Clone, PartialEq)]
pub struct FacilityInput {
    pub name: String,
    /// In the city's feet.
    pub point: Option<FeetPoint>,
}

/// Why a name or a point was refused.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PlaceError {
    /// Empty, too long, or with characters that are not seen.
    #[error("a name has 1 to {LONGEST} characters, none of them invisible")]
    Name,
    /// Not on the map of the city.
    #[error("({x}, {y}) lies outside the city's bounds{hint}")]
    Outside {
        x: f64,
        y: f64,
        /// What may have happened.
        hint: &'static str,
    },
}

impl PlaceError {
    /// Which field it is about.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Outside { .. } => "point",
        }
    }
}

/// Where facilities may lie.
#[derive(Debug)]
pub struct Places {
    crs: Crs,
    bounds: Option<Bounds>,
}

impl Places {
    /// In a city with these maps.
    pub fn new(crs: Crs, bounds: Option<Bounds>) -> Self {
        Self { crs, bounds }
    }

    pub(crate) fn crs(&self) -> &Crs {
        &self.crs
    }

    /// Where they may lie, if that is said.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// Checks the name and stamps the anchor.
    pub(super) fn place(&self, input: FacilityInput) -> Result<FacilityFields, PlaceError> {
        check_name(&input.name)?;
        let lat_long = input.point.map(|point| self.anchor(point)).transpose()?;
        let point = input.point.map(|point| (self.crs.srid(), point));
        Ok(FacilityFields { name: input.name, point, lat_long })
    }

    /// The facility with its anchor stamped anew; `None` without a point. A point that cannot be projected has no
    /// anchor: what cannot be evaluated is unknown.
    pub(super) fn restamped(&self, facility: &Facility) -> Option<FacilityFields> {
        let point = facility.point?;
        let lat_long = self.crs.to_degrees(point).ok();
        Some(FacilityFields { name: facility.name.clone(), point: Some((self.crs.srid(), point)), lat_long })
    }

    /// The point in feet of a position in degrees.
    pub(super) fn feet(&self, at: LonLat) -> Result<FeetPoint, PlaceError> {
        if !self.allows(at) {
            let swapped = LonLat::new(at.lat(), at.lon()).is_ok_and(|other| self.allows(other));
            let hint = if swapped { "; are lat and lng swapped?" } else { "" };
            return Err(PlaceError::Outside { x: at.lon(), y: at.lat(), hint });
        }
        self.crs.to_feet(at).map_err(|_| PlaceError::Outside { x: at.lon(), y: at.lat(), hint: "" })
    }

    /// The point in feet of any position on earth, inside the city or not; `None` where the projection has no meaning. Far
    /// from its zone it gives numbers that lead back to another place.
    pub(crate) fn point_of(&self, at: LonLat) -> Option<FeetPoint> {
        let point = self.crs.to_feet(at).ok()?;
        let back = self.crs.to_degrees(point).ok()?;
        let is_same = (back.lon() - at.lon()).abs() < 1e-6 && (back.lat() - at.lat()).abs() < 1e-6;
        is_same.then_some(point)
    }

    fn anchor(&self, point: FeetPoint) -> Result<LonLat, PlaceError> {
        let inside = |point| self.crs.to_degrees(point).ok().filter(|at| self.allows(*at));
        inside(point).ok_or_else(|| {
            let swapped = FeetPoint::new(point.y(), point.x()).is_ok_and(|other| inside(other).is_some());
            let hint = if swapped { "; are x and y swapped?" } else { "" };
            PlaceError::Outside { x: point.x(), y: point.y(), hint }
        })
    }

    fn allows(&self, at: LonLat) -> bool {
        self.bounds.is_none_or(|bounds| bounds.contains(at))
    }
}

fn check_name(name: &str) -> Result<(), PlaceError> {
    let good = !name.trim().is_empty() && name.chars().count() <= LONGEST && !name.chars().any(is_invisible);
    if good { Ok(()) } else { Err(PlaceError::Name) }
}

/// Control characters, blanks that look like nothing, and those that turn the direction of what follows: both make a name look like another.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let bounds = crs.zone();
        Places::new(crs, bounds)
    }

    fn input(name: &str, point: Option<(f64, f64)>) -> FacilityInput {
        FacilityInput { name: name.into(), point: point.map(|(x, y)| FeetPoint::new(x, y).unwrap()) }
    }

    #[test]
    fn the_anchor_is_derived_from_the_point() {
        let placed = places().place(input("Pool", Some((429_981.867_506, 1_539_962.513_119)))).unwrap();
        let at = placed.lat_long.unwrap();
        assert!((at.lat() - 34.7304).abs() < 1e-9 && (at.lon() + 86.5861).abs() < 1e-9);
        assert_eq!(places().place(input("Shed", None)).unwrap().lat_long, None);
    }

    #[test]
    fn a_point_outside_the_city_is_refused_and_a_swapped_one_is_recognised() {
        let swapped = places().place(input("Pool", Some((1_539_962.5, 429_981.9)))).unwrap_err();
        assert!(swapped.to_string().ends_with("are x and y swapped?"), "{swapped}");
        assert_eq!(swapped.field(), "point");
        for point in [(0.0, 0.0), (1e300, 1e300), (-1e9, 5.0)] {
            assert!(places().place(input("Pool", Some(point))).is_err(), "{point:?}");
        }
        let degrees = places().feet(LonLat::new(34.7304, -86.5861).unwrap()).unwrap_err();
        assert!(degrees.to_string().ends_with("are lat and lng swapped?"), "{degrees}");
    }

    #[test]
    fn without_bounds_every_point_that_can_be_projected_will_do() {
        let free = Places::new(Crs::parse("ESRI:102629").unwrap(), None);
        assert!(free.place(input("Far", Some((0.0, 0.0)))).is_ok());
    }

    #[test]
    fn names_are_what_people_can_read() {
        for good in ["Pool", "Bibliothèque <b>", "  a ", "O'Brien & Sons; drop table", &"x".repeat(200)] {
            assert!(places().place(input(good, None)).is_ok(), "{good}");
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
            assert_eq!(places().place(input(bad, None)), Err(PlaceError::Name), "{bad:?}");
        }
    }
}
