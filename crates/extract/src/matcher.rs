//! Matching a single pattern, outside of an extraction.

use crate::pattern::{Pattern, PatternError};

/// A pattern with the syntax and the bounds of the patterns in a [`crate::ExtractConfig`].
#[derive(Debug, Clone)]
pub struct PatternMatcher(Pattern);

impl PatternMatcher {
    /// The error is written for the author of the pattern.
    pub fn compile(pattern: &str) -> Result<Self, String> {
        Pattern::compile(pattern).map(Self)
    }

    /// True if the pattern matches anywhere in the text. `is_expired` is called as in [`crate::Extractor::extract`].
    pub fn is_match(&self, text: &str, is_expired: &mut dyn FnMut() -> bool) -> Result<bool, PatternError> {
        self.0.find(text, 0, is_expired).map(|found| found.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::PatternMatcher;
    use crate::pattern::PatternError;

    #[test]
    fn matches_anywhere_and_stops_when_expired() {
        let strike = PatternMatcher::compile(r"(?i)strike(?! two)").unwrap();
        assert_eq!(strike.is_match("A STRIKE one", &mut || false), Ok(true));
        assert_eq!(strike.is_match("a strike two", &mut || false), Ok(false));
        assert_eq!(strike.is_match("a strike", &mut || true), Err(PatternError::OutOfTime));
        assert!(PatternMatcher::compile("(").unwrap_err().contains("parenthesis"));
    }
}
