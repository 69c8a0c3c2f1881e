//! A number in a config, or the path of a number in the context, so that several actions can share one setting.

use crate::context::parse_path;
use crate::{ConfigViolation, Context, StepError};
use schemars::JsonSchema;
use serde::Deserialize;

/// A number, or the path of a number in the context.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum NumberOrPath {
    Number(f64),
    Path(#[schemars(extend("x-kind" = "context-path"))] String),
}

impl NumberOrPath {
    pub(super) fn validate(
        &self,
        path: &'static str,
        check: impl FnOnce(f64) -> Result<(), String>,
    ) -> Option<ConfigViolation> {
        let message = match self {
            Self::Number(value) => check(*value).err(),
            Self::Path(text) => parse_path(text).err().map(|error| error.to_string()),
        };
        message.map(|message| ConfigViolation::new(path, message))
    }

    /// Validates a number that is a constant of the context.
    pub(super) fn validate_constant(
        &self,
        path: &'static str,
        constants: &Context,
        check: impl FnOnce(f64) -> Result<(), String>,
    ) -> Option<ConfigViolation> {
        let Self::Path(text) = self else { return None };
        let found = constants.get(text).ok()?;
        let message = match found.as_f64() {
            Some(value) => check(value).err().map(|error| format!("{found} at {text}: {error}")),
            None => Some(format!("{found} at {text} is not a number")),
        };
        message.map(|message| ConfigViolation::new(path, message))
    }

    pub(super) fn resolve(&self, path: &str, context: &Context) -> Result<f64, StepError> {
        match self {
            Self::Number(value) => Ok(*value),
            Self::Path(text) => {
                let failed = |error: String| StepError::Failed(format!("{path}: {error}"));
                let found = context.get(text).map_err(|error| failed(error.to_string()))?;
                found.as_f64().ok_or_else(|| failed(format!("{found} at {text} is not a number")))
            }
        }
    }
}
