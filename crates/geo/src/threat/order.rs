//! Which place is threatened most, and the city as a whole.

use super::proximity::{Proximity, Status};
use crate::units::Metres;
use std::cmp::Ordering;

/// A place with what is known about it; without an anchor nothing is.
#[derive(Debug, Clone, Copy)]
pub struct Ranked<'a> {
    /// Its row.
    pub id: i64,
    /// For people.
    pub name: &'a str,
    /// How close the lightning is to it.
    pub proximity: Option<&'a Proximity>,
}

/// The most threatened first. Active by the nearest strike of the danger window, then by their number; clearing by the
/// longest wait; clear by the closest strike; what cannot be evaluated last. Then by name and by id.
pub fn by_threat(one: &Ranked<'_>, other: &Ranked<'_>) -> Ordering {
    let threat = match (one.proximity, other.proximity) {
        (Some(one), Some(other)) => compare(one, other),
        (one, other) => other.is_some().cmp(&one.is_some()),
    };
    threat.then_with(|| one.name.cmp(other.name)).then_with(|| one.id.cmp(&other.id))
}

fn compare(one: &Proximity, other: &Proximity) -> Ordering {
    one.status.cmp(&other.status).then_with(|| match one.status {
        Status::Active => {
            let nearest = nearer(one.nearest_in_window, other.nearest_in_window);
            nearest.then_with(|| other.count_in_window.cmp(&one.count_in_window))
        }
        Status::Clearing => other.all_clear_in.cmp(&one.all_clear_in),
        Status::Clear => nearer(one.closest.map(|seen| seen.distance), other.closest.map(|seen| seen.distance)),
    })
}

/// Nothing is farther than anything.
fn nearer(one: Option<Metres>, other: Option<Metres>) -> Ordering {
    let far = |distance: Option<Metres>| distance.map_or(f64::INFINITY, |distance| distance.0);
    far(one).total_cmp(&far(other))
}

/// The city as a whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rollup {
    /// Places under an active threat.
    pub active: usize,
    /// Places that wait for the all-clear.
    pub clearing: usize,
    /// Places that could be evaluated.
    pub evaluated: usize,
    /// Places without an anchor.
    pub unknown: usize,
}

/// Counts places by what is known about them.
pub fn rollup<'a>(places: impl IntoIterator<Item = Option<&'a Proximity>>) -> Rollup {
    let mut all = Rollup::default();
    for proximity in places {
        match proximity.map(|proximity| proximity.status) {
            Some(Status::Active) => all.active += 1,
            Some(Status::Clearing) => all.clearing += 1,
            Some(Status::Clear) => {}
            None => all.unknown += 1,
        }
        all.evaluated += usize::from(proximity.is_some());
    }
    all
}
