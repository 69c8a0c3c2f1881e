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
    field: Option<&'static str>,
    value: Option<String>,
    problem: String,
}

/// Characters of a value in an error.
const MAX_VALUE: usize = 200;

impl RowProblem {
    /// The row as a whole.
    pub(super) fn row(problem: impl Into<String>) -> Self {
        Self { field: None, value: None, problem: problem.into() }
    }

    pub(super) fn field(field: &'static str, value: &str, problem: impl Into<String>) -> Self {
        let value = value.chars().take(MAX_VALUE).collect();
        Self { field: Some(field), value: Some(value), problem: problem.into() }
    }

    /// An invalid name, or a position outside the city; `position` is how the file has it.
    pub(super) fn input(error: &FacilityInputError, name: &str, position: &str) -> Self {
        match error {
            FacilityInputError::Name => Self::field("name", name, error.to_string()),
            FacilityInputError::Outside { .. } => Self::field("position", position, error.to_string()),
            FacilityInputError::Policy(id) => Self::field("policy", &id.to_string(), error.to_string()),
        }
    }

    pub(super) fn at(self, line: u64) -> LineError {
        LineError { line, field: self.field, value: self.value, problem: self.problem }
    }
}
