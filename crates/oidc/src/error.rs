use thiserror::Error;

/// Why a sign-in at the provider failed. No text contains a code, a token or a secret.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OidcError {
    /// The provider cannot be reached, failed, or sent something unreadable.
    #[error("{call}: {cause}")]
    Provider { call: &'static str, cause: String },
    /// The provider does not accept the authorization code.
    #[error("the provider rejected the code: {0}")]
    CodeRejected(String),
    #[error("the ID token is not valid: {0}")]
    Token(#[from] TokenProblem),
    /// Too many sign-ins wait for the provider.
    #[error("too many sign-ins wait for the provider")]
    Busy,
    #[error("cannot set up the HTTP client: {0}")]
    Setup(String),
}

/// What is wrong with an ID token.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TokenProblem {
    #[error("it is malformed: {0}")]
    Malformed(&'static str),
    #[error("algorithm {0:?} is not accepted; the provider must sign with RS256, PS256 or ES256")]
    Algorithm(String),
    /// No key of the provider has this id and can sign with this algorithm.
    #[error("the provider has no key for it (key id {0:?})")]
    UnknownKey(Option<String>),
    #[error("the signature is wrong")]
    Signature,
    #[error("it was issued by {0:?}")]
    Issuer(String),
    #[error("it was issued for another application")]
    Audience,
    #[error("it has expired; check the clock of this server")]
    Expired,
    #[error("it is not valid yet; check the clock of this server")]
    NotYetValid,
    #[error("it belongs to another sign-in")]
    Nonce,
}
