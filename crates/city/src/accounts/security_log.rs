//! The security log: one JSON object per line for each sign-in, failed or rejected sign-in and change of users, sessions
//! and tokens.
//!
//! The file is opened for every line, so that a tool can rotate it at any time without a signal to the service.

use jiff::Timestamp;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_clock::{Clock, blocking};
use stormwire_store::tables::audit::{Actor, AuditChange};

/// Writes nothing unless it has a file.
#[derive(Debug, Clone, Default)]
pub struct SecurityLog(Option<Arc<PathBuf>>);

impl SecurityLog {
    /// Fails if the file cannot be written.
    pub fn open(path: Option<PathBuf>) -> io::Result<Self> {
        if let Some(path) = &path {
            append_to(path)?;
        }
        Ok(Self(path.map(Arc::new)))
    }

    /// Never fails the request: a full disk must not keep people from signing in.
    pub async fn record(&self, clock: &dyn Clock, actor: &Actor, change: &AuditChange, now: Timestamp) {
        let Some(path) = self.0.clone() else { return };
        let line = line(actor, change, now);
        let write = move || (append_to(&path).and_then(|mut file| file.write_all(line.as_bytes())), path);
        if let Ok((Err(error), path)) = blocking(clock, write).await {
            tracing::error!(%error, path = %path.display(), "cannot write the security log");
        }
    }
}

fn append_to(path: &PathBuf) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Written in one call, so that lines of several processes do not mix.
fn line(actor: &Actor, change: &AuditChange, now: Timestamp) -> String {
    let line = json!({
        "at": now.to_string(),
        "event": format!("{}.{}", change.resource, change.action),
        "user": actor.username,
        "address": actor.address.map(|address| address.to_string()),
        "requestId": actor.request_id,
        "resourceId": change.resource_id,
        "before": change.before.as_ref().unwrap_or(&Value::Null),
        "after": change.after.as_ref().unwrap_or(&Value::Null),
    });
    format!("{line}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::SystemClock;

    fn change() -> AuditChange {
        let after = Some(json!({ "name": "line\nend" }));
        AuditChange { action: "create", resource: "token", resource_id: Some(7), before: None, after }
    }

    #[tokio::test]
    async fn lines_go_to_the_new_file_after_a_rotation() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("security.jsonl");
        let log = SecurityLog::open(Some(path.clone())).unwrap();
        let actor = Actor { address: Some("203.0.113.7".parse().unwrap()), ..Actor::command_line() };
        log.record(&SystemClock, &actor, &change(), Timestamp::UNIX_EPOCH).await;
        let rotated = folder.path().join("security.jsonl.1");
        std::fs::rename(&path, &rotated).unwrap();
        log.record(&SystemClock, &actor, &change(), Timestamp::UNIX_EPOCH).await;
        for file in [&path, &rotated] {
            let text = std::fs::read_to_string(file).unwrap();
            assert_eq!(text.lines().count(), 1, "{text}");
            let line: Value = serde_json::from_str(&text).unwrap();
            assert_eq!((&line["event"], &line["address"]), (&json!("token.create"), &json!("203.0.113.7")));
            assert_eq!((&line["at"], &line["resourceId"]), (&json!("1970-01-01T00:00:00Z"), &json!(7)));
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error_at_start() {
        let folder = tempfile::tempdir().unwrap();
        assert!(SecurityLog::open(Some(folder.path().join("missing/security.jsonl"))).is_err());
        assert!(SecurityLog::open(None).is_ok());
    }
}
