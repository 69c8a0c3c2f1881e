//! The authorization code flow with PKCE.

use crate::error::{OidcError, TokenProblem};
use crate::fetch::{Fetched, fetch, fetch_ok, http_client};
use crate::id_token::{TokenExpectation, verify_id_token};
use crate::identity::Identity;
use crate::metadata::Metadata;
use crate::provider::Provider;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use reqwest::RequestBuilder;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use ring::digest::{SHA256, digest};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::Arc;
use stormwire_clock::Clock;
use tokio::sync::Semaphore;
use url::{Url, form_urlencoded};

/// Sign-ins that wait for the provider at the same time.
const MAX_CONCURRENT: usize = 16;
/// A code or a token longer than this is not one.
const MAX_TOKEN_BYTES: usize = 64 * 1024;

#[derive(Debug, Clone)]
pub struct OidcSettings {
    pub issuer: String,
    pub client_id: String,
    /// `None` for a public client.
    pub client_secret: Option<SecretString>,
    /// Where the provider sends the browser after signing in, and after signing out.
    pub redirect_uri: Url,
    pub signed_out_uri: Url,
    /// The claim that the roles come from.
    pub role_claim: String,
}

/// The secrets of one sign-in. Each is used once.
#[derive(Debug, Clone)]
pub struct Authorization {
    pub state: String,
    pub nonce: String,
    /// 43 to 128 letters, digits, dashes and underscores.
    pub code_verifier: String,
}

pub struct OidcClient {
    settings: OidcSettings,
    http: reqwest::Client,
    provider: Provider,
    clock: Arc<dyn Clock>,
    permits: Semaphore,
}

#[derive(Deserialize)]
struct WireTokens {
    id_token: Option<String>,
    access_token: Option<String>,
}

#[derive(Deserialize)]
struct WireError {
    error: String,
    error_description: Option<String>,
}

impl OidcClient {
    /// Calls nothing: the service starts also while the provider is down.
    pub fn new(settings: OidcSettings, clock: Arc<dyn Clock>) -> Result<Self, OidcError> {
        let http = http_client()?;
        let provider = Provider::new(settings.issuer.clone(), http.clone(), clock.clone());
        Ok(Self { settings, http, provider, clock, permits: Semaphore::new(MAX_CONCURRENT) })
    }

    /// Whether the provider can be reached, and what it publishes can be used.
    pub async fn check(&self) -> Result<(), OidcError> {
        let metadata = self.provider.metadata().await?;
        self.provider.keys(&metadata, false).await.map(|_| ())
    }

