//! What the handlers that reach outside share: the book of effects, the web, the credentials.

use super::deps::Deps;
use crate::effects::Effects;
use crate::{StepError, Web};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use std::time::Duration;
use stormwire_city::credentials::{self, OpenedCredential};
use stormwire_store::CredentialId;

#[derive(Clone)]
pub(super) struct Outside {
    pub(super) deps: Deps,
    pub(super) effects: Effects,
    pub(super) web: Web,
}

impl Outside {
    /// From what all handlers work with.
    pub(super) fn new(deps: &Deps) -> Self {
        let Deps { store, clock, secrets, web, .. } = deps.clone();
        Self { deps: deps.clone(), effects: Effects::new(store, clock, secrets), web }
    }

    /// The action's own credential. That of the watcher is the mail provider's and goes nowhere else.
    pub(super) async fn own_credential(&self, id: Option<CredentialId>) -> Result<Option<OpenedCredential>, StepError> {
        let Some(id) = id else { return Ok(None) };
        self.credential(Some(id)).await.map(Some)
    }

    /// A credential, or the only one there is.
    pub(super) async fn credential(&self, id: Option<CredentialId>) -> Result<OpenedCredential, StepError> {
        let opened = credentials::open(&self.deps.store, &self.deps.secrets, id).await;
        let opened = opened.map_err(|error| StepError::Failed(error.to_string()))?;
        opened.ok_or_else(|| StepError::Failed("name a credential in the action: there is not exactly one".into()))
    }
}

/// The longest that a call may take; a step has a little more.
pub(super) const LONGEST_CALL: u32 = 300;
/// What a step that calls has.
pub(super) const CALL_LIMIT: Duration = Duration::from_mins(6);
const USUAL_CALL: u32 = 30;

/// What is wrong with `TimeoutSeconds`.
pub(super) fn timeout_fault(seconds: Option<u32>) -> Option<String> {
    let bad = seconds.is_some_and(|seconds| !(1..=LONGEST_CALL).contains(&seconds));
    bad.then(|| format!("give 1 to {LONGEST_CALL} seconds"))
}

/// How long a call may take.
pub(super) fn timeout(seconds: Option<u32>) -> Duration {
    Duration::from_secs(u64::from(seconds.unwrap_or(USUAL_CALL)))
}

/// Literals, and on top of them what stands in the context.
pub(super) fn merged(mut data: Map<String, Value>, found: Vec<(String, Value)>) -> Map<String, Value> {
    data.extend(found);
    data
}

/// The start of a text from elsewhere, on one line, for an error that people read. Whoever answers may repeat what it was
/// told, so the secret is taken out.
pub(super) fn excerpt(bytes: &[u8], secret: Option<&SecretString>) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(2_000)]);
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = match secret.map(ExposeSecret::expose_secret).filter(|secret| !secret.is_empty()) {
        Some(secret) => line.replace(secret, "[secret]"),
        None => line,
    };
    line.chars().filter(|sign| !sign.is_control()).take(300).collect()
}
