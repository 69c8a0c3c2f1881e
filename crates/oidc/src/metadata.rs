//! The description that a provider publishes of itself (OpenID Connect Discovery 1.0).

use serde::Deserialize;
use url::{Host, Url};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// As it is in ID tokens.
    pub issuer: String,
    pub(crate) authorization_endpoint: Url,
    pub(crate) token_endpoint: Url,
    pub(crate) jwks_uri: Url,
    pub(crate) userinfo_endpoint: Option<Url>,
    pub(crate) end_session_endpoint: Option<Url>,
    /// Whether the secret is sent in the body because the provider does not take it in a header.
    pub(crate) takes_secret_in_body: bool,
    /// `None`: unknown.
    pub(crate) scopes: Option<Vec<String>>,
    /// Whether its responses name the issuer (RFC 9207).
    pub(crate) names_issuer: bool,
}

#[derive(Deserialize)]
struct WireMetadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    end_session_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    scopes_supported: Option<Vec<String>>,
    authorization_response_iss_parameter_supported: Option<bool>,
}

/// The address of the description.
pub(crate) fn discovery_url(issuer: &str) -> String {
    format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'))
}

impl Metadata {
    /// Only the configured issuer may describe itself, and only with encrypted addresses unless it is on this machine.
    pub fn parse(text: &[u8], configured_issuer: &str) -> Result<Self, String> {
        let wire: WireMetadata = serde_json::from_slice(text).map_err(|error| format!("not a description: {error}"))?;
        if wire.issuer.trim_end_matches('/') != configured_issuer.trim_end_matches('/') {
            let found: String = wire.issuer.chars().take(200).collect();
            return Err(format!("it describes {found:?}; set oidc.issuer to exactly that if it is your provider"));
        }
        let methods = wire.token_endpoint_auth_methods_supported.unwrap_or_default();
        let takes = |method: &str| methods.iter().any(|one| one == method);
        Ok(Self {
            issuer: wire.issuer,
            authorization_endpoint: secure_url(&wire.authorization_endpoint)?,
            token_endpoint: secure_url(&wire.token_endpoint)?,
            jwks_uri: secure_url(&wire.jwks_uri)?,
            userinfo_endpoint: wire.userinfo_endpoint.as_deref().map(secure_url).transpose()?,
            end_session_endpoint: wire.end_session_endpoint.as_deref().map(secure_url).transpose()?,
            takes_secret_in_body: takes("client_secret_post") && !takes("client_secret_basic"),
            scopes: wire.scopes_supported,
            names_issuer: wire.authorization_response_iss_parameter_supported.unwrap_or(false),
        })
    }

    /// `openid`, and of the others what the provider knows: for the name, and for the claim with the roles.
    pub(crate) fn scope(&self, role_claim: &str) -> String {
        let is_known = |scope: &str| self.scopes.as_ref().map(|known| known.iter().any(|one| one == scope));
        let usual = ["profile", "email"].into_iter().filter(|scope| is_known(scope).unwrap_or(true));
        let roles = Some(role_claim).filter(|claim| is_known(claim) == Some(true));
        ["openid"].into_iter().chain(usual).chain(roles).collect::<Vec<_>>().join(" ")
    }
}

/// https, or on this machine.
fn secure_url(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| format!("{text:?} is not a URL: {error}"))?;
    let is_this_machine = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    let is_secure = url.scheme() == "https" || (url.scheme() == "http" && is_this_machine);
    if is_secure { Ok(url) } else { Err(format!("{url} is not encrypted")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn parse(changes: &Value) -> Result<Metadata, String> {
        let mut wire = json!({
            "issuer": "https://id.example.gov",
            "authorization_endpoint": "https://id.example.gov/authorize",
            "token_endpoint": "https://id.example.gov/token",
            "jwks_uri": "https://keys.example.gov/keys",
        });
        wire.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        Metadata::parse(wire.to_string().as_bytes(), "https://id.example.gov/")
    }

    #[test]
    fn only_the_configured_issuer_describes_itself() {
        assert!(parse(&json!({})).is_ok());
        assert_eq!(parse(&json!({ "issuer": "https://id.example.gov/" })).unwrap().issuer, "https://id.example.gov/");
        for issuer in ["https://evil.example", "https://id.example.gov/x", ""] {
            assert!(parse(&json!({ "issuer": issuer })).unwrap_err().contains("oidc.issuer"), "{issuer}");
        }
    }

    #[test]
    fn addresses_are_encrypted_or_on_this_machine() {
        for (url, is_accepted) in [
            ("https://id.example.gov/t", true),
            ("http://127.0.0.1:3000/t", true),
            ("http://[::1]:3000/t", true),
            ("http://localhost/t", true),
            ("http://id.example.gov/t", false),
            ("http://localhost.evil.example/t", false),
            ("javascript:alert(1)", false),
            ("file:///etc/passwd", false),
        ] {
            for name in ["token_endpoint", "authorization_endpoint", "end_session_endpoint", "userinfo_endpoint"] {
                assert_eq!(parse(&json!({ name: url })).is_ok(), is_accepted, "{name} {url}");
            }
        }
    }

    #[test]
    fn requests_the_scopes_that_the_provider_knows() {
        let scope = |known: Value| parse(&json!({ "scopes_supported": known })).unwrap().scope("groups");
        assert_eq!(scope(json!(null)), "openid profile email");
        assert_eq!(scope(json!(["openid", "email", "groups"])), "openid email groups");
        assert_eq!(scope(json!(["openid"])), "openid");
    }

    #[test]
    fn the_secret_is_sent_in_a_header_unless_only_the_body_works() {
        let in_body = |methods: Value| {
            parse(&json!({ "token_endpoint_auth_methods_supported": methods })).unwrap().takes_secret_in_body
        };
        assert!(!in_body(json!(null)) && !in_body(json!(["client_secret_post", "client_secret_basic"])));
        assert!(in_body(json!(["client_secret_post"])));
    }
}
