//! Units of results.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    PerSecond,
    Milliseconds,
    Seconds,
    Kibibytes,
    Mebibytes,
    /// Of one core.
    Percent,
    /// A ratio that is itself the result.
    Times,
}

impl Unit {
    pub(super) fn label(self, number: &str) -> String {
        match self {
            Self::PerSecond => format!("{number}/s"),
            Self::Milliseconds => format!("{number} ms"),
            Self::Seconds => format!("{number} s"),
            Self::Kibibytes => format!("{number} KiB"),
            Self::Mebibytes => format!("{number} MiB"),
            Self::Percent => format!("{number} %"),
            Self::Times => format!("{number} times"),
        }
    }

    /// Otherwise a lower number is.
    pub(super) fn is_higher_better(self) -> bool {
        self == Self::PerSecond
    }
}
