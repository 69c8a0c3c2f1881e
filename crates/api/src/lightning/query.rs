//! Query parameters. Each must be known, given once and in range; all violations are reported together.

use super::format::ListFormat;
use crate::params::read_time;
use crate::problem::{FieldProblem, MAX_VIOLATIONS};
use crate::{App, Problem};
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_geo::{Bounds, LonLat, ParameterOverrides, StrikeKind, ThreatParameter, ThreatParameters};
use stormwire_lightning::subtract_duration;
use stormwire_store::tables::strike::{StrikeFilter, StrikeSearch};

/// `asOf` may be this far in the future, because clocks differ.
const MAX_AHEAD: Duration = Duration::from_mins(1);
/// Maximum and default of `limit`.
const MAX_STRIKES: u32 = 10_000;

const NUMBERS: [(&str, ThreatParameter); 4] = [
    ("radiusMiles", ThreatParameter::Radius),
    ("dangerMinutes", ThreatParameter::Danger),
    ("allClearMinutes", ThreatParameter::AllClear),
    ("historyHours", ThreatParameter::History),
];

/// Reads parameters one by one and collects what is wrong with them.
struct QueryReader {
    pairs: Vec<(String, String)>,
    problems: Vec<FieldProblem>,
    now: Timestamp,
}

impl QueryReader {
    fn new(query: &str, now: Timestamp, known: &[&str]) -> Self {
        let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let mut reader = Self { pairs, problems: Vec::new(), now };
        for (index, (name, _)) in reader.pairs.iter().enumerate() {
            if reader.problems.len() > MAX_VIOLATIONS {
                break;
            }
            let message = if !known.contains(&name.as_str()) {
                format!("unknown parameter; known are {}", known.join(", "))
            } else if reader.pairs[..index].iter().any(|(before, _)| before == name) {
                "given more than once".to_owned()
            } else {
                continue;
            };
            reader.problems.push(FieldProblem { field: name.clone(), message });
        }
        reader
    }

    /// The value of an optional parameter; none if it is absent or invalid.
    fn read_optional<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        let (_, text) = self.pairs.iter().find(|(given, _)| given == name)?;
        match read(text) {
            Ok(value) => Some(value),
            Err(message) => {
                self.problems.push(FieldProblem { field: name.to_owned(), message });
                None
            }
        }
    }

    fn required<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        if !self.pairs.iter().any(|(given, _)| given == name) {
            self.problems.push(FieldProblem { field: name.to_owned(), message: "required".into() });
        }
        self.read_optional(name, read)
    }

    fn as_of(&mut self) -> Option<Timestamp> {
        let latest = later(self.now, MAX_AHEAD);
        self.read_optional("asOf", |text| {
            let at = instant(text)?;
            if at > latest { Err(format!("{at} is more than 60 s in the future")) } else { Ok(at) }
        })
    }

    /// The start of a period that ends at `latest`.
    fn since(&mut self, latest: Timestamp) -> Option<Timestamp> {
        self.read_optional("since", |text| {
            let at = instant(text)?;
            if at > latest { Err(format!("{at} is after asOf")) } else { Ok(at) }
        })
    }

    /// What replaces the numbers of the policies.
    fn overrides(&mut self) -> ParameterOverrides {
        let mut all = ParameterOverrides::default();
        for (name, parameter) in NUMBERS {
            let given = self.read_optional(name, |text| {
                all.with_value(parameter, parse_number(text)?).map_err(|error| error.to_string())
            });
            all = given.unwrap_or(all);
        }
        all
    }

    fn format(&mut self) -> Option<ListFormat> {
        self.read_optional("format", ListFormat::from_name)
    }

    fn finish<T>(self, value: T) -> Result<T, Problem> {
        let detail = match self.problems.as_slice() {
            [] => return Ok(value),
            [one] => format!("{}: {}", one.field, one.message),
            _ => "invalid parameters".to_owned(),
        };
        let problem = Problem::new(StatusCode::BAD_REQUEST, detail);
        Err(self.problems.into_iter().fold(problem, |problem, one| problem.with_field(one.field, one.message)))
    }
}

fn query_of(parts: &Parts) -> &str {
    parts.uri.query().unwrap_or_default()
}

/// `/lightning-strikes/status`
pub(crate) struct StatusQuery {
    pub(crate) as_of: Option<Timestamp>,
}

impl FromRequestParts<App> for StatusQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let mut reader = QueryReader::new(query_of(parts), app.clock.now(), &["asOf"]);
        let as_of = reader.as_of();
        reader.finish(Self { as_of })
    }
}

/// `/lightning-strikes/facilities`
pub(crate) struct FacilitiesQuery {
    pub(crate) about: ProximityQuery,
    pub(crate) format: Option<ListFormat>,
}

impl FromRequestParts<App> for FacilitiesQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let known = [&PROXIMITY_PARAMETERS[..], &["format"]].concat();
        let mut reader = QueryReader::new(query_of(parts), app.clock.now(), &known);
        let about = ProximityQuery { as_of: reader.as_of(), overrides: reader.overrides() };
        let format = reader.format();
        reader.finish(Self { about, format })
    }
}

/// One facility.
pub struct ProximityQuery {
    pub as_of: Option<Timestamp>,
    pub overrides: ParameterOverrides,
}

const PROXIMITY_PARAMETERS: [&str; 5] = ["radiusMiles", "dangerMinutes", "allClearMinutes", "historyHours", "asOf"];

