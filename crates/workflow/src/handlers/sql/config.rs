//! What the handler is told.

use super::error::SqlError;
use super::expect::ExpectRows;
use crate::config::Settings;
use crate::context::parse;
use crate::fields::FieldMap;
use crate::{ConfigViolation, Context, StepError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use stormwire_store::Schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(in super::super) struct Config {
    /// What is done, and with what.
    pub(super) op: Op,
    /// For `Merge`: the columns by which a row is known. Left out: the first of Id, Key and Name that data and table have.
    pub(super) match_on: Option<Vec<String>>,
    /// Literals: columns of every row, or parameters.
    #[serde(default)]
    pub(super) data: Map<String, Value>,
    /// Columns or parameters, each with the path of its value.
    #[serde(default)]
    pub(super) field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Op {
    /// What is done.
    pub(super) action: Verb,
    /// A table, view or procedure, as in `LightningStrike` or `data.LightningStrike`.
    pub(super) target: String,
    /// Where the rows stand in the context: the path of an array.
    pub(super) source: Option<String>,
    /// The key of the context that takes what comes out; `$.Query` for `Query`, `$.Execute` for `Execute`.
    pub(super) output: Option<String>,
    /// Drop rows that equal another in every column first.
    #[serde(default)]
    pub(super) distinct: bool,
    /// How many rows there have to be.
    pub(super) expect_rows: Option<ExpectRows>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub(super) enum Verb {
    Merge,
    Insert,
    Query,
    Execute,
}

impl Settings for Config {
    fn faults(&self) -> Vec<ConfigViolation> {
        let mut faults = self.target_faults();
        if let Some(Err(error)) = self.source().map(parse) {
            faults.push(ConfigViolation::new("Op.Source", error.to_string()));
        }
        if self.output().is_some_and(|key| key.is_empty() || key.contains(['.', '[', '$', '\'', '"', '*'])) {
            faults
                .push(ConfigViolation::new("Op.Output", "one key at the root of the context is needed, as in $.Query"));
        }
        if let Some(ExpectRows { min, max }) = self.op.expect_rows {
            match (min, max) {
                (None, None) => faults.push(ConfigViolation::new("Op.ExpectRows", "Min, Max or both are needed")),
                (Some(min), Some(max)) if min > max => {
                    faults.push(ConfigViolation::new("Op.ExpectRows", "Min is larger than Max"));
                }
                _ => {}
            }
        }
        faults.extend(self.verb_faults());
        // Rows come from Op.Source alone, and only Merge and Insert read each of them.
        let has_records = self.writes() && self.source().is_some();
        faults.extend(if has_records { self.field_map.faults() } else { self.field_map.root_faults() });
        let twice = self.data.keys().filter(|key| self.field_map.keys().any(|other| same(key, other)));
        faults.extend(twice.map(|key| ConfigViolation::new(format!("Data.{key}"), "is in FieldMap too")));
        faults
    }
}

/// What a config names, perhaps without its schema.
#[derive(Debug, Clone, Copy)]
pub(super) struct TargetName<'a> {
    pub(super) schema: Option<Schema>,
    pub(super) name: &'a str,
}

impl Config {
    /// The schema, where one is named, and the name.
    pub(super) fn target(&self) -> TargetName<'_> {
        let target = self.op.target.trim();
        match target.split_once('.') {
            None => TargetName { schema: None, name: target },
            Some((schema, name)) => TargetName { schema: user_schema(schema), name },
        }
    }

    /// The path of the rows.
    pub(super) fn source(&self) -> Option<&str> {
        self.op.source.as_deref().map(str::trim).filter(|path| !path.is_empty())
    }

    /// Whether rows are written, not read.
    pub(super) fn writes(&self) -> bool {
        matches!(self.op.action, Verb::Merge | Verb::Insert)
    }

    /// The key at the root of the context that takes the output, if any does.
    pub(super) fn output(&self) -> Option<&str> {
        let given = self.op.output.as_deref().map(str::trim).filter(|path| !path.is_empty());
        let default = match self.op.action {
            Verb::Query => Some("Query"),
            Verb::Execute => Some("Execute"),
            Verb::Merge | Verb::Insert => None,
        };
        given.map(|path| path.strip_prefix("$.").unwrap_or(path)).or(default)
    }

    /// Named values other than rows: literals, then what the paths lead to.
    pub(super) fn parameters(&self, context: &Context) -> Result<Vec<(String, Value)>, StepError> {
        let literals = self.data.iter().map(|(name, value)| (name.clone(), value.clone()));
        Ok(literals.chain(self.field_map.resolve(context, None)?).collect())
    }

    /// That many rows are as expected.
    pub(super) fn expect(&self, found: usize) -> Result<(), SqlError> {
        match self.op.expect_rows.filter(|expected| !expected.holds(found)) {
            Some(expected) => Err(SqlError::RowCount { found, expected }),
            None => Ok(()),
        }
    }

    fn target_faults(&self) -> Vec<ConfigViolation> {
        let fault = |message: &str| vec![ConfigViolation::new("Op.Target", message)];
        let TargetName { schema, name } = self.target();
        if name.is_empty() {
            return fault("the name of a table, view or procedure is needed");
        }
        if self.op.target.contains('.') && (schema.is_none() || name.contains('.')) {
            return fault("only data and organization can be reached, as in data.LightningStrike");
        }
        Vec::new()
    }

    fn verb_faults(&self) -> Vec<ConfigViolation> {
        let mut faults = Vec::new();
        let writes = self.writes();
        if writes && self.source().is_none() && self.data.is_empty() && self.field_map.is_empty() {
            faults.push(ConfigViolation::new("Op.Source", "the path of the rows is needed, as in $.Extract.Items"));
        }
        if self.op.distinct && !writes {
            faults.push(ConfigViolation::new("Op.Distinct", "is for Merge and Insert"));
        }
        match &self.match_on {
            Some(_) if self.op.action != Verb::Merge => faults.push(ConfigViolation::new("MatchOn", "is for Merge")),
            Some(columns) if columns.is_empty() => {
                faults.push(ConfigViolation::new("MatchOn", "name at least one column, or leave it out"));
            }
            Some(columns) => {
                for (place, column) in columns.iter().enumerate() {
                    if column.trim().is_empty() || columns[..place].iter().any(|other| same(other, column)) {
                        faults.push(ConfigViolation::new(format!("MatchOn[{place}]"), "is empty or named twice"));
                    }
                }
            }
            None => {}
        }
        faults
    }
}

/// Names match without regard to case.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || (!one.is_ascii() && one.to_lowercase() == other.to_lowercase())
}

