//! Makes a call: through the gate, with a token, as often as the plan says.

use super::account::Registration;
use super::call::{Call, Keep};
use super::exchange::{Content, Outcome, Reply};
use super::fault::Fault;
use super::gate::Gate;
use super::plan::{self, Step};
use super::token::{Token, Tokens};
use super::{Limits, Provider};
use crate::MailError;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Request, Response};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// Makes the calls to one mailbox.
pub(super) struct Caller {
    pub provider: Arc<Provider>,
    pub registration: Arc<Registration>,
    pub tokens: Arc<Tokens>,
    pub gate: Arc<Gate>,
}

/// What was kept of a good reply.
pub(super) enum Kept {
    Whole(Vec<u8>),
    /// The body is still to be read; the slot is held until then.
    Open(Response, OwnedSemaphorePermit),
}

impl Caller {
    /// Makes a call and keeps nothing of the reply.
    pub(super) async fn done(&self, call: &Call) -> Result<(), MailError> {
        self.counted(call, Keep::Nothing).await.map(drop)
    }

    /// Makes a call and reads all of the reply.
    pub(super) async fn whole(&self, call: &Call) -> Result<Vec<u8>, MailError> {
        match self.counted(call, Keep::Whole).await? {
            Kept::Whole(bytes) => Ok(bytes),
            Kept::Open(..) => Ok(vec![]),
        }
    }

    /// Makes a call and leaves the reply to be read, which holds the slot, and the end to be counted.
    pub(super) async fn open(&self, call: &Call) -> Result<(Response, OwnedSemaphorePermit), MailError> {
        match self.tries(call, Keep::Open).await? {
            Kept::Open(response, slot) => Ok((response, slot)),
            Kept::Whole(_) => Err(MailError::Unreadable { call: call.name, what: "it has no body".into() }),
        }
    }

    async fn counted(&self, call: &Call, keep: Keep) -> Result<Kept, MailError> {
        let ended = self.tries(call, keep).await;
        count_end(call.name, &ended);
        ended
    }

    async fn tries(&self, call: &Call, keep: Keep) -> Result<Kept, MailError> {
        let exchange = &self.provider.exchange;
        let mut progress = exchange.progress();
        loop {
            let token = self.tokens.get().await?;
            let slot = self.gate.enter(call.name, &mut progress.patience).await?;
            let outcome = exchange.run(self.request(call, &token), keep).await;
            self.note(call, &outcome);
            progress.tries += 1;
            match plan::next(outcome.tried(), progress, call.effect, exchange.chance.fraction()) {
                Step::Settled => return settle(call, outcome, slot, &exchange.limits),
                Step::SignInAgain => {
                    progress.signed_in_again = true;
                    self.tokens.forget(&token);
                }
                Step::Again { wait, pause } => {
                    if pause {
                        self.gate.pause(wait);
                    }
                    drop(slot);
                    progress.patience = progress.patience.saturating_sub(wait);
                    exchange.clock.sleep(wait).await;
                }
                step => {
                    if let Step::Throttled(wait) = step {
                        self.gate.pause(wait);
                    }
                    return Err(unsettled(call.name, step, &outcome, &exchange.limits));
                }
            }
            count(call.name, "again");
        }
    }

    fn request(&self, call: &Call, token: &Token) -> Request {
        let mut request = Request::new(call.method.clone(), call.url.clone());
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, token.bearer.clone());
        let mut put = |name: &'static str, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        };
        put("prefer", &call.prefer());
        put("client-request-id", &self.provider.exchange.chance.id());
        if let Some(body) = &call.body {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.body_mut() = Some(body.to_string().into());
        }
        request
    }

    fn note(&self, call: &Call, outcome: &Outcome) {
        tracing::debug!(call = call.name, tried = ?outcome.tried(), "a call was tried");
        if let Outcome::Replied(Reply { clock_difference: Some(difference), .. }) = outcome {
            self.registration.note_clock_difference(*difference);
        }
    }
}

/// A reply that stands, good or bad.
fn settle(call: &Call, outcome: Outcome, slot: OwnedSemaphorePermit, limits: &Limits) -> Result<Kept, MailError> {
    let reply = match outcome {
        Outcome::Replied(reply) => reply,
        outcome => return Err(unsettled(call.name, Step::Unreachable, &outcome, limits)),
    };
    if !reply.status.is_success() {
        let fault = Fault { call: call.name, target: call.target, status: reply.status, body: reply.bytes() };
        return Err(fault.read());
    }
    match reply.content {
        Content::Whole(bytes) => Ok(Kept::Whole(bytes)),
        Content::Open(response) => Ok(Kept::Open(response, slot)),
        Content::TooLarge => {
            Err(MailError::TooLarge { call: call.name, limit: format!("{} bytes", limits.reply_bytes) })
        }
    }
}

/// What a call ends with that has no reply that stands.
pub(super) fn unsettled(call: &'static str, step: Step, outcome: &Outcome, limits: &Limits) -> MailError {
    let why = outcome.words();
    match step {
        Step::Throttled(retry_after) => MailError::Throttled { call, retry_after },
        Step::TimedOut => MailError::TimedOut { call, after: limits.exchange },
        Step::OutcomeUnknown => MailError::OutcomeUnknown { call, why },
        Step::Settled | Step::SignInAgain | Step::Again { .. } | Step::Unreachable => {
            MailError::Unreachable { call, why }
        }
    }
}

/// Counts what a call ended with.
pub(super) fn count_end<T>(call: &'static str, ended: &Result<T, MailError>) {
    count(call, ended.as_ref().map_or_else(MailError::kind, |_| "ok"));
}

/// Counts a request: by what the call ended with, or as one that was tried again.
fn count(call: &'static str, result: &'static str) {
    metrics::counter!("stormwire_provider_calls_total", "call" => call, "result" => result).increment(1);
}
