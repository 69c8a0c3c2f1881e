//! Runs a call: within the limits of the mailbox, with a token, and with retries.

use super::call::{ApiCall, BodyMode};
use super::call_metrics::{count_result, count_retry};
use super::error_response::ErrorResponse;
use super::http_exchange::{ExchangeOutcome, ProviderResponse, ResponseBody};
use super::limiter::MailboxLimiter;
use super::options::CallLimits;
use super::provider::Provider;
use super::registration::Registration;
use super::retry::{NextStep, next_step};
use super::token::{AccessToken, TokenCache};
use crate::error::MailError;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Request, Response};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// Makes the calls to one mailbox.
pub(super) struct CallRunner {
    pub provider: Arc<Provider>,
    pub registration: Arc<Registration>,
    pub tokens: Arc<TokenCache>,
    pub limiter: Arc<MailboxLimiter>,
}

/// The body of a successful response.
enum SuccessBody {
    Buffered(Vec<u8>),
    /// Still to be read. The permit is held until then.
    Stream(Response, OwnedSemaphorePermit),
}

impl CallRunner {
    /// Makes a call and discards the response body.
    pub(super) async fn run(&self, call: &ApiCall) -> Result<(), MailError> {
        self.run_counted(call, BodyMode::Discard).await.map(drop)
    }

    /// Makes a call and returns the response body.
    pub(super) async fn fetch(&self, call: &ApiCall) -> Result<Vec<u8>, MailError> {
        match self.run_counted(call, BodyMode::Buffer).await? {
            SuccessBody::Buffered(bytes) => Ok(bytes),
            SuccessBody::Stream(..) => Ok(vec![]),
        }
    }

    /// Makes a call and returns the open response. The caller holds the permit while it reads the body, and counts the
    /// result when it is done.
    pub(super) async fn open(&self, call: &ApiCall) -> Result<(Response, OwnedSemaphorePermit), MailError> {
        match self.run_with_retries(call, BodyMode::Stream).await? {
            SuccessBody::Stream(response, permit) => Ok((response, permit)),
            SuccessBody::Buffered(_) => {
                Err(MailError::Unreadable { call: call.name, problem: "it has no body".into() })
            }
        }
    }

    async fn run_counted(&self, call: &ApiCall, mode: BodyMode) -> Result<SuccessBody, MailError> {
        let result = self.run_with_retries(call, mode).await;
        count_result(call.name, &result);
        result
    }

    async fn run_with_retries(&self, call: &ApiCall, mode: BodyMode) -> Result<SuccessBody, MailError> {
        let exchange = &self.provider.exchange;
        let mut state = exchange.new_retry_state();
        loop {
            let token = self.tokens.get().await?;
            let permit = self.limiter.acquire(call.name, &mut state.wait_left).await?;
            let outcome = exchange.send(self.request(call, &token), mode).await;
            self.observe(call, &outcome);
            state.attempts += 1;
            match next_step(outcome.attempt(), state, call.repeat_policy, exchange.rng.fraction()) {
                NextStep::UseResponse => return use_response(call, outcome, permit, &exchange.limits),
                NextStep::SignInAgain => {
                    state.signed_in_again = true;
                    self.tokens.discard(&token);
                }
                NextStep::Retry { wait, pauses_mailbox } => {
                    if pauses_mailbox {
                        self.limiter.pause(wait);
                    }
                    drop(permit);
                    state.wait_left = state.wait_left.saturating_sub(wait);
                    exchange.clock.sleep(wait).await;
                }
                step => {
                    if let NextStep::Throttled(wait) = step {
                        self.limiter.pause(wait);
                    }
                    return Err(outcome.call_error(call.name, step, &exchange.limits));
                }
            }
            count_retry(call.name);
        }
    }

    fn request(&self, call: &ApiCall, token: &AccessToken) -> Request {
        let mut request = Request::new(call.method.clone(), call.url.clone());
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, token.bearer.clone());
        let mut insert = |name: &'static str, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        };
        insert("prefer", &call.prefer_header());
        insert("client-request-id", &self.provider.exchange.rng.uuid());
        if let Some(body) = &call.body {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.body_mut() = Some(body.to_string().into());
        }
        request
    }

    fn observe(&self, call: &ApiCall, outcome: &ExchangeOutcome) {
        tracing::debug!(call = call.name, attempt = ?outcome.attempt(), "provider call attempted");
        if let ExchangeOutcome::Response(ProviderResponse { clock_difference: Some(difference), .. }) = outcome {
            self.registration.set_clock_difference(*difference);
        }
    }
}

fn use_response(
    call: &ApiCall,
    outcome: ExchangeOutcome,
    permit: OwnedSemaphorePermit,
    limits: &CallLimits,
) -> Result<SuccessBody, MailError> {
    let response = match outcome {
        ExchangeOutcome::Response(response) => response,
        outcome => return Err(outcome.call_error(call.name, NextStep::Unreachable, limits)),
    };
    if !response.status.is_success() {
        let (status, body) = (response.status, response.error_body());
        return Err(ErrorResponse { call: call.name, target: call.target, status, body }.to_error());
    }
    match response.body {
        ResponseBody::Buffered(bytes) => Ok(SuccessBody::Buffered(bytes)),
        ResponseBody::Stream(response) => Ok(SuccessBody::Stream(response, permit)),
        ResponseBody::TooLarge => {
            Err(MailError::TooLarge { call: call.name, limit: format!("{} bytes", limits.max_response_bytes) })
        }
    }
}
