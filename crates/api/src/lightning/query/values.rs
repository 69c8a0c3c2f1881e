//! Values of query parameters. Each function says what is wrong with a text.

use crate::params::read_time;
use jiff::Timestamp;
use stormwire_geo::{Bounds, LonLat, StrikeKind};
use stormwire_store::FacilityId;
use stormwire_store::tables::strike::StrikeFilter;

pub(super) fn parse_number(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| format!("{text:?} is not a number"))
}

/// A time as in RFC 3339; without an offset it is UTC. A date alone is a mistake: midnight UTC is in the middle of an evening
/// storm. A `+` that was not escaped arrives as a space.
pub(super) fn instant(text: &str) -> Result<Timestamp, String> {
    let with_plus =
        || text.contains('T').then(|| text.rsplit_once(' ')).flatten().map(|(at, offset)| format!("{at}+{offset}"));
    let read = |text: &str| read_time(text).filter(|_| has_time_of_day(text));
    let at = read(text).or_else(|| read(&with_plus()?)).filter(|at| at.as_second() >= YEAR_0);
    // Rounded down to the precision of stored strikes, so that no later strike is included by rounding.
    at.and_then(|at| Timestamp::from_microsecond(floor_microseconds(at)).ok())
        .ok_or_else(|| format!("{text:?} is not a time such as 2026-05-01T12:00:00Z"))
}

/// Whether hours, minutes and seconds follow the date.
fn has_time_of_day(text: &str) -> bool {
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let is_colon = |at: usize| text.as_bytes().get(at) == Some(&b':');
    [11, 12, 14, 15, 17, 18].into_iter().all(is_digit) && [13, 16].into_iter().all(is_colon)
}

/// Earlier years have a sign, which RFC 3339 does not allow.
const YEAR_0: i64 = -62_167_219_200;

fn floor_microseconds(at: Timestamp) -> i64 {
    i64::try_from(at.as_nanosecond().div_euclid(1_000)).unwrap_or(i64::MAX)
}

pub(super) fn limit(text: &str, most: u32) -> Result<u32, String> {
    match text.parse() {
        Ok(count) if (1..=most).contains(&count) => Ok(count),
        _ => Err(format!("{text:?} is not an integer from 1 to {most}")),
    }
}

/// At most this many characters of a search, ids in a list of them, and digits of each.
const MAX_SEARCH: usize = 100;
const MAX_IDS: usize = 200;
const MAX_ID_DIGITS: usize = 18;

/// Blank is allowed: every name contains it.
pub(super) fn search(text: &str) -> Result<String, String> {
    let length = text.chars().count();
    if length <= MAX_SEARCH {
        Ok(text.to_owned())
    } else {
        Err(format!("has {length} characters, at most {MAX_SEARCH}"))
    }
}

pub(super) fn facility_ids(text: &str) -> Result<Vec<FacilityId>, String> {
    let is_id = |part: &str| part.len() <= MAX_ID_DIGITS && part.bytes().all(|byte| byte.is_ascii_digit());
    let id = |part: &str| part.parse::<FacilityId>().ok().filter(|_| is_id(part));
    let ids: Option<Vec<FacilityId>> = text.split(',').map(id).collect();
    ids.filter(|ids| ids.len() <= MAX_IDS)
        .ok_or_else(|| format!("{text:?} is not 1 to {MAX_IDS} facility ids separated by commas"))
}

pub(super) fn bounds(text: &str) -> Result<Bounds, String> {
    let numbers: Result<Vec<f64>, String> = text.split(',').map(|part| parse_number(part.trim())).collect();
    let [west, south, east, north] = numbers?[..] else {
        return Err("must be four numbers: minLng,minLat,maxLng,maxLat".into());
    };
    let corner = |lon, lat| LonLat::new(lon, lat).map_err(|error| error.to_string());
    Bounds::new(corner(west, south)?, corner(east, north)?).map_err(|error| error.to_string())
}

