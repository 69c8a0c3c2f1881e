//! `Op.ExpectRows`: a check of the number of rows.

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct ExpectRows {
    /// Minimum number of rows.
    pub(super) min: Option<u64>,
    /// Maximum number of rows.
    pub(super) max: Option<u64>,
}

impl ExpectRows {
    pub(super) fn accepts(self, count: usize) -> bool {
        let count = count as u64;
        self.min.is_none_or(|min| count >= min) && self.max.is_none_or(|max| count <= max)
    }
}

impl std::fmt::Display for ExpectRows {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.min, self.max) {
            (Some(min), Some(max)) => write!(formatter, "{min} to {max}"),
            (Some(min), None) => write!(formatter, "at least {min}"),
            (None, max) => write!(formatter, "at most {}", max.unwrap_or(u64::MAX)),
        }
    }
}
