//! `data.BatchThreat` for SQLite: the threat of the strikes of one message to each facility, by its policy. Parameters,
//! columns, order and error texts are those of the PostgreSQL function (migration `data/0005`); a test compares both.

use super::procedure::{Procedure, ProcedureError};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};
use stormwire_geo::{
    Ellipsoid, LonLat, ParameterOverrides, Proximity, RankedFacility, RingStates, Strike, StrikeDistance,
    ThreatParameter, ThreatStatus, compare_threat,
};
use stormwire_lightning::survey::{SurveyedFacility, list_facilities, survey_facilities};
use stormwire_lightning::{active_rule, to_timestamp, to_unix_micros};
use stormwire_store::{Conn, Schema};

pub(crate) struct BatchThreat;

impl Procedure for BatchThreat {
    fn schema(&self) -> Schema {
        Schema::Data
    }

    fn name(&self) -> &'static str {
        "BatchThreat"
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["rows", "RadiusMiles", "DangerMinutes", "AllClearMinutes", "AsOf"]
    }

    fn call<'c>(
        &'c self,
        conn: &'c mut Conn,
        arguments: Map<String, Value>,
    ) -> BoxFuture<'c, Result<Vec<Value>, ProcedureError>> {
        async move {
            let request = Request::parse(&arguments).map_err(ProcedureError::Arguments)?;
            let facilities = if let Some(as_of) = request.as_of {
                survey_facilities(conn, &request.overrides, as_of).await?.0
            } else {
                list_facilities(conn, &request.overrides).await?
            };
            Ok(compute(&request, facilities))
        }
        .boxed()
    }
}

struct Request {
    batch: Vec<(Strike, Option<String>)>,
    /// Numbers that replace those of each facility's policy.
    overrides: ParameterOverrides,
    as_of: Option<Timestamp>,
}

impl Request {
    fn parse(arguments: &Map<String, Value>) -> Result<Self, String> {
        let argument = |name: &str| arguments.get(name).filter(|value| !value.is_null());
        let rows = argument("rows").and_then(Value::as_array);
        let rows = rows.ok_or("rows: an array of strikes is required; set Op.Source to its path")?;
        let mut overrides = ParameterOverrides::default();
        for (name, parameter) in [
            ("RadiusMiles", ThreatParameter::Radius),
            ("DangerMinutes", ThreatParameter::Danger),
            ("AllClearMinutes", ThreatParameter::AllClear),
        ] {
            if let Some(value) = argument(name) {
                let value = as_number(value).ok_or_else(|| format!("{name}: {value} is not a number"))?;
                overrides = overrides.with_value(parameter, value).map_err(|error| format!("{name}: {error}"))?;
            }
        }
        let as_of =
            argument("AsOf").map(|value| as_timestamp(value).ok_or_else(|| format!("AsOf: {value} is not a time")));
        let batch = rows.iter().enumerate().map(|(index, row)| read_strike(index, row)).collect::<Result<_, _>>()?;
        Ok(Self { batch, overrides, as_of: as_of.transpose()? })
    }
}

/// A strike with its type. Its id is its index in the batch.
fn read_strike(index: usize, row: &Value) -> Result<(Strike, Option<String>), String> {
    let at = |field: &str| match &row[field] {
        Value::Null => Err(format!("rows[{index}].{field}: a value is needed")),
        value => Ok(value),
    };
    let invalid = |field: &str, what: &str| format!("rows[{index}].{field}: {} is not {what}", row[field]);
    let (when, latitude, longitude) = (at("Timestamp")?, at("Latitude")?, at("Longitude")?);
    let when = as_timestamp(when).ok_or_else(|| invalid("Timestamp", "a time"))?;
    let latitude = as_number(latitude).ok_or_else(|| invalid("Latitude", "a number"))?;
    let longitude = as_number(longitude).ok_or_else(|| invalid("Longitude", "a number"))?;
    let position = LonLat::new(longitude, latitude).map_err(|error| format!("rows[{index}]: {error}"))?;
    let id = i64::try_from(index).unwrap_or(i64::MAX);
    let kind = row["Type"].as_str().map(str::to_owned);
    Ok((Strike { id, at: to_unix_micros(when), position, tag: 0 }, kind))
}

