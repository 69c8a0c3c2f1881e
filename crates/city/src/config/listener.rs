//! Validates `[server.tls]` and `[server.limits]`.

use super::checks::{ValidatedConfig, resolve_path, validate_or_off};
use super::error::ConfigError;
use super::raw;
use super::values::{ConnectionLimits, StreamLimits, TlsFiles};
use std::path::Path;
use std::time::Duration;

/// More sockets than any operating system opens for one process.
const MAX_CONNECTIONS: u32 = 1_000_000;
/// A day.
const MAX_SECONDS: u32 = 86_400;

pub(super) fn tls_files(raw: raw::Tls, folder: &Path) -> ValidatedConfig<Option<TlsFiles>> {
    let missing = |key: &str, other: &str| {
        ConfigError::key(key, format!("missing; set it to a PEM file too, or remove {other} to serve http"))
    };
    match (raw.certificate, raw.key) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(missing("server.tls.key", "server.tls.certificate")),
        (None, Some(_)) => Err(missing("server.tls.certificate", "server.tls.key")),
        (Some(certificate), Some(key)) => Ok(Some(TlsFiles {
            certificate: resolve_path("server.tls.certificate", &certificate, folder)?,
            key: resolve_path("server.tls.key", &key, folder)?,
        })),
    }
}

const OFF: &str = "or 0 to switch it off";

fn count(key: &str, value: i64) -> ValidatedConfig<Option<usize>> {
    let count = validate_or_off(&format!("server.limits.{key}"), value, MAX_CONNECTIONS, OFF)?;
    Ok(count.and_then(|count| usize::try_from(count).ok()))
}

pub(super) fn stream_limits(raw: &raw::Limits) -> ValidatedConfig<StreamLimits> {
    Ok(StreamLimits {
        total: count("streams", raw.streams)?,
        per_address: count("streams_per_address", raw.streams_per_address)?,
    })
}

pub(super) fn connection_limits(raw: &raw::Limits) -> ValidatedConfig<ConnectionLimits> {
    let seconds = |key: &str, value: i64| -> ValidatedConfig<Option<Duration>> {
        let seconds = validate_or_off(&format!("server.limits.{key}"), value, MAX_SECONDS, OFF)?;
        Ok(seconds.map(|seconds| Duration::from_secs(u64::from(seconds))))
    };
    Ok(ConnectionLimits {
        connections: count("connections", raw.connections)?,
        connections_per_address: count("connections_per_address", raw.connections_per_address)?,
        header: seconds("header_seconds", raw.header_seconds)?,
        body: seconds("body_seconds", raw.body_seconds)?,
        write: seconds("write_seconds", raw.write_seconds)?,
        idle: seconds("idle_seconds", raw.idle_seconds)?,
    })
}
