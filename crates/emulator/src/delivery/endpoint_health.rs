//! How an endpoint's response times affect delivery: notifications to a slow endpoint are delayed, and notifications to
//! one that mostly times out are dropped. Pure.

use jiff::{SignedDuration, Timestamp};
use std::collections::VecDeque;
use std::time::Duration;

pub(crate) const FIRST_ATTEMPT_TIMEOUT: Duration = Duration::from_secs(3);
pub(crate) const RETRY_ATTEMPT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a notification is retried before it is dropped.
pub(crate) const RETRY_TIMEOUT: SignedDuration = SignedDuration::from_hours(4);
/// How long responses count, and how long an endpoint stays slow or dropped.
const WINDOW: SignedDuration = SignedDuration::from_mins(10);
const SLOW_ENDPOINT_DELAY: Duration = Duration::from_mins(10);
/// With fewer responses an endpoint stays healthy.
const MIN_RESPONSES: usize = 10;
const SLOW_PERCENT: usize = 10;
const DROPPED_PERCENT: usize = 15;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResponseTime {
    Fast,
    /// The first attempt timed out.
    Slow,
    /// A retry timed out.
    TimedOut,
}

/// What to do with a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeliveryDecision {
    Send,
    /// Send it this long after it was created.
    Delay(Duration),
    Drop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HealthStatus {
    Healthy,
    Slow { since: Timestamp },
    Dropped { since: Timestamp },
}

#[derive(Debug)]
pub(crate) struct EndpointHealth {
    responses: VecDeque<RecordedResponse>,
    status: HealthStatus,
}

#[derive(Debug)]
struct RecordedResponse {
    at: Timestamp,
    time: ResponseTime,
}

impl EndpointHealth {
    pub(crate) fn new() -> Self {
        Self { responses: VecDeque::new(), status: HealthStatus::Healthy }
    }

    /// Resets the status to healthy after ten minutes.
    pub(crate) fn decide(&mut self, now: Timestamp) -> DeliveryDecision {
        match self.status {
            HealthStatus::Slow { since } | HealthStatus::Dropped { since } if now.duration_since(since) >= WINDOW => {
                *self = Self::new();
                DeliveryDecision::Send
            }
            HealthStatus::Healthy => DeliveryDecision::Send,
            HealthStatus::Slow { .. } => DeliveryDecision::Delay(SLOW_ENDPOINT_DELAY),
            HealthStatus::Dropped { .. } => DeliveryDecision::Drop,
        }
    }

    pub(crate) fn record(&mut self, now: Timestamp, time: ResponseTime) {
        self.responses.push_back(RecordedResponse { at: now, time });
        while self.responses.front().is_some_and(|response| now.duration_since(response.at) >= WINDOW) {
            self.responses.pop_front();
        }
        let total = self.responses.len();
        if total < MIN_RESPONSES {
            return;
        }
        let exceeds = |percent: usize, counts: fn(ResponseTime) -> bool| {
            self.responses.iter().filter(|response| counts(response.time)).count() * 100 > total * percent
        };
        if exceeds(DROPPED_PERCENT, |time| time == ResponseTime::TimedOut) {
            self.status = HealthStatus::Dropped { since: now };
        } else if exceeds(SLOW_PERCENT, |time| time != ResponseTime::Fast) && self.status == HealthStatus::Healthy {
            self.status = HealthStatus::Slow { since: now };
        }
    }
}

/// Doubles with every failure, from ten seconds to half an hour.
pub(crate) fn retry_delay(failures: u32) -> Duration {
    Duration::from_secs(10 * 2u64.pow(failures.saturating_sub(1).min(8))).min(Duration::from_mins(30))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    fn after(responses: &[(ResponseTime, usize)]) -> EndpointHealth {
        let mut health = EndpointHealth::new();
        for (time, count) in responses {
            (0..*count).for_each(|_| health.record(at(0), *time));
        }
        health
    }

    #[test]
    fn more_than_one_slow_response_in_ten_delays_delivery() {
        use ResponseTime::{Fast, Slow};
        assert_eq!(after(&[(Fast, 9), (Slow, 1)]).decide(at(1)), DeliveryDecision::Send);
        assert_eq!(after(&[(Slow, 9)]).decide(at(1)), DeliveryDecision::Send, "too few responses");
        let mut slow = after(&[(Fast, 17), (Slow, 3)]);
        assert_eq!(slow.decide(at(1)), DeliveryDecision::Delay(Duration::from_mins(10)));
        assert_eq!(slow.decide(at(599)), DeliveryDecision::Delay(Duration::from_mins(10)));
        assert_eq!(slow.decide(at(600)), DeliveryDecision::Send, "healthy again after ten minutes");
    }

    #[test]
    fn an_endpoint_that_times_out_is_dropped_for_ten_minutes() {
        let mut dropped = after(&[(ResponseTime::Fast, 16), (ResponseTime::TimedOut, 4)]);
        assert_eq!(dropped.decide(at(1)), DeliveryDecision::Drop);
        assert_eq!(dropped.decide(at(600)), DeliveryDecision::Send);
        (0..10).for_each(|_| dropped.record(at(601), ResponseTime::Fast));
        assert_eq!(dropped.decide(at(602)), DeliveryDecision::Send);
    }

    #[test]
    fn the_retry_delay_doubles_up_to_half_an_hour() {
        let delays: Vec<u64> = [1, 2, 3, 8, 9, 100].iter().map(|failures| retry_delay(*failures).as_secs()).collect();
        assert_eq!(delays, [10, 20, 40, 1280, 1800, 1800]);
    }
}
