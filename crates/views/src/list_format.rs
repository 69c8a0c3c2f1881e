//! The format of a list: JSON, or GeoJSON for programs that draw maps. Pure.

use axum::http::{HeaderMap, HeaderValue, header};

pub const JSON: HeaderValue = HeaderValue::from_static("application/json");
pub const GEO_JSON: HeaderValue = HeaderValue::from_static("application/geo+json");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFormat {
    Json,
    GeoJson,
}

/// What a client asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChosenFormat {
    pub format: ListFormat,
    /// By `Accept`, which is not in the URI: a cache that finds responses by URI must know it.
    pub is_by_accept: bool,
}

impl ListFormat {
    pub fn from_name(name: &str) -> Result<Self, String> {
        match name {
            "json" => Ok(Self::Json),
            "geojson" => Ok(Self::GeoJson),
            _ => Err(format!("{name:?} is not json or geojson")),
        }
    }

    /// The parameter decides, because many GIS programs cannot set headers; without it, `Accept`.
    pub fn choose(parameter: Option<Self>, headers: &HeaderMap) -> ChosenFormat {
        match parameter {
            Some(format) => ChosenFormat { format, is_by_accept: false },
            None if prefers_geo_json(headers) => ChosenFormat { format: Self::GeoJson, is_by_accept: true },
            None => ChosenFormat { format: Self::Json, is_by_accept: false },
        }
    }

    pub fn content_type(self) -> HeaderValue {
        match self {
            Self::Json => JSON,
            Self::GeoJson => GEO_JSON,
        }
    }
}

/// Whether `Accept` names GeoJSON at all. Quick: asked for every request that could be answered from the cache.
pub fn mentions_geo_json(headers: &HeaderMap) -> bool {
    const NAME: &[u8] = b"geo+json";
    let mut accepted = headers.get_all(header::ACCEPT).iter();
    accepted.any(|value| value.as_bytes().windows(NAME.len()).any(|part| part.eq_ignore_ascii_case(NAME)))
}

/// Whether GeoJSON is accepted by name, with at least the weight of JSON.
fn prefers_geo_json(headers: &HeaderMap) -> bool {
    if !mentions_geo_json(headers) {
        return false;
    }
    let (mut geo_json, mut json, mut any) = (0.0, None, 0.0);
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    for item in accepted.flat_map(|text| text.split(',')) {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().unwrap_or("").to_ascii_lowercase();
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(1.0, |text| text.parse().unwrap_or(0.0));
        match name.as_str() {
            "application/geo+json" => geo_json = weight,
            "application/json" => json = Some(weight),
            "application/*" | "*/*" => any = f64::max(any, weight),
            _ => {}
        }
    }
    geo_json > 0.0 && geo_json >= json.unwrap_or(any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geo_json_is_sent_to_clients_that_name_it() {
        for (accept, is_geo_json) in [
            ("", false),
            ("*/*", false),
            ("application/json", false),
            ("text/html,application/xhtml+xml,*/*;q=0.8", false),
            ("application/geo+json", true),
            ("Application/Geo+JSON", true),
            ("application/geo+json; charset=utf-8", true),
            ("application/geo+json, application/json;q=0.9, */*;q=0.1", true),
            ("application/json, application/geo+json", true),
            ("application/geo+json, */*", true),
            ("application/geo+json;q=0.5, application/json", false),
            ("application/geo+json;q=0.5, */*", false),
            ("application/geo+json;q=0", false),
            ("application/vnd.geo+json", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]);
            let expected = if is_geo_json { ListFormat::GeoJson } else { ListFormat::Json };
            assert_eq!(ListFormat::choose(None, &headers).format, expected, "{accept}");
            // The fast path leaves every request that may get GeoJSON to the router.
            assert!(!is_geo_json || mentions_geo_json(&headers), "{accept}");
        }
    }

    #[test]
    fn the_parameter_decides() {
        let headers = HeaderMap::from_iter([(header::ACCEPT, GEO_JSON)]);
        for (name, format) in [("json", ListFormat::Json), ("geojson", ListFormat::GeoJson)] {
            let given = ListFormat::from_name(name).ok();
            assert_eq!(ListFormat::choose(given, &headers), ChosenFormat { format, is_by_accept: false });
        }
        assert!(ListFormat::choose(None, &headers).is_by_accept);
        for name in ["", "GeoJSON", "kml"] {
            assert!(ListFormat::from_name(name).is_err(), "{name}");
        }
    }
}
