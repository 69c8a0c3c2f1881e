//! The OpenID Connect provider of the city, as it is configured.

use crate::used_states::UsedStates;
use std::collections::BTreeMap;
use std::sync::Arc;
use stormwire_city::config::Oidc;
use stormwire_clock::Clock;
use stormwire_oidc::{OidcClient, OidcError, OidcSettings};
use stormwire_store::tables::user::Role;
use url::Url;

/// The provider, and the roles that its claims give.
pub struct OidcSignIn {
    pub client: OidcClient,
    /// For the sign-in page.
    pub(crate) name: String,
    /// As users are stored with it: without a trailing slash.
    pub(crate) issuer: String,
    pub(crate) role_claim: String,
    pub(crate) roles: BTreeMap<String, Role>,
    pub(crate) used_states: UsedStates,
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
