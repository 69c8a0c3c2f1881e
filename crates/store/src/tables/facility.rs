//! Facilities. Points are passed as EWKT text, whose numbers read back as the same doubles on both databases.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, FacilityId, PolicyId, StoreError};
use stormwire_geo::{FeetPoint, LonLat};

const INSERT: Sql = sql!("facility/insert" per database);
const INSERT_MANY: Sql = sql!("facility/insert_many" per database);
const UPDATE: Sql = sql!("facility/update" per database);
const SET_POLICY: Sql = sql!("facility/set_policy");
const LIST: Sql = sql!("facility/list" per database);
const DELETE: Sql = sql!("facility/delete");

const WGS84_SRID: u32 = 4_326;

#[derive(Debug, Clone, PartialEq)]
pub struct Facility {
    pub id: FacilityId,
    pub name: String,
    /// In the city's coordinate system.
    pub point: Option<FeetPoint>,
    /// The anchor: computed from the point, used for every distance.
    pub lat_long: Option<LonLat>,
    /// `None`: the city's default.
    pub policy_id: Option<PolicyId>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FacilityFields {
    pub name: String,
    /// The SRID of the city's coordinate system, and the point in it.
    pub point: Option<(u32, FeetPoint)>,
    pub lat_long: Option<LonLat>,
    /// `None`: the city's default.
    pub policy_id: Option<PolicyId>,
}

impl FacilityFields {
    fn texts(&self) -> [Option<String>; 2] {
        [
            self.point.map(|(srid, point)| format!("SRID={srid};POINT({} {})", point.x(), point.y())),
            self.lat_long.map(|at| format!("SRID=4326;POINT({} {})", at.lon(), at.lat())),
        ]
    }
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: FacilityId,
    name: String,
    point: Option<String>,
    lat_long_point: Option<String>,
    policy_id: Option<PolicyId>,
}

pub async fn insert(conn: &mut Conn, fields: &FacilityFields) -> Result<FacilityId, StoreError> {
    let [point, lat_long] = fields.texts();
    let (id,) =
        run!(conn, INSERT, [fields.name.clone(), point, lat_long, fields.policy_id] => fetch_one as (FacilityId,))?;
    Ok(id)
}

pub async fn insert_many(conn: &mut Conn, all: &[FacilityFields]) -> Result<u64, StoreError> {
    let rows: Vec<_> = all
        .iter()
        .map(|fields| {
            let [point, lat_long] = fields.texts();
            (&fields.name, point, lat_long, fields.policy_id)
        })
        .collect();
    run!(conn, INSERT_MANY, [serde_json::json!(rows).to_string()])
}

pub async fn update(conn: &mut Conn, id: FacilityId, fields: &FacilityFields) -> Result<(), StoreError> {
    let [point, lat_long] = fields.texts();
    run!(conn, UPDATE, [id, fields.name.clone(), point, lat_long, fields.policy_id]).map(|_| ())
}

/// `None`: the city's default.
pub async fn set_policy(conn: &mut Conn, id: FacilityId, policy: Option<PolicyId>) -> Result<(), StoreError> {
    run!(conn, SET_POLICY, [id, policy]).map(|_| ())
}

pub async fn get(conn: &mut Conn, id: FacilityId) -> Result<Option<Facility>, StoreError> {
    let row = run!(conn, LIST, [Some(id), None::<FacilityId>, 1_i64] => fetch_optional as Row)?;
    Ok(row.map(facility))
}

/// Those with an id larger than `after`, by id.
pub async fn list(conn: &mut Conn, after: Option<FacilityId>, most: u32) -> Result<Vec<Facility>, StoreError> {
    let rows = run!(conn, LIST, [None::<FacilityId>, after, i64::from(most)] => fetch_all as Row)?;
    Ok(rows.into_iter().map(facility).collect())
}

pub async fn delete(conn: &mut Conn, id: FacilityId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

/// A point that another program wrote and that cannot be parsed counts as missing: the facility's status is then Unknown.
fn facility(row: Row) -> Facility {
    let read = |text: Option<String>| text.as_deref().and_then(point_numbers);
    // A point in degrees in the column for feet, or the reverse, counts as missing too.
    let point = read(row.point).filter(|(srid, ..)| *srid != Some(WGS84_SRID));
    let lat_long = read(row.lat_long_point).filter(|(srid, ..)| srid.is_none_or(|srid| srid == WGS84_SRID));
    Facility {
        id: row.id,
        name: row.name,
        point: point.and_then(|(_, x, y)| FeetPoint::new(x, y).ok()),
        lat_long: lat_long.and_then(|(_, lon, lat)| LonLat::new(lon, lat).ok()),
        policy_id: row.policy_id,
    }
}

/// `SRID=4326;POINT(-86.5 34.7)`, also without the SRID, with a height, and with additional spaces.
fn point_numbers(text: &str) -> Option<(Option<u32>, f64, f64)> {
    let (srid, shape) = match text.split_once(';') {
        Some((head, shape)) => (Some(head.split_once('=')?.1.trim().parse().ok()?), shape),
        None => (None, text),
    };
    let (kind, rest) = shape.trim().split_at_checked(5)?;
    if !kind.eq_ignore_ascii_case("point") {
        return None;
    }
    let rest = rest.trim().trim_start_matches(['Z', 'z']).trim();
    let numbers: Result<Vec<f64>, _> =
        rest.strip_prefix('(')?.strip_suffix(')')?.split_whitespace().map(str::parse).collect();
    match numbers.ok()?.as_slice() {
        [x, y] | [x, y, _] => Some((srid, *x, *y)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_points_in_all_usual_spellings() {
        let cases = [
            ("SRID=4326;POINT(-86.5 34.7)", Some((Some(4326), -86.5, 34.7))),
            ("POINT(-86.5 34.7)", Some((None, -86.5, 34.7))),
            ("srid=4326; point ( -86.5   34.7 )", Some((Some(4326), -86.5, 34.7))),
            ("SRID=102629;POINT Z (1 2 3)", Some((Some(102_629), 1.0, 2.0))),
            ("SRID=x;POINT(1 2)", None),
            ("POINT(1 2 3 4)", None),
            ("POINT(1)", None),
            ("POINT EMPTY", None),
            ("POINT(a b)", None),
            ("LINESTRING(1 2)", None),
            ("", None),
            ("ü", None),
        ];
        for (text, expected) in cases {
            assert_eq!(point_numbers(text), expected, "{text}");
        }
    }
}
