//! Degrees in a config: a number, or text with placeholders.

use crate::{Context, StepError, text};
use schemars::JsonSchema;
use serde::Deserialize;

/// A number, or text with placeholders.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Degrees {
    Number(f64),
    Text(String),
}

impl Degrees {
    pub(super) fn validate(&self, max: f64) -> Option<String> {
        match self {
            Self::Text(text) if text.contains("{{") => text::validate(text),
            Self::Text(text) => parse(text, max).err(),
            Self::Number(number) => parse(&number.to_string(), max).err(),
        }
    }

    pub(super) fn resolve(&self, path: &str, max: f64, context: &Context) -> Result<f64, StepError> {
        let failed = |error: String| StepError::Failed(format!("{path}: {error}"));
        let text = match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text::fill_placeholders(text, context).map_err(|error| failed(error.to_string()))?,
        };
        parse(&text, max).map_err(failed)
    }
}

fn parse(text: &str, max: f64) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.abs() <= max);
    number.ok_or_else(|| format!("{text:?} is not a number of degrees from -{max} to {max}"))
}