/// A kind, or a vendor's text that names one. Another text is a typing mistake: it must not look like a quiet sky.
pub(super) fn filter(text: &str) -> Result<StrikeFilter, String> {
    match (StrikeKind::from_name(text), StrikeKind::from_vendor_text(text)) {
        (Some(kind), _) => Ok(StrikeFilter::Kind(kind)),
        (None, StrikeKind::Ground | StrikeKind::Cloud) => Ok(StrikeFilter::VendorType(text.to_owned())),
        (None, StrikeKind::Unknown) => {
            Err(format!("{text:?} is not ground, cloud, unknown or a type such as Cloud-to-Ground"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facility_ids_are_digits_between_commas() {
        assert_eq!(facility_ids("3"), Ok(vec![FacilityId::new(3)]));
        assert_eq!(facility_ids("3,1,3"), Ok([3, 1, 3].map(FacilityId::new).to_vec()));
        assert!(facility_ids(&["7"; MAX_IDS].join(",")).is_ok());
        for text in ["", ",", "1,", "1, 2", "-1", "+1", "x", "1000000000000000000", &["7"; MAX_IDS + 1].join(",")] {
            assert!(facility_ids(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_search_has_at_most_100_characters() {
        for (length, is_allowed) in [(0, true), (100, true), (101, false)] {
            assert_eq!(search(&"é".repeat(length)).is_ok(), is_allowed, "{length}");
        }
    }

    #[test]
    fn reads_times_with_offset_unescaped_plus_or_neither() {
        for (text, expected) in [
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z"),
            ("2026-05-01T12:00:00.123456999Z", "2026-05-01T12:00:00.123456Z"),
            ("2026-05-01T12:00:00-05:00", "2026-05-01T17:00:00Z"),
            ("2026-05-01T12:00:00 05:00", "2026-05-01T07:00:00Z"),
            ("2026-05-01T12:00:00.5 00:00", "2026-05-01T12:00:00.5Z"),
            ("2026-05-01T12:00:00", "2026-05-01T12:00:00Z"),
            ("2026-05-01 12:00:00", "2026-05-01T12:00:00Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
            ("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z"),
            ("9999-12-30T00:00:00Z", "9999-12-30T00:00:00Z"),
        ] {
            assert_eq!(instant(text).map(|at| at.to_string()).as_deref(), Ok(expected), "{text}");
        }
        for text in [
            "",
            "now",
            "2026-05-01",
            "2026-05-01Z",
            "2026-05-01T12",
            "2026-05-01 12:00",
            "2026-05-01T12:00Z",
            "2026-13-01T00:00:00Z",
            "-000001-01-01T00:00:00Z",
            "1777636800",
            "2026-05-01T12:00:00 x",
            "2026-05-01T12:00:00[America/Chicago]",
            "2026-05-01T12:00:00-05:00[America/Chicago]",
        ] {
            assert!(instant(text).is_err(), "{text}");
        }
    }

    #[test]
    fn rejects_bbox_with_min_over_max_or_without_four_numbers() {
        assert!(bounds("-87,34,-86,35").is_ok() && bounds(" -87 , 34, -86 ,35").is_ok() && bounds("1,1,1,1").is_ok());
        for text in [
            "",
            "1,2,3",
            "1,2,3,",
            "1,2,3,4,5",
            "a,b,c,d",
            "-86,34,-87,35",
            "-87,35,-86,34",
            "170,0,-170,10",
            "0,0,0,91",
            "-181,0,0,0",
            "NaN,0,1,1",
            "0,0,inf,1",
        ] {
            assert!(bounds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_type_is_a_kind_or_the_full_text() {
        for (text, kind) in [
            ("cloud", StrikeKind::Cloud),
            ("Cloud", StrikeKind::Cloud),
            ("ground", StrikeKind::Ground),
            ("UNKNOWN", StrikeKind::Unknown),
        ] {
            assert_eq!(filter(text), Ok(StrikeFilter::Kind(kind)));
        }
        for text in ["Cloud Stroke Lightning", "CG", "Intra-Cloud"] {
            assert_eq!(filter(text), Ok(StrikeFilter::VendorType(text.into())));
        }
        assert!(filter("").is_err() && filter("sky").is_err());
    }
}
