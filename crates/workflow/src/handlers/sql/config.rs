//! The config of `Sql`.

use super::error::SqlError;
use super::expect::ExpectRows;
use crate::config::ActionConfig;
use crate::context::parse_path;
use crate::fields::FieldMap;
use crate::{ConfigViolation, Context, StepError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use stormwire_store::Schema;

/// Reads and writes rows of the user's tables.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "Sql")]
pub(in super::super) struct Config {
    /// Operation and its options.
    pub(super) op: Op,
    /// For `Merge`: columns that identify a row. Default: the first of Id, Key and Name that source rows and table have.
    #[schemars(extend("items" = serde_json::json!({"type": "string", "x-kind": "column"})))]
    pub(super) match_on: Option<Vec<String>>,
    /// Columns or parameters with fixed values.
    #[serde(default)]
    #[schemars(extend("propertyNames" = serde_json::json!({"x-kind": "column"})))]
    pub(super) data: Map<String, Value>,
    /// Columns or parameters, each with the path of its value.
    #[serde(default)]
    #[schemars(extend("propertyNames" = serde_json::json!({"x-kind": "column"})))]
    pub(super) field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Op {
    /// Operation.
    pub(super) action: Operation,
    /// Table, view or procedure, such as `LightningStrike` or `data.LightningStrike`.
    #[schemars(extend("x-kind" = "table"))]
    pub(super) target: String,
    /// Path of the source rows in the context, such as `$.Extract.Items`.
    #[schemars(extend("x-kind" = "context-path"))]
    pub(super) source: Option<String>,
    /// Context key for the output. Default: `$.Query` for `Query`, `$.Execute` for `Execute`.
    pub(super) output: Option<String>,
    /// Removes source rows that are equal in every column.
    #[serde(default)]
    pub(super) distinct: bool,
    /// Expected number of rows. The action fails for any other number.
    pub(super) expect_rows: Option<ExpectRows>,
    /// The procedure or table stores lightning strikes: the watcher counts as a source of the strike feed. Not needed for
    /// `Merge` and `Insert` into `data.LightningStrike`.
    #[serde(default)]
    pub(super) feeds: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub(super) enum Operation {
    Merge,
    Insert,
    Query,
    Execute,
}

impl ActionConfig for Config {
    fn validate(&self) -> Vec<ConfigViolation> {
        let mut violations = self.validate_target();
        if let Some(Err(error)) = self.source().map(parse_path) {
            violations.push(ConfigViolation::new("Op.Source", error.to_string()));
        }
        if self.output().is_some_and(|key| key.is_empty() || key.contains(['.', '[', '$', '\'', '"', '*'])) {
            let message = "must be one key at the root of the context, such as $.Query";
            violations.push(ConfigViolation::new("Op.Output", message));
        }
        if let Some(ExpectRows { min, max }) = self.op.expect_rows {
            match (min, max) {
                (None, None) => violations.push(ConfigViolation::new("Op.ExpectRows", "Min or Max is required")),
                (Some(min), Some(max)) if min > max => {
                    let message = format!("Min {min} is larger than Max {max}");
                    violations.push(ConfigViolation::new("Op.ExpectRows", message));
                }
                _ => {}
            }
        }
        violations.extend(self.validate_operation());
        // Only Merge and Insert read each source row.
        let has_records = self.is_write() && self.source().is_some();
        violations.extend(if has_records {
            self.field_map.validate()
        } else {
            self.field_map.validate_without_records()
        });
        let in_both = self.data.keys().filter(|key| self.field_map.keys().any(|other| same_name(key, other)));
        violations.extend(in_both.map(|key| ConfigViolation::new(format!("Data.{key}"), "is also in FieldMap")));
        violations
    }
}

/// `Op.Target`, split into schema and name.
#[derive(Debug, Clone, Copy)]
pub(super) struct TargetName<'a> {
    pub(super) schema: Option<Schema>,
    pub(super) name: &'a str,
}

impl Config {
    pub(super) fn target(&self) -> TargetName<'_> {
        let target = self.op.target.trim();
        match target.split_once('.') {
            None => TargetName { schema: None, name: target },
            Some((schema, name)) => TargetName { schema: user_schema(schema), name },
        }
    }

    pub(super) fn source(&self) -> Option<&str> {
        self.op.source.as_deref().map(str::trim).filter(|path| !path.is_empty())
    }

    /// Whether it is a `Merge` or `Insert`.
    pub(super) fn is_write(&self) -> bool {
        matches!(self.op.action, Operation::Merge | Operation::Insert)
    }

    /// The key at the root of the context for the output.
    pub(super) fn output(&self) -> Option<&str> {
        let path = self.op.output.as_deref().map(str::trim).filter(|path| !path.is_empty());
        let default = match self.op.action {
            Operation::Query => Some("Query"),
            Operation::Execute => Some("Execute"),
            Operation::Merge | Operation::Insert => None,
        };
        path.map(|path| path.strip_prefix("$.").unwrap_or(path)).or(default)
    }

    /// The values of `Data` and of `FieldMap`.
    pub(super) fn parameters(&self, context: &Context) -> Result<Vec<(String, Value)>, StepError> {
        let data = self.data.iter().map(|(name, value)| (name.clone(), value.clone()));
        Ok(data.chain(self.field_map.resolve(context, None)?).collect())
    }

    /// Checks `Op.ExpectRows`.
    pub(super) fn check_row_count(&self, found: usize) -> Result<(), SqlError> {
        match self.op.expect_rows.filter(|expected| !expected.accepts(found)) {
            Some(expected) => Err(SqlError::RowCount { found, expected }),
            None => Ok(()),
        }
    }

    fn validate_target(&self) -> Vec<ConfigViolation> {
        let violation = |message: String| vec![ConfigViolation::new("Op.Target", message)];
        let TargetName { schema, name } = self.target();
        if name.is_empty() {
            return violation("the name of a table, view or procedure is required".into());
        }
        let target = &self.op.target;
        if target.contains('.') && (schema.is_none() || name.contains('.')) {
            return violation(format!(
                "{target:?} is not in the schema data or organization; use a name such as data.LightningStrike"
            ));
        }
        Vec::new()
    }

    fn validate_operation(&self) -> Vec<ConfigViolation> {
        let mut violations = Vec::new();
        let mut add =
            |path: &str, message: &str| violations.push(ConfigViolation::new(path.to_owned(), message.to_owned()));
        let writes = self.is_write();
        if writes && self.source().is_none() && self.data.is_empty() && self.field_map.is_empty() {
            add("Op.Source", "the path of the source rows is required, such as $.Extract.Items");
        }
        if self.op.feeds && self.op.action == Operation::Query {
            add("Op.Feeds", "is only for Execute, Merge and Insert; Query stores nothing");
        }
        if self.op.distinct && !writes {
            add("Op.Distinct", "is only for Merge and Insert");
        }
        match &self.match_on {
            Some(_) if self.op.action != Operation::Merge => add("MatchOn", "is only for Merge"),
            Some(columns) if columns.is_empty() => add("MatchOn", "must have at least one column; otherwise remove it"),
            Some(columns) => {
                for (index, column) in columns.iter().enumerate() {
                    if column.trim().is_empty() || columns[..index].iter().any(|other| same_name(other, column)) {
                        add(&format!("MatchOn[{index}]"), "is empty or given twice");
                    }
                }
            }
            None => {}
        }
        violations
    }
}

/// Ignores case.
pub(super) fn same_name(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || (!one.is_ascii() && one.to_lowercase() == other.to_lowercase())
}

fn user_schema(name: &str) -> Option<Schema> {
    [Schema::Data, Schema::Organization].into_iter().find(|schema| same_name(schema.name(), name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn violations(config: &Value) -> Vec<String> {
        Config::from_json(config).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn valid_configs_have_no_violations() {
        for config in [
            json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Extract.Items"}}),
            json!({"Op": {"Action": "Merge", "Target": "data.lightningstrike", "Source": "$.Extract.Items", "Distinct": true,
                "ExpectRows": {"Min": 1, "Max": 500}}, "MatchOn": ["Timestamp", "Name"], "Data": {"Type": "x"}}),
            json!({"Op": {"Action": "Insert", "Target": "Organization.Facility"}, "Data": {"Name": "x"}}),
            json!({"Op": {"Action": "Query", "Target": "V", "Output": "$.Found"}, "FieldMap": {"Name": "$.Message.From"}}),
            json!({"Op": {"Action": "Execute", "Target": "data.NearestStrikes", "Source": "$.Extract.Items"}}),
        ] {
            assert_eq!(violations(&config), Vec::<String>::new(), "{config}");
        }
    }

    #[test]
    fn violations_have_their_path() {
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
            let found = violations(&merge(more.clone()));
            assert!(found.iter().any(|violation| violation.starts_with(path)), "{more} {found:?}");
        }
    }
}
