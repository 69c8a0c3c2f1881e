//! Email addresses in a config and in the context.

use crate::{ConfigViolation, Context, StepError, text};
use lettre::message::{Mailbox, Mailboxes};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// Email addresses: a comma-separated text, or a list of such texts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Addresses {
    One(String),
    Many(Vec<String>),
}

impl Default for Addresses {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Addresses {
    fn all(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all().iter().all(|text| text.trim().is_empty())
    }

    pub(super) fn validate(&self, path: &'static str) -> impl Iterator<Item = ConfigViolation> {
        let invalid = |text: &String| match text::validate(text) {
            Some(message) => Some(message),
            None if text.contains("{{") => None,
            None => text.parse::<Mailboxes>().err().map(|_| format!("{text:?} is not an email address")),
        };
        self.all().iter().filter_map(invalid).map(move |message| ConfigViolation::new(path, message))
    }

    /// Validates the addresses that are constants of the context.
    pub(super) fn validate_constants(&self, path: &'static str, constants: &Context) -> Vec<ConfigViolation> {
        let invalid = |text: &String| {
            let placeholder = text::only_placeholder(text)?;
            let value = constants.get(placeholder).ok()?;
            let problem = match mailboxes(path, value) {
                Ok(found) if found.is_empty() => "has no addresses",
                Ok(_) => return None,
                Err(_) => "is not a comma-separated list of email addresses",
            };
            Some(ConfigViolation::new(path, format!("{value} at {placeholder} {problem}")))
        };
        self.all().iter().filter_map(invalid).collect()
    }

    /// Replaces the placeholders.
    pub(super) fn resolve_mailboxes(&self, path: &str, context: &Context) -> Result<Vec<Mailbox>, StepError> {
        let mut found = Vec::new();
        for text in self.all() {
            // `Message.To` is a list.
            let value = if let Some(placeholder) = text::only_placeholder(text) {
                context.get(placeholder).cloned()
            } else {
                text::fill_placeholders(text, context).map(Value::from)
            };
            found.extend(mailboxes(path, &value.map_err(|error| StepError::Failed(format!("{path}: {error}")))?)?);
        }
        Ok(found)
    }
}

/// Parses a comma-separated text, or a list of such texts.
pub(super) fn mailboxes(path: &str, value: &Value) -> Result<Vec<Mailbox>, StepError> {
    let invalid = |text: &str| StepError::Failed(format!("{path}: {text:?} is not an email address"));
    let texts: Vec<&str> = match value {
        Value::String(text) => vec![text.as_str()],
        Value::Array(all) => {
            all.iter().map(|one| one.as_str().ok_or_else(|| invalid(&one.to_string()))).collect::<Result<_, _>>()?
        }
        other => return Err(invalid(&other.to_string())),
    };
    let mut found = Vec::new();
    for text in texts.into_iter().filter(|text| !text.trim().is_empty()) {
        // One address whose name contains a comma is not a list.
        match text.trim().parse::<Mailbox>() {
            Ok(one) => found.push(one),
            Err(_) => found.extend(text.parse::<Mailboxes>().map_err(|_| invalid(text))?),
        }
    }
    Ok(found)
}
