//! Which lines of a file are facilities that exist already. Pure.

use std::collections::HashMap;
use stormwire_store::FacilityId;
use stormwire_store::tables::facility::{Facility, FacilityFields};

/// What to do with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineAction {
    Insert,
    /// It has another position.
    Update(FacilityId),
    Keep,
}

/// The facilities that no line was matched with so far, by name.
pub(super) struct KnownFacilities(HashMap<String, Vec<Facility>>);

impl KnownFacilities {
    pub(super) fn new(facilities: Vec<Facility>) -> Self {
        let mut known: HashMap<String, Vec<Facility>> = HashMap::new();
        for facility in facilities {
            known.entry(facility.name.clone()).or_default().push(facility);
        }
        Self(known)
    }

    /// Each facility is matched once: several facilities may have the same name. A position that fits decides between them.
    pub(super) fn decide(&mut self, line: &FacilityFields) -> LineAction {
        let Some(named) = self.0.get_mut(&line.name) else { return LineAction::Insert };
        let is_same = |facility: &Facility| {
            facility.point == line.point.map(|(_, point)| point) && facility.lat_long == line.lat_long
        };
        if let Some(position) = named.iter().position(is_same) {
            named.remove(position);
            return LineAction::Keep;
        }
        if named.is_empty() { LineAction::Insert } else { LineAction::Update(named.remove(0).id) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::FeetPoint;

    fn line(name: &str, x: Option<f64>) -> FacilityFields {
        let point = x.map(|x| (102_629, FeetPoint::new(x, 1.0).unwrap()));
        FacilityFields { name: name.into(), point, lat_long: None }
    }

    fn facility(id: i64, name: &str, x: Option<f64>) -> Facility {
        let point = x.map(|x| FeetPoint::new(x, 1.0).unwrap());
        Facility { id: FacilityId::new(id), name: name.into(), point, lat_long: None }
    }

    #[test]
    fn lines_are_matched_by_name_and_position() {
        let existing = vec![facility(1, "Pool", Some(1.0)), facility(2, "Pool", Some(2.0)), facility(3, "Shed", None)];
        let mut known = KnownFacilities::new(existing);
        let update = |id| LineAction::Update(FacilityId::new(id));
        for (line, expected) in [
            (line("Pool", Some(2.0)), LineAction::Keep),
            (line("Pool", Some(5.0)), update(1)),
            (line("Pool", Some(2.0)), LineAction::Insert),
            (line("Shed", None), LineAction::Keep),
            (line("Park", None), LineAction::Insert),
        ] {
            assert_eq!(known.decide(&line), expected, "{line:?}");
        }
    }
}
