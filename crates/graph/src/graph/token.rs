//! Tokens: one per credential, fetched ahead of its end, by one caller at a time.

use super::call::{Effect, Keep};
use super::caller::{count_end, unsettled};
use super::exchange::{Content, Outcome};
use super::plan::{self, Step};
use super::{Credential, Provider, fault, json, url};
use crate::MailError;
use ::url::{Url, form_urlencoded};
use jiff::Timestamp;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Method, Request};
use secrecy::ExposeSecret;
use serde::Deserialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use stormwire_clock::later;

const NAME: &str = "sign in";

/// While a token is still good, a failed attempt to replace it is repeated no sooner than this.
const NEXT_REFRESH: Duration = Duration::from_secs(30);

/// The tokens of one credential.
pub(super) struct Tokens {
    provider: Arc<Provider>,
    credential: Credential,
    held: Mutex<Option<Held>>,
    turn: Turn,
    /// Sign-ins that have ended.
    rounds: AtomicU64,
}

/// Whose turn it is to sign in; holds what the last sign-in failed with, for those who waited for it.
type Turn = tokio::sync::Mutex<Option<MailError>>;

struct Held {
    token: Token,
    refresh_at: Timestamp,
    expires_at: Timestamp,
}

/// A token as it goes into a request.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub bearer: HeaderValue,
    round: u64,
}

#[derive(Deserialize)]
struct WireToken {
    access_token: Option<String>,
    expires_in: Option<u64>,
}

impl Tokens {
    pub(super) fn new(provider: Arc<Provider>, credential: Credential) -> Self {
        let (held, turn, rounds) = (Mutex::default(), Turn::default(), AtomicU64::new(0));
        Self { provider, credential, held, turn, rounds }
    }

    pub(super) fn credential(&self) -> &Credential {
        &self.credential
    }

    /// The token, fetched when there is none or the end of the one at hand is near.
    pub(super) async fn get(&self) -> Result<Token, MailError> {
        let began = self.rounds.load(Ordering::Acquire);
        let mut failure = match self.good_token() {
            (Some(token), false) => return Ok(token),
            // Someone is fetching another; this one still does.
            (Some(token), true) => match self.turn.try_lock() {
                Ok(turn) => turn,
                Err(_) => return Ok(token),
            },
            (None, _) => self.turn.lock().await,
        };
        if let (Some(token), false) = self.good_token() {
            return Ok(token);
        }
        // Whoever waited for a sign-in that failed shares its end instead of knocking once more.
        if self.rounds.load(Ordering::Acquire) != began
            && let Some(error) = &*failure
        {
            return Err(error.clone());
        }
        let signed_in = self.sign_in().await;
        self.rounds.fetch_add(1, Ordering::AcqRel);
        let kept = self.keep(signed_in);
        *failure = kept.as_ref().err().cloned();
        kept
    }

    /// Signs in whatever is at hand, and keeps the new token.
    pub(super) async fn anew(&self) -> Result<(), MailError> {
        let signed_in = self.sign_in().await?;
        *self.held() = Some(signed_in);
        Ok(())
    }

    /// Forgets a token that the provider would not take, unless another has come in its place.
    pub(super) fn forget(&self, refused: &Token) {
        let mut held = self.held();
        if held.as_ref().is_some_and(|held| held.token == *refused) {
            *held = None;
        }
    }

    /// The token at hand while it is good, and whether it is time for another.
    fn good_token(&self) -> (Option<Token>, bool) {
        let now = self.provider.exchange.clock.now();
        let held = self.held();
        let good = held.as_ref().filter(|held| now < held.expires_at);
        (good.map(|held| held.token.clone()), good.is_some_and(|held| held.refresh_at <= now))
    }

