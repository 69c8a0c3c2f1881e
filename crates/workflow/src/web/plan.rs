//! Whether a call is made again at once: only what was surely not taken, and not for long. Pure.

use std::time::Duration;

const TRIES: u32 = 3;
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// What a try came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    Replied {
        status: u16,
        retry_after: Option<Duration>,
    },
    NotConnected,
    /// Whatever else: it stands.
    Settled,
}

/// How long to wait before the next try; none when the outcome stands.
pub(super) fn next_wait(outcome: Tried, tries: u32) -> Option<Duration> {
    let wait = match outcome {
        _ if tries >= TRIES => return None,
        Tried::NotConnected | Tried::Replied { status: 429, retry_after: None } => FIRST_WAIT * tries,
        Tried::Replied { status: 429 | 503, retry_after: Some(wait) } => wait.max(FIRST_WAIT),
        Tried::Replied { .. } | Tried::Settled => return None,
    };
    (wait <= LONGEST_WAIT).then_some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_surely_not_taken_is_tried_again() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let replied = |status, retry_after| Tried::Replied { status, retry_after };
        for (outcome, tries, expected) in [
            (Tried::NotConnected, 1, seconds(1)),
            (Tried::NotConnected, 2, seconds(2)),
            (Tried::NotConnected, 3, None),
            (Tried::Settled, 1, None),
            (replied(200, None), 1, None),
            (replied(429, None), 1, seconds(1)),
            (replied(429, seconds(7)), 1, seconds(7)),
            (replied(429, seconds(31)), 1, None),
            (replied(503, None), 1, None),
            (replied(503, seconds(0)), 2, seconds(1)),
            (replied(500, seconds(1)), 1, None),
        ] {
            assert_eq!(next_wait(outcome, tries), expected, "{outcome:?} after {tries}");
        }
    }
}
