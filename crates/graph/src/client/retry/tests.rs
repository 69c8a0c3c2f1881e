use super::*;
use RepeatPolicy::{Once, Repeatable};

const FIRST: RetryState =
    RetryState { attempts: 1, max_attempts: 4, wait_left: Duration::from_mins(1), signed_in_again: false };

fn response(status: u16) -> Attempt {
    Attempt::Response { status, retry_after: None, is_empty: false }
}

fn with_retry_after(status: u16, seconds: u64) -> Attempt {
    Attempt::Response { status, retry_after: Some(Duration::from_secs(seconds)), is_empty: false }
}

const EMPTY_404: Attempt = Attempt::Response { status: 404, retry_after: None, is_empty: true };

const RETRY_SOON: NextStep = NextStep::Retry { wait: Duration::from_millis(250), pauses_mailbox: false };

const fn pause(seconds: u64) -> NextStep {
    NextStep::Retry { wait: Duration::from_secs(seconds), pauses_mailbox: true }
}

const fn throttled(seconds: u64) -> NextStep {
    NextStep::Throttled(Duration::from_secs(seconds))
}

#[test]
fn step_after_the_first_attempt() {
    let cases = [
        (response(200), NextStep::UseResponse, NextStep::UseResponse),
        (response(202), NextStep::UseResponse, NextStep::UseResponse),
        (with_retry_after(200, 10), NextStep::UseResponse, NextStep::UseResponse),
        (response(308), NextStep::UseResponse, NextStep::UseResponse),
        (response(400), NextStep::UseResponse, NextStep::UseResponse),
        (response(401), NextStep::SignInAgain, NextStep::SignInAgain),
        (response(403), NextStep::UseResponse, NextStep::UseResponse),
        (response(404), NextStep::UseResponse, NextStep::UseResponse),
        (EMPTY_404, RETRY_SOON, NextStep::UseResponse),
        (response(408), RETRY_SOON, NextStep::OutcomeUnknown),
        (response(409), NextStep::UseResponse, NextStep::UseResponse),
        (response(410), NextStep::UseResponse, NextStep::UseResponse),
        (response(429), pause(1), pause(1)),
        (with_retry_after(429, 30), pause(30), pause(30)),
        (with_retry_after(429, 61), throttled(61), throttled(61)),
        (response(500), RETRY_SOON, NextStep::OutcomeUnknown),
        (with_retry_after(500, 30), RETRY_SOON, NextStep::OutcomeUnknown),
        (response(502), RETRY_SOON, NextStep::OutcomeUnknown),
        (response(503), RETRY_SOON, NextStep::OutcomeUnknown),
        (with_retry_after(503, 30), pause(30), pause(30)),
        (response(504), RETRY_SOON, NextStep::OutcomeUnknown),
        (response(509), RETRY_SOON, NextStep::OutcomeUnknown),
        (Attempt::NotConnected, RETRY_SOON, RETRY_SOON),
        (Attempt::Disconnected, RETRY_SOON, NextStep::OutcomeUnknown),
        (Attempt::TimedOut, NextStep::TimedOut, NextStep::OutcomeUnknown),
    ];
    for (attempt, repeatable, once) in cases {
        assert_eq!(next_step(attempt, FIRST, Repeatable, 0.0), repeatable, "{attempt:?} repeatable");
        assert_eq!(next_step(attempt, FIRST, Once, 0.0), once, "{attempt:?} once");
    }
}

#[test]
fn step_after_the_last_attempt() {
    let last = RetryState { attempts: 4, signed_in_again: true, ..FIRST };
    let cases = [
        (response(401), NextStep::UseResponse),
        (response(429), throttled(8)),
        (with_retry_after(429, 3), throttled(3)),
        (response(500), NextStep::UseResponse),
        (EMPTY_404, NextStep::UseResponse),
        (Attempt::NotConnected, NextStep::Unreachable),
        (Attempt::Disconnected, NextStep::Unreachable),
    ];
    for (attempt, expected) in cases {
        assert_eq!(next_step(attempt, last, Repeatable, 0.0), expected, "{attempt:?}");
    }
}

#[test]
fn stops_retrying_when_the_wait_is_too_long() {
    let short = RetryState { wait_left: Duration::from_millis(200), ..FIRST };
    assert_eq!(next_step(response(500), short, Repeatable, 0.0), NextStep::UseResponse);
    assert_eq!(next_step(with_retry_after(429, 1), short, Repeatable, 0.0), throttled(1));
    assert!(matches!(next_step(response(500), short, Repeatable, 0.5), NextStep::Retry { .. }));
}

#[test]
fn backoff_doubles_up_to_a_limit_minus_at_most_half() {
    let whole: Vec<u64> =
        [0, 1, 2, 3, 4, 5, 99].map(|attempts| backoff(AFTER_THROTTLING, attempts, 0.0).as_secs()).into();
    assert_eq!(whole, [1, 1, 2, 4, 8, 8, 8]);
    assert!(backoff(AFTER_THROTTLING, 2, 0.999_999) > Duration::from_secs(1));
}

#[test]
fn a_token_is_replaced_before_it_expires() {
    for (lifetime, expected) in [(3599, 3299), (601, 301), (600, 300), (60, 30), (0, 0)] {
        assert_eq!(refresh_after(Duration::from_secs(lifetime)), Duration::from_secs(expected), "{lifetime}");
    }
}
