//! Why a pattern is refused, in words for its author. The engines' own words name their parts and repeat the whole pattern.

use fancy_regex::{CompileError, Error};
use regex_automata::meta::BuildError;

const TOO_LARGE: &str = "is too large; shorten its repetitions, or split it into several patterns";

pub(super) fn in_words(error: &Error) -> String {
    match error {
        Error::ParseError(at, fault) => format!("cannot be read at byte {at}: {}", lowered(&fault.to_string())),
        Error::CompileError(fault) => of_compiling(fault),
        other => lowered(&other.to_string()),
    }
}

fn of_compiling(fault: &CompileError) -> String {
    match fault {
        CompileError::InnerError(error) => of_linear(error),
        CompileError::PatternTooComplex => TOO_LARGE.to_owned(),
        CompileError::DfaBuildError(..) => "has a look-behind that is too large".to_owned(),
        other => lowered(&other.to_string()),
    }
}

fn of_linear(error: &BuildError) -> String {
    if error.size_limit().is_some() {
        return TOO_LARGE.to_owned();
    }
    match error.syntax_error() {
        Some(regex_syntax::Error::Parse(fault)) => format!("cannot be read: {}", fault.kind()),
        Some(regex_syntax::Error::Translate(fault)) => format!("cannot be read: {}", fault.kind()),
        _ => format!("cannot be compiled: {error}"),
    }
}

fn lowered(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map(|first| first.to_lowercase().chain(rest).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::Pattern;

    #[test]
    fn a_refusal_names_the_fault_and_not_the_engine() {
        let huge = format!("(?:{}){{500}}", r"\w{100}".repeat(20));
        for (pattern, words) in [
            (r"a\p{Foo}", "cannot be read: Unicode property not found"),
            (r"(a", "cannot be read at byte"),
            (r"[b-a]", "cannot be read: invalid character class range"),
            (huge.as_str(), super::TOO_LARGE),
            (r"(a)\2", "invalid back reference"),
        ] {
            let fault = Pattern::compile(pattern).unwrap_err();
            assert!(fault.starts_with(words) && fault.len() < 120, "{pattern:.40}: {fault}");
        }
    }
}
