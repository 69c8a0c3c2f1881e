//! Where the facilities are, indexed.

use stormwire_geo::{Bounds, LonLat};
use stormwire_store::tables::facility::Facility;

/// The facilities with an anchor, by latitude.
#[derive(Debug)]
pub(super) struct FacilityPositions(Vec<FacilityPosition>);

#[derive(Debug, Clone, Copy)]
struct FacilityPosition {
    position: LonLat,
    /// The index of the facility.
    facility: usize,
}

impl FacilityPositions {
    pub(super) fn new(facilities: &[Facility]) -> Self {
        let position =
            |(facility, one): (usize, &Facility)| one.lat_long.map(|position| FacilityPosition { position, facility });
        let mut all: Vec<FacilityPosition> = facilities.iter().enumerate().filter_map(position).collect();
        all.sort_unstable_by(|one, other| one.position.lat().total_cmp(&other.position.lat()));
        Self(all)
    }

    /// Indexes of the facilities inside a box.
    pub(super) fn within(&self, bounds: Bounds) -> impl Iterator<Item = usize> {
        let first = self.0.partition_point(|one| one.position.lat() < bounds.min().lat());
        let strip = self.0[first..].iter().take_while(move |one| one.position.lat() <= bounds.max().lat());
        strip.filter(move |one| bounds.contains(one.position)).map(|one| one.facility)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stormwire_store::FacilityId;

    fn facility(position: Option<LonLat>) -> Facility {
        Facility { id: FacilityId::new(1), name: "Pool".into(), point: None, lat_long: position, policy_id: None }
    }

    fn corner() -> impl Strategy<Value = LonLat> {
        (-4..5_i32, -4..5_i32).prop_map(|(lon, lat)| LonLat::new(f64::from(lon), f64::from(lat)).unwrap())
    }

    proptest! {
        #[test]
        fn finds_exactly_the_facilities_inside(
            positions in proptest::collection::vec(proptest::option::of(corner()), 0..40),
            (one, other) in (corner(), corner()),
        ) {
            let facilities: Vec<Facility> = positions.into_iter().map(facility).collect();
            let min = LonLat::new(one.lon().min(other.lon()), one.lat().min(other.lat())).unwrap();
            let max = LonLat::new(one.lon().max(other.lon()), one.lat().max(other.lat())).unwrap();
            let bounds = Bounds::new(min, max).unwrap();
            let mut found: Vec<usize> = FacilityPositions::new(&facilities).within(bounds).collect();
            found.sort_unstable();
            let is_inside = |index: &usize| facilities[*index].lat_long.is_some_and(|at| bounds.contains(at));
            prop_assert_eq!(found, (0..facilities.len()).filter(is_inside).collect::<Vec<_>>());
        }
    }
}
