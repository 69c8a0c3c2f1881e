use super::cell::{StormCell, StrikePosition};
use super::strike::{AlertClass, StrokeType, VendorStrike};
use jiff::Timestamp;
use std::collections::HashSet;
use stormwire_clock::{Rng, SeededRng};
use stormwire_geo::LonLat;

/// The vendor sends alerts for strikes within this distance of the center, and warnings beyond it.
const ALERT_MILES: f64 = 8.0;
/// One in this many strikes is reported twice at the same time and position, with another class or stroke type.
const STRIKES_PER_DUPLICATE: f64 = 12.0;
/// The share of strokes from cloud to cloud.
const CLOUD_SHARE: f64 = 0.7;

/// A storm that crosses a city.
#[derive(Debug, Clone, Copy)]
pub struct Storm {
    /// The same seed gives the same storm.
    pub seed: u64,
    /// The center of the city.
    pub center: LonLat,
    /// In whole seconds.
    pub starts_at: Timestamp,
    pub minutes: u32,
    /// The number of strikes.
    pub strike_count: usize,
}

impl Storm {
    /// All strikes in order of time. No two are equal in everything that the vendor reports.
    pub fn generate(&self) -> Vec<VendorStrike> {
        let rng = SeededRng::new(self.seed);
        let minutes = f64::from(self.minutes.max(1));
        let count = 3 + self.minutes / 30;
        let cells: Vec<StormCell> = (0..count).map(|index| StormCell::random(&rng, index, count, minutes)).collect();
        let mut known = HashSet::new();
        let mut strikes = Vec::with_capacity(self.strike_count);
        while strikes.len() < self.strike_count {
            let Some(strike) = self.random_strike(&rng, &cells, minutes) else { continue };
            let duplicate = (rng.fraction() * STRIKES_PER_DUPLICATE < 1.0).then(|| vary_class_or_stroke(strike, &rng));
            for strike in [Some(strike), duplicate].into_iter().flatten() {
                if strikes.len() < self.strike_count && known.insert(sort_key(&strike)) {
                    strikes.push(strike);
                }
            }
        }
        strikes.sort_by_key(sort_key);
        strikes
    }

    /// One strike, or `None` if the chosen cell was not strong enough at that time.
    fn random_strike(&self, rng: &dyn Rng, cells: &[StormCell], minutes: f64) -> Option<VendorStrike> {
        let minute = rng.fraction() * minutes;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "an index into a short list"
        )]
        let cell = cells[(rng.fraction() * cells.len() as f64) as usize];
        if cell.strength(minute) <= rng.fraction() {
            return None;
        }
        let StrikePosition { position, miles_from_center } = cell.random_strike(rng, minute, self.center);
        #[expect(clippy::cast_possible_truncation, reason = "seconds of a storm")]
        let at = Timestamp::from_second(self.starts_at.as_second() + (minute * 60.0) as i64).unwrap_or(self.starts_at);
        let class = if miles_from_center <= ALERT_MILES { AlertClass::Alert } else { AlertClass::Warning };
        let stroke = if rng.fraction() < CLOUD_SHARE { StrokeType::Cloud } else { StrokeType::Ground };
        Some(VendorStrike { at, position, class, stroke })
    }
}

/// The same time and position with another class or stroke type.
fn vary_class_or_stroke(strike: VendorStrike, rng: &dyn Rng) -> VendorStrike {
    if rng.fraction() < 0.5 {
        VendorStrike {
            class: if strike.class == AlertClass::Alert { AlertClass::Warning } else { AlertClass::Alert },
            ..strike
        }
    } else {
        VendorStrike {
            stroke: if strike.stroke == StrokeType::Cloud { StrokeType::Ground } else { StrokeType::Cloud },
            ..strike
        }
    }
}

/// Everything that the vendor reports.
fn sort_key(strike: &VendorStrike) -> (Timestamp, u64, u64, AlertClass, StrokeType) {
    (strike.at, strike.position.lat().to_bits(), strike.position.lon().to_bits(), strike.class, strike.stroke)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::Ellipsoid;

    fn storm(seed: u64) -> Storm {
        let center = LonLat::new(-86.5861, 34.7304).unwrap();
        Storm { seed, center, starts_at: "2026-05-01T12:00:00Z".parse().unwrap(), minutes: 60, strike_count: 2_000 }
    }

    #[test]
    fn the_seed_decides_the_storm() {
        assert_eq!(storm(7).generate(), storm(7).generate());
        assert_ne!(storm(7).generate(), storm(8).generate());
    }

    #[test]
    fn a_storm_has_every_class_and_stroke_and_near_duplicates() {
        let strikes = storm(7).generate();
        assert_eq!(strikes.len(), 2_000);
        for class in [AlertClass::Alert, AlertClass::Warning] {
            for stroke in [StrokeType::Cloud, StrokeType::Ground] {
                let found = strikes.iter().filter(|strike| strike.class == class && strike.stroke == stroke).count();
                assert!(found > 50, "{class:?} {stroke:?}: {found}");
            }
        }
        let keys: HashSet<_> = strikes.iter().map(sort_key).collect();
        assert_eq!(keys.len(), 2_000, "no two are equal in all five values");
        let is_duplicate = |pair: &&[VendorStrike]| pair[0].at == pair[1].at && pair[0].position == pair[1].position;
        let duplicates = strikes.windows(2).filter(is_duplicate).count();
        assert!(duplicates > 50, "{duplicates}");
        assert!(strikes.is_sorted_by_key(|strike| strike.at));
    }

    #[test]
    fn a_storm_approaches_crosses_the_city_and_leaves() {
        let (storm, earth) = (storm(7), Ellipsoid::wgs84());
        let nearest_miles = |from: i64, to: i64| {
            let minute = |strike: &VendorStrike| (strike.at.as_second() - storm.starts_at.as_second()) / 60;
            let strikes = storm.generate().into_iter().filter(|strike| (from..to).contains(&minute(strike)));
            let miles = strikes.map(|strike| earth.distance(storm.center, strike.position).miles().0);
            miles.fold(f64::INFINITY, f64::min)
        };
        let [start, middle, end] = [nearest_miles(0, 4), nearest_miles(20, 40), nearest_miles(56, 60)];
        assert!(start > 6.0 && middle < 3.0 && end > 4.0, "{start} {middle} {end}");
    }
}
