//! What an import does with each row, decided by the name of the facility. Pure.

use super::row::{FileRow, RowProblem};
use crate::LineError;
use std::collections::HashMap;
use stormwire_geo::FeetPoint;
use stormwire_store::tables::facility::{Facility, FacilityFields};

/// Points closer than this are the same: about the accuracy of the projection in degrees with nine decimals.
const SAME_POINT_FEET: f64 = 0.01;

#[derive(Debug, Clone, PartialEq)]
pub enum RowChange {
    /// No facility has this name.
    Add(FacilityFields),
    /// The facility with this name is at another position, or its name is spelled differently.
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
    /// The line of each name in the file.
    lines: HashMap<String, u64>,
}

impl ImportPlan {
    pub(super) fn new(facilities: Vec<Facility>, srid: u32) -> Self {
        let mut existing: HashMap<String, Vec<Facility>> = HashMap::new();
        for facility in facilities {
            existing.entry(key(&facility.name)).or_default().push(facility);
        }
        Self { srid, existing, lines: HashMap::new() }
    }

    pub(super) fn plan(&mut self, row: FileRow) -> Result<PlannedRow, LineError> {
        let FileRow { line, fields } = row;
        let key = key(&fields.name);
        if let Some(first) = self.lines.insert(key.clone(), line) {
            let problem = format!("line {first} has the same name; give every facility its own name");
            return Err(RowProblem::field("name", &fields.name, problem).at(line));
        }
        let change = match self.existing.get(&key).map(Vec::as_slice) {
            None | Some([]) => RowChange::Add(fields),
            Some([one]) => change_of(one, fields, self.srid),
            Some(several) => return Err(ambiguous(&fields.name, several).at(line)),
        };
        Ok(PlannedRow { line, change })
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

/// A row without a position keeps the one that is known: a list of names must not make every status Unknown.
fn change_of(before: &Facility, file: FacilityFields, srid: u32) -> RowChange {
    let is_same_position = file.point.is_none_or(|(_, point)| before.point.is_some_and(|known| is_same(known, point)));
    if is_same_position && before.name == file.name {
        return RowChange::Keep(before.clone());
    }
    let known = before.point.map(|point| (srid, point));
    let after = match file.point {
        None => FacilityFields { name: file.name, point: known, lat_long: before.lat_long },
        Some(_) => file,
    };
    RowChange::Update { before: before.clone(), after }
}

fn is_same(one: FeetPoint, other: FeetPoint) -> bool {
    (one.x() - other.x()).abs() < SAME_POINT_FEET && (one.y() - other.y()).abs() < SAME_POINT_FEET
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::LonLat;
    use stormwire_store::FacilityId;

    const SRID: u32 = 102_629;

    fn facility(id: i64, name: &str, x: Option<f64>) -> Facility {
        Facility {
            id: FacilityId::new(id),
            name: name.into(),
            point: x.map(|x| FeetPoint::new(x, 7.0).unwrap()),
            lat_long: x.map(|_| LonLat::new(-86.5, 34.7).unwrap()),
        }
    }

    fn row(line: u64, name: &str, x: Option<f64>) -> FileRow {
        let Facility { name, point, lat_long, .. } = facility(0, name, x);
        FileRow { line, fields: FacilityFields { name, point: point.map(|point| (SRID, point)), lat_long } }
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
            let planned = ImportPlan::new(known.clone(), SRID).plan(row.clone()).unwrap();
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
        let planned = ImportPlan::new(vec![known.clone()], SRID).plan(row(2, "City pool", None)).unwrap();
        assert!(matches!(planned.change, RowChange::Add(_)), "another name is another facility");
        let planned = ImportPlan::new(vec![known.clone()], SRID).plan(row(2, "pool", None)).unwrap();
        let RowChange::Update { after, .. } = planned.change else { panic!("{planned:?}") };
        let point = known.point.map(|point| (SRID, point));
        assert_eq!(after, FacilityFields { name: "pool".into(), point, lat_long: known.lat_long });
    }

    #[test]
    fn a_name_must_be_unique_in_the_file_and_in_the_database() {
        let mut plan = ImportPlan::new(vec![facility(3, "Gym", None), facility(9, "gym", None)], SRID);
        assert!(plan.plan(row(2, "Pool", None)).is_ok());
        let twice = plan.plan(row(5, "pool", None)).unwrap_err();
        assert_eq!((twice.line, twice.field, twice.value.as_deref()), (5, Some("name"), Some("pool")));
        assert!(twice.problem.starts_with("line 2 has the same name"), "{twice}");
        let ambiguous = plan.plan(row(6, "Gym", None)).unwrap_err();
        assert!(ambiguous.problem.starts_with("2 facilities have this name (ids 3, 9)"), "{ambiguous}");
    }
}
