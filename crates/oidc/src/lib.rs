//! Sign-in at an OpenID Connect provider: discovery, authorization code with PKCE, and verification of ID tokens.
//!
//! Owns the protocol and the calls to the provider. Stores nothing, and knows neither users nor roles: callers get the
//! verified [`Identity`]. [`verify_id_token`] is pure.

mod client;
mod error;
mod fetch;
mod id_token;
mod identity;
mod key_set;
mod metadata;
mod provider;

pub use client::{Authorization, OidcClient, OidcSettings};
pub use error::{OidcError, TokenProblem};
pub use id_token::{TokenExpectation, verify_id_token};
pub use identity::Identity;
pub use key_set::KeySet;
pub use metadata::Metadata;

#[cfg(test)]
mod test_keys;