fn user_schema(name: &str) -> Option<Schema> {
    [Schema::Data, Schema::Organization].into_iter().find(|schema| same(schema.name(), name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn faults(config: &Value) -> Vec<String> {
        Config::read(config).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn good_configs_have_no_fault() {
        for config in [
            json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Extract.Items"}}),
            json!({"Op": {"Action": "Merge", "Target": "data.lightningstrike", "Source": "$.Extract.Items", "Distinct": true,
                "ExpectRows": {"Min": 1, "Max": 500}}, "MatchOn": ["Timestamp", "Name"], "Data": {"Type": "x"}}),
            json!({"Op": {"Action": "Insert", "Target": "Organization.Facility"}, "Data": {"Name": "x"}}),
            json!({"Op": {"Action": "Query", "Target": "V", "Output": "$.Found"}, "FieldMap": {"Name": "$.Message.From"}}),
            json!({"Op": {"Action": "Execute", "Target": "data.NearestStrikes", "Source": "$.Extract.Items"}}),
        ] {
            assert_eq!(faults(&config), Vec::<String>::new(), "{config}");
        }
    }

    #[test]
    fn mistakes_are_found_with_their_path() {
        let merge = |more: Value| {
            let mut config = json!({"Op": {"Action": "Merge", "Target": "T", "Source": "$.Items"}});
            for (key, value) in more.as_object().unwrap() {
                match config[key].as_object_mut().zip(value.as_object()) {
                    Some((inner, value)) => inner.extend(value.clone()),
                    None => config[key] = value.clone(),
                }
            }
            config
        };
        for (more, path) in [
            (json!({"Op": {"Action": "Delete"}}), "Op.Action"),
            (json!({"Op": {"Target": ""}}), "Op.Target"),
            (json!({"Op": {"Target": "it.Credential"}}), "Op.Target"),
            (json!({"Op": {"Target": "data.x.y"}}), "Op.Target"),
            (json!({"Op": {"Target": "data."}}), "Op.Target"),
            (json!({"Op": {"Source": "Items"}}), "Op.Source"),
            (json!({"Op": {"Source": ""}}), "Op.Source"),
            (json!({"Op": {"Sql": "delete from x"}}), "Op.Sql"),
            (json!({"Op": {"Output": "$.A.B"}}), "Op.Output"),
            (json!({"Op": {"ExpectRows": {"Min": 2, "Max": 1}}}), "Op.ExpectRows"),
            (json!({"Op": {"ExpectRows": {}}}), "Op.ExpectRows"),
            (json!({"Op": {"ExpectRows": {"Min": -1}}}), "Op.ExpectRows.Min"),
            (json!({"Op": {"Distinct": "yes"}}), "Op.Distinct"),
            (json!({"Op": {"Action": "Query", "Distinct": true}}), "Op.Distinct"),
            (json!({"Op": {"Action": "Insert"}, "MatchOn": ["A"]}), "MatchOn"),
            (json!({"MatchOn": []}), "MatchOn"),
            (json!({"MatchOn": ["A", "a"]}), "MatchOn[1]"),
            (json!({"MatchOn": "A"}), "MatchOn"),
            (json!({"Data": {"A": 1}, "FieldMap": {"a": "$.x"}}), "Data.A"),
            (json!({"FieldMap": {"a": "$.x["}}), "FieldMap.a"),
            (json!({"More": 1}), "More"),
        ] {
            let found = faults(&merge(more.clone()));
            assert!(found.iter().any(|fault| fault.starts_with(path)), "{more} {found:?}");
        }
    }
}
