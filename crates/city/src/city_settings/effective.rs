//! The city as it is: keys of the configuration win, then what the portal saved, then defaults. Pure.

use crate::city_values::{check_city_name, parse_bounds, parse_time_zone};
use crate::config::City;
use stormwire_geo::Crs;
use stormwire_store::tables::city_settings::SavedCity;
use thiserror::Error;

/// An invalid setting.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{field}: {problem}")]
pub struct CityFieldError {
    pub field: &'static str,
    pub problem: String,
}

impl CityFieldError {
    pub(super) fn new(field: &'static str, problem: impl Into<String>) -> Self {
        Self { field, problem: problem.into() }
    }
}

/// `configured` has defaults for what the configuration does not set.
pub fn effective_city(configured: &City, saved: &SavedCity) -> Result<City, CityFieldError> {
    let mut city = configured.clone();
    let keys = configured.configured;
    if let Some(name) = saved.name.as_ref().filter(|_| !keys.name) {
        check_city_name(name).map_err(|problem| CityFieldError::new("name", problem))?;
        city.name.clone_from(name);
    }
    if let Some(timezone) = saved.timezone.as_ref().filter(|_| !keys.timezone) {
        city.timezone = parse_time_zone(timezone).map_err(|problem| CityFieldError::new("timezone", problem))?;
    }
    if let Some(text) = saved.crs.as_ref().filter(|_| !keys.crs) {
        city.crs = Crs::parse(text).map_err(|error| CityFieldError::new("crs", error.to_string()))?;
        text.trim().clone_into(&mut city.crs_text);
    }
    if !keys.bounds {
        let bounds = saved.bounds.map(|numbers| parse_bounds(&numbers)).transpose();
        let bounds = bounds.map_err(|problem| CityFieldError::new("bounds", problem))?;
        city.bounds = bounds.or_else(|| city.crs.zone());
    }
    Ok(city)
}

/// A key of the configuration that the portal tries to change.
pub(super) fn check_not_configured(configured: &City, saved: &SavedCity) -> Result<(), CityFieldError> {
    let keys = configured.configured;
    let bounds = configured.bounds.map(|area| [area.min().lon(), area.min().lat(), area.max().lon(), area.max().lat()]);
    let timezone = configured.timezone.iana_name().unwrap_or_default();
    for (field, is_other) in [
        ("name", keys.name && saved.name.as_ref().is_some_and(|name| *name != configured.name)),
        ("timezone", keys.timezone && saved.timezone.as_ref().is_some_and(|name| name != timezone)),
        ("crs", keys.crs && saved.crs.as_ref().is_some_and(|crs| !crs.eq_ignore_ascii_case(&configured.crs_text))),
        ("bounds", keys.bounds && saved.bounds.is_some() && saved.bounds != bounds),
    ] {
        if is_other {
            return Err(CityFieldError::new(field, format!("set by the configuration; change city.{field} there")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Sources};
    use std::path::Path;

    fn city(text: &str) -> City {
        Config::load(&Sources::from_text(Path::new("s.toml"), text.into())).unwrap().city
    }

    fn saved() -> SavedCity {
        SavedCity {
            name: Some("Columbus".into()),
            timezone: Some("America/New_York".into()),
            crs: Some("EPSG:3735".into()),
            bounds: None,
        }
    }

    #[test]
    fn saved_settings_replace_defaults() {
        let city = effective_city(&city(""), &saved()).unwrap();
        assert_eq!((city.name.as_str(), city.crs_text.as_str()), ("Columbus", "EPSG:3735"));
        assert_eq!((city.timezone.iana_name(), city.bounds), (Some("America/New_York"), city.crs.zone()));
    }

    #[test]
    fn keys_of_the_configuration_win() {
        let configured = city("[city]\nname = \"Springfield\"\ncrs = \"EPSG:2225\"");
        let city = effective_city(&configured, &saved()).unwrap();
        assert_eq!((city.name.as_str(), city.crs_text.as_str()), ("Springfield", "EPSG:2225"));
        assert_eq!((city.timezone.iana_name(), city.bounds), (Some("America/New_York"), configured.crs.zone()));
        assert_eq!(check_not_configured(&configured, &saved()).unwrap_err().field, "name");
        let same = SavedCity { name: Some("Springfield".into()), crs: Some("epsg:2225".into()), ..saved() };
        assert_eq!(check_not_configured(&configured, &same), Ok(()));
    }

    #[test]
    fn invalid_settings_name_the_field() {
        for (saved, field) in [
            (SavedCity { name: Some(" ".into()), ..SavedCity::default() }, "name"),
            (SavedCity { timezone: Some("Mars/Base".into()), ..SavedCity::default() }, "timezone"),
            (SavedCity { crs: Some("EPSG:1".into()), ..SavedCity::default() }, "crs"),
            (SavedCity { bounds: Some([1.0, 0.0, 0.0, 1.0]), ..SavedCity::default() }, "bounds"),
        ] {
            assert_eq!(effective_city(&city(""), &saved).unwrap_err().field, field);
        }
    }
}
