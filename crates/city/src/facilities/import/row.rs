//! One row of a file: a facility, or what is wrong with it.

use crate::LineError;
use crate::facilities::FacilityInputError;
use stormwire_store::tables::facility::FacilityFields;

/// A valid row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileRow {
    pub(super) line: u64,
    /// Without the policy.
    pub(super) fields: FacilityFields,
    /// The name or the id of the policy; `None` keeps the known one.
    pub(super) policy: Option<String>,
}

/// What is wrong with a row, before its line is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowProblem {
    /// Of the facility.
    name: Option<String>,
    field: Option<&'static str>,
    value: Option<String>,
    problem: String,
}

/// Characters of a value in an error.
const MAX_VALUE: usize = 200;

impl RowProblem {
    /// The row as a whole.
    pub(super) fn row(problem: impl Into<String>) -> Self {
        Self { name: None, field: None, value: None, problem: problem.into() }
    }

    pub(super) fn field(field: &'static str, value: &str, problem: impl Into<String>) -> Self {
        Self { name: None, field: Some(field), value: Some(shorten(value)), problem: problem.into() }
    }

    /// An invalid name, or a position outside the city; `position` is how the file has it.
    pub(super) fn input(error: &FacilityInputError, name: &str, position: &str) -> Self {
        match error {
            FacilityInputError::Name => Self::field("name", name, error.to_string()),
            FacilityInputError::Outside { .. } => Self::field("position", position, error.to_string()),
            FacilityInputError::Policy(id) => Self::field("policy", &id.to_string(), error.to_string()),
        }
    }

    /// For people who look for the facility in their own list. Empty: the row has none.
    pub(super) fn named(self, name: &str) -> Self {
        Self { name: Some(shorten(name)).filter(|name| !name.is_empty()), ..self }
    }

    pub(super) fn at(self, line: u64) -> LineError {
        LineError { line, name: self.name, field: self.field, value: self.value, problem: self.problem }
    }
}

fn shorten(value: &str) -> String {
    value.chars().take(MAX_VALUE).collect()
}
