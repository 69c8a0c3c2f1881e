//! A pattern of the configuration together with its key, so that every error can name both.

use crate::config::ConfigViolation;
use crate::deadline::DeadlineCheck;
use crate::error::ExtractError;
use crate::pattern::{Pattern, PatternMatch};

#[derive(Debug, Clone)]
pub(crate) struct ConfigPattern {
    /// Such as `Fields.Lat.Pattern`.
    key: String,
    pattern: Pattern,
}

impl ConfigPattern {
    /// Adds a violation and returns `None` if the pattern does not compile.
    pub(crate) fn compile(key: &str, pattern: &str, violations: &mut Vec<ConfigViolation>) -> Option<Self> {
        match Pattern::compile(pattern) {
            Ok(pattern) => Some(Self { key: key.to_owned(), pattern }),
            Err(reason) => {
                let message = format!("the pattern `{pattern}` does not compile: {reason}");
                violations.push(ConfigViolation::new(key, message));
                None
            }
        }
    }

    /// The pattern as written.
    pub(crate) fn text(&self) -> &str {
        self.pattern.text()
    }

    /// The first match at or after `from`; see [`Pattern::find`].
    pub(crate) fn find(
        &self,
        text: &str,
        from: usize,
        is_expired: DeadlineCheck,
    ) -> Result<Option<PatternMatch>, ExtractError> {
        self.pattern.find(text, from, is_expired).map_err(|error| ExtractError::Pattern {
            key: self.key.clone(),
            pattern: self.text().to_owned(),
            error,
        })
    }
}
