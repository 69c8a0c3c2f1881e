//! A cell of a storm: it grows, wanders and dies.

use stormwire_geo::LonLat;
use stormwire_clock::Rng;

/// Miles in a degree of latitude, near enough for weather.
const MILES_PER_DEGREE: f64 = 69.0;

/// Positions are in miles east and north of the city's centre, times in minutes from the storm's beginning.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    born: f64,
    lives: f64,
    start: (f64, f64),
    /// Per minute.
    pace: (f64, f64),
    width: f64,
}

impl Cell {
    /// One of so many, spread over the time that the storm takes. All come from the west, and each passes the city at its
    /// own distance.
    pub(super) fn draw(chance: &dyn Rng, (number, cells): (u32, u32), minutes: f64) -> Self {
        let between = |from: f64, to: f64| from + (to - from) * chance.fraction();
        let lives = (minutes * between(0.4, 0.8)).max(1.0);
        let born = (minutes - lives) * f64::from(number) / f64::from(cells.max(2) - 1);
        let heading = between(-0.5, 0.5);
        let reach = between(14.0, 22.0);
        let aside = between(-7.0, 7.0);
        let (east, north) = (heading.cos(), heading.sin());
        let start = (-reach * east - aside * north, -reach * north + aside * east);
        let pace = (2.0 * reach * east / lives, 2.0 * reach * north / lives);
        Self { born, lives, start, pace, width: between(1.0, 3.0) }
    }

    /// How strong it is: nothing before its birth and after its death, most in the middle.
    pub(super) fn strength(&self, minute: f64) -> f64 {
        let age = (minute - self.born) / self.lives;
        if (0.0..=1.0).contains(&age) { (age * std::f64::consts::PI).sin() } else { 0.0 }
    }

    /// A place that it strikes, on a grid of a millionth of a degree; and its distance from the centre in miles.
    pub(super) fn strike(&self, chance: &dyn Rng, minute: f64, centre: LonLat) -> (LonLat, f64) {
        let age = minute - self.born;
        // The sum of three is round enough.
        let scatter = || (chance.fraction() + chance.fraction() + chance.fraction() - 1.5) * 2.0 * self.width;
        let east = self.start.0 + self.pace.0 * age + scatter();
        let north = self.start.1 + self.pace.1 * age + scatter();
        let grid = |degrees: f64| (degrees * 1e6).round() / 1e6;
        let lat = grid(centre.lat() + north / MILES_PER_DEGREE).clamp(-90.0, 90.0);
        let narrow = centre.lat().to_radians().cos().max(0.01);
        let lon = grid(centre.lon() + east / (MILES_PER_DEGREE * narrow)).clamp(-180.0, 180.0);
        (LonLat::new(lon, lat).unwrap_or(centre), east.hypot(north))
    }
}
