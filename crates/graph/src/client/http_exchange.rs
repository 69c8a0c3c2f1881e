//! Sends one request and reads its response, within a timeout and a size limit.

use super::call::BodyMode;
use super::http_date::{clock_difference, parse_date, parse_retry_after};
use super::options::CallLimits;
use super::retry::{Attempt, NextStep, RetryState};
use crate::error::{MailError, root_cause};
use crate::http_door::{CallError, HttpDoor};
use jiff::SignedDuration;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use reqwest::{Request, Response, StatusCode};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, Rng};

/// Error responses are not larger than this.
const MAX_ERROR_BYTES: usize = 64 * 1024;

pub(super) struct HttpExchange {
    pub door: Arc<dyn HttpDoor>,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub limits: CallLimits,
}

/// The result of sending one request. Causes are error texts.
pub(super) enum ExchangeOutcome {
    Response(ProviderResponse),
    NotConnected { cause: String },
    Disconnected { cause: String },
    TimedOut,
}

pub(super) struct ProviderResponse {
    pub status: StatusCode,
    pub retry_after: Option<Duration>,
    /// How far the provider's clock is ahead of ours.
    pub clock_difference: Option<SignedDuration>,
    pub body: ResponseBody,
}

pub(super) enum ResponseBody {
    Buffered(Vec<u8>),
    /// Still to be read.
    Stream(Response),
    TooLarge,
}

impl HttpExchange {
    /// `mode` applies to successful responses. Error responses are always read.
    pub(super) async fn send(&self, request: Request, mode: BodyMode) -> ExchangeOutcome {
        // Created before the request, so that a test that sees the request can rely on the timeout.
        let timeout = self.clock.sleep(self.limits.request_timeout);
        tokio::select! {
            biased;
            outcome = self.send_without_timeout(request, mode) => outcome,
            () = timeout => ExchangeOutcome::TimedOut,
        }
    }

    /// The state of a call before its first attempt.
    pub(super) fn new_retry_state(&self) -> RetryState {
        RetryState {
            attempts: 0,
            max_attempts: self.limits.max_attempts,
            wait_left: self.limits.retry_timeout,
            signed_in_again: false,
        }
    }

    async fn send_without_timeout(&self, request: Request, mode: BodyMode) -> ExchangeOutcome {
        let sent_at = self.clock.now();
        let response = match self.door.call(request).await {
            Ok(response) => response,
            Err(CallError::NotConnected(cause) | CallError::NotAllowed(cause)) => {
                return ExchangeOutcome::NotConnected { cause };
            }
            Err(CallError::Interrupted(cause)) => return ExchangeOutcome::Disconnected { cause },
        };
        let received_at = self.clock.now();
        let status = response.status();
        let date = header(response.headers(), DATE.as_str()).and_then(parse_date);
        let retry_after = header(response.headers(), RETRY_AFTER.as_str());
        let retry_after = retry_after.and_then(|text| parse_retry_after(text, date.unwrap_or(received_at)));
        let request_id = header(response.headers(), "request-id");
        tracing::debug!(status = status.as_u16(), request_id, "provider response received");
        let clock_difference = date.and_then(|date| clock_difference(date, sent_at, received_at));
        match self.read_body(response, mode).await {
            Ok(body) => ExchangeOutcome::Response(ProviderResponse { status, retry_after, clock_difference, body }),
            Err(error) => ExchangeOutcome::Disconnected { cause: root_cause(&error) },
        }
    }

    async fn read_body(&self, response: Response, mode: BodyMode) -> reqwest::Result<ResponseBody> {
        if !response.status().is_success() {
            // Half an error object is as useful as none.
            return Ok(buffer(response, MAX_ERROR_BYTES).await.unwrap_or(ResponseBody::TooLarge));
        }
        match mode {
            BodyMode::Discard => Ok(ResponseBody::Buffered(vec![])),
            BodyMode::Stream => Ok(ResponseBody::Stream(response)),
            BodyMode::Buffer => buffer(response, self.limits.max_response_bytes).await,
        }
    }
}

impl ExchangeOutcome {
    pub(super) fn attempt(&self) -> Attempt {
        match self {
            Self::Response(response) => {
                let is_empty = matches!(&response.body, ResponseBody::Buffered(bytes) if bytes.is_empty());
                let status = response.status.as_u16();
                Attempt::Response { status, retry_after: response.retry_after, is_empty }
            }
            Self::NotConnected { .. } => Attempt::NotConnected,
            Self::Disconnected { .. } => Attempt::Disconnected,
            Self::TimedOut => Attempt::TimedOut,
        }
    }

    /// The error of a call that ends with `step` instead of a response.
    pub(super) fn call_error(&self, call: &'static str, step: NextStep, limits: &CallLimits) -> MailError {
        let cause = self.cause();
        match step {
            NextStep::Throttled(retry_after) => MailError::Throttled { call, retry_after },
            NextStep::TimedOut => MailError::TimedOut { call, after: limits.request_timeout },
            NextStep::OutcomeUnknown => MailError::OutcomeUnknown { call, cause },
            NextStep::UseResponse | NextStep::SignInAgain | NextStep::Retry { .. } | NextStep::Unreachable => {
                MailError::Unreachable { call, cause }
            }
        }
    }

    fn cause(&self) -> String {
        match self {
            Self::Response(response) => format!("the provider responded with status {}", response.status.as_u16()),
            Self::NotConnected { cause } | Self::Disconnected { cause } => cause.clone(),
            Self::TimedOut => "no response in time".into(),
        }
    }
}

impl ProviderResponse {
    /// The body of an error response; empty if it was not read.
    pub(super) fn error_body(&self) -> &[u8] {
        match &self.body {
            ResponseBody::Buffered(bytes) => bytes,
            ResponseBody::Stream(_) | ResponseBody::TooLarge => &[],
        }
    }
}

async fn buffer(mut response: Response, limit: usize) -> reqwest::Result<ResponseBody> {
    let mut bytes = vec![];
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > limit {
            return Ok(ResponseBody::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(ResponseBody::Buffered(bytes))
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
