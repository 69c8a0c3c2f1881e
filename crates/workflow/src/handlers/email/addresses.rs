//! Addresses in a config and in the context.

use crate::{ConfigViolation, Context, StepError, text};
use lettre::message::{Mailbox, Mailboxes};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// One text or several; each may name several addresses with commas between them.
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

    /// What is wrong with them.
    pub(super) fn faults(&self, path: &'static str) -> impl Iterator<Item = ConfigViolation> {
        let fault = |text: &String| match text::fault(text) {
            Some(fault) => Some(fault),
            None if text.contains("{{") => None,
            None => text.parse::<Mailboxes>().err().map(|_| format!("{text:?} is not a mail address")),
        };
        self.all().iter().filter_map(fault).map(move |fault| ConfigViolation::new(path, fault))
    }

    /// What is wrong with those that stand in the context.
    pub(super) fn objections(&self, path: &'static str, known: &Context) -> Vec<ConfigViolation> {
        let wrong = |text: &String| {
            let hole = text::sole_hole(text)?;
            let value = known.get(hole).ok()?;
            let why = match mailboxes(path, value) {
                Ok(found) if found.is_empty() => "names nobody",
                Ok(_) => return None,
                Err(_) => "is not mail addresses with commas between them",
            };
            Some(ConfigViolation::new(path, format!("{value} at {hole} {why}")))
        };
        self.all().iter().filter_map(wrong).collect()
    }

    /// With their holes filled.
    pub(super) fn fill(&self, path: &str, context: &Context) -> Result<Vec<Mailbox>, StepError> {
        let mut found = Vec::new();
        for text in self.all() {
            // `Message.To` is a list.
            let value = if let Some(hole) = text::sole_hole(text) {
                context.get(hole).cloned()
            } else {
                text::fill(text, context).map(Value::from)
            };
            found.extend(mailboxes(path, &value.map_err(|error| StepError::Failed(format!("{path}: {error}")))?)?);
        }
        Ok(found)
    }
}

/// A text with addresses, or a list of such texts.
pub(super) fn mailboxes(path: &str, value: &Value) -> Result<Vec<Mailbox>, StepError> {
    let bad = |shown: &str| StepError::Failed(format!("{path}: {shown:?} is not a mail address"));
    let texts: Vec<&str> = match value {
        Value::String(text) => vec![text.as_str()],
        Value::Array(all) => {
            all.iter().map(|one| one.as_str().ok_or_else(|| bad(&one.to_string()))).collect::<Result<_, _>>()?
        }
        other => return Err(bad(&other.to_string())),
    };
    let mut found = Vec::new();
    for text in texts.into_iter().filter(|text| !text.trim().is_empty()) {
        // An address or name of its own with a comma in it is not a list.
        match text.trim().parse::<Mailbox>() {
            Ok(one) => found.push(one),
            Err(_) => found.extend(text.parse::<Mailboxes>().map_err(|_| bad(text))?),
        }
    }
    Ok(found)
}
