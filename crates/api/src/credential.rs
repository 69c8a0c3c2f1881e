//! Credentials. Secrets are written and never returned.

use crate::access::{Admin, Operator, Viewer};
use crate::expiry_input;
use crate::params::Id;
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::watcher::test::CheckResultView;
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use stormwire_city::credential_usage::{InvalidUsage, url_host};
use stormwire_city::credentials::{
    Credential, CredentialError, CredentialFields, CredentialPurpose, CredentialUsage, NewProof,
};
use stormwire_store::CredentialId;
use stormwire_store::tables::credential::CredentialStatus;
use utoipa::ToSchema;

const SECRET_MISSING: &str = "no secret is stored; enter it";

/// An application registration at the mail provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CredentialView {
    #[schema(value_type = i64)]
    id: CredentialId,
    name: String,
    client_id: String,
    /// The tenant.
    namespace: String,
    /// When the secret or the certificate expires.
    #[schema(value_type = Option<String>, format = DateTime)]
    secret_expires_at: Option<Timestamp>,
    /// False if no secret or certificate is stored: none was entered after `config apply`, or it was removed together with a lost
    /// key. Enter it. Read-only.
    has_secret: bool,
    /// The SHA-1 thumbprint of the certificate, as Entra ID shows it; null if there is a secret instead. Read-only.
    certificate_thumbprint: Option<String>,
    /// `mailbox`: signs in at the mail provider. `http`: actions send it to `hosts`, and it opens no mailbox. Null: the first use
    /// decides.
    #[schema(value_type = Option<String>)]
    purpose: Option<CredentialPurpose>,
    /// The hosts that `Http` and `WorkOrder` actions may send it to.
    hosts: Vec<String>,
    /// `Valid`; `Expiring` if the secret expires within 30 days; `Failing` if it is missing, or if the provider rejected it at
    /// the last use.
    /// Read-only.
    #[schema(example = "Valid")]
    status: &'static str,
    /// Why the status is not `Valid`; null if it is. Read-only.
    status_reason: Option<String>,
}

