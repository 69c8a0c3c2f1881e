//! What an import does with each row, decided by the name of the facility. Pure.

use super::row::{FileRow, RowProblem};
use crate::LineError;
use std::collections::HashMap;
use stormwire_geo::FeetPoint;
use stormwire_store::PolicyId;
use stormwire_store::tables::facility::{Facility, FacilityFields};
use stormwire_store::tables::policy::Policy;

/// Points closer than this are the same: about the accuracy of the projection in degrees with nine decimals.
const SAME_POINT_FEET: f64 = 0.01;

#[derive(Debug, Clone, PartialEq)]
pub enum RowChange {
    /// No facility has this name.
    Add(FacilityFields),
    /// The facility with this name is at another position, has another policy, or its name is spelled differently.
    Update { before: Facility, after: FacilityFields },
    /// The facility with this name is as in the file.
    Keep(Facility),
}

/// A row of the file and what happens with it.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedRow {
    pub line: u64,
    pub change: RowChange,
}

/// Plans row by row. A name identifies a facility, ignoring case.
pub(super) struct ImportPlan {
    /// Of the city's coordinate system.
    srid: u32,
    existing: HashMap<String, Vec<Facility>>,
    policies: Vec<Policy>,
    /// The line of each name in the file.
    lines: HashMap<String, u64>,
}

impl ImportPlan {
    pub(super) fn new(facilities: Vec<Facility>, policies: Vec<Policy>, srid: u32) -> Self {
        let mut existing: HashMap<String, Vec<Facility>> = HashMap::new();
        for facility in facilities {
            existing.entry(key(&facility.name)).or_default().push(facility);
        }
        Self { srid, existing, policies, lines: HashMap::new() }
    }

    pub(super) fn plan(&mut self, row: FileRow) -> Result<PlannedRow, LineError> {
        let FileRow { line, mut fields, policy } = row;
        let key = key(&fields.name);
        if let Some(first) = self.lines.insert(key.clone(), line) {
            let problem = format!("line {first} has the same name; give every facility its own name");
            return Err(RowProblem::field("name", &fields.name, problem).named(&fields.name).at(line));
        }
        let policy = policy.map(|text| self.find_policy(&text)).transpose();
        let policy = policy.map_err(|problem| problem.named(&fields.name).at(line))?;
        fields.policy_id = policy;
        let change = match self.existing.get(&key).map(Vec::as_slice) {
            None | Some([]) => RowChange::Add(fields),
            Some([one]) => change_of(one, fields, self.srid),
            Some(several) => return Err(ambiguous(&fields.name, several).named(&fields.name).at(line)),
        };
        Ok(PlannedRow { line, change })
    }

    /// By name, ignoring case, or by id.
    fn find_policy(&self, text: &str) -> Result<PolicyId, RowProblem> {
        let named = self.policies.iter().find(|policy| key(&policy.fields.name) == key(text));
        let found = named.or_else(|| self.policies.iter().find(|policy| text.parse() == Ok(policy.id)));
        found.map(|policy| policy.id).ok_or_else(|| {
            let known: Vec<String> = self.policies.iter().map(|policy| format!("{:?}", policy.fields.name)).collect();
            RowProblem::field("policy", text, format!("no policy has this name or id; there are {}", known.join(", ")))
        })
    }
}

fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

fn ambiguous(name: &str, several: &[Facility]) -> RowProblem {
    let ids: Vec<String> = several.iter().map(|facility| facility.id.to_string()).collect();
    let problem = format!(
        "{} facilities have this name (ids {}); delete or rename all but one, then import again",
        several.len(),
        ids.join(", ")
    );
    RowProblem::field("name", name, problem)
}

/// A row without a position keeps the one that is known: a list of names must not make every status Unknown. A row without a
/// policy keeps that, too.
fn change_of(before: &Facility, file: FacilityFields, srid: u32) -> RowChange {
    let is_same_position = file.point.is_none_or(|(_, point)| before.point.is_some_and(|known| is_same(known, point)));
    let policy_id = file.policy_id.or(before.policy_id);
    if is_same_position && before.name == file.name && policy_id == before.policy_id {
        return RowChange::Keep(before.clone());
    }
    let known = before.point.map(|point| (srid, point));
    let after = match file.point {
        None => FacilityFields { name: file.name, point: known, lat_long: before.lat_long, policy_id },
        Some(_) => FacilityFields { policy_id, ..file },
    };
    RowChange::Update { before: before.clone(), after }
}

