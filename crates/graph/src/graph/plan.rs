//! What follows a try: pure, no clock, no connection.

use super::call::Effect;
use std::time::Duration;

const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(8);

/// What a try came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    /// A reply came, whole.
    Replied {
        status: u16,
        retry_after: Option<Duration>,
        /// Without a body.
        empty: bool,
    },
    /// The request never left.
    NotConnected,
    /// The connection broke; the request may have arrived.
    Broken,
    /// The time was up; the request may have arrived.
    TimedOut,
}

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Progress {
    /// Tries so far.
    pub tries: u32,
    /// Tries in all.
    pub most: u32,
    /// What is left of the time for waiting.
    pub patience: Duration,
    /// Whether another token was fetched because one was refused.
    pub signed_in_again: bool,
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The reply stands, good or bad.
    Settled,
    /// Try at once with another token.
    SignInAgain,
    /// Try again after the wait.
    Again {
        wait: Duration,
        /// Whether it holds for the whole mailbox.
        pause: bool,
    },
    /// The wait is too long for a call; the mailbox is left alone for that long.
    Throttled(Duration),
    /// Nothing came, and nothing was done or what was done does no harm.
    Unreachable,
    /// The time was up, and what was done does no harm.
    TimedOut,
    /// It may have been done.
    OutcomeUnknown,
}

/// What follows a try.
pub(super) fn next(tried: Tried, progress: Progress, effect: Effect, chance: f64) -> Step {
    let backoff = backoff(progress.tries, chance);
    let again = |wait: Duration, pause: bool, otherwise: Step| {
        let may = progress.tries < progress.most && wait <= progress.patience;
        if may { Step::Again { wait, pause } } else { otherwise }
    };
    match tried {
        Tried::Replied { status: 401, .. } if !progress.signed_in_again => Step::SignInAgain,
        Tried::Replied { status, retry_after, .. } if is_throttled(status, retry_after) => {
            let wait = retry_after.unwrap_or(backoff);
            again(wait, true, Step::Throttled(wait))
        }
        Tried::Replied { status: 408 | 500.., .. } | Tried::Broken | Tried::TimedOut if effect == Effect::Once => {
            Step::OutcomeUnknown
        }
        Tried::Replied { status, empty, .. } if effect == Effect::Repeatable && is_passing(status, empty) => {
            again(backoff, false, Step::Settled)
        }
        Tried::Replied { .. } => Step::Settled,
        Tried::NotConnected | Tried::Broken => again(backoff, false, Step::Unreachable),
        Tried::TimedOut => Step::TimedOut,
    }
}

/// Refused before anything was done.
fn is_throttled(status: u16, retry_after: Option<Duration>) -> bool {
    status == 429 || status == 503 && retry_after.is_some()
}

/// Likely to be over in a moment. The provider's front sometimes sends a bare 404 for things that are there.
fn is_passing(status: u16, empty: bool) -> bool {
    matches!(status, 408 | 500..) || status == 404 && empty
}

/// Doubles, and is shortened by up to a half so that what failed together does not come back together.
fn backoff(tries: u32, chance: f64) -> Duration {
    let doubled = FIRST_WAIT.saturating_mul(1 << tries.saturating_sub(1).min(16));
    doubled.min(LONGEST_WAIT).mul_f64(1.0 - chance / 2.0)
}

/// When a token is fetched anew: five minutes ahead, or half way for a short one.
pub(super) fn refresh_after(life: Duration) -> Duration {
    const AHEAD: Duration = Duration::from_mins(5);
    life.saturating_sub(AHEAD).max(life / 2)
}

#[cfg(test)]
mod tests;
