//! Query parameters. Each must be known, given once and in range; all violations are reported together.

mod positions;
mod values;

pub(super) use positions::{cursor_text, since_text};

use crate::problem::{FieldProblem, MAX_VIOLATIONS};
use crate::{App, Problem};
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use jiff::Timestamp;
use positions::{read_cursor, read_since};
use std::time::Duration;
use stormwire_clock::later;
use stormwire_geo::{Bounds, LonLat, ParameterOverrides, ThreatParameter, ThreatParameters};
use stormwire_lightning::{ChangeSelection, FacilityFilter, PageSelection, subtract_duration};
use stormwire_store::tables::strike::{StrikeFilter, StrikeSearch};
use stormwire_views::list_format::ListFormat;
use values::{bounds, facility_ids, filter, instant, limit, parse_number, search};

/// `asOf` may be this far in the future, because clocks differ.
const MAX_AHEAD: Duration = Duration::from_mins(1);
/// Maximum and default of `limit`.
const MAX_STRIKES: u32 = 10_000;
/// Maximum of `limit`, and its default in parts of the list.
const MAX_FACILITIES: u32 = 2_000;

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
    pub(crate) part: FacilitiesPart,
}

/// Which facilities a client wants.
#[derive(Debug)]
pub(crate) enum FacilitiesPart {
    All,
    Page(PageSelection),
    Changes(ChangeSelection),
}

impl FacilitiesQuery {
    fn parse(query: &str, now: Timestamp) -> Result<Self, Problem> {
        let known = [&PROXIMITY_PARAMETERS[..], &["bbox", "q", "ids", "limit", "cursor", "since", "format"]].concat();
        let mut reader = QueryReader::new(query, now, &known);
        let about = ProximityQuery { as_of: reader.as_of(), overrides: reader.overrides() };
        let format = reader.format();
        let part = reader.facilities_part(&about);
        reader.finish(Self { about, format, part })
    }
}

impl QueryReader {
    fn facilities_part(&mut self, about: &ProximityQuery) -> FacilitiesPart {
        let bounds = self.read_optional("bbox", bounds);
        let limit = self.read_optional("limit", |text| limit(text, MAX_FACILITIES));
        let is_since_given = self.pairs.iter().any(|(name, _)| name == "since");
        let after = self.read_optional("cursor", |text| without_since(is_since_given, read_cursor(text)));
        let found = self.read_optional("q", |text| without_since(is_since_given, search(text)));
        let ids = self.read_optional("ids", |text| without_since(is_since_given, facility_ids(text)));
        let is_filtered = found.is_some() || ids.is_some();
        let filter = FacilityFilter::new(found.as_deref(), ids);
        let most = limit.unwrap_or(MAX_FACILITIES) as usize;
        let is_live = about.as_of.is_none() && about.overrides.is_empty();
        let since = self.read_optional("since", |text| {
            if is_live {
                Ok(ChangeSelection { after: read_since(text, bounds), bounds, limit: most })
            } else {
                Err("only the live status has changes; omit asOf and the numbers of policies".into())
            }
        });
        match since {
            Some(selection) => FacilitiesPart::Changes(selection),
            None if bounds.is_none() && limit.is_none() && after.is_none() && !is_filtered => FacilitiesPart::All,
            None => FacilitiesPart::Page(PageSelection { bounds, filter, after, limit: most }),
        }
    }
}

/// For parameters of pages: changes would have to name the facilities that do not match any more.
fn without_since<T>(is_since_given: bool, value: Result<T, String>) -> Result<T, String> {
    if is_since_given { Err("not possible with since".into()) } else { value }
}

impl FromRequestParts<App> for FacilitiesQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Self::parse(query_of(parts), app.clock.now())
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
        let limit = reader.read_optional("limit", |text| limit(text, MAX_STRIKES));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn part(query: &str) -> Result<FacilitiesPart, Vec<String>> {
        let now = "2026-05-01T12:00:00Z".parse().unwrap();
        let read = FacilitiesQuery::parse(query, now).map(|query| query.part);
        read.map_err(|problem| {
            let body: serde_json::Value = serde_json::from_slice(problem.into_bytes_response().body()).unwrap();
            let fields = body["errors"].as_array().unwrap().iter();
            fields.map(|one| one["field"].as_str().unwrap().to_owned()).collect()
        })
    }

    #[test]
    fn without_parameters_all_facilities_are_listed() {
        assert!(matches!(part(""), Ok(FacilitiesPart::All)));
        assert!(matches!(part("format=geojson&radiusMiles=3"), Ok(FacilitiesPart::All)));
        for query in ["bbox=-87,34,-86,35", "limit=50", "limit=2000&radiusMiles=3", "q=pool", "q=", "ids=1,2"] {
            assert!(matches!(part(query), Ok(FacilitiesPart::Page(_))), "{query}");
        }
        for query in ["since=0", "since=x&bbox=-87,34,-86,35", "since=&limit=1"] {
            assert!(matches!(part(query), Ok(FacilitiesPart::Changes(_))), "{query}");
        }
    }

    #[test]
    fn rejects_what_does_not_go_together() {
        for (query, field) in [
            ("limit=0", "limit"),
            ("limit=2001", "limit"),
            ("bbox=170,0,-170,10", "bbox"),
            ("cursor=x", "cursor"),
            ("cursor=&since=0", "cursor"),
            ("q=pool&since=0", "q"),
            ("ids=1&since=0", "ids"),
            ("ids=", "ids"),
            ("since=0&asOf=2026-05-01T11:00:00Z", "since"),
            ("since=0&radiusMiles=3", "since"),
        ] {
            assert_eq!(part(query).unwrap_err(), [field], "{query}");
        }
    }
}
