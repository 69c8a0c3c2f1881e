//! A number in a config, or the path of one in the context: a workflow then says it in one place.

use crate::context::parse;
use crate::{ConfigViolation, Context, StepError};
use schemars::JsonSchema;
use serde::Deserialize;

/// A number or its path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Figure {
    Number(f64),
    Path(String),
}

impl Figure {
    /// What is wrong with it.
    pub(super) fn fault(
        &self,
        path: &'static str,
        check: impl FnOnce(f64) -> Result<(), String>,
    ) -> Option<ConfigViolation> {
        let wrong = match self {
            Self::Number(value) => check(*value).err(),
            Self::Path(text) => parse(text).err().map(|error| error.to_string()),
        };
        wrong.map(|why| ConfigViolation::new(path, why))
    }

    /// What is wrong with one that stands in the context.
    pub(super) fn objection(
        &self,
        path: &'static str,
        known: &Context,
        check: impl FnOnce(f64) -> Result<(), String>,
    ) -> Option<ConfigViolation> {
        let Self::Path(text) = self else { return None };
        let found = known.get(text).ok()?;
        let wrong = match found.as_f64() {
            Some(value) => check(value).err().map(|why| format!("{found} at {text}: {why}")),
            None => Some(format!("{found} at {text} is not a number")),
        };
        wrong.map(|why| ConfigViolation::new(path, why))
    }

    /// The number.
    pub(super) fn value(&self, path: &str, context: &Context) -> Result<f64, StepError> {
        match self {
            Self::Number(value) => Ok(*value),
            Self::Path(text) => {
                let failed = |why: String| StepError::Failed(format!("{path}: {why}"));
                let found = context.get(text).map_err(|error| failed(error.to_string()))?;
                found.as_f64().ok_or_else(|| failed(format!("{found} at {text} is not a number")))
            }
        }
    }
}