fn is_same(one: FeetPoint, other: FeetPoint) -> bool {
    (one.x() - other.x()).abs() < SAME_POINT_FEET && (one.y() - other.y()).abs() < SAME_POINT_FEET
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::{LonLat, Policy as Rule};
    use stormwire_store::FacilityId;
    use stormwire_store::tables::policy::PolicyFields;

    const SRID: u32 = 102_629;

    fn facility(id: i64, name: &str, x: Option<f64>) -> Facility {
        Facility {
            id: FacilityId::new(id),
            name: name.into(),
            point: x.map(|x| FeetPoint::new(x, 7.0).unwrap()),
            lat_long: x.map(|_| LonLat::new(-86.5, 34.7).unwrap()),
            policy_id: None,
        }
    }

    fn row(line: u64, name: &str, x: Option<f64>) -> FileRow {
        let Facility { name, point, lat_long, .. } = facility(0, name, x);
        let point = point.map(|point| (SRID, point));
        FileRow { line, fields: FacilityFields { name, point, lat_long, policy_id: None }, policy: None }
    }

    fn plan_with(facilities: Vec<Facility>) -> ImportPlan {
        let policy = |id, name: &str| {
            let fields = PolicyFields { name: name.into(), rule: Rule::default() };
            Policy { id: PolicyId::new(id), fields }
        };
        ImportPlan::new(facilities, vec![policy(1, "City default"), policy(4, "Golf"), policy(7, "4")], SRID)
    }

    #[test]
    fn a_policy_is_found_by_name_or_id_and_kept_without_one() {
        let known = Facility { policy_id: Some(PolicyId::new(4)), ..facility(1, "Pool", Some(5.0)) };
        let plan = |policy: Option<&str>| {
            let row = FileRow { policy: policy.map(str::to_owned), ..row(2, "Pool", None) };
            plan_with(vec![known.clone()]).plan(row).map(|planned| planned.change)
        };
        for (policy, expected) in [(None, None), (Some("golf"), None), (Some("1"), Some(1)), (Some("4"), Some(7))] {
            match (plan(policy).unwrap(), expected) {
                (RowChange::Keep(_), None) => {}
                (RowChange::Update { after, .. }, Some(id)) => assert_eq!(after.policy_id, Some(PolicyId::new(id))),
                other => panic!("{policy:?}: {other:?}"),
            }
        }
        let unknown = plan(Some("Gulf")).unwrap_err();
        assert_eq!((unknown.field, unknown.value.as_deref()), (Some("policy"), Some("Gulf")));
        assert!(unknown.problem.ends_with("there are \"City default\", \"Golf\", \"4\""), "{unknown}");
    }

    #[test]
    fn a_name_decides_whether_a_row_adds_updates_or_keeps() {
        let known = vec![facility(1, "Pool", Some(5.0)), facility(2, "Shed", None)];
        for (row, expected) in [
            (row(2, "Park", Some(5.0)), "add"),
            (row(2, "Pool", Some(5.0)), "keep"),
            (row(2, "Pool", Some(5.009)), "keep"),
            (row(2, "Pool", Some(5.02)), "update"),
            (row(2, "Pool", None), "keep"),
            (row(2, "POOL", None), "update"),
            (row(2, "Shed", None), "keep"),
            (row(2, "Shed", Some(1.0)), "update"),
        ] {
            let planned = plan_with(known.clone()).plan(row.clone()).unwrap();
            let found = match planned.change {
                RowChange::Add(_) => "add",
                RowChange::Update { .. } => "update",
                RowChange::Keep(_) => "keep",
            };
            assert_eq!(found, expected, "{row:?}");
        }
    }

    #[test]
    fn a_row_without_position_keeps_the_known_one() {
        let known = facility(1, "Pool", Some(5.0));
        let planned = plan_with(vec![known.clone()]).plan(row(2, "City pool", None)).unwrap();
        assert!(matches!(planned.change, RowChange::Add(_)), "another name is another facility");
        let planned = plan_with(vec![known.clone()]).plan(row(2, "pool", None)).unwrap();
        let RowChange::Update { after, .. } = planned.change else { panic!("{planned:?}") };
        let point = known.point.map(|point| (SRID, point));
        assert_eq!(after, FacilityFields { name: "pool".into(), point, lat_long: known.lat_long, policy_id: None });
    }

    #[test]
    fn a_name_must_be_unique_in_the_file_and_in_the_database() {
        let mut plan = plan_with(vec![facility(3, "Gym", None), facility(9, "gym", None)]);
        assert!(plan.plan(row(2, "Pool", None)).is_ok());
        let twice = plan.plan(row(5, "pool", None)).unwrap_err();
        assert_eq!((twice.line, twice.field, twice.value.as_deref()), (5, Some("name"), Some("pool")));
        assert!(twice.problem.starts_with("line 2 has the same name"), "{twice}");
        let ambiguous = plan.plan(row(6, "Gym", None)).unwrap_err();
        assert!(ambiguous.problem.starts_with("2 facilities have this name (ids 3, 9)"), "{ambiguous}");
    }
}
