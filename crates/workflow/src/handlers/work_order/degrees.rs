//! Degrees in a config: a number, or a text with holes.

use crate::{Context, StepError, text};
use schemars::JsonSchema;
use serde::Deserialize;

/// A number, or a text with holes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Degrees {
    Number(f64),
    Text(String),
}

impl Degrees {
    /// What is wrong with it.
    pub(super) fn fault(&self, most: f64) -> Option<String> {
        match self {
            Self::Text(text) if text.contains("{{") => text::fault(text),
            Self::Text(text) => degrees(text, most).err(),
            Self::Number(number) => degrees(&number.to_string(), most).err(),
        }
    }

    /// With its holes filled.
    pub(super) fn fill(&self, path: &str, most: f64, context: &Context) -> Result<f64, StepError> {
        let failed = |why: String| StepError::Failed(format!("{path}: {why}"));
        let text = match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text::fill(text, context).map_err(|error| failed(error.to_string()))?,
        };
        degrees(&text, most).map_err(failed)
    }
}

fn degrees(text: &str, most: f64) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.abs() <= most);
    number.ok_or_else(|| format!("{text:?} is not a number of degrees from -{most} to {most}"))
}
