use secrecy::SecretString;

/// An application registration and its secret.
#[derive(Debug, Clone)]
pub struct Credential {
    /// The id or the domain of the tenant.
    pub tenant: String,
    /// The id of the application.
    pub client_id: String,
    pub client_secret: SecretString,
}
