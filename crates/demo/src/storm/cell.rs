use stormwire_clock::Rng;
use stormwire_geo::LonLat;

/// Miles per degree of latitude, precise enough for weather.
const MILES_PER_DEGREE: f64 = 69.0;

/// A storm cell, which grows, moves and dies. Positions are in miles east and north of the center of the city, times in
/// minutes since the start of the storm.
#[derive(Debug, Clone, Copy)]
pub(super) struct StormCell {
    starts_at: f64,
    lifetime: f64,
    start: Offset,
    /// Per minute.
    velocity: Offset,
    width: f64,
}

/// Miles.
#[derive(Debug, Clone, Copy)]
struct Offset {
    east: f64,
    north: f64,
}

/// Where a cell strikes.
pub(super) struct StrikePosition {
    /// In millionths of a degree.
    pub(super) position: LonLat,
    pub(super) miles_from_center: f64,
}

impl StormCell {
    /// The cell with this index out of `count`, which are spread over the duration of the storm. All come from the west,
    /// and each passes the city at its own distance.
    pub(super) fn random(rng: &dyn Rng, index: u32, count: u32, storm_minutes: f64) -> Self {
        let between = |from: f64, to: f64| from + (to - from) * rng.fraction();
        let lifetime = (storm_minutes * between(0.4, 0.8)).max(1.0);
        let starts_at = (storm_minutes - lifetime) * f64::from(index) / f64::from(count.max(2) - 1);
        let heading = between(-0.5, 0.5);
        let reach = between(14.0, 22.0);
        let passing_distance = between(-7.0, 7.0);
        let (east, north) = (heading.cos(), heading.sin());
        let start =
            Offset { east: -reach * east - passing_distance * north, north: -reach * north + passing_distance * east };
        let velocity = Offset { east: 2.0 * reach * east / lifetime, north: 2.0 * reach * north / lifetime };
        Self { starts_at, lifetime, start, velocity, width: between(1.0, 3.0) }
    }

    /// From 0 outside its lifetime to 1 in the middle of it.
    pub(super) fn strength(&self, minute: f64) -> f64 {
        let age = (minute - self.starts_at) / self.lifetime;
        if (0.0..=1.0).contains(&age) { (age * std::f64::consts::PI).sin() } else { 0.0 }
    }

    pub(super) fn random_strike(&self, rng: &dyn Rng, minute: f64, center: LonLat) -> StrikePosition {
        let age = minute - self.starts_at;
        // The sum of three random numbers is close enough to a normal distribution.
        let scatter = || (rng.fraction() + rng.fraction() + rng.fraction() - 1.5) * 2.0 * self.width;
        let east = self.start.east + self.velocity.east * age + scatter();
        let north = self.start.north + self.velocity.north * age + scatter();
        let round = |degrees: f64| (degrees * 1e6).round() / 1e6;
        let lat = round(center.lat() + north / MILES_PER_DEGREE).clamp(-90.0, 90.0);
        let longitude_scale = center.lat().to_radians().cos().max(0.01);
        let lon = round(center.lon() + east / (MILES_PER_DEGREE * longitude_scale)).clamp(-180.0, 180.0);
        StrikePosition { position: LonLat::new(lon, lat).unwrap_or(center), miles_from_center: east.hypot(north) }
    }
}
