//! Warnings about extracted records that would be strikes and cannot be right: far from the city, at another time than their
//! message, or of an unknown kind. Pure.
//!
//! A preview does not know the later actions. So records are taken for strikes if they have a latitude and a longitude.

use super::plausibility::{CityArea, format_miles};
use super::source_problems::MAX_STRIKE_DIFFERENCE;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value};
use stormwire_geo::{LonLat, PositionError, StrikeKind};

/// A warning about a field of the config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordWarning {
    pub field: String,
    pub message: String,
}

/// What the times of records are compared with.
#[derive(Debug, Clone, Copy)]
pub enum MessageTime {
    ReceivedAt(Timestamp),
    /// A pasted text has no time of its own, so it is compared with now, less strictly: it may be an old sample.
    Now(Timestamp),
}

/// Samples that are older are called old.
const SAMPLE_AGE: SignedDuration = SignedDuration::from_hours(24);
/// Texts of unknown kinds that are listed.
const MAX_KINDS: usize = 3;
const MAX_TEXT_CHARS: usize = 40;

/// `config` is that of a `TextExtract` action, `items` are its records.
pub fn record_warnings<'i>(
    config: &Value,
    items: &'i [Map<String, Value>],
    area: &CityArea,
    time: MessageTime,
) -> Vec<RecordWarning> {
    let fields = &config["Fields"];
    let named = |name, kind| field_named(fields, name).or_else(|| field_of_type(fields, kind));
    let (Some(latitude), Some(longitude)) = (named("Latitude", "latitude"), named("Longitude", "longitude")) else {
        return Vec::new();
    };
    let position = |(record, item): (usize, &Map<String, Value>)| {
        let (lat, lon) = (number(item.get(latitude)?)?, number(item.get(longitude)?)?);
        Some(RecordPosition { record, lat, lon })
    };
    let positions: Vec<RecordPosition> = items.iter().enumerate().filter_map(position).collect();
    let far = position_warning(&positions, area).map(|message| RecordWarning { field: longitude.to_owned(), message });
    let wrong_time = named("Timestamp", "datetime").and_then(|field| {
        let text = |(record, item): (usize, &'i Map<String, Value>)| Some((record, item.get(field)?.as_str()?));
        let texts = items.iter().enumerate().filter_map(text);
        let times: Result<Vec<RecordTime>, String> =
            texts.map(|(record, text)| RecordTime::parse(record, text)).collect();
        let message = times.map_or_else(Some, |times| time_warning(&times, time))?;
        Some(RecordWarning { field: field.to_owned(), message })
    });
    let unknown_kind = field_named(fields, "Type").and_then(|field| {
        let message = kind_warning(items.iter().filter_map(|item| item.get(field)?.as_str()))?;
        Some(RecordWarning { field: field.to_owned(), message })
    });
    far.into_iter().chain(wrong_time).chain(unknown_kind).collect()
}

/// A strike of unknown kind is shown as such. Lists the first few texts.
fn kind_warning<'t>(types: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut unknown: Vec<&str> = Vec::new();
    let mut more = false;
    for text in types.filter(|text| StrikeKind::from_vendor_text(text) == StrikeKind::Unknown) {
        if !unknown.contains(&text) {
            more = unknown.len() == MAX_KINDS;
            if more {
                break;
            }
            unknown.push(text);
        }
    }
    let first = shorten(unknown.first()?);
    let listed: Vec<String> = unknown.iter().map(|text| format!("\"{}\"", shorten(text))).collect();
    let (listed, more) = (listed.join(", "), if more { " and others" } else { "" });
    Some(format!(
        "{listed}{more}: neither a ground nor a cloud strike, so the kind is unknown. Add a Map: {{\"{first}\": \"Ground\"}} or {{\"{first}\": \"Cloud stroke\"}}."
    ))
}

fn shorten(text: &str) -> String {
    text.chars().take(MAX_TEXT_CHARS).collect()
}

fn field_named<'f>(fields: &'f Value, name: &str) -> Option<&'f str> {
    fields.as_object()?.keys().find(|key| key.eq_ignore_ascii_case(name)).map(String::as_str)
}