    /// Keeps a new token; without one, the old one is used to its end.
    fn keep(&self, signed_in: Result<Held, MailError>) -> Result<Token, MailError> {
        let now = self.provider.exchange.clock.now();
        let mut held = self.held();
        match (signed_in, &mut *held) {
            (Ok(signed_in), held) => Ok(held.insert(signed_in).token.clone()),
            (Err(error), Some(held)) if now < held.expires_at => {
                tracing::debug!(%error, "a token could not be replaced ahead of its end");
                held.refresh_at = later(now, NEXT_REFRESH);
                Ok(held.token.clone())
            }
            (Err(error), _) => Err(error),
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<Held>> {
        self.held.lock().expect("nothing panics while it holds this")
    }

    async fn sign_in(&self) -> Result<Held, MailError> {
        let ended = self.tries().await;
        count_end(NAME, &ended);
        ended
    }

    async fn tries(&self) -> Result<Held, MailError> {
        let exchange = &self.provider.exchange;
        // No token is sent, so none can be refused.
        let mut progress = plan::Progress { signed_in_again: true, ..exchange.progress() };
        loop {
            let asked_at = exchange.clock.now();
            let outcome = exchange.run(self.request()?, Keep::Whole).await;
            progress.tries += 1;
            match plan::next(outcome.tried(), progress, Effect::Repeatable, exchange.chance.fraction()) {
                Step::Again { wait, .. } => {
                    progress.patience = progress.patience.saturating_sub(wait);
                    exchange.clock.sleep(wait).await;
                }
                step => return self.read(step, outcome, asked_at),
            }
        }
    }

    fn request(&self) -> Result<Request, MailError> {
        let segments = [self.credential.tenant.as_str(), "oauth2", "v2.0", "token"];
        let url: Url = url::below(&self.provider.authority, &segments, &[])
            .ok_or_else(|| MailError::Setup { why: "the tenant is empty".into() })?;
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("client_id", &self.credential.client_id)
            .append_pair("client_secret", self.credential.client_secret.expose_secret())
            .append_pair("scope", &self.provider.scope)
            .append_pair("grant_type", "client_credentials")
            .finish();
        let mut request = Request::new(Method::POST, url);
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        request.headers_mut().insert(CONTENT_TYPE, kind);
        *request.body_mut() = Some(form.into());
        Ok(request)
    }

    fn read(&self, step: Step, outcome: Outcome, asked_at: Timestamp) -> Result<Held, MailError> {
        let reply = match (step, outcome) {
            (Step::Settled, Outcome::Replied(reply)) => reply,
            (step, outcome) => return Err(unsettled(NAME, step, &outcome, &self.provider.exchange.limits)),
        };
        if !reply.status.is_success() {
            return Err(self.refusal(&reply));
        }
        let Content::Whole(bytes) = &reply.content else {
            return Err(MailError::Unreadable { call: NAME, what: "it is too long".into() });
        };
        let wire: WireToken = json::read(NAME, bytes)?;
        let token = json::need(NAME, "access_token", wire.access_token)?;
        let life = Duration::from_secs(json::need(NAME, "expires_in", wire.expires_in)?);
        let bearer = HeaderValue::try_from(format!("Bearer {token}")).ok();
        let mut bearer = json::need(NAME, "access_token", bearer)?;
        bearer.set_sensitive(true);
        let round = self.rounds.load(Ordering::Acquire);
        let (refresh_at, expires_at) = (later(asked_at, plan::refresh_after(life)), later(asked_at, life));
        Ok(Held { token: Token { bearer, round }, refresh_at, expires_at })
    }

    fn refusal(&self, reply: &super::exchange::Reply) -> MailError {
        let secret = self.credential.client_secret.expose_secret();
        if reply.status.is_server_error() {
            let status = format!("status {}", reply.status.as_u16());
            return MailError::Failing { call: NAME, status, reason: crate::Reason::default() };
        }
        fault::sign_in(reply.bytes(), secret)
            .unwrap_or_else(|| MailError::Unreadable { call: NAME, what: "it is no answer of a token endpoint".into() })
    }
}
