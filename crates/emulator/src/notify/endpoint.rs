//! How an address behaves, and what that earns it: an address that answers slowly is told later, one that hardly
//! answers is not told at all. Pure.

use jiff::{SignedDuration, Timestamp};
use std::collections::VecDeque;
use std::time::Duration;

/// Within this a first delivery must be answered; a repeated one has longer.
pub(crate) const FIRST_LIMIT: Duration = Duration::from_secs(3);
pub(crate) const REPEAT_LIMIT: Duration = Duration::from_secs(10);
/// After this a notification is given up.
pub(crate) const GIVE_UP: SignedDuration = SignedDuration::from_hours(4);
const WINDOW: SignedDuration = SignedDuration::from_mins(10);
/// A few answers say nothing yet.
const SAMPLE: usize = 10;

/// How long an answer took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Took {
    Prompt,
    /// Longer than three seconds, or never, on a first delivery.
    Slow,
    /// Longer than ten, or never, on a repeated one.
    Hopeless,
}

/// What is to be done with a notification for this address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Treatment {
    Send,
    /// Not before this much time has passed.
    Later(Duration),
    Discard,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Good,
    Slow { since: Timestamp },
    Dropped { since: Timestamp },
}

/// An address and its last ten minutes.
#[derive(Debug)]
pub(crate) struct Endpoint {
    answers: VecDeque<(Timestamp, Took)>,
    standing: Standing,
}

impl Endpoint {
    pub(crate) fn new() -> Self {
        Self { answers: VecDeque::new(), standing: Standing::Good }
    }

    /// Ten minutes in a bad standing, then a few are let through to see.
    pub(crate) fn treatment(&mut self, now: Timestamp) -> Treatment {
        match self.standing {
            Standing::Slow { since } | Standing::Dropped { since } if now.duration_since(since) >= WINDOW => {
                self.standing = Standing::Good;
                self.answers.clear();
                Treatment::Send
            }
            Standing::Good => Treatment::Send,
            Standing::Slow { .. } => Treatment::Later(Duration::from_mins(10)),
            Standing::Dropped { .. } => Treatment::Discard,
        }
    }

    pub(crate) fn record(&mut self, now: Timestamp, took: Took) {
        self.answers.push_back((now, took));
        while self.answers.front().is_some_and(|(at, _)| now.duration_since(*at) >= WINDOW) {
            self.answers.pop_front();
        }
        let all = self.answers.len();
        if all < SAMPLE {
            return;
        }
        let over = |percent: usize, is: &dyn Fn(Took) -> bool| {
            self.answers.iter().filter(|(_, took)| is(*took)).count() * 100 > all * percent
        };
        if over(15, &|took| took == Took::Hopeless) {
            self.standing = Standing::Dropped { since: now };
        } else if over(10, &|took| took != Took::Prompt) && self.standing == Standing::Good {
            self.standing = Standing::Slow { since: now };
        }
    }
}

/// How long to wait before a delivery is repeated: doubling from ten seconds, no more than half an hour.
pub(crate) fn back_off(failures: u32) -> Duration {
    Duration::from_secs(10 * 2u64.pow(failures.saturating_sub(1).min(8))).min(Duration::from_mins(30))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    fn after(answers: &[(Took, usize)]) -> Endpoint {
        let mut endpoint = Endpoint::new();
        for (took, times) in answers {
            (0..*times).for_each(|_| endpoint.record(at(0), *took));
        }
        endpoint
    }

    #[test]
    fn one_slow_answer_in_ten_is_fine_and_more_delay_everything() {
        assert_eq!(after(&[(Took::Prompt, 9), (Took::Slow, 1)]).treatment(at(1)), Treatment::Send);
        assert_eq!(after(&[(Took::Slow, 9)]).treatment(at(1)), Treatment::Send, "too few to tell");
        let mut slow = after(&[(Took::Prompt, 17), (Took::Slow, 3)]);
        assert_eq!(slow.treatment(at(1)), Treatment::Later(Duration::from_mins(10)));
        assert_eq!(slow.treatment(at(599)), Treatment::Later(Duration::from_mins(10)));
        assert_eq!(slow.treatment(at(600)), Treatment::Send, "looked at again after ten minutes");
    }

    #[test]
    fn an_address_that_hardly_answers_is_dropped_for_ten_minutes() {
        let mut dropped = after(&[(Took::Prompt, 16), (Took::Hopeless, 4)]);
        assert_eq!(dropped.treatment(at(1)), Treatment::Discard);
        assert_eq!(dropped.treatment(at(600)), Treatment::Send);
        (0..10).for_each(|_| dropped.record(at(601), Took::Prompt));
        assert_eq!(dropped.treatment(at(602)), Treatment::Send);
    }

    #[test]
    fn waiting_doubles_up_to_half_an_hour() {
        let waits: Vec<u64> = [1, 2, 3, 8, 9, 100].iter().map(|failures| back_off(*failures).as_secs()).collect();
        assert_eq!(waits, [10, 20, 40, 1280, 1800, 1800]);
    }
}
