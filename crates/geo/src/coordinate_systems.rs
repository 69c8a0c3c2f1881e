//! Coordinate systems that are known by their code: state plane zones in feet, and UTM zones used in feet.
//!
//! The table is made by `scripts/coordinate-systems.py` from PROJ's database.

use crate::position::{Bounds, LonLat};

const TABLE: &str = include_str!("../data/coordinate-systems.txt");

/// Cities next to a zone use it too.
const ZONE_MARGIN_DEGREES: f64 = 0.1;

/// A coordinate system of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoordinateSystem {
    /// `EPSG:2225` or `ESRI:102629`.
    pub code: &'static str,
    pub name: &'static str,
    /// The code of the geographic system it is based on, a realization of NAD83.
    pub base: &'static str,
    pub(crate) projection: &'static str,
    /// The area it is meant for, with a margin.
    pub zone: Bounds,
}

impl CoordinateSystem {
    /// All systems, by code.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.lines().filter_map(Self::parse)
    }

    /// Ignores case.
    pub fn find(code: &str) -> Option<Self> {
        Self::all().find(|system| system.code.eq_ignore_ascii_case(code))
    }

    /// Systems whose code or name contains every word of the text, ignoring case.
    pub fn search(text: &str) -> Vec<Self> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let has_all = |system: &Self| {
            let searched = format!("{} {}", system.code, system.name).to_lowercase();
            words.iter().all(|word| searched.contains(word))
        };
        let mut found: Vec<Self> = Self::all().filter(has_all).collect();
        found.sort_by_key(Self::preference);
        found
    }

    /// Systems whose zone contains the position. The first is the best suggestion: a state plane zone, with the position
    /// closest to its middle.
    pub fn at(position: LonLat) -> Vec<Self> {
        let mut found: Vec<Self> = Self::all().filter(|system| system.zone.contains(position)).collect();
        found.sort_by(|one, other| {
            let key = |system: &Self| (system.is_utm(), off_center(system.zone, position));
            let (one_key, other_key) = (key(one), key(other));
            one_key
                .0
                .cmp(&other_key.0)
                .then(one_key.1.total_cmp(&other_key.1))
                .then(one.preference().cmp(&other.preference()))
        });
        found
    }

    pub(crate) fn is_utm(&self) -> bool {
        self.projection.starts_with("+proj=utm")
    }

    /// The same zone exists on several realizations of NAD83, which stormwire treats alike; the common one comes first.
    fn preference(&self) -> u8 {
        match (self.base, self.code.starts_with("EPSG")) {
            _ if self.is_utm() => 3,
            ("EPSG:4269", true) => 0,
            (_, false) => 1,
            _ => 2,
        }
    }

    fn parse(line: &'static str) -> Option<Self> {
        let mut columns = line.split('|');
        let [code, name, base, projection, zone] = std::array::from_fn(|_| columns.next());
        Some(Self { code: code?, name: name?, base: base?, projection: projection?, zone: parse_zone(zone?)? })
    }
}

/// `west,south,east,north`, widened by the margin.
fn parse_zone(text: &str) -> Option<Bounds> {
    let numbers: Vec<f64> = text.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [west, south, east, north] = *numbers.as_slice() else { return None };
    let margin = ZONE_MARGIN_DEGREES;
    let corner = |lon: f64, lat: f64| LonLat::new(lon.clamp(-180.0, 180.0), lat).ok();
    Bounds::new(corner(west - margin, south - margin)?, corner(east + margin, north + margin)?).ok()
}

/// 0 in the middle of the zone, 1 on its edge.
fn off_center(zone: Bounds, position: LonLat) -> f64 {
    let part = |low: f64, high: f64, value: f64| (2.0 * (value - low) / (high - low) - 1.0).abs();
    let (low, high) = (zone.min(), zone.max());
    part(low.lon(), high.lon(), position.lon()).max(part(low.lat(), high.lat(), position.lat()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Crs;

    fn codes(found: &[CoordinateSystem]) -> Vec<&'static str> {
        found.iter().map(|system| system.code).collect()
    }

    #[test]
    fn every_line_is_read_and_every_zone_can_be_projected() {
        let all: Vec<_> = CoordinateSystem::all().collect();
        assert_eq!(all.len(), TABLE.lines().count());
        assert!(all.len() > 500, "{}", all.len());
        for system in all {
            let crs = Crs::parse(system.code).unwrap();
            for corner in [system.zone.min(), system.zone.max(), system.zone.center()] {
                let back = crs.to_degrees(crs.to_feet(corner).unwrap()).unwrap();
                let is_same = (back.lon() - corner.lon()).abs() < 1e-9 && (back.lat() - corner.lat()).abs() < 1e-9;
                assert!(is_same, "{} {corner:?} {back:?}", system.code);
            }
            assert!(crs.polynomial(system.zone).is_ok(), "{} has no map", system.code);
        }
    }

    #[test]
    fn search_finds_by_code_and_by_words_of_the_name() {
        assert_eq!(codes(&CoordinateSystem::search("epsg:2225")), ["EPSG:2225"]);
        let found = CoordinateSystem::search("california zone 1");
        assert_eq!(found[0].code, "EPSG:2225");
        assert!(found.iter().all(|system| system.name.contains("California")));
        assert_eq!(CoordinateSystem::search("UTM 16N")[0].code, "EPSG:6345");
        assert!(CoordinateSystem::search("atlantis").is_empty());
        assert_eq!(CoordinateSystem::search(" ").len(), CoordinateSystem::all().count());
    }

    #[test]
    fn suggests_the_zone_of_a_city() {
        for (city, lat, lng, expected) in [
            ("Huntsville", 34.73, -86.59, "ESRI:102629"),
            ("Columbus", 39.96, -83.00, "EPSG:3735"),
            ("Eureka", 40.80, -124.16, "EPSG:2225"),
            ("Miami", 25.76, -80.19, "EPSG:2236"),
            ("Denver", 39.74, -104.99, "EPSG:2232"),
        ] {
            let found = CoordinateSystem::at(LonLat::new(lng, lat).unwrap());
            assert_eq!(found.first().map(|system| system.code), Some(expected), "{city}: {:?}", codes(&found));
        }
        assert!(CoordinateSystem::at(LonLat::new(2.35, 48.86).unwrap()).is_empty(), "Paris");
    }
}
