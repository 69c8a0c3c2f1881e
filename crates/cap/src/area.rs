//! The area that an alert is about: the disc around a facility.

use stormwire_geo::{LonLat, Miles, polygon_around};

const METERS_PER_KILOMETER: f64 = 1_000.0;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AlertArea {
    /// `None` if the facility has no location, or was deleted.
    pub position: Option<LonLat>,
    /// `None` if the facility was deleted, or the ring removed.
    pub rule: Option<AlertRule>,
}

/// The rule by which the facility, or the ring, is evaluated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlertRule {
    pub radius: Miles,
    /// Without lightning, until the all clear.
    pub clear_minutes: f64,
}

impl AlertArea {
    /// Latitude and longitude of each vertex, separated by spaces. The last vertex is the first one.
    pub(crate) fn polygon(&self) -> Option<String> {
        let vertices = polygon_around(self.position?, self.rule?.radius)?;
        Some(vertices.into_iter().map(coordinates).collect::<Vec<_>>().join(" "))
    }

    /// Center, and the radius in kilometers, rounded up.
    pub(crate) fn circle(&self) -> Option<String> {
        let meters = self.rule?.radius.meters().0.ceil();
        Some(format!("{} {:.3}", coordinates(self.position?), meters / METERS_PER_KILOMETER))
    }
}

fn coordinates(position: LonLat) -> String {
    format!("{:.6},{:.6}", position.lat(), position.lon())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_given_in_kilometers() {
        let rule = Some(AlertRule { radius: Miles(8.0), clear_minutes: 30.0 });
        let area = AlertArea { position: LonLat::new(-86.5861, 34.7304).ok(), rule };
        assert_eq!(area.circle().unwrap(), "34.730400,-86.586100 12.875");
        assert_eq!(area.polygon().unwrap().split(' ').count(), 73);
        for unknown in [AlertArea { position: None, ..area }, AlertArea { rule: None, ..area }] {
            assert_eq!((unknown.circle(), unknown.polygon()), (None, None));
        }
    }
}
