//! The token with which Prometheus reads the metrics: a file that both sides read, without a user.

use super::token::hash;
use secrecy::{ExposeSecret, SecretString};
use std::path::Path;
use thiserror::Error;

/// Shorter tokens can be guessed.
const MIN_LENGTH: usize = 16;

#[derive(Debug, Error)]
pub enum MetricsTokenError {
    #[error("metrics.token_file: cannot read {path}: {error}")]
    Unreadable { path: String, error: std::io::Error },
    #[error(
        "metrics.token_file: the token in {path} has fewer than {MIN_LENGTH} characters; create one with `openssl rand -hex 32`"
    )]
    Short { path: String },
}

/// Only the hash is kept.
#[derive(Debug, Clone)]
pub struct MetricsToken {
    hash: String,
}

impl MetricsToken {
    /// Reads the file. White space around the token does not count, as in Prometheus.
    pub fn load(path: &Path) -> Result<Self, MetricsTokenError> {
        let name = || path.display().to_string();
        let text = std::fs::read_to_string(path);
        let text = SecretString::from(text.map_err(|error| MetricsTokenError::Unreadable { path: name(), error })?);
        let token = SecretString::from(text.expose_secret().trim());
        if token.expose_secret().chars().count() < MIN_LENGTH {
            return Err(MetricsTokenError::Short { path: name() });
        }
        Ok(Self { hash: hash(&token) })
    }

    /// Compares hashes, so the time reveals nothing about the token.
    pub fn matches(&self, token: &SecretString) -> bool {
        hash(token) == self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    #[test]
    fn the_token_is_the_trimmed_text_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, format!("{TOKEN}\n")).unwrap();
        let token = MetricsToken::load(&file).unwrap();
        assert!(token.matches(&SecretString::from(TOKEN)));
        for other in ["", "0123456789abcdeF", "0123456789abcdef\n", "0123456789abcde"] {
            assert!(!token.matches(&SecretString::from(other)), "{other:?}");
        }
    }

    #[test]
    fn a_missing_or_short_token_names_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        for text in [None, Some(""), Some("  short  \n")] {
            if let Some(text) = text {
                std::fs::write(&file, text).unwrap();
            }
            let error = MetricsToken::load(&file).unwrap_err().to_string();
            assert!(error.starts_with("metrics.token_file: ") && !error.contains("short\n"), "{error}");
        }
    }
}
