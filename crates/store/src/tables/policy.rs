//! Policies: the rules by which facilities are evaluated. The `city` crate validates them.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, PolicyId, StoreError};
use serde::{Deserialize, Serialize};
use stormwire_geo::{Policy as ThreatPolicy, Ring, ThreatParameter, ThreatParameters};

const LIST: Sql = sql!("policy/list");
const INSERT: Sql = sql!("policy/insert");
const UPDATE: Sql = sql!("policy/update");
const DELETE: Sql = sql!("policy/delete");
const COUNT_FACILITIES: Sql = sql!("policy/count_facilities");

/// The city's default: of every facility that has no policy of its own.
pub const DEFAULT_POLICY: PolicyId = PolicyId::new(1);

#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    pub id: PolicyId,
    pub fields: PolicyFields,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PolicyFields {
    pub name: String,
    pub rule: ThreatPolicy,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: PolicyId,
    name: String,
    radius_miles: f64,
    danger_minutes: f64,
    all_clear_minutes: f64,
    history_hours: f64,
    rings: String,
}

/// A ring as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RingValues {
    name: String,
    radius_miles: f64,
    clear_minutes: f64,
}

impl Row {
    fn policy(self) -> Result<Policy, StoreError> {
        let id = self.id;
        let unreadable = |column: &str, error: &dyn std::fmt::Display| {
            StoreError::Unreadable(format!("organization.Policy {id}, {column}: {error}"))
        };
        let numbers = [
            ("RadiusMiles", ThreatParameter::Radius, self.radius_miles),
            ("DangerMinutes", ThreatParameter::Danger, self.danger_minutes),
            ("AllClearMinutes", ThreatParameter::AllClear, self.all_clear_minutes),
            ("HistoryHours", ThreatParameter::History, self.history_hours),
        ];
        let mut parameters = ThreatParameters::default();
        for (column, parameter, value) in numbers {
            parameters = parameters.with_value(parameter, value).map_err(|error| unreadable(column, &error))?;
        }
        let rings: Vec<RingValues> = serde_json::from_str(&self.rings).map_err(|error| unreadable("Rings", &error))?;
        let ring = |values: RingValues| Ring::new(values.name, values.radius_miles, values.clear_minutes);
        let rings: Result<Vec<Ring>, _> = rings.into_iter().map(ring).collect();
        let rings = rings.map_err(|error| unreadable("Rings", &error))?;
        let rule = ThreatPolicy::new(parameters, rings).map_err(|error| unreadable("Rings", &error))?;
        Ok(Policy { id, fields: PolicyFields { name: self.name, rule } })
    }
}

impl PolicyFields {
    fn number(&self, parameter: ThreatParameter) -> f64 {
        self.rule.parameters().value(parameter)
    }

    fn rings_json(&self) -> String {
        let values = |ring: &Ring| RingValues {
            name: ring.name().to_owned(),
            radius_miles: ring.radius().0,
            clear_minutes: ring.clear_minutes(),
        };
        let rings: Vec<RingValues> = self.rule.rings().iter().map(values).collect();
        serde_json::json!(rings).to_string()
    }
}

/// All of them by id, or the one with an id.
pub async fn list(conn: &mut Conn, id: Option<PolicyId>) -> Result<Vec<Policy>, StoreError> {
    run!(conn, LIST, [id] => fetch_all as Row)?.into_iter().map(Row::policy).collect()
}

pub async fn get(conn: &mut Conn, id: PolicyId) -> Result<Option<Policy>, StoreError> {
    Ok(list(conn, Some(id)).await?.pop())
}

pub async fn insert(conn: &mut Conn, fields: &PolicyFields) -> Result<PolicyId, StoreError> {
    let [radius, danger, all_clear, history] = ThreatParameter::ALL.map(|parameter| fields.number(parameter));
    let (id,) = run!(conn, INSERT, [fields.name.clone(), radius, danger, all_clear, history, fields.rings_json()] => fetch_one as (PolicyId,))?;
    Ok(id)
}

pub async fn update(conn: &mut Conn, id: PolicyId, fields: &PolicyFields) -> Result<(), StoreError> {
    let [radius, danger, all_clear, history] = ThreatParameter::ALL.map(|parameter| fields.number(parameter));
    run!(conn, UPDATE, [id, fields.name.clone(), radius, danger, all_clear, history, fields.rings_json()]).map(|_| ())
}

/// One that a facility has is a [`StoreError::Conflict`].
pub async fn delete(conn: &mut Conn, id: PolicyId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

/// The number of facilities with this policy; those without a policy of their own do not count.
pub async fn count_facilities(conn: &mut Conn, id: PolicyId) -> Result<u64, StoreError> {
    let (count,) = run!(conn, COUNT_FACILITIES, [id] => fetch_one as (i64,))?;
    Ok(count.unsigned_abs())
}
