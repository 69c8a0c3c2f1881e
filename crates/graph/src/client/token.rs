//! Access tokens: one per credential, replaced before it expires, by one caller at a time.

use super::call::{BodyMode, RepeatPolicy};
use super::call_metrics::count_result;
use super::client_assertion::{ASSERTION_TYPE, AssertionClaims, client_assertion};
use super::credential::{ClientProof, Credential};
use super::error_response::sign_in_error;
use super::http_exchange::{ExchangeOutcome, ProviderResponse, ResponseBody};
use super::json;
use super::provider::Provider;
use super::retry::{NextStep, RetryState, next_step, refresh_after};
use super::urls::build_url;
use crate::error::{ErrorReason, MailError};
use jiff::Timestamp;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Method, Request};
use secrecy::ExposeSecret;
use serde::Deserialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use stormwire_clock::later;
use url::form_urlencoded;

const CALL: &str = "sign in";

/// While the current token is valid, a failed refresh is retried no sooner than this.
const REFRESH_RETRY_DELAY: Duration = Duration::from_secs(30);

/// The access token of one credential.
pub(super) struct TokenCache {
    provider: Arc<Provider>,
    credential: Credential,
    current: Mutex<Option<CachedToken>>,
    sign_in_lock: SignInLock,
    /// How many sign-ins have ended.
    sign_in_count: AtomicU64,
}

/// Held while signing in. Contains the error of the last sign-in, for callers that waited for it.
type SignInLock = tokio::sync::Mutex<Option<MailError>>;

struct CachedToken {
    token: AccessToken,
    refresh_at: Timestamp,
    expires_at: Timestamp,
}

/// A token as a request header.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct AccessToken {
    pub bearer: HeaderValue,
    /// Distinguishes tokens with equal text.
    sign_in_number: u64,
}

/// The state of the cached token.
enum TokenState {
    Fresh(AccessToken),
    /// Valid, but due for replacement.
    Expiring(AccessToken),
    Missing,
}

#[derive(Deserialize)]
struct WireToken {
    access_token: Option<String>,
    expires_in: Option<u64>,
}

impl TokenCache {
    pub(super) fn new(provider: Arc<Provider>, credential: Credential) -> Self {
        let (current, sign_in_lock, sign_in_count) = (Mutex::default(), SignInLock::default(), AtomicU64::new(0));
        Self { provider, credential, current, sign_in_lock, sign_in_count }
    }

    pub(super) fn credential(&self) -> &Credential {
        &self.credential
    }

    /// Returns the cached token, or signs in if there is none or if it expires soon.
    pub(super) async fn get(&self) -> Result<AccessToken, MailError> {
        let count_before = self.sign_in_count.load(Ordering::Acquire);
        let mut last_error = match self.state() {
            TokenState::Fresh(token) => return Ok(token),
            TokenState::Expiring(token) => match self.sign_in_lock.try_lock() {
                Ok(lock) => lock,
                // Another caller is replacing it; it is still valid.
                Err(_) => return Ok(token),
            },
            TokenState::Missing => self.sign_in_lock.lock().await,
        };
        if let TokenState::Fresh(token) = self.state() {
            return Ok(token);
        }
        // Callers that waited for a failed sign-in share its error instead of trying again.
        if self.sign_in_count.load(Ordering::Acquire) != count_before
            && let Some(error) = &*last_error
        {
            return Err(error.clone());
        }
        let signed_in = self.sign_in().await;
        self.sign_in_count.fetch_add(1, Ordering::AcqRel);
        let token = self.store(signed_in);
        *last_error = token.as_ref().err().cloned();
        token
    }

    /// Signs in even if the cached token is valid, and caches the new token.
    pub(super) async fn renew(&self) -> Result<(), MailError> {
        let signed_in = self.sign_in().await?;
        *self.lock_current_token() = Some(signed_in);
        Ok(())
    }

    /// Drops a token that the provider rejected, unless it has already been replaced.
    pub(super) fn discard(&self, rejected: &AccessToken) {
        let mut current = self.lock_current_token();
        if current.as_ref().is_some_and(|current| current.token == *rejected) {
            *current = None;
        }
    }

    fn state(&self) -> TokenState {
        let now = self.provider.exchange.clock.now();
        match &*self.lock_current_token() {
            Some(current) if now >= current.expires_at => TokenState::Missing,
            Some(current) if now >= current.refresh_at => TokenState::Expiring(current.token.clone()),
            Some(current) => TokenState::Fresh(current.token.clone()),
            None => TokenState::Missing,
        }
    }

