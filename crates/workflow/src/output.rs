//! Where a handler stores its output: one key at the root of the context.

use super::{ConfigViolation, Context};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// One key at the root of the context, such as `$.Result`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct OutputKey(String);

impl OutputKey {
    pub(super) fn default_to(key: &str) -> Self {
        Self(format!("$.{key}"))
    }

    pub(super) fn validate(&self, path: &str) -> Option<ConfigViolation> {
        let is_key = self.key().is_some_and(|key| !key.is_empty() && !key.contains(['.', '[', ']', '$', '*', ' ']));
        let message = || format!("{:?} is not one key at the root of the context, such as $.Result", self.0);
        (!is_key).then(|| ConfigViolation::new(path, message()))
    }

    pub(super) fn set(&self, context: &mut Context, value: Value) {
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
    fn an_output_is_one_key_at_the_root() {
        for (path, is_valid) in [
            ("$.A", true),
            ("$.Big_Answer", true),
            ("A", false),
            ("$", false),
            ("$.", false),
            ("$.A.B", false),
            ("$.A[0]", false),
            ("", false),
        ] {
            assert_eq!(OutputKey(path.into()).validate("Op.Output").is_none(), is_valid, "{path:?}");
        }
    }
}
