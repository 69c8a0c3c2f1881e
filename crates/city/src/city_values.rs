//! Checks the settings of the city, from the configuration file or from the portal. Pure.

use jiff::tz::TimeZone;
use stormwire_geo::{Bounds, LonLat};

const MAX_NAME_LENGTH: usize = 100;

pub(crate) fn check_city_name(name: &str) -> Result<(), String> {
    let is_valid =
        !name.trim().is_empty() && name.chars().count() <= MAX_NAME_LENGTH && !name.chars().any(char::is_control);
    if is_valid {
        return Ok(());
    }
    let shown: String = name.chars().take(MAX_NAME_LENGTH).collect();
    Err(format!("{shown:?} is not a valid name; use 1 to {MAX_NAME_LENGTH} visible characters on one line"))
}

pub(crate) fn parse_time_zone(name: &str) -> Result<TimeZone, String> {
    let problem = || format!("{name:?} is not a time zone; use an IANA name such as America/Chicago");
    TimeZone::get(name).map_err(|_| problem())
}

/// minLng, minLat, maxLng, maxLat
pub(crate) fn parse_bounds(numbers: &[f64]) -> Result<Bounds, String> {
    let [min_lon, min_lat, max_lon, max_lat] = *numbers else {
        return Err(format!("{} numbers; use [minLng, minLat, maxLng, maxLat]", numbers.len()));
    };
    let corner = |lon, lat| LonLat::new(lon, lat).map_err(|error| error.to_string());
    Bounds::new(corner(min_lon, min_lat)?, corner(max_lon, max_lat)?).map_err(|error| error.to_string())
}
