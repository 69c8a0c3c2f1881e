use crate::certificate::ClientCertificate;
use secrecy::{ExposeSecret, SecretString};

/// An application registration, and how it proves who it is.
#[derive(Debug, Clone)]
pub struct Credential {
    /// The id or the domain of the tenant.
    pub tenant: String,
    /// The id of the application.
    pub client_id: String,
    pub proof: ClientProof,
}

#[derive(Debug, Clone)]
pub enum ClientProof {
    Secret(SecretString),
    Certificate(ClientCertificate),
}

impl ClientProof {
    /// The text that must not be shown: the secret, or the certificate with its key.
    pub(super) fn secret_text(&self) -> &str {
        match self {
            Self::Secret(secret) => secret.expose_secret(),
            Self::Certificate(certificate) => certificate.pem().expose_secret(),
        }
    }
}
