//! Which sites a strike can change, without looking at every site for every strike.

use super::ecef_box::EcefBox;
use super::evaluate::{Site, order_by_neighborhood};
use super::policy::{Policy, Ring};
use super::proximity::{Proximity, Strike};
use crate::geodesic::{EcefPoint, RadiusBounds};
use crate::units::Meters;

pub(super) const GROUP_SIZE: usize = 64;

/// Sites in groups of neighbors.
#[derive(Debug)]
pub(super) struct SiteGroups {
    /// Sites in a group.
    size: usize,
    /// Indexes of sites; each `size` of them are a group.
    order: Vec<usize>,
    /// In that order.
    points: Vec<EcefPoint>,
    /// One for each group.
    boxes: Vec<EcefBox>,
}

impl SiteGroups {
    /// `size` is [`GROUP_SIZE`] except in tests.
    pub(super) fn new(sites: &[Site], size: usize) -> Self {
        let order = order_by_neighborhood(sites);
        let points: Vec<EcefPoint> = order.iter().map(|index| EcefPoint::new(sites[*index].position)).collect();
        let boxes = points.chunks(size).map(|group| EcefBox::around(group.iter().copied())).collect();
        Self { size, order, points, boxes }
    }

    /// Other sites in groups of the same size.
    pub(super) fn with_sites(&self, sites: &[Site]) -> Self {
        Self::new(sites, self.size)
    }

    /// Indexes of the sites, neighbors after each other.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// Marks the sites within whose reach a strike is. `reach` has a squared chord for each site.
    pub(super) fn mark_reached(&self, strikes: &[Strike], reach: &[f64], reached: &mut [bool]) {
        let mut reach: Vec<f64> = self.order.iter().map(|index| reach[*index]).collect();
        let farthest = |group: &[f64]| group.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut group_reach: Vec<f64> = reach.chunks(self.size).map(farthest).collect();
        for strike in strikes {
            let point = EcefPoint::new(strike.position);
            for (group, (bounds, group_reach)) in self.boxes.iter().zip(&mut group_reach).enumerate() {
                if bounds.nearest_squared(point) > *group_reach {
                    continue;
                }
                let first = group * self.size;
                let members = first..(first + self.size).min(self.order.len());
                let near = self.points[members.clone()].iter().zip(&mut reach[members.clone()]);
                for (index, (site, reach)) in self.order[members.clone()].iter().zip(near) {
                    if point.chord_squared(*site) <= *reach {
                        reached[*index] = true;
                        // Once is enough: the next strike skips it.
                        *reach = f64::NEG_INFINITY;
                    }
                }
                *group_reach = farthest(&reach[members]);
            }
        }
    }
}

/// The squared chord up to which a strike that is new or leaves a window can change the proximity of a site: the largest radius
/// of its policy, or the distance of its closest strike if that is farther.
pub(super) fn reach_of(policy: &Policy, proximity: &Proximity) -> f64 {
    let closest = proximity.closest.map_or(Meters(f64::INFINITY), |closest| closest.distance);
    let radii = policy.rings().iter().map(Ring::radius).chain([policy.parameters().radius()]);
    let farthest = radii.map(|radius| radius.meters().0).fold(closest.0, f64::max);
    RadiusBounds::new(Meters(farthest)).min_outside
}
