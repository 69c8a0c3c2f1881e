//! Which columns a `Merge` or `Insert` writes, and which identify a row. Depends only on the table, the fields of the source
//! rows and the config.

use super::config::{Config, Operation, same_name};
use super::error::SqlError;
use super::target::Table;
use stormwire_store::user_tables::catalog::Column;

/// Without `MatchOn` the first of these that both the source rows and the table have.
const DEFAULT_KEYS: [&str; 3] = ["Id", "Key", "Name"];

#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// In the table's order.
    pub(super) columns: Vec<Column>,
    /// Indexes of the columns that identify a row; empty for `Insert`.
    pub(super) keys: Vec<usize>,
}

impl Plan {
    /// Whether all columns are keys, so that there is nothing to update.
    pub(super) fn is_insert_only(&self) -> bool {
        self.keys.len() == self.columns.len()
    }
}

/// The part of a config that a plan depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlanOptions<'c> {
    pub(super) operation: Operation,
    pub(super) match_on: Option<&'c [String]>,
    /// `Op.Source`, for errors.
    pub(super) source_path: Option<&'c str>,
}

impl<'c> PlanOptions<'c> {
    pub(super) fn new(config: &'c Config) -> Self {
        Self { operation: config.op.action, match_on: config.match_on.as_deref(), source_path: config.source() }
    }
}

/// `fields` are all fields that any source row has.
pub(super) fn plan(table: &Table, fields: &[String], options: PlanOptions<'_>) -> Result<Plan, SqlError> {
    let PlanOptions { operation, match_on, source_path } = options;
    if table.relation.is_view {
        return Err(SqlError::IsView(table.label()));
    }
    let match_on = match_on.map(|names| column_indexes(table, names, IN_MATCH_ON)).transpose()?;
    let written = column_indexes(table, fields, "from the source rows")?;
    if written.is_empty() {
        return Err(SqlError::NoFields);
    }
    if let Some(index) = written.iter().find(|index| table.columns[**index].is_generated) {
        let column = table.columns[*index].label.clone();
        return Err(SqlError::Generated { table: table.label(), column });
    }
    let keys = match (operation, match_on) {
        (Operation::Merge, Some(keys)) => keys,
        (Operation::Merge, None) => {
            let in_both = |name: &&str| table.column_index(name).filter(|index| written.contains(index));
            let key = DEFAULT_KEYS.iter().find_map(in_both).ok_or_else(|| SqlError::NoKey(table.label()))?;
            vec![key]
        }
        _ => Vec::new(),
    };
    let missing = keys.iter().filter(|index| !written.contains(index));
    let fields: Vec<String> = missing.map(|index| table.columns[*index].label.clone()).collect();
    if !fields.is_empty() {
        let source_path = source_path.map(str::to_owned);
        return Err(SqlError::MissingInSource { fields, record: None, source_path });
    }
    let mut order = written;
    order.sort_unstable();
    order.dedup();
    let keys = keys.iter().filter_map(|key| order.iter().position(|index| index == key)).collect();
    let columns = order.into_iter().map(|index| table.columns[index].clone()).collect();
    Ok(Plan { columns, keys })
}

pub(super) const IN_MATCH_ON: &str = "named in MatchOn";

/// Checks the target and `MatchOn` when there are no rows to plan for.
pub(super) fn check(table: &Table, match_on: Option<&[String]>) -> Result<(), SqlError> {
    if table.relation.is_view {
        return Err(SqlError::IsView(table.label()));
    }
    match_on.map_or(Ok(()), |names| column_indexes(table, names, IN_MATCH_ON).map(|_| ()))
}

/// `origin` says in an error which part of the config names the columns.
pub(super) fn column_indexes(table: &Table, names: &[String], origin: &'static str) -> Result<Vec<usize>, SqlError> {
    let found: Vec<Option<usize>> = names.iter().map(|name| table.column_index(name)).collect();
    let unknown = names.iter().zip(&found).filter(|(_, index)| index.is_none());
    let mut columns: Vec<String> = Vec::new();
    for (name, _) in unknown {
        if !columns.iter().any(|other| same_name(other, name)) {
            columns.push(name.clone());
        }
    }
    if !columns.is_empty() {
        return Err(SqlError::ColumnNotFound { table: table.label(), columns, origin });
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
            has_default: false,
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
                column("Color", false),
                column("Location", true),
            ],
        }
    }

    fn planned(fields: &[&str], operation: Operation, match_on: Option<&[&str]>) -> Result<String, String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let match_on = match_on.map(owned);
        let options = PlanOptions { operation, match_on: match_on.as_deref(), source_path: Some("$.Extract.Items") };
        let plan = plan(&table(), &owned(fields), options).map_err(|error| error.to_string())?;
        let columns: Vec<&str> = plan.columns.iter().map(|column| column.label.as_str()).collect();
        let keys: Vec<&str> = plan.keys.iter().map(|key| columns[*key]).collect();
        let only = if plan.is_insert_only() { " insert only" } else { "" };
        Ok(format!("{} by {}{only}", columns.join(","), keys.join(",")))
    }

    #[test]
    fn a_plan_has_columns_and_keys() {
        for (fields, operation, match_on, expected) in [
            (&["color", "NAME"][..], Operation::Merge, Some(&["Name"][..]), "Name,Color by Name"),
            (&["Name", "Color"], Operation::Merge, Some(&["color", "name"]), "Name,Color by Color,Name insert only"),
            (&["Name", "Color"], Operation::Merge, None, "Name,Color by Name"),
            (&["Name", "Key", "Color"], Operation::Merge, None, "Key,Name,Color by Key"),
            (&["Name", "Key", "Id"], Operation::Merge, None, "Id,Key,Name by Id"),
            (&["Color"], Operation::Insert, None, "Color by "),
        ] {
            let found = planned(fields, operation, match_on);
            assert_eq!(found.as_deref(), Ok(expected), "{fields:?} {match_on:?}");
        }
    }

    #[test]
    fn errors_name_the_columns_and_the_fix() {
        for (fields, operation, match_on, expected) in [
            (&[][..], Operation::Insert, None::<&[&str]>, "the source rows have no fields"),
            (
                &["Color"],
                Operation::Merge,
                None,
                "MatchOn is missing, and the source rows and data.things have none of Id, Key and Name in common. \
                     Set MatchOn to the columns that identify a row.",
            ),
            (
                &["Name"],
                Operation::Merge,
                Some(&["Size", "Age"]),
                "data.things has no columns \"Size\", \"Age\" (named in MatchOn)",
            ),
            (
                &["Name", "Size", "size", "Age"],
                Operation::Insert,
                None,
                "data.things has no columns \"Size\", \"Age\" (from the source rows)",
            ),
            (
                &["Color"],
                Operation::Merge,
                Some(&["Name", "Id"]),
                "MatchOn fields \"Name\", \"Id\" are missing in the source rows. Add fields \"Name\", \"Id\" to the \
                     extraction that fills $.Extract.Items, or set fixed values under Data.",
            ),
            (
                &["Color"],
                Operation::Merge,
                Some(&["Name"]),
                "MatchOn field \"Name\" is missing in the source rows. Add field \"Name\" to the extraction that fills \
                     $.Extract.Items, or set a fixed value under Data.",
            ),
            (
                &["Name", "Location"],
                Operation::Insert,
                None,
                "data.things computes \"Location\" itself; remove it from the source rows",
            ),
        ] {
            let found = planned(fields, operation, match_on);
            assert_eq!(found.unwrap_err(), expected, "{fields:?} {match_on:?}");
        }
    }
}