fn field_of_type<'f>(fields: &'f Value, kind: &str) -> Option<&'f str> {
    let is_of_type = |field: &Value| field["Type"].as_str().is_some_and(|found| found.eq_ignore_ascii_case(kind));
    fields.as_object()?.iter().find(|(_, field)| is_of_type(field)).map(|(name, _)| name.as_str())
}

/// Text with digits is a number too, as for a column of the table.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|number| number.is_finite())
}

/// Coordinates of a record, possibly out of range.
#[derive(Clone, Copy)]
struct RecordPosition {
    record: usize,
    lat: f64,
    lon: f64,
}

impl RecordPosition {
    fn position(self) -> Result<LonLat, PositionError> {
        LonLat::new(self.lon, self.lat)
    }

    /// What would make the position plausible.
    fn hint(self, area: &CityArea) -> &'static str {
        let Self { lat, lon, .. } = self;
        let plausible = |lat: f64, lon: f64| {
            LonLat::new(lon, lat).is_ok_and(|position| area.implausible_distance(position).is_none())
        };
        let candidates = [
            ((lat, -lon), "Check the sign of the longitude."),
            ((-lat, lon), "Check the sign of the latitude."),
            ((-lat, -lon), "Check the signs of latitude and longitude."),
            ((lon, lat), "Latitude and longitude seem to be swapped."),
            ((lon, -lat), SWAPPED_WITHOUT_SIGN),
            ((-lon, lat), SWAPPED_WITHOUT_SIGN),
            ((-lon, -lat), SWAPPED_WITHOUT_SIGN),
        ];
        let found = candidates.into_iter().find(|((lat, lon), _)| plausible(*lat, *lon));
        found.map_or("Check the coordinates.", |(_, hint)| hint)
    }
}

const SWAPPED_WITHOUT_SIGN: &str = "Latitude and longitude seem to be swapped, and a sign is missing.";

/// About the first implausible record. One is enough: a strike that is read far away is missing where it was.
fn position_warning(positions: &[RecordPosition], area: &CityArea) -> Option<String> {
    if !area.is_checked() {
        return None;
    }
    let implausible = |one: &RecordPosition| {
        let record = one.record;
        let fact = match one.position() {
            Err(error) => format!("record {record}: {error}"),
            Ok(position) => {
                let miles = format_miles(area.implausible_distance(position)?);
                format!("record {record} is {miles} from {}", area.closest_reference())
            }
        };
        Some(format!("{fact}. {}", one.hint(area)))
    };
    positions.iter().find_map(implausible)
}

#[derive(Clone, Copy)]
struct RecordTime {
    record: usize,
    at: Timestamp,
}

impl RecordTime {
    fn parse(record: usize, text: &str) -> Result<Self, String> {
        let at = text.parse().map_err(|_| {
            let text = shorten(text);
            format!("record {record}: \"{text}\" is not a time. Set Type to datetime, with its Format and TimeZone.")
        });
        Ok(Self { record, at: at? })
    }
}