    /// Where the browser signs in.
    pub async fn authorization_url(&self, authorization: &Authorization) -> Result<Url, OidcError> {
        let metadata = self.provider.metadata().await?;
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, authorization.code_verifier.as_bytes()));
        let mut url = metadata.authorization_endpoint.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", self.settings.redirect_uri.as_str())
            .append_pair("scope", &metadata.scope(&self.settings.role_claim))
            .append_pair("state", &authorization.state)
            .append_pair("nonce", &authorization.nonce)
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(url)
    }

    /// Whether a response can be from the provider, by the issuer that it names (RFC 9207).
    pub async fn is_own_response(&self, issuer: Option<&str>) -> Result<bool, OidcError> {
        let metadata = self.provider.metadata().await?;
        Ok(issuer.map_or(!metadata.names_issuer, |issuer| issuer == metadata.issuer))
    }

    /// Exchanges the code for the verified claims.
    pub async fn redeem(&self, code: &str, authorization: &Authorization) -> Result<Identity, OidcError> {
        if code.is_empty() || code.len() > MAX_TOKEN_BYTES {
            return Err(OidcError::CodeRejected("it is empty or too long".into()));
        }
        let _permit = self.permits.try_acquire().map_err(|_| OidcError::Busy)?;
        let metadata = self.provider.metadata().await?;
        let tokens = self.exchange(&metadata, code, &authorization.code_verifier).await?;
        let id_token = tokens.id_token.filter(|token| token.len() <= MAX_TOKEN_BYTES);
        let id_token = id_token.ok_or(TokenProblem::Malformed("it is missing or too long"))?;
        let mut identity = self.verify(&metadata, &id_token, &authorization.nonce).await?;
        let is_complete =
            identity.claims.contains_key(&self.settings.role_claim) || identity.is_too_long(&self.settings.role_claim);
        if let (false, Some(url), Some(access_token)) = (is_complete, &metadata.userinfo_endpoint, tokens.access_token)
        {
            let more = self.userinfo(url.clone(), &access_token, &identity.subject).await?;
            identity.add_missing(more);
        }
        Ok(identity)
    }

    /// Where the browser signs out; `None` if the provider has no such page.
    pub async fn end_session_url(&self) -> Option<Url> {
        let metadata = self.provider.metadata().await.ok()?;
        let mut url = metadata.end_session_endpoint.clone()?;
        url.query_pairs_mut()
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("post_logout_redirect_uri", self.settings.signed_out_uri.as_str());
        Some(url)
    }

    /// A token with an unknown key makes the keys be read again once: the provider may have changed them.
    async fn verify(&self, metadata: &Metadata, token: &str, nonce: &str) -> Result<Identity, OidcError> {
        let (issuer, client_id) = (metadata.issuer.as_str(), self.settings.client_id.as_str());
        let expected = TokenExpectation { issuer, client_id, nonce, now: self.clock.now() };
        let keys = self.provider.keys(metadata, false).await?;
        match verify_id_token(token, &keys, &expected) {
            Err(TokenProblem::UnknownKey(_)) => {
                let keys = self.provider.keys(metadata, true).await?;
                Ok(verify_id_token(token, &keys, &expected)?)
            }
            verified => Ok(verified?),
        }
    }

    async fn exchange(&self, metadata: &Metadata, code: &str, verifier: &str) -> Result<WireTokens, OidcError> {
        const CALL: &str = "exchange the code";
        let fetched = fetch(CALL, self.token_request(metadata, code, verifier)).await?;
        if !fetched.status.is_success() {
            return Err(exchange_error(CALL, &fetched));
        }
        let unreadable = |_| OidcError::Provider { call: CALL, cause: "the response is not a token response".into() };
        serde_json::from_slice(&fetched.body).map_err(unreadable)
    }

    fn token_request(&self, metadata: &Metadata, code: &str, verifier: &str) -> RequestBuilder {
        let OidcSettings { client_id, client_secret, redirect_uri, .. } = &self.settings;
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("redirect_uri", redirect_uri.as_str())
            .append_pair("code_verifier", verifier);
        let mut request = self.http.post(metadata.token_endpoint.clone());
        match client_secret {
            Some(secret) if !metadata.takes_secret_in_body => {
                request = request.header(AUTHORIZATION, basic_authorization(client_id, secret));
            }
            Some(secret) => {
                form.append_pair("client_id", client_id).append_pair("client_secret", secret.expose_secret());
            }
            None => {
                form.append_pair("client_id", client_id);
            }
        }
        request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form.finish())
    }

    /// The claims about the same person that the ID token does not have.
    async fn userinfo(&self, url: Url, access_token: &str, subject: &str) -> Result<Map<String, Value>, OidcError> {
        const CALL: &str = "read the user information";
        let failed = |cause: &str| OidcError::Provider { call: CALL, cause: cause.into() };
        let mut bearer = HeaderValue::try_from(format!("Bearer {access_token}")).map_err(|_| failed("no token"))?;
        bearer.set_sensitive(true);
        let body = fetch_ok(CALL, self.http.get(url).header(AUTHORIZATION, bearer)).await?;
        let claims: Map<String, Value> = serde_json::from_slice(&body).map_err(|_| failed("not a JSON object"))?;
        if claims.get("sub").and_then(Value::as_str) != Some(subject) {
            return Err(failed("it is about somebody else"));
        }
        Ok(claims)
    }
}

/// Both parts are encoded as in a form (RFC 6749, 2.3.1).
fn basic_authorization(client_id: &str, secret: &SecretString) -> HeaderValue {
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let pair = STANDARD.encode(format!("{}:{}", encode(client_id), encode(secret.expose_secret())));
    let mut value = HeaderValue::try_from(format!("Basic {pair}")).expect("base64 is valid in a header");
    value.set_sensitive(true);
    value
}

fn exchange_error(call: &'static str, fetched: &Fetched) -> OidcError {
    let status = fetched.status.as_u16();
    match serde_json::from_slice::<WireError>(&fetched.body) {
        Ok(WireError { error, error_description }) => {
            let text = error_description.map_or(error.clone(), |description| format!("{error}: {description}"));
            let text = text.chars().filter(|c| !c.is_control()).take(300).collect::<String>();
            if error == "invalid_grant" {
                return OidcError::CodeRejected(text);
            }
            OidcError::Provider { call, cause: format!("status {status}: {text}") }
        }
        Err(_) => OidcError::Provider { call, cause: format!("status {status}") },
    }
}
