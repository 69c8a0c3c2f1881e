//! Decides when the next test message is sent. Pure.

use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_lightning::CANARY_TIMEOUT;
use stormwire_store::tables::delivery::Canary;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CanaryStep {
    Send,
    WaitUntil(Timestamp),
}

/// A message that is on its way is given time to arrive before another one is sent. One that may not have been sent, because
/// sending failed or the process died, is replaced at once: two are harmless, both are recognized.
pub(super) fn plan(last: Option<&Canary>, interval: Duration, now: Timestamp) -> CanaryStep {
    let Some(last) = last.filter(|last| last.is_accepted) else { return CanaryStep::Send };
    let pause = if last.seen_at.is_some() { interval } else { interval.max(CANARY_TIMEOUT) };
    let next = later(last.sent_at, pause);
    // A clock that was set back must not stop the checks.
    if next <= now || last.sent_at > now { CanaryStep::Send } else { CanaryStep::WaitUntil(next) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    #[test]
    fn one_test_message_is_on_its_way_at_a_time() {
        let canary = |is_accepted, seen: Option<i64>| Canary {
            nonce: "n".into(),
            sent_at: at(0),
            is_accepted,
            error: None,
            seen_at: seen.map(at),
            unseen_since: None,
        };
        let next = |last: Option<&Canary>, minutes, now| plan(last, Duration::from_mins(minutes), at(now));
        assert_eq!(next(None, 5, 0), CanaryStep::Send);
        let seen = canary(true, Some(3));
        assert_eq!(next(Some(&seen), 5, 10), CanaryStep::WaitUntil(at(300)));
        assert_eq!(next(Some(&seen), 1, 60), CanaryStep::Send);
        let on_its_way = canary(true, None);
        assert_eq!(next(Some(&on_its_way), 1, 60), CanaryStep::WaitUntil(at(180)), "three minutes to arrive");
        assert_eq!(next(Some(&on_its_way), 1, 180), CanaryStep::Send);
        assert_eq!(next(Some(&on_its_way), 5, 180), CanaryStep::WaitUntil(at(300)));
        assert_eq!(next(Some(&canary(false, None)), 5, 1), CanaryStep::Send, "it may not have been sent");
        assert_eq!(next(Some(&seen), 5, -1), CanaryStep::Send, "the clock was set back");
    }
}
