//! Checks that several sections share.

use super::error::ConfigError;
use std::path::{Path, PathBuf};
use url::Url;

pub(super) type ValidatedConfig<T> = Result<T, ConfigError>;

/// An integer between `least` and the maximum of 32 bits.
pub(super) fn validate_integer(key: &str, value: i64, least: u32) -> ValidatedConfig<u32> {
    u32::try_from(value).ok().filter(|number| *number >= least).ok_or_else(|| {
        ConfigError::key(key, format!("{value} is out of range; use an integer between {least} and {}", u32::MAX))
    })
}

/// 0 means off; `off` says so in the error.
pub(super) fn validate_or_off(key: &str, value: i64, most: u32, off: &str) -> ValidatedConfig<Option<u32>> {
    let number = u32::try_from(value).ok().filter(|number| *number <= most).ok_or_else(|| {
        ConfigError::key(key, format!("{value} is out of range; use an integer between 1 and {most}, {off}"))
    })?;
    Ok((number > 0).then_some(number))
}

pub(super) fn resolve_path(key: &str, text: &str, folder: &Path) -> ValidatedConfig<PathBuf> {
    if text.trim().is_empty() || text.contains('\0') {
        return Err(ConfigError::key(key, format!("{text:?} is not a valid path")));
    }
    Ok(folder.join(text))
}

pub(super) fn http_url(key: &str, text: &str) -> ValidatedConfig<Url> {
    Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some())
        .ok_or_else(|| ConfigError::key(key, format!("{} is not an http or https URL", redact_if_secret(text))))
}

/// Hides a value that may contain a password.
pub(super) fn redact_if_secret(text: &str) -> String {
    if text.contains('@') { "the value".into() } else { format!("{text:?}") }
}