/// Text with digits is a number too, as in PostgreSQL.
fn as_number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|number| number.is_finite())
}

/// A time without an offset is UTC.
fn as_timestamp(value: &Value) -> Option<Timestamp> {
    let text = value.as_str()?.trim();
    let civil = || text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp());
    text.parse().ok().or_else(civil)
}

/// A facility with the strikes of the batch.
struct FacilityImpact {
    surveyed: SurveyedFacility,
    closest: Option<StrikeDistance>,
    count: usize,
    /// Determines the order: the threat, and the closest strike of the batch if the facility is clear or there is no `AsOf`.
    ranked: Option<Proximity>,
}

fn compute(request: &Request, facilities: Vec<SurveyedFacility>) -> Vec<Value> {
    let earth = Ellipsoid::wgs84();
    let mut all: Vec<FacilityImpact> =
        facilities.into_iter().map(|surveyed| compute_impact(request, surveyed, &earth)).collect();
    all.sort_by(|one, other| compare_threat(&as_ranked_facility(one), &as_ranked_facility(other)));
    all.iter().map(|impact| output_row(request, impact)).collect()
}

fn compute_impact(request: &Request, surveyed: SurveyedFacility, earth: &Ellipsoid) -> FacilityImpact {
    let radius = surveyed.rule.parameters().radius().meters();
    let (mut closest, mut count): (Option<StrikeDistance>, usize) = (None, 0);
    for (strike, _) in surveyed.facility.lat_long.iter().flat_map(|_| &request.batch) {
        let Some(anchor) = surveyed.facility.lat_long else { continue };
        let found = StrikeDistance { strike: *strike, distance: earth.distance(strike.position, anchor) };
        count += usize::from(found.distance <= radius);
        if closest.is_none_or(|before| is_closer(&found, &before)) {
            closest = Some(found);
        }
    }
    let clear = Proximity {
        status: ThreatStatus::Clear,
        last_strike: None,
        closest,
        count_in_window: 0,
        nearest_in_window: None,
        all_clear_in: None,
        clear_at: None,
        status_changes_at: None,
        rings: RingStates::default(),
    };
    let ranked = surveyed.facility.lat_long.map(|_| Proximity { closest, ..surveyed.proximity.unwrap_or(clear) });
    FacilityImpact { surveyed, closest, count, ranked }
}

/// At equal distance the newest strike wins, then the last one of the batch.
fn is_closer(one: &StrikeDistance, other: &StrikeDistance) -> bool {
    let newer = (one.strike.at, one.strike.id) > (other.strike.at, other.strike.id);
    one.distance < other.distance || (one.distance == other.distance && newer)
}

fn as_ranked_facility(impact: &FacilityImpact) -> RankedFacility<'_> {
    let facility = &impact.surveyed.facility;
    RankedFacility { id: facility.id.get(), name: &facility.name, proximity: impact.ranked.as_ref() }
}

fn output_row(request: &Request, impact: &FacilityImpact) -> Value {
    let format_time = |at: Timestamp| format!("{at:.6}");
    let surveyed = &impact.surveyed;
    let kind = impact.closest.and_then(|closest| request.batch.get(usize::try_from(closest.strike.id).ok()?));
    json!({
        "FacilityId": surveyed.facility.id,
        "Facility": surveyed.facility.name,
        "Status": request.as_of.map(|_| surveyed.status()),
        "DistanceMiles": impact.closest.map(|closest| closest.distance.miles().rounded()),
        "StruckAt": impact.closest.map(|closest| format_time(to_timestamp(closest.strike.at))),
        "Type": kind.map(|(_, kind)| kind),
        "CountInRadius": surveyed.facility.lat_long.map(|_| impact.count),
        "CountInWindow": surveyed.proximity.map(|proximity| proximity.count_in_window),
        "ClearAt": surveyed.clear_at().map(format_time),
        "Rule": active_rule(surveyed.rule.parameters()),
    })
}
