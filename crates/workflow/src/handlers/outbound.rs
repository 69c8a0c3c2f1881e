//! Shared by the handlers that call external systems: effects, HTTP client, credentials.

use super::deps::Deps;
use crate::effects::Effects;
use crate::{ConfigViolation, HttpClient, StepError};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use std::time::Duration;
use stormwire_city::credentials::{self, OpenedCredential};
use stormwire_store::CredentialId;

#[derive(Clone)]
pub(super) struct OutboundCalls {
    pub(super) deps: Deps,
    pub(super) effects: Effects,
    pub(super) http: HttpClient,
}

impl OutboundCalls {
    pub(super) fn new(deps: &Deps) -> Self {
        let Deps { store, clock, secrets, http, .. } = deps.clone();
        Self { deps: deps.clone(), effects: Effects::new(store, clock, secrets), http }
    }

    /// The action's own credential. The watcher's credential is only sent to the mail provider.
    pub(super) async fn own_credential(&self, id: Option<CredentialId>) -> Result<Option<OpenedCredential>, StepError> {
        let Some(id) = id else { return Ok(None) };
        self.credential(Some(id)).await.map(Some)
    }

    /// The credential with this id, or the only one that exists.
    pub(super) async fn credential(&self, id: Option<CredentialId>) -> Result<OpenedCredential, StepError> {
        let opened = credentials::open(&self.deps.store, &self.deps.secrets, id).await;
        let opened = opened.map_err(|error| StepError::Failed(error.to_string()))?;
        opened.ok_or_else(|| {
            StepError::Failed(
                "no credential selected. Select one in the action, because there is not exactly one.".into(),
            )
        })
    }
}

const MAX_CALL_SECONDS: u32 = 300;
const DEFAULT_CALL_SECONDS: u32 = 30;
/// Of a step that makes a call: a little longer than the longest call.
pub(super) const STEP_TIMEOUT: Duration = Duration::from_mins(6);

pub(super) fn validate_timeout(seconds: Option<u32>) -> Option<ConfigViolation> {
    let is_invalid = seconds.is_some_and(|seconds| !(1..=MAX_CALL_SECONDS).contains(&seconds));
    let message = || format!("must be 1 to {MAX_CALL_SECONDS} seconds");
    is_invalid.then(|| ConfigViolation::new("Op.TimeoutSeconds", message()))
}

pub(super) fn call_timeout(seconds: Option<u32>) -> Duration {
    Duration::from_secs(u64::from(seconds.unwrap_or(DEFAULT_CALL_SECONDS)))
}

/// `Data` and the resolved `FieldMap`, which wins.
pub(super) fn merge_fields(mut data: Map<String, Value>, found: Vec<(String, Value)>) -> Map<String, Value> {
    data.extend(found);
    data
}

/// The start of a response on one line, for an error message. The secret is removed, because a server may echo it.
pub(super) fn redacted_excerpt(bytes: &[u8], secret: Option<&SecretString>) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(2_000)]);
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = match secret.map(ExposeSecret::expose_secret).filter(|secret| !secret.is_empty()) {
        Some(secret) => line.replace(secret, "[secret]"),
        None => line,
    };
    line.chars().filter(|character| !character.is_control()).take(300).collect()
}