impl FromRequestParts<App> for ProximityQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let mut reader = QueryReader::new(query_of(parts), app.clock.now(), &PROXIMITY_PARAMETERS);
        let (as_of, overrides) = (reader.as_of(), reader.overrides());
        reader.finish(Self { as_of, overrides })
    }
}

/// `/lightning-strikes/proximity`
pub struct PointQuery {
    pub position: LonLat,
    pub about: ProximityQuery,
}

impl PointQuery {
    /// Parses the query string. `now` limits `asOf`.
    pub fn parse(query: &str, now: Timestamp) -> Result<Self, Problem> {
        let known = [&["lat", "lng"], &PROXIMITY_PARAMETERS[..]].concat();
        let mut reader = QueryReader::new(query, now, &known);
        let within = |text: &str, most: f64| {
            let degrees = parse_number(text)?;
            if degrees.abs() <= most { Ok(degrees) } else { Err(format!("{text} is not between -{most} and {most}")) }
        };
        let lat = reader.required("lat", |text| within(text, 90.0));
        let lng = reader.required("lng", |text| within(text, 180.0));
        let about = ProximityQuery { as_of: reader.as_of(), overrides: reader.overrides() };
        let position = lat.zip(lng).and_then(|(lat, lng)| LonLat::new(lng, lat).ok());
        match position {
            Some(position) => reader.finish(Self { position, about }),
            // One of the two is missing or invalid, which the reader has noted.
            None => reader.finish(()).and(Err(Problem::new(StatusCode::BAD_REQUEST, "lat and lng are required"))),
        }
    }
}

impl FromRequestParts<App> for PointQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Self::parse(query_of(parts), app.clock.now())
    }
}

/// `/lightning-strikes`
pub struct StrikesQuery {
    pub as_of: Option<Timestamp>,
    since: Option<Timestamp>,
    bounds: Option<Bounds>,
    filter: Option<StrikeFilter>,
    limit: u32,
    pub(super) format: Option<ListFormat>,
}

impl StrikesQuery {
    /// Parses the query string. `now` limits `asOf`.
    pub fn parse(query: &str, now: Timestamp) -> Result<Self, Problem> {
        let mut reader = QueryReader::new(query, now, &["since", "bbox", "type", "asOf", "limit", "format"]);
        let as_of = reader.as_of();
        let latest = as_of.unwrap_or(reader.now);
        let since = reader.since(latest);
        let bounds = reader.read_optional("bbox", bounds);
        let filter = reader.read_optional("type", filter);
        let limit = reader.read_optional("limit", |text| match text.parse() {
            Ok(count) if (1..=MAX_STRIKES).contains(&count) => Ok(count),
            _ => Err(format!("{text:?} is not an integer from 1 to {MAX_STRIKES}")),
        });
        let format = reader.format();
        reader.finish(Self { as_of, since, bounds, filter, limit: limit.unwrap_or(MAX_STRIKES), format })
    }

    /// Whether all clients that ask like this get the same strikes.
    pub(super) fn is_default(&self) -> bool {
        let is_filtered = self.bounds.is_some() || self.filter.is_some() || self.limit < MAX_STRIKES;
        self.as_of.is_none() && self.since.is_none() && !is_filtered
    }

    pub fn search(&self, as_of: Timestamp) -> StrikeSearch {
        StrikeSearch {
            from: self.since.unwrap_or_else(|| default_since(as_of)),
            to: as_of,
            bounds: self.bounds,
            filter: self.filter.clone(),
            most: self.limit,
        }
    }
}

impl FromRequestParts<App> for StrikesQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Self::parse(query_of(parts), app.clock.now())
    }
}

/// `/lightning-strikes/outages`
pub(crate) struct OutagesQuery {
    pub(super) since: Timestamp,
    pub(super) as_of: Timestamp,
}

impl FromRequestParts<App> for OutagesQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let mut reader = QueryReader::new(query_of(parts), app.clock.now(), &["since", "asOf"]);
        let as_of = reader.as_of().unwrap_or(reader.now);
        let since = reader.since(as_of).unwrap_or_else(|| default_since(as_of));
        reader.finish(Self { since, as_of })
    }
}

fn default_since(as_of: Timestamp) -> Timestamp {
    subtract_duration(as_of, ThreatParameters::default().history())
}

fn parse_number(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| format!("{text:?} is not a number"))
}

/// A time as in RFC 3339; without an offset it is UTC. A date alone is a mistake: midnight UTC is in the middle of an evening
/// storm. A `+` that was not escaped arrives as a space.
fn instant(text: &str) -> Result<Timestamp, String> {
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

fn bounds(text: &str) -> Result<Bounds, String> {
    let numbers: Result<Vec<f64>, String> = text.split(',').map(|part| parse_number(part.trim())).collect();
    let [west, south, east, north] = numbers?[..] else {
        return Err("must be four numbers: minLng,minLat,maxLng,maxLat".into());
    };
    let corner = |lon, lat| LonLat::new(lon, lat).map_err(|error| error.to_string());
    Bounds::new(corner(west, south)?, corner(east, north)?).map_err(|error| error.to_string())
}

/// A kind, or a vendor's text that names one. Another text is a typing mistake: it must not look like a quiet sky.
fn filter(text: &str) -> Result<StrikeFilter, String> {
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
