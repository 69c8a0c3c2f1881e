//! Configuration errors: one line that names the key.

use thiserror::Error;

/// Always one line, with the key if there is one.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// A value is invalid, missing or of the wrong type.
    #[error("{key}: {problem}")]
    Key {
        /// Dotted, as in `server.listen`.
        key: String,
        /// The problem and the fix.
        problem: String,
    },
    /// The file is not TOML, or cannot be read.
    #[error("{0}")]
    File(String),
}

impl ConfigError {
    pub(super) fn key(key: &str, problem: impl Into<String>) -> Self {
        Self::Key { key: key.to_owned(), problem: problem.into() }
    }

    /// Rewrites a message of the TOML reader for administrators.
    pub(super) fn invalid_value(key: &str, text: &str, origin: &str) -> Self {
        let origin = if origin.is_empty() { String::new() } else { format!(" (in {origin})") };
        if let Some(known) = known_fields(text) {
            return Self::key(key, format!("unknown key; known keys: {}{origin}", known.join(", ")));
        }
        let problem = match text.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected ")) {
            Some((found, expected)) => format!("wrong type: found {found}, expected {}", plain_type(expected)),
            None => text.to_owned(),
        };
        Self::key(key, one_line(&format!("{problem}{origin}")))
    }
}

/// The existing fields, if the message is about an unknown one.
fn known_fields(text: &str) -> Option<Vec<&str>> {
    let (_, known) = text.strip_prefix("unknown field `")?.split_once('`')?;
    Some(known.split('`').skip(1).step_by(2).collect())
}

fn plain_type(expected: &str) -> &str {
    match expected {
        "i64" => "an integer",
        "f64" => "a number",
        "a sequence" => "a list",
        expected if expected.starts_with("struct ") => "a section",
        expected => expected,
    }
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
