//! Decides what follows an attempt of a call. Pure: no clock, no connection.

use super::call::RepeatPolicy;
use std::time::Duration;

/// After a call that failed: most failures are gone at once, and a strike may be waiting behind it.
const AFTER_FAILURE: Duration = Duration::from_millis(250);
/// After a throttled call without `Retry-After`.
const AFTER_THROTTLING: Duration = Duration::from_secs(1);

/// The result of one attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    /// A complete response.
    Response { status: u16, retry_after: Option<Duration>, is_empty: bool },
    /// The request was never sent.
    NotConnected,
    /// The connection broke; the provider may have received the request.
    Disconnected,
    /// The provider may have received the request.
    TimedOut,
}

/// The attempts of a call so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RetryState {
    pub attempts: u32,
    pub max_attempts: u32,
    /// The time that may still be spent waiting.
    pub wait_left: Duration,
    /// Whether a new token was fetched because the first one was rejected.
    pub signed_in_again: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextStep {
    /// Return the response, whether it is a success or an error.
    UseResponse,
    /// Retry immediately with a new token.
    SignInAgain,
    /// Retry after a wait.
    Retry {
        wait: Duration,
        /// Whether all calls to the mailbox have to wait.
        pauses_mailbox: bool,
    },
    /// The wait is too long for one call. All calls to the mailbox have to wait that long.
    Throttled(Duration),
    /// There was no response. Either nothing was done, or repeating it is harmless.
    Unreachable,
    /// There was no response in time, and repeating the call is harmless.
    TimedOut,
    /// The provider may have done it.
    OutcomeUnknown,
}

/// `random` is in `[0, 1)` and spreads the waits.
pub(super) fn next_step(attempt: Attempt, state: RetryState, policy: RepeatPolicy, random: f64) -> NextStep {
    let backoff = |first| backoff(first, state.attempts, random);
    let retry_or = |wait: Duration, pauses_mailbox: bool, otherwise: NextStep| {
        let can_retry = state.attempts < state.max_attempts && wait <= state.wait_left;
        if can_retry { NextStep::Retry { wait, pauses_mailbox } } else { otherwise }
    };
    match attempt {
        Attempt::Response { status: 401, .. } if !state.signed_in_again => NextStep::SignInAgain,
        Attempt::Response { status, retry_after, .. } if is_throttled(status, retry_after) => {
            let wait = retry_after.unwrap_or_else(|| backoff(AFTER_THROTTLING));
            retry_or(wait, true, NextStep::Throttled(wait))
        }
        Attempt::Response { status: 408 | 500.., .. } | Attempt::Disconnected | Attempt::TimedOut
            if policy == RepeatPolicy::Once =>
        {
            NextStep::OutcomeUnknown
        }
        Attempt::Response { status, is_empty, .. }
            if policy == RepeatPolicy::Repeatable && is_transient(status, is_empty) =>
        {
            retry_or(backoff(AFTER_FAILURE), false, NextStep::UseResponse)
        }
        Attempt::Response { .. } => NextStep::UseResponse,
        Attempt::NotConnected | Attempt::Disconnected => retry_or(backoff(AFTER_FAILURE), false, NextStep::Unreachable),
        Attempt::TimedOut => NextStep::TimedOut,
    }
}

/// Whether the provider rejected the call before doing anything.
fn is_throttled(status: u16, retry_after: Option<Duration>) -> bool {
    status == 429 || status == 503 && retry_after.is_some()
}

/// The provider's front end sometimes sends a 404 without a body for things that exist.
fn is_transient(status: u16, is_empty: bool) -> bool {
    matches!(status, 408 | 500..) || status == 404 && is_empty
}

/// Doubles with each attempt up to eight times the first, minus up to a half, so that calls that failed together do not
/// retry together.
fn backoff(first: Duration, attempts: u32, random: f64) -> Duration {
    first.saturating_mul(1 << attempts.saturating_sub(1).min(3)).mul_f64(1.0 - random / 2.0)
}

/// When to replace a token: five minutes before it expires, or after half its lifetime if that is short.
pub(super) fn refresh_after(lifetime: Duration) -> Duration {
    const MARGIN: Duration = Duration::from_mins(5);
    lifetime.saturating_sub(MARGIN).max(lifetime / 2)
}

#[cfg(test)]
mod tests;
