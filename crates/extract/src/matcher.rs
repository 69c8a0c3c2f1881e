//! A pattern outside of an extraction: whether a text matches.

use crate::error::PatternTrouble;
use crate::pattern::Pattern;

/// A pattern of the same dialect and with the same bounds as those of a [`crate::Config`].
#[derive(Debug, Clone)]
pub struct Matcher(Pattern);

impl Matcher {
    /// Compiles; the error says why not, in words for the pattern's author.
    pub fn compile(pattern: &str) -> Result<Self, String> {
        Pattern::compile(pattern).map(Self)
    }

    /// Whether it matches anywhere in the text. `out_of_time` is asked as in [`crate::Extractor::extract`].
    pub fn is_match(&self, text: &str, out_of_time: &mut dyn FnMut() -> bool) -> Result<bool, PatternTrouble> {
        self.0.find(text, 0, out_of_time).map(|found| found.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::Matcher;
    use crate::PatternTrouble;

    #[test]
    fn it_says_whether_a_text_matches_and_ends_when_the_time_is_up() {
        let strike = Matcher::compile(r"(?i)strike(?! two)").unwrap();
        assert_eq!(strike.is_match("A STRIKE one", &mut || false), Ok(true));
        assert_eq!(strike.is_match("a strike two", &mut || false), Ok(false));
        assert_eq!(strike.is_match("a strike", &mut || true), Err(PatternTrouble::OutOfTime));
        assert!(Matcher::compile("(").unwrap_err().contains("parenthesis"));
    }
}
