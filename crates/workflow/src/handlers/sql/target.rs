//! Looks up the names of a config in the catalog, ignoring case.

use super::config::{TargetName, same_name};
use super::error::SqlError;
use stormwire_store::Schema;
use stormwire_store::user_tables::catalog::{Column, Function, Relation};

/// A table or view with its columns.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) relation: Relation,
    pub(super) columns: Vec<Column>,
}

impl Table {
    pub(super) fn label(&self) -> String {
        self.relation.label()
    }

    /// Whether it is the table of strikes.
    pub(super) fn has_strikes(&self) -> bool {
        self.relation.schema == Schema::Data && self.relation.name.eq_ignore_ascii_case("LightningStrike")
    }

    /// Whether it is the table of facilities.
    pub(super) fn has_facilities(&self) -> bool {
        self.relation.schema == Schema::Organization && self.relation.name.eq_ignore_ascii_case("Facility")
    }

    /// The columns of the primary key, in their order.
    pub(super) fn key(&self) -> Vec<&Column> {
        let mut key: Vec<&Column> = self.columns.iter().filter(|column| column.key_position > 0).collect();
        key.sort_by_key(|column| column.key_position);
        key
    }

    /// An exact match takes precedence over one that ignores case.
    pub(super) fn column_index(&self, name: &str) -> Option<usize> {
        let exact = self.columns.iter().position(|column| column.name == name);
        exact.or_else(|| self.columns.iter().position(|column| same_name(&column.name, name.trim())))
    }
}

/// In an error.
const MAX_NAMES: usize = 12;

pub(super) fn find<'r>(relations: &'r [Relation], target: TargetName<'_>) -> Result<Option<&'r Relation>, SqlError> {
    let TargetName { schema, name } = target;
    let inside = |relation: &&Relation| schema.is_none_or(|schema| schema == relation.schema);
    let found: Vec<&Relation> =
        relations.iter().filter(inside).filter(|relation| same_name(&relation.name, name)).collect();
    let exact: Vec<&Relation> = found.iter().copied().filter(|relation| relation.name == name).collect();
    match (found.as_slice(), exact.as_slice()) {
        ([], _) => Ok(None),
        ([one], _) | (_, [one]) => Ok(Some(one)),
        (several, _) => {
            let found = several.iter().map(|relation| relation.label()).collect();
            Err(SqlError::AmbiguousTarget { target: name.to_owned(), found })
        }
    }
}

/// All functions of that name. PostgreSQL may have several with different parameters.
pub(super) fn functions<'f>(all: &'f [Function], target: TargetName<'_>) -> Vec<&'f Function> {
    let TargetName { schema, name } = target;
    let inside = |function: &&Function| schema.is_none_or(|schema| schema == function.schema);
    all.iter().filter(inside).filter(|function| same_name(&function.name, name)).collect()
}

pub(super) fn not_found(
    what: &'static str,
    target: TargetName<'_>,
    available: impl Iterator<Item = String>,
) -> SqlError {
    let TargetName { schema, name } = target;
    let target = schema.map_or_else(|| name.to_owned(), |schema| format!("{}.{name}", schema.name()));
    SqlError::TargetNotFound { what, target, available: available.take(MAX_NAMES).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::Schema;

    fn relation(schema: Schema, name: &str) -> Relation {
        Relation { schema, name: name.into(), is_view: false, is_without_rowid: false, id: 0 }
    }

    #[test]
    fn names_match_ignoring_case() {
        let all = [
            relation(Schema::Data, "lightningstrike"),
            relation(Schema::Data, "both"),
            relation(Schema::Organization, "both"),
            relation(Schema::Data, "Twin"),
            relation(Schema::Data, "twin"),
        ];
        let found = |schema, name| find(&all, TargetName { schema, name }).map(|found| found.map(Relation::label));
        assert_eq!(found(None, "LightningStrike").unwrap().as_deref(), Some("data.LightningStrike"));
        assert_eq!(found(Some(Schema::Organization), "LightningStrike").unwrap(), None);
        assert_eq!(found(Some(Schema::Organization), "Both").unwrap().as_deref(), Some("organization.both"));
        assert_eq!(found(None, "Twin").unwrap().as_deref(), Some("data.Twin"));
        assert_eq!(found(None, "LightningStrike\"; drop table x; --").unwrap(), None);
        let several = found(None, "BOTH").unwrap_err().to_string();
        assert_eq!(several, "\"BOTH\" matches data.both and organization.both; add the schema");
    }
}
