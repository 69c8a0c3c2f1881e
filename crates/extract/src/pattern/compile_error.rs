//! Compile errors written for the author of a pattern. The engines' own messages name their internals and repeat the whole
//! pattern.

use fancy_regex::{CompileError, Error};
use regex_automata::meta::BuildError;

pub(super) const TOO_LARGE: &str = "is too large; lower its repetition counts, or split it into several patterns";

pub(super) fn describe(error: &Error) -> String {
    match error {
        Error::ParseError(position, error) => {
            format!("cannot be read at byte {position}: {}", lowercase_first(&error.to_string()))
        }
        Error::CompileError(error) => describe_compile_error(error),
        other => lowercase_first(&other.to_string()),
    }
}

fn describe_compile_error(error: &CompileError) -> String {
    match error {
        CompileError::InnerError(error) => describe_linear_error(error),
        CompileError::PatternTooComplex => TOO_LARGE.to_owned(),
        CompileError::DfaBuildError(..) => "has a look-behind that is too large".to_owned(),
        other => lowercase_first(&other.to_string()),
    }
}

fn describe_linear_error(error: &BuildError) -> String {
    if error.size_limit().is_some() {
        return TOO_LARGE.to_owned();
    }
    match error.syntax_error() {
        Some(regex_syntax::Error::Parse(error)) => format!("cannot be read: {}", error.kind()),
        Some(regex_syntax::Error::Translate(error)) => format!("cannot be read: {}", error.kind()),
        _ => format!("cannot be compiled: {error}"),
    }
}

fn lowercase_first(message: &str) -> String {
    let mut rest = message.chars();
    rest.next().map(|first| first.to_lowercase().chain(rest).collect()).unwrap_or_default()
}
