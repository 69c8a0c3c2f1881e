//! One line that names the key.

use figment::error::Kind;
use thiserror::Error;

/// Why the configuration was refused. Always one line, and always with the key where there is one.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// A value is impossible, missing or of the wrong type.
    #[error("{key}: {problem}")]
    Key {
        /// Dotted, as in `server.listen`.
        key: String,
        /// What is wrong and how to mend it.
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
}

impl From<figment::Error> for ConfigError {
    fn from(error: figment::Error) -> Self {
        let place = error.metadata.as_ref().map_or(String::new(), |from| format!(" (in {})", from.name));
        let mut path = error.path.clone();
        let problem = match &error.kind {
            Kind::UnknownField(name, known) => {
                if path.last() != Some(name) {
                    path.push(name.clone());
                }
                format!("unknown key; known here: {}", known.join(", "))
            }
            Kind::InvalidType(found, expected) => format!("wrong type: found {found}, expected {}", plain(expected)),
            Kind::Message(text) if path.is_empty() => return Self::File(one_line(text)),
            other => other.to_string(),
        };
        Self::key(&path.join("."), one_line(&format!("{problem}{place}")))
    }
}

/// The type in people's words.
fn plain(expected: &str) -> &str {
    match expected {
        "i64" => "a whole number",
        "f64" => "a number",
        "a sequence" => "a list",
        expected if expected.starts_with("struct ") => "a section",
        expected => expected,
    }
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