/// The rule of the feed for a received message; for a pasted text only what is certainly old or in the future. All records
/// of a message are of about the same time.
fn time_warning(times: &[RecordTime], time: MessageTime) -> Option<String> {
    let RecordTime { record, at } = *times.iter().max_by_key(|time| time.at)?;
    if let Some(oldest) = times.iter().find(|time| at.duration_since(time.at) > SAMPLE_AGE) {
        return Some(format!(
            "record {} is dated {}, record {record} {at}. Check the pattern and Format.",
            oldest.record, oldest.at
        ));
    }
    let dated = format!("record {record}, the newest, is dated {at}");
    let after = |now: Timestamp| at.duration_since(now) > MAX_STRIKE_DIFFERENCE;
    match time {
        MessageTime::ReceivedAt(received_at) => {
            let difference = received_at.duration_since(at);
            let word = if difference.is_negative() { "after" } else { "before" };
            (difference.abs() > MAX_STRIKE_DIFFERENCE).then(|| {
                let minutes = difference.abs().as_mins();
                format!("{dated}, {minutes} minutes {word} its message was received. Check Format and TimeZone.")
            })
        }
        MessageTime::Now(now) if after(now) => {
            Some(format!("{dated}, which is in the future. Check Format and TimeZone."))
        }
        MessageTime::Now(now) => (now.duration_since(at) > SAMPLE_AGE).then(|| {
            format!("{dated}, more than a day ago. Unless the text is an old sample, check Format and TimeZone.")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plausibility::PlausibleArea;
    use serde_json::json;
    use stormwire_geo::Miles;
    use stormwire_store::FacilityId;
    use stormwire_store::tables::facility::Facility;

    fn now() -> Timestamp {
        "2026-05-01T12:00:00Z".parse().unwrap()
    }

    /// With one facility.
    fn area(position: (f64, f64)) -> CityArea {
        let lat_long = LonLat::new(position.1, position.0).ok();
        let pool = Facility { id: FacilityId::new(1), name: "Pool".into(), point: None, lat_long, policy_id: None };
        PlausibleArea { radius: Some(Miles(500.0)), bounds: None }.around(&[pool])
    }

    fn strike_config() -> Value {
        json!({"Fields": {"Timestamp": {"Type": "datetime"}, "Latitude": {"Type": "number"}, "Longitude": {"Type": "number"}}})
    }

    fn warnings_with(config: &Value, items: &Value, area: &CityArea, time: MessageTime) -> Vec<String> {
        let items: Vec<_> = items.as_array().unwrap().iter().map(|item| item.as_object().unwrap().clone()).collect();
        let all = record_warnings(config, &items, area, time);
        all.into_iter().map(|warning| format!("{}: {}", warning.field, warning.message)).collect()
    }

    fn position_warnings(coordinates: &[(f64, f64)], area: &CityArea) -> Vec<String> {
        let items: Vec<Value> =
            coordinates.iter().map(|(lat, lon)| json!({"Latitude": lat, "Longitude": lon})).collect();
        warnings_with(&strike_config(), &json!(items), area, MessageTime::Now(now()))
    }

    #[test]
    fn unknown_kinds_are_listed_with_the_map_to_add() {
        let config = json!({"Fields": {"Type": {}, "Latitude": {}, "Longitude": {}}});
        let warned = |types: &[Value]| {
            let items: Vec<Value> =
                types.iter().map(|kind| json!({"Type": kind, "Latitude": 34.73, "Longitude": -86.58})).collect();
            warnings_with(&config, &json!(items), &area((34.7304, -86.5861)), MessageTime::Now(now()))
        };
        let unknown = |texts: &str| {
            [format!(
                "Type: {texts}: neither a ground nor a cloud strike, so the kind is unknown. Add a Map: {{\"A\": \"Ground\"}} or {{\"A\": \"Cloud stroke\"}}."
            )]
        };
        assert_eq!(warned(&[json!("CG"), json!("Cloud Stroke"), json!(null)]), Vec::<String>::new());
        assert_eq!(warned(&[json!("A"), json!("IC"), json!("A")]), unknown("\"A\""));
        assert_eq!(warned(&["A", "B", "C"].map(|kind| json!(kind))), unknown("\"A\", \"B\", \"C\""));
        assert_eq!(
            warned(&["A", "B", "C", "D", "E"].map(|kind| json!(kind))),
            unknown("\"A\", \"B\", \"C\" and others")
        );
        assert!(warned(&[json!("\u{e9}".repeat(5_000))])[0].len() < 400);
    }

    #[test]
    fn the_hint_names_the_mistake() {
        let huntsville = area((34.7304, -86.5861));
        let seattle = area((47.6, -122.3));
        for (area, (lat, lon), expected) in [
            (
                &huntsville,
                (34.7283, 86.5477),
                "record 0 is 7,631 miles from the closest facility. Check the sign of the longitude.",
            ),
            (
                &huntsville,
                (-34.7, -86.5),
                "record 0 is 4,775 miles from the closest facility. Check the sign of the latitude.",
            ),
            (
                &huntsville,
                (-34.7, 86.5),
                "record 0 is 12,050 miles from the closest facility. Check the signs of latitude and longitude.",
            ),
            (&huntsville, (-86.5, 34.7), "Latitude and longitude seem to be swapped."),
            (&huntsville, (86.5, 34.7), "Latitude and longitude seem to be swapped, and a sign is missing."),
            (&huntsville, (51.5, -0.1), "Check the coordinates."),
            (
                &seattle,
                (-122.3, 47.6),
                "record 0: latitude -122.3 is not between -90 and 90. Latitude and longitude seem to be swapped.",
            ),
            (&seattle, (476_062.0, -1_223_321.0), "Check the coordinates."),
        ] {
            let found = position_warnings(&[(lat, lon)], area);
            assert!(
                found.len() == 1 && found[0].starts_with("Longitude: ") && found[0].contains(expected),
                "{found:?}"
            );
        }
    }

    #[test]
    fn one_implausible_record_is_enough() {
        let area = area((34.7304, -86.5861));
        assert_eq!(position_warnings(&[(34.7, -86.4), (34.7, -86.5)], &area), Vec::<String>::new());
        assert!(position_warnings(&[(34.7, -86.5), (34.7, 86.5)], &area)[0].contains("record 1 is 7,63"));
        assert!(position_warnings(&[(34.7, -86.5), (3.7994, -86.5)], &area)[0].contains("Check the coordinates."));
        assert_eq!(position_warnings(&[(34.7, 86.5), (34.8, 86.5)], &area).len(), 1);
        assert!(position_warnings(&[], &area).is_empty());
        let unlimited = PlausibleArea { radius: None, bounds: None }.around(&[]);
        assert!(position_warnings(&[(34.7, 86.5)], &unlimited).is_empty());
    }

    #[test]
    fn fields_are_found_by_name_or_type() {
        let area = area((34.7304, -86.5861));
        let typed = json!({"Fields": {"Where": {"Type": "latitude"}, "Across": {"Type": "longitude"}}});
        let item = json!([{"Where": "34.7", "Across": "86.5"}]);
        let found = warnings_with(&typed, &item, &area, MessageTime::Now(now()));
        assert!(found[0].starts_with("Across: record 0 is"), "{found:?}");
        for fields in [json!({"Latitude": {}}), json!({"When": {"Type": "datetime"}}), json!({}), Value::Null] {
            let item = json!([{"Latitude": 1, "When": "2019-01-01T00:00:00Z"}]);
            let none = warnings_with(&json!({"Fields": fields}), &item, &area, MessageTime::Now(now()));
            assert!(none.is_empty(), "not a strike: {none:?}");
        }
    }

    #[test]
    fn times_must_fit_their_message() {
        let area = area((34.7304, -86.5861));
        let warned = |times: &[&str], time| {
            let item = |at: &&str| json!({"Timestamp": at, "Latitude": 34.7, "Longitude": -86.5});
            let items: Vec<Value> = times.iter().map(item).collect();
            warnings_with(&strike_config(), &json!(items), &area, time)
        };
        let (message, text) = (MessageTime::ReceivedAt(now()), MessageTime::Now(now()));
        for (times, time, expected) in [
            (&["2026-05-01T11:45:00Z"][..], message, None),
            (&["2026-05-01T07:00:00Z", "2026-05-01T11:58:00Z"], message, None),
            (
                &["2026-05-01T07:00:00Z"],
                message,
                Some(
                    "record 0, the newest, is dated 2026-05-01T07:00:00Z, 300 minutes before its message was received. Check Format and TimeZone.",
                ),
            ),
            (
                &["2026-05-01T11:58:00Z", "2026-05-01T17:00:00Z"],
                message,
                Some("record 1, the newest, is dated 2026-05-01T17:00:00Z, 300 minutes after its message"),
            ),
            (&["2026-04-30T12:00:00Z"], text, None),
            (&["2026-05-01T12:15:00Z"], text, None),
            (&["2026-05-01T12:15:01Z"], text, Some("which is in the future")),
            (&["2026-04-30T11:59:59Z"], text, Some("more than a day ago. Unless the text is an old sample,")),
            (
                &["2025-05-01T11:58:00Z", "2026-05-01T11:58:00Z"],
                message,
                Some(
                    "record 0 is dated 2025-05-01T11:58:00Z, record 1 2026-05-01T11:58:00Z. Check the pattern and Format.",
                ),
            ),
            (
                &["16/11/2026 10h31"],
                text,
                Some(
                    "record 0: \"16/11/2026 10h31\" is not a time. Set Type to datetime, with its Format and TimeZone.",
                ),
            ),
        ] {
            let found = warned(times, time);
            match expected {
                None => assert!(found.is_empty(), "{times:?}: {found:?}"),
                Some(part) => assert!(
                    found.len() == 1 && found[0].starts_with("Timestamp: ") && found[0].contains(part),
                    "{found:?}"
                ),
            }
        }
    }
}