    /// Caches a new token. If the sign-in failed, a token that is still valid stays in use.
    fn store(&self, signed_in: Result<CachedToken, MailError>) -> Result<AccessToken, MailError> {
        let now = self.provider.exchange.clock.now();
        let mut current = self.lock_current_token();
        match (signed_in, &mut *current) {
            (Ok(signed_in), current) => Ok(current.insert(signed_in).token.clone()),
            (Err(error), Some(current)) if now < current.expires_at => {
                tracing::debug!(%error, "token refresh failed; using the current token");
                current.refresh_at = later(now, REFRESH_RETRY_DELAY);
                Ok(current.token.clone())
            }
            (Err(error), _) => Err(error),
        }
    }

    fn lock_current_token(&self) -> MutexGuard<'_, Option<CachedToken>> {
        self.current.lock().expect("no code panics while it holds this lock")
    }

    async fn sign_in(&self) -> Result<CachedToken, MailError> {
        let result = self.sign_in_with_retries().await;
        count_result(CALL, &result);
        result
    }

    async fn sign_in_with_retries(&self) -> Result<CachedToken, MailError> {
        let exchange = &self.provider.exchange;
        // No token is sent, so a 401 cannot be fixed by signing in again.
        let mut state = RetryState { signed_in_again: true, ..exchange.new_retry_state() };
        loop {
            let requested_at = exchange.clock.now();
            let outcome = exchange.send(self.request()?, BodyMode::Buffer).await;
            state.attempts += 1;
            match next_step(outcome.attempt(), state, RepeatPolicy::Repeatable, exchange.rng.fraction()) {
                NextStep::Retry { wait, .. } => {
                    state.wait_left = state.wait_left.saturating_sub(wait);
                    exchange.clock.sleep(wait).await;
                }
                step => return self.parse_outcome(step, outcome, requested_at),
            }
        }
    }

    fn request(&self) -> Result<Request, MailError> {
        let segments = [self.credential.tenant.as_str(), "oauth2", "v2.0", "token"];
        let url = build_url(&self.provider.authority, &segments, &[])
            .ok_or_else(|| MailError::Setup { cause: "the tenant is empty".into() })?;
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("client_id", &self.credential.client_id);
        match &self.credential.proof {
            ClientProof::Secret(secret) => form.append_pair("client_secret", secret.expose_secret()),
            ClientProof::Certificate(certificate) => {
                let exchange = &self.provider.exchange;
                let (client_id, audience) = (self.credential.client_id.as_str(), url.as_str());
                let claims =
                    AssertionClaims { client_id, audience, id: exchange.rng.uuid(), now: exchange.clock.now() };
                let assertion = client_assertion(certificate, &claims)
                    .ok_or_else(|| MailError::Setup { cause: "the key of the certificate cannot sign".into() })?;
                form.append_pair("client_assertion_type", ASSERTION_TYPE).append_pair("client_assertion", &assertion)
            }
        };
        form.append_pair("scope", &self.provider.scope).append_pair("grant_type", "client_credentials");
        let form = form.finish();
        let mut request = Request::new(Method::POST, url);
        let content_type = HeaderValue::from_static("application/x-www-form-urlencoded");
        request.headers_mut().insert(CONTENT_TYPE, content_type);
        *request.body_mut() = Some(form.into());
        Ok(request)
    }

    fn parse_outcome(
        &self,
        step: NextStep,
        outcome: ExchangeOutcome,
        requested_at: Timestamp,
    ) -> Result<CachedToken, MailError> {
        let response = match (step, outcome) {
            (NextStep::UseResponse, ExchangeOutcome::Response(response)) => response,
            (step, outcome) => return Err(outcome.call_error(CALL, step, &self.provider.exchange.limits)),
        };
        if !response.status.is_success() {
            return Err(self.parse_error(&response));
        }
        let ResponseBody::Buffered(bytes) = &response.body else {
            return Err(MailError::Unreadable { call: CALL, problem: "it is too large".into() });
        };
        let wire: WireToken = json::parse(CALL, bytes)?;
        let token = json::require(CALL, "access_token", wire.access_token)?;
        let lifetime = Duration::from_secs(json::require(CALL, "expires_in", wire.expires_in)?);
        let bearer = HeaderValue::try_from(format!("Bearer {token}")).ok();
        let mut bearer = json::require(CALL, "access_token", bearer)?;
        bearer.set_sensitive(true);
        let sign_in_number = self.sign_in_count.load(Ordering::Acquire);
        Ok(CachedToken {
            token: AccessToken { bearer, sign_in_number },
            refresh_at: later(requested_at, refresh_after(lifetime)),
            expires_at: later(requested_at, lifetime),
        })
    }

    fn parse_error(&self, response: &ProviderResponse) -> MailError {
        if response.status.is_server_error() {
            let status = format!("status {}", response.status.as_u16());
            return MailError::ProviderFailed { call: CALL, status, reason: ErrorReason::default() };
        }
        let secret = self.credential.proof.secret_text();
        sign_in_error(response.error_body(), secret).unwrap_or_else(|| MailError::Unreadable {
            call: CALL,
            problem: "it is not a response of a token endpoint".into(),
        })
    }
}
