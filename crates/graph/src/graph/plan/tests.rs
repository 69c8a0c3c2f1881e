use super::*;
use Effect::{Once, Repeatable};

const FRESH: Progress = Progress { tries: 1, most: 4, patience: Duration::from_mins(1), signed_in_again: false };

fn replied(status: u16) -> Tried {
    Tried::Replied { status, retry_after: None, empty: false }
}

fn told(status: u16, seconds: u64) -> Tried {
    Tried::Replied { status, retry_after: Some(Duration::from_secs(seconds)), empty: false }
}

const EMPTY_404: Tried = Tried::Replied { status: 404, retry_after: None, empty: true };

const fn again(seconds: u64) -> Step {
    Step::Again { wait: Duration::from_secs(seconds), pause: false }
}

const fn pause(seconds: u64) -> Step {
    Step::Again { wait: Duration::from_secs(seconds), pause: true }
}

const fn throttled(seconds: u64) -> Step {
    Step::Throttled(Duration::from_secs(seconds))
}

#[test]
fn what_follows_the_first_try() {
    let cases = [
        (replied(200), Step::Settled, Step::Settled),
        (replied(202), Step::Settled, Step::Settled),
        (told(200, 10), Step::Settled, Step::Settled),
        (replied(308), Step::Settled, Step::Settled),
        (replied(400), Step::Settled, Step::Settled),
        (replied(401), Step::SignInAgain, Step::SignInAgain),
        (replied(403), Step::Settled, Step::Settled),
        (replied(404), Step::Settled, Step::Settled),
        (EMPTY_404, again(1), Step::Settled),
        (replied(408), again(1), Step::OutcomeUnknown),
        (replied(409), Step::Settled, Step::Settled),
        (replied(410), Step::Settled, Step::Settled),
        (replied(429), pause(1), pause(1)),
        (told(429, 30), pause(30), pause(30)),
        (told(429, 61), throttled(61), throttled(61)),
        (replied(500), again(1), Step::OutcomeUnknown),
        (told(500, 30), again(1), Step::OutcomeUnknown),
        (replied(502), again(1), Step::OutcomeUnknown),
        (replied(503), again(1), Step::OutcomeUnknown),
        (told(503, 30), pause(30), pause(30)),
        (replied(504), again(1), Step::OutcomeUnknown),
        (replied(509), again(1), Step::OutcomeUnknown),
        (Tried::NotConnected, again(1), again(1)),
        (Tried::Broken, again(1), Step::OutcomeUnknown),
        (Tried::TimedOut, Step::TimedOut, Step::OutcomeUnknown),
    ];
    for (tried, repeatable, once) in cases {
        assert_eq!(next(tried, FRESH, Repeatable, 0.0), repeatable, "{tried:?} repeatable");
        assert_eq!(next(tried, FRESH, Once, 0.0), once, "{tried:?} once");
    }
}

#[test]
fn what_follows_the_last_try() {
    let last = Progress { tries: 4, signed_in_again: true, ..FRESH };
    let cases = [
        (replied(401), Step::Settled),
        (replied(429), throttled(8)),
        (told(429, 3), throttled(3)),
        (replied(500), Step::Settled),
        (EMPTY_404, Step::Settled),
        (Tried::NotConnected, Step::Unreachable),
        (Tried::Broken, Step::Unreachable),
    ];
    for (tried, expected) in cases {
        assert_eq!(next(tried, last, Repeatable, 0.0), expected, "{tried:?}");
    }
}

#[test]
fn waiting_ends_when_patience_does() {
    let tired = Progress { patience: Duration::from_millis(900), ..FRESH };
    assert_eq!(next(replied(500), tired, Repeatable, 0.0), Step::Settled);
    assert_eq!(next(told(429, 1), tired, Repeatable, 0.0), throttled(1));
    assert!(matches!(next(replied(500), tired, Repeatable, 0.5), Step::Again { .. }));
}

#[test]
fn waits_double_to_a_ceiling_and_are_shortened_by_at_most_a_half() {
    let whole: Vec<u64> = [0, 1, 2, 3, 4, 5, 99].map(|tries| backoff(tries, 0.0).as_secs()).into();
    assert_eq!(whole, [1, 1, 2, 4, 8, 8, 8]);
    assert!(backoff(2, 0.999_999) > Duration::from_secs(1));
}

#[test]
fn a_token_is_fetched_anew_ahead_of_its_end() {
    for (life, expected) in [(3599, 3299), (601, 301), (600, 300), (60, 30), (0, 0)] {
        assert_eq!(refresh_after(Duration::from_secs(life)), Duration::from_secs(expected), "{life}");
    }
}
