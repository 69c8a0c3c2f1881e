//! Which columns a `Merge` or `Insert` writes and by which it knows a row: decided from the table, the fields of the data
//! and the config alone.

use super::config::{Verb, same};
use super::error::SqlError;
use super::target::Table;
use stormwire_store::user_tables::catalog::Column;

/// Where rows are told apart when the config does not say: the first that data and table both have.
const HABIT: [&str; 3] = ["Id", "Key", "Name"];

#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// The columns, in the table's order.
    pub(super) columns: Vec<Column>,
    /// Which of them a row is known by; none for `Insert`.
    pub(super) keys: Vec<usize>,
}

impl Plan {
    /// Known rows are left as they are: there is nothing to update.
    pub(super) fn is_insert_only(&self) -> bool {
        self.keys.len() == self.columns.len()
    }
}

/// Decides. `fields` are all that any row of the data has.
pub(super) fn plan(
    table: &Table,
    fields: &[String],
    verb: Verb,
    match_on: Option<&[String]>,
) -> Result<Plan, SqlError> {
    if table.relation.is_view {
        return Err(SqlError::IsView(table.label()));
    }
    let match_on = match_on.map(|names| places(table, names, "MatchOn")).transpose()?;
    let written = places(table, fields, "fields of the source")?;
    if written.is_empty() {
        return Err(SqlError::NoFields);
    }
    if let Some(place) = written.iter().find(|place| table.columns[**place].is_generated) {
        let column = table.columns[*place].label.clone();
        return Err(SqlError::Generated { table: table.label(), column });
    }
    let keys = match (verb, match_on) {
        (Verb::Merge, Some(keys)) => keys,
        (Verb::Merge, None) => {
            let shared = |name: &&str| table.place(name).filter(|place| written.contains(place));
            let key = HABIT.iter().find_map(shared).ok_or_else(|| SqlError::NoKey(table.label()))?;
            vec![key]
        }
        _ => Vec::new(),
    };
    let absent: Vec<String> =
        keys.iter().filter(|place| !written.contains(place)).map(|place| table.columns[*place].label.clone()).collect();
    if !absent.is_empty() {
        return Err(SqlError::NotInSource { columns: absent, record: None });
    }
    let mut order = written;
    order.sort_unstable();
    order.dedup();
    let keys = keys.iter().filter_map(|key| order.iter().position(|place| place == key)).collect();
    let columns = order.into_iter().map(|place| table.columns[place].clone()).collect();
    Ok(Plan { columns, keys })
}

/// The columns that a `MatchOn` names, when there are no rows to plan for: its mistakes are mistakes all the same.
pub(super) fn check(table: &Table, match_on: Option<&[String]>) -> Result<(), SqlError> {
    if table.relation.is_view {
        return Err(SqlError::IsView(table.label()));
    }
    match_on.map_or(Ok(()), |names| places(table, names, "MatchOn").map(|_| ()))
}

/// Where the named columns stand, or which of them the table lacks.
pub(super) fn places(table: &Table, names: &[String], wanted_by: &'static str) -> Result<Vec<usize>, SqlError> {
    let found: Vec<Option<usize>> = names.iter().map(|name| table.place(name)).collect();
    let lacking = names.iter().zip(&found).filter(|(_, place)| place.is_none());
    let mut columns: Vec<String> = Vec::new();
    for (name, _) in lacking {
        if !columns.iter().any(|other| same(other, name)) {
            columns.push(name.clone());
        }
    }
    if !columns.is_empty() {
        return Err(SqlError::NoColumn { table: table.label(), columns, wanted_by });
    }
    Ok(found.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::Schema;
    use stormwire_store::user_tables::catalog::{ColumnKind, Relation};

    fn table() -> Table {
        let column = |name: &str, is_generated| Column {
            name: name.to_lowercase(),
            label: name.into(),
            declared: "text".into(),
            kind: ColumnKind::Text(None),
            is_generated,
            is_identity_always: false,
            is_required: false,
            key_position: 0,
        };
        Table {
            relation: Relation {
                schema: Schema::Data,
                name: "things".into(),
                is_view: false,
                is_without_rowid: false,
                id: 0,
            },
            columns: vec![
                column("Id", false),
                column("Key", false),
                column("Name", false),
                column("Colour", false),
                column("Place", true),
            ],
        }
    }

    fn planned(fields: &[&str], verb: Verb, match_on: Option<&[&str]>) -> Result<String, String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let match_on = match_on.map(owned);
        let plan = plan(&table(), &owned(fields), verb, match_on.as_deref()).map_err(|error| error.to_string())?;
        let columns: Vec<&str> = plan.columns.iter().map(|column| column.label.as_str()).collect();
        let keys: Vec<&str> = plan.keys.iter().map(|key| columns[*key]).collect();
        let only = if plan.is_insert_only() { " insert only" } else { "" };
        Ok(format!("{} by {}{only}", columns.join(","), keys.join(",")))
    }

    #[test]
    fn a_plan_is_columns_and_keys() {
        for (fields, verb, match_on, expected) in [
            (&["colour", "NAME"][..], Verb::Merge, Some(&["Name"][..]), Ok("Name,Colour by Name")),
            (&["Name", "Colour"], Verb::Merge, Some(&["colour", "name"]), Ok("Name,Colour by Colour,Name insert only")),
            (&["Name", "Colour"], Verb::Merge, None, Ok("Name,Colour by Name")),
            (&["Name", "Key", "Colour"], Verb::Merge, None, Ok("Key,Name,Colour by Key")),
            (&["Name", "Key", "Id"], Verb::Merge, None, Ok("Id,Key,Name by Id")),
            (&["Colour"], Verb::Insert, None, Ok("Colour by ")),
            (&[], Verb::Insert, None, Err("the source rows have no fields")),
            (
                &["Colour"],
                Verb::Merge,
                None,
                Err("MatchOn is missing, and the source and data.things share none of Id, Key and Name"),
            ),
            (&["Name"], Verb::Merge, Some(&["Size", "Age"]), Err("data.things has no column Size, Age (MatchOn)")),
            (
                &["Name", "Size", "size", "Age"],
                Verb::Insert,
                None,
                Err("data.things has no column Size, Age (fields of the source)"),
            ),
            (
                &["Colour"],
                Verb::Merge,
                Some(&["Name", "Id"]),
                Err("MatchOn names Name, Id, which the source rows lack"),
            ),
            (
                &["Name", "Place"],
                Verb::Insert,
                None,
                Err("data.things computes Place itself; leave it out of the source"),
            ),
        ] {
            let found = planned(fields, verb, match_on);
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{fields:?} {match_on:?}");
        }
    }
}
