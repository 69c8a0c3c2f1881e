//! Where a handler puts what came of it: one key at the top level of the context.

use super::{ConfigViolation, Context};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// `$.Name`: one key at the top level. Nested paths are not supported.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct Output(String);

impl Output {
    /// Where it goes when the config does not say.
    pub(super) fn default_to(key: &str) -> Self {
        Self(format!("$.{key}"))
    }

    /// What is wrong with it.
    pub(super) fn fault(&self, path: &str) -> Option<ConfigViolation> {
        let is_key = self.key().is_some_and(|key| !key.is_empty() && !key.contains(['.', '[', ']', '$', '*', ' ']));
        (!is_key).then(|| ConfigViolation::new(path, format!("{:?} is not one top-level key such as $.Answer", self.0)))
    }

    /// Puts it there.
    pub(super) fn put(&self, context: &mut Context, value: Value) {
        if let Some(key) = self.key() {
            context.set(key, value);
        }
    }

    fn key(&self) -> Option<&str> {
        self.0.strip_prefix("$.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_top_level_key_is_an_output() {
        for (path, good) in [
            ("$.A", true),
            ("$.Big_Answer", true),
            ("A", false),
            ("$", false),
            ("$.", false),
            ("$.A.B", false),
            ("$.A[0]", false),
            ("", false),
        ] {
            assert_eq!(Output(path.into()).fault("Op.Output").is_none(), good, "{path:?}");
        }
    }
}
