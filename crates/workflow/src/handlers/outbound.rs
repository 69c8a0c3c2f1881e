//! Shared by the handlers that call external systems: effects, HTTP client, credentials.

use super::deps::Deps;
use crate::effects::Effects;
use crate::http_client::is_unencrypted;
use crate::{ConfigViolation, HttpClient, StepError};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use std::time::Duration;
use stormwire_city::credential_usage::{self, CredentialUsers};
use stormwire_city::credentials::{self, OpenedCredential};
use stormwire_store::CredentialId;
use stormwire_store::tables::credential;

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
        let opened = self.credential(Some(id)).await?;
        if opened.credential.certificate_thumbprint.is_some() {
            let name = &opened.credential.name;
            return Err(StepError::Failed(format!(
                "the credential {name:?} has a certificate, which is for mailboxes only. Select one with a secret."
            )));
        }
        Ok(Some(opened))
    }

    /// The action's own credential for a call to this host, if it may be sent there.
    pub(super) async fn credential_for_host(
        &self,
        id: Option<CredentialId>,
        host: Option<&str>,
    ) -> Result<Option<OpenedCredential>, StepError> {
        let Some(opened) = self.own_credential(id).await? else { return Ok(None) };
        let host = host.unwrap_or_default().to_lowercase();
        match credential_usage::rejection(&opened.credential, &host) {
            Some(reason) => Err(StepError::Failed(reason)),
            None => Ok(Some(opened)),
        }
    }

    /// The violation if the credential must not be sent to the host of the URL.
    pub(super) async fn check_host(
        &self,
        id: Option<CredentialId>,
        path: &str,
        url: Option<&str>,
    ) -> Vec<ConfigViolation> {
        let (Some(id), Some(host)) = (id, url.and_then(credential_usage::url_host)) else { return Vec::new() };
        // A database that cannot be read is reported by the save itself.
        let Ok(mut conn) = self.deps.store.reader().await else { return Vec::new() };
        let found = credential::list(&mut conn, Some(id)).await.unwrap_or_default().pop();
        let (Some(credential), Ok(users)) = (found, CredentialUsers::read(&mut conn).await) else { return Vec::new() };
        let reason = users.rejection(&credential, &host);
        reason.map(|reason| ConfigViolation::new(path, reason)).into_iter().collect()
    }

    /// The credential with this id, or the only one for mailboxes, to sign in at the mail provider.
    pub(super) async fn mailbox_credential(&self, id: Option<CredentialId>) -> Result<OpenedCredential, StepError> {
        let opened = self.credential(id).await?;
        match credential_usage::mailbox_rejection(&opened.credential) {
            Some(reason) => Err(StepError::Failed(reason)),
            None => Ok(opened),
        }
    }

    async fn credential(&self, id: Option<CredentialId>) -> Result<OpenedCredential, StepError> {
        let opened = credentials::open(&self.deps.store, &self.deps.secrets, id).await;
        let opened = opened.map_err(|error| StepError::Failed(error.to_string()))?;
        opened.ok_or_else(|| {
            StepError::Failed(
                "no credential selected. Select one in the action, because there is not exactly one for mailboxes."
                    .into(),
            )
        })
    }
}

/// The warning about secrets that a call sends without encryption. `secrets` says which, such as `the credential`.
pub(super) fn unencrypted_warning(path: &str, url: &str, secrets: &[String]) -> Option<ConfigViolation> {
    let message = || {
        format!(
            "sends {} without encryption, because it starts with http://. Others on the network can read it. Use https://.",
            secrets.join(", ")
        )
    };
    (!secrets.is_empty() && is_unencrypted(url)).then(|| ConfigViolation::new(path, message()))
}

const MAX_CALL_SECONDS: u32 = 300;
const DEFAULT_CALL_SECONDS: u32 = 30;

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

/// Shorter values, such as a path of `/`, would remove harmless text.
const MIN_SECRET_LENGTH: usize = 4;

/// The start of a response on one line, for an error message. Secrets are removed, because a server may echo them.
pub(super) fn redacted_excerpt<'a>(bytes: &[u8], secrets: impl IntoIterator<Item = &'a SecretString>) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(2_000)]);
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let secrets = secrets.into_iter().map(ExposeSecret::expose_secret);
    let line = secrets
        .filter(|secret| secret.len() >= MIN_SECRET_LENGTH)
        .fold(line, |line, secret| line.replace(secret, "[secret]"));
    line.chars().filter(|character| !character.is_control()).take(300).collect()
}
