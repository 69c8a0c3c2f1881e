//! Credentials. Secrets are written and never returned.

use crate::access::{Admin, Operator, Viewer};
use crate::params::Id;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::watcher::test::FindingView;
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use stormwire_city::credentials::{Credential, CredentialError, CredentialFields};
use stormwire_store::CredentialId;
use stormwire_store::tables::credential::CredentialStatus;
use utoipa::ToSchema;

/// An application registration at the provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CredentialView {
    #[schema(value_type = i64)]
    id: CredentialId,
    name: String,
    client_id: String,
    /// The tenant.
    namespace: String,
    #[schema(value_type = Option<String>, format = DateTime)]
    secret_expires_at: Option<Timestamp>,
    /// `Good`, `Expiring` within 30 days, or `Failing`: refused when last used by a watcher. Read-only.
    #[serde(rename = "standing")]
    #[schema(value_type = String)]
    status: CredentialStatus,
    /// In words, unless it is good. Read-only.
    #[serde(rename = "standingReason")]
    status_reason: Option<String>,
}

impl From<Credential> for CredentialView {
    fn from(credential: Credential) -> Self {
        let Credential { id, name, client_id, namespace, secret_expires_at, status, status_reason, .. } = credential;
        let secret_expires_at = secret_expires_at.map(|at| at.0);
        Self { id, name, client_id, namespace, secret_expires_at, status, status_reason }
    }
}

/// What is written of a credential.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CredentialInput {
    name: String,
    client_id: String,
    /// Never given out again. On PUT, left out: the old one stays.
    #[schema(value_type = Option<String>, format = Password)]
    client_secret: Option<SecretString>,
    /// The tenant.
    namespace: String,
    #[schema(value_type = Option<String>, format = DateTime)]
    secret_expires_at: Option<Timestamp>,
    /// Ignored: what was read may be sent back.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: serde::de::IgnoredAny,
    #[serde(default, rename = "standing")]
    #[schema(ignore)]
    _standing: serde::de::IgnoredAny,
    #[serde(default, rename = "standingReason")]
    #[schema(ignore)]
    _standing_reason: serde::de::IgnoredAny,
}

impl CredentialInput {
    fn checked(self) -> Result<(CredentialFields, Option<SecretString>), Problem> {
        for (field, text) in [("name", &self.name), ("clientId", &self.client_id), ("namespace", &self.namespace)] {
            let is_valid = (1..=200).contains(&text.chars().count()) && !text.chars().any(char::is_control);
            if !is_valid || text.trim().is_empty() {
                return Err(Problem::field(field, "1 to 200 characters are needed"));
            }
        }
        if let Some(secret) = &self.client_secret
            && !(1..=4_000).contains(&secret.expose_secret().len())
        {
            return Err(Problem::field("clientSecret", "a secret has 1 to 4,000 bytes"));
        }
        if self.secret_expires_at.is_some_and(|at| at < Timestamp::UNIX_EPOCH) {
            return Err(Problem::field("secretExpiresAt", "no secret of today ended before 1970"));
        }
        let Self { name, client_id, client_secret, namespace, secret_expires_at, .. } = self;
        Ok((CredentialFields { name, client_id, namespace, secret_expires_at }, client_secret))
    }
}

/// All credentials, without their secrets.
#[utoipa::path(get, path = "/credential", tag = "Credentials", responses((status = 200, description = "By name", body = [CredentialView]), AccessDenied))]
pub(crate) async fn list(_: Viewer, State(app): State<App>) -> Result<axum::Json<Vec<CredentialView>>, Problem> {
    Ok(axum::Json(app.credentials.list().await?.into_iter().map(CredentialView::from).collect()))
}

/// One credential, without its secret.
#[utoipa::path(get, path = "/credential/{id}", tag = "Credentials", params(("id" = i64, Path)), responses(
    (status = 200, description = "As it is", body = CredentialView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<CredentialId>,
) -> Result<axum::Json<CredentialView>, Problem> {
    let found = app.credentials.get(id).await?;
    found.map(|one| axum::Json(one.into())).ok_or_else(|| Problem::missing("credential", id))
}

/// Make a credential.
#[utoipa::path(post, path = "/credential", tag = "Credentials", request_body = CredentialInput, responses(
    (status = 201, description = "Made", body = CredentialView),
    InvalidInput,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Json(input): Json<CredentialInput>,
) -> Result<(StatusCode, axum::Json<CredentialView>), Problem> {
    let (fields, secret) = input.checked()?;
    let secret = secret.ok_or_else(|| Problem::field("clientSecret", "a new credential needs its secret"))?;
    let made = app.credentials.create(fields, secret, user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(made.into())))
}

/// Change a credential; without a secret the old one stays.
#[utoipa::path(put, path = "/credential/{id}", tag = "Credentials", params(("id" = i64, Path)), request_body = CredentialInput, responses(
    (status = 200, description = "As it is now", body = CredentialView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn update(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<CredentialId>,
    Json(input): Json<CredentialInput>,
) -> Result<axum::Json<CredentialView>, Problem> {
    let (fields, secret) = input.checked()?;
    let changed = app.credentials.update(id, fields, secret, user.actor()).await?;
    changed.map(|one| axum::Json(one.into())).ok_or_else(|| Problem::missing("credential", id))
}

/// Sign in with a credential, now.
#[utoipa::path(post, path = "/credential/{id}/test", tag = "Credentials", params(("id" = i64, Path)), responses(
    (status = 200, description = "What the provider said", body = FindingView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn test(
    _: Operator,
    State(app): State<App>,
    Id(id): Id<CredentialId>,
) -> Result<axum::Json<FindingView>, Problem> {
    Ok(axum::Json(app.watchers.admin().test_credential(id).await?.into()))
}

/// Remove a credential that nothing uses.
#[utoipa::path(delete, path = "/credential/{id}", tag = "Credentials", params(("id" = i64, Path)), responses(
    (status = 204, description = "Gone"),
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<CredentialId>,
) -> Result<StatusCode, Problem> {
    let found = app.credentials.delete(id, user.actor()).await?;
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::missing("credential", id)) }
}

impl From<CredentialError> for Problem {
    fn from(error: CredentialError) -> Self {
        match error {
            CredentialError::NameTaken => {
                Self::new(StatusCode::CONFLICT, error.to_string()).with_field("name", error.to_string())
            }
            CredentialError::InUse(_) => Self::new(StatusCode::CONFLICT, error.to_string()),
            CredentialError::Secrets(error) => {
                tracing::error!(%error, "a secret cannot be sealed or opened");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "secrets cannot be sealed just now; see the log")
            }
            CredentialError::Store(error) => error.into(),
        }
    }
}
