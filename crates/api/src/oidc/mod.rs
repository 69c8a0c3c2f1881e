//! Sign-in at an OpenID Connect provider: the browser is sent there and comes back with a code.
//!
//! Owns the two addresses that the browser visits, and what is remembered in between. The protocol is in `stormwire_oidc`,
//! users and sessions in `stormwire_city::accounts`.

pub(crate) mod callback;
mod failure;
pub(crate) mod login;
mod pending;
mod used_states;

use std::collections::BTreeMap;
use std::sync::Arc;
use stormwire_city::config::Oidc;
use stormwire_clock::Clock;
use stormwire_oidc::{OidcClient, OidcError, OidcSettings};
use stormwire_store::tables::user::Role;
use url::Url;
use used_states::UsedStates;

/// The provider, and the roles that its claims give.
pub struct OidcSignIn {
    pub client: OidcClient,
    /// For the sign-in page.
    name: String,
    /// As users are stored with it: without a trailing slash.
    issuer: String,
    role_claim: String,
    roles: BTreeMap<String, Role>,
    used_states: UsedStates,
}

impl OidcSignIn {
    /// Does not call the provider.
    pub fn new(config: Oidc, public_url: &Url, clock: Arc<dyn Clock>) -> Result<Self, OidcError> {
        let Oidc { issuer, name, client_id, client_secret, role_claim, roles, local_sign_in: _ } = config;
        let base = public_url.as_str().trim_end_matches('/');
        let own_url = |path: &str| {
            Url::parse(&format!("{base}{path}"))
                .map_err(|error| OidcError::Setup(format!("server.public_url: {error}")))
        };
        let settings = OidcSettings {
            issuer: issuer.as_str().trim_end_matches('/').to_owned(),
            client_id,
            client_secret,
            redirect_uri: own_url("/auth/oidc/callback")?,
            signed_out_uri: own_url("/portal")?,
            role_claim: role_claim.clone(),
        };
        let issuer = settings.issuer.clone();
        let client = OidcClient::new(settings, clock)?;
        Ok(Self { client, name, issuer, role_claim, roles, used_states: UsedStates::default() })
    }
}
