//! A storm that crosses a city.

use super::cell::Cell;
use jiff::Timestamp;
use std::collections::HashSet;
use stormwire_geo::LonLat;
use stormwire_clock::SeededRng;
use stormwire_clock::Rng;

/// The vendor's alert class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Near.
    Alert,
    /// Farther away.
    Warning,
}

/// Where the stroke went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stroke {
    /// From cloud to cloud.
    Cloud,
    /// To the ground.
    Ground,
}

impl Class {
    /// As the vendor writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alert => "ALERT",
            Self::Warning => "WARNING",
        }
    }
}

impl Stroke {
    /// As the vendor writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cloud => "Cloud Stroke Lightning",
            Self::Ground => "Ground Stroke Lightning",
        }
    }
}

/// A strike as the vendor reports it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bolt {
    /// To the second.
    pub at: Timestamp,
    /// With six decimals.
    pub position: LonLat,
    /// The alert class.
    pub class: Class,
    /// Cloud or ground.
    pub stroke: Stroke,
}

/// Within so many miles of the centre the vendor alerts, farther away it warns.
const ALERTED: f64 = 8.0;
/// One in so many is reported twice: with the other class, or as both strokes, at the same instant and point.
const DOUBLED: f64 = 12.0;

/// A storm that crosses a city.
#[derive(Debug, Clone, Copy)]
pub struct Storm {
    /// The same number gives the same storm.
    pub seed: u64,
    /// Of the city.
    pub centre: LonLat,
    /// When it begins, to the second.
    pub starts_at: Timestamp,
    /// How long it takes.
    pub minutes: u32,
    /// How many strikes it has.
    pub strikes: usize,
}

impl Storm {
    /// All of its strikes in the order of time, no two the same in all that the vendor tells.
    pub fn bolts(&self) -> Vec<Bolt> {
        let chance = SeededRng::new(self.seed);
        let minutes = f64::from(self.minutes.max(1));
        let count = 3 + self.minutes / 30;
        let cells: Vec<Cell> = (0..count).map(|number| Cell::draw(&chance, (number, count), minutes)).collect();
        let mut known = HashSet::new();
        let mut bolts = Vec::with_capacity(self.strikes);
        while bolts.len() < self.strikes {
            let Some(bolt) = self.bolt(&chance, &cells, minutes) else { continue };
            let doubled = (chance.fraction() * DOUBLED < 1.0).then(|| double(bolt, &chance));
            for bolt in [Some(bolt), doubled].into_iter().flatten() {
                if bolts.len() < self.strikes && known.insert(key(&bolt)) {
                    bolts.push(bolt);
                }
            }
        }
        bolts.sort_by_key(key);
        bolts
    }

    /// One strike, or none where no cell was strong enough.
    fn bolt(&self, chance: &dyn Rng, cells: &[Cell], minutes: f64) -> Option<Bolt> {
        let minute = chance.fraction() * minutes;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "a place in a short list"
        )]
        let cell = cells[(chance.fraction() * cells.len() as f64) as usize];
        if cell.strength(minute) <= chance.fraction() {
            return None;
        }
        let (position, miles) = cell.strike(chance, minute, self.centre);
        #[expect(clippy::cast_possible_truncation, reason = "seconds of a storm")]
        let at = Timestamp::from_second(self.starts_at.as_second() + (minute * 60.0) as i64).unwrap_or(self.starts_at);
        let class = if miles <= ALERTED { Class::Alert } else { Class::Warning };
        let stroke = if chance.fraction() < 0.7 { Stroke::Cloud } else { Stroke::Ground };
        Some(Bolt { at, position, class, stroke })
    }
}

/// The same instant and point, told differently.
fn double(bolt: Bolt, chance: &dyn Rng) -> Bolt {
    if chance.fraction() < 0.5 {
        Bolt { class: if bolt.class == Class::Alert { Class::Warning } else { Class::Alert }, ..bolt }
    } else {
        Bolt { stroke: if bolt.stroke == Stroke::Cloud { Stroke::Ground } else { Stroke::Cloud }, ..bolt }
    }
}

/// All that the vendor tells.
fn key(bolt: &Bolt) -> (Timestamp, u64, u64, Class, Stroke) {
    (bolt.at, bolt.position.lat().to_bits(), bolt.position.lon().to_bits(), bolt.class, bolt.stroke)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::Ellipsoid;

    fn storm(seed: u64) -> Storm {
        let centre = LonLat::new(-86.5861, 34.7304).unwrap();
        Storm { seed, centre, starts_at: "2026-05-01T12:00:00Z".parse().unwrap(), minutes: 60, strikes: 2_000 }
    }

    #[test]
    fn the_same_seed_gives_the_same_storm_and_another_one_another() {
        assert_eq!(storm(7).bolts(), storm(7).bolts());
        assert_ne!(storm(7).bolts(), storm(8).bolts());
    }

    #[test]
    fn a_storm_has_every_class_and_stroke_and_strikes_told_twice() {
        let bolts = storm(7).bolts();
        assert_eq!(bolts.len(), 2_000);
        for class in [Class::Alert, Class::Warning] {
            for stroke in [Stroke::Cloud, Stroke::Ground] {
                let found = bolts.iter().filter(|bolt| bolt.class == class && bolt.stroke == stroke).count();
                assert!(found > 50, "{class:?} {stroke:?}: {found}");
            }
        }
        let keys: HashSet<_> = bolts.iter().map(key).collect();
        assert_eq!(keys.len(), 2_000, "no two the same in all five");
        let twice = bolts.windows(2).filter(|two| two[0].at == two[1].at && two[0].position == two[1].position).count();
        assert!(twice > 50, "{twice}");
        assert!(bolts.is_sorted_by_key(|bolt| bolt.at));
    }

    #[test]
    fn a_storm_comes_passes_over_the_city_and_leaves() {
        let (storm, earth) = (storm(7), Ellipsoid::wgs84());
        let miles = |from: i64, to: i64| {
            let inside =
                |bolt: &&Bolt| (from..to).contains(&((bolt.at.as_second() - storm.starts_at.as_second()) / 60));
            let all: Vec<f64> = storm
                .bolts()
                .iter()
                .filter(inside)
                .map(|bolt| earth.distance(storm.centre, bolt.position).miles().0)
                .collect();
            all.iter().copied().fold(f64::INFINITY, f64::min)
        };
        assert!(
            miles(0, 4) > 6.0 && miles(20, 40) < 3.0 && miles(56, 60) > 4.0,
            "{} {} {}",
            miles(0, 4),
            miles(20, 40),
            miles(56, 60)
        );
    }
}