impl From<Credential> for CredentialView {
    fn from(credential: Credential) -> Self {
        let Credential {
            id,
            name,
            client_id,
            namespace,
            secret_expires_at,
            has_secret,
            certificate_thumbprint,
            status,
            status_reason,
            usage,
            ..
        } = credential;
        let CredentialUsage { purpose, hosts } = usage;
        let secret_expires_at = secret_expires_at.map(|at| at.0);
        let status_reason = if has_secret { status_reason } else { Some(SECRET_MISSING.to_owned()) };
        let status = match status {
            _ if !has_secret => "Failing",
            CredentialStatus::Good => "Valid",
            CredentialStatus::Expiring => "Expiring",
            CredentialStatus::Failing => "Failing",
        };
        Self {
            id,
            name,
            client_id,
            namespace,
            secret_expires_at,
            has_secret,
            certificate_thumbprint,
            purpose,
            hosts,
            status,
            status_reason,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CredentialInput {
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    #[schema(min_length = 1, max_length = 200)]
    client_id: String,
    /// Never returned. A new credential needs this or `certificate`. Omit both in an update to keep the current one.
    #[schema(value_type = Option<String>, format = Password, min_length = 1, max_length = 4_000)]
    client_secret: Option<SecretString>,
    /// Instead of `clientSecret`, for the mail provider only: a certificate and its RSA key without a password, as PEM. Never
    /// returned. `secretExpiresAt` is then the date of the certificate.
    #[schema(value_type = Option<String>, format = Password, min_length = 1, max_length = 32_768)]
    certificate: Option<SecretString>,
    /// The tenant.
    #[schema(min_length = 1, max_length = 200)]
    namespace: String,
    #[serde(default, deserialize_with = "expiry_input::deserialize")]
    #[schema(value_type = Option<String>, format = DateTime)]
    secret_expires_at: Option<Timestamp>,
    /// `mailbox` or `http`. Omitted: an update keeps it; for a new credential the first use decides.
    purpose: Option<String>,
    /// The hosts that `Http` and `WorkOrder` actions may send it to, without wildcards. Required for the purpose `http`. At
    /// most 50.
    hosts: Option<Vec<String>>,
    /// Ignored, so that a response can be sent back as a request.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: serde::de::IgnoredAny,
    #[serde(default, rename = "hasSecret")]
    #[schema(ignore)]
    _has_secret: serde::de::IgnoredAny,
    #[serde(default, rename = "certificateThumbprint")]
    #[schema(ignore)]
    _certificate_thumbprint: serde::de::IgnoredAny,
    #[serde(default, rename = "status")]
    #[schema(ignore)]
    _status: serde::de::IgnoredAny,
    #[serde(default, rename = "statusReason")]
    #[schema(ignore)]
    _status_reason: serde::de::IgnoredAny,
}

impl CredentialInput {
    fn validate(self, now: Timestamp) -> Result<(CredentialFields, Option<NewProof>), Problem> {
        for (field, text) in [("name", &self.name), ("clientId", &self.client_id), ("namespace", &self.namespace)] {
            let is_valid = (1..=200).contains(&text.chars().count()) && !text.chars().any(char::is_control);
            if !is_valid || text.trim().is_empty() {
                return Err(Problem::field(field, "must have 1 to 200 visible characters"));
            }
        }
        if let Some(secret) = &self.client_secret
            && !(1..=4_000).contains(&secret.expose_secret().len())
        {
            return Err(Problem::field("clientSecret", "must have 1 to 4,000 bytes"));
        }
        if self.secret_expires_at.is_some_and(|at| at < Timestamp::UNIX_EPOCH) {
            return Err(Problem::field("secretExpiresAt", "must be after 1970"));
        }
        let usage = read_usage(self.purpose.as_deref(), self.hosts)?;
        let Self { name, client_id, client_secret, certificate, namespace, secret_expires_at, .. } = self;
        let proof = match (client_secret, certificate) {
            (Some(_), Some(_)) => {
                return Err(Problem::field(
                    "certificate",
                    "clientSecret and certificate are both set; send one of them",
                ));
            }
            (Some(secret), None) => Some(NewProof::secret(secret)),
            (None, Some(pem)) => {
                let certificate = NewProof::certificate(pem, now);
                Some(certificate.map_err(|error| Problem::field("certificate", error))?)
            }
            (None, None) => None,
        };
        Ok((CredentialFields { name, client_id, namespace, secret_expires_at, usage }, proof))
    }
}

const MAX_HOSTS: usize = 50;

fn read_usage(purpose: Option<&str>, hosts: Option<Vec<String>>) -> Result<Option<CredentialUsage>, Problem> {
    let hosts = hosts.unwrap_or_default();
    let Some(text) = purpose else {
        return if hosts.is_empty() {
            Ok(None)
        } else {
            Err(Problem::field("purpose", "required with hosts; use http"))
        };
    };
    let purpose = CredentialPurpose::parse(text)
        .ok_or_else(|| Problem::field("purpose", format!("unknown purpose {text:?}; use mailbox or http")))?;
    if hosts.len() > MAX_HOSTS {
        return Err(Problem::field("hosts", format!("{} hosts; use at most {MAX_HOSTS}", hosts.len())));
    }
    let host = |text: String| {
        let host = text.trim().to_lowercase();
        let is_host = url_host(&format!("https://{host}/")).as_deref() == Some(host.as_str());
        let problem = || Problem::field("hosts", format!("{text:?} is not a host name such as api.example.com"));
        if is_host { Ok(host) } else { Err(problem()) }
    };
    let hosts = hosts.into_iter().map(host).collect::<Result<_, _>>()?;
    Ok(Some(CredentialUsage { purpose: Some(purpose), hosts }))
}

/// List credentials
///
/// Secrets are never returned.
#[utoipa::path(get, path = "/credential", tag = "Credentials", responses((status = 200, description = "Credentials, by name", body = [CredentialView]), AccessDenied))]
pub(crate) async fn list(_: Viewer, State(app): State<App>) -> Result<axum::Json<Vec<CredentialView>>, Problem> {
    Ok(axum::Json(app.credentials.list().await?.into_iter().map(CredentialView::from).collect()))
}

/// Get a credential
///
/// The secret is never returned.
#[utoipa::path(get, path = "/credential/{id}", tag = "Credentials", params(("id" = i64, Path)), responses(
    (status = 200, description = "The credential", body = CredentialView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<CredentialId>,
) -> Result<axum::Json<CredentialView>, Problem> {
    let found = app.credentials.get(id).await?;
    Ok(axum::Json(found.or_not_found("credential", id)?.into()))
}

/// Create a credential
#[utoipa::path(post, path = "/credential", tag = "Credentials", request_body = CredentialInput, responses(
    (status = 201, description = "The new credential", body = CredentialView),
    InvalidInput,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Json(input): Json<CredentialInput>,
) -> Result<(StatusCode, axum::Json<CredentialView>), Problem> {
    let (fields, proof) = input.validate(app.clock.now())?;
    let missing = || Problem::field("clientSecret", "required for a new credential, unless certificate is set");
    let created = app.credentials.create(fields, proof.ok_or_else(missing)?, user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(created.into())))
}

/// Replace a credential
///
/// Without `clientSecret` and `certificate` the current one is kept. A change of `purpose` or `hosts` that would stop a watcher
/// or an action is a 409 that lists them.
#[utoipa::path(put, path = "/credential/{id}", tag = "Credentials", params(("id" = i64, Path)), request_body = CredentialInput, responses(
    (status = 200, description = "The updated credential", body = CredentialView),
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
    let (fields, proof) = input.validate(app.clock.now())?;
    let updated = app.credentials.update(id, fields, proof, user.actor()).await?;
    Ok(axum::Json(updated.or_not_found("credential", id)?.into()))
}

/// Test a credential
///
/// Signs in at the mail provider with it. A credential with the purpose `http` is rejected.
#[utoipa::path(post, path = "/credential/{id}/test", tag = "Credentials", params(("id" = i64, Path)), responses(
    (status = 200, description = "The result of the sign-in", body = CheckResultView),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn test(
    _: Operator,
    State(app): State<App>,
    Id(id): Id<CredentialId>,
) -> Result<axum::Json<CheckResultView>, Problem> {
    Ok(axum::Json(app.watchers.admin().test_credential(id).await?.into()))
}

/// Delete a credential
///
/// Fails if a watcher or an action uses it; the response lists them.
#[utoipa::path(delete, path = "/credential/{id}", tag = "Credentials", params(("id" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<CredentialId>,
) -> Result<StatusCode, Problem> {
    app.credentials.delete(id, user.actor()).await?.or_not_found("credential", id)
}

impl From<CredentialError> for Problem {
    fn from(error: CredentialError) -> Self {
        match error {
            CredentialError::NameTaken => Self::taken("name", error),
            CredentialError::InUse(_) | CredentialError::SecretRemoved(_) | CredentialError::Certificate { .. } => {
                Self::new(StatusCode::CONFLICT, error.to_string())
            }
            CredentialError::WouldStop { field, .. } => {
                Self::new(StatusCode::CONFLICT, error.to_string()).with_field(field, error.to_string())
            }
            CredentialError::Usage(InvalidUsage { field, message }) => Self::field(field, message),
            CredentialError::Secrets(error) => error.into(),
            CredentialError::Store(error) => error.into(),
        }
    }
}
