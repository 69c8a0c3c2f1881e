//! Availability of truth: the share of storm minutes in which the feed was healthy, so that what the pages showed could be
//! trusted. A time in which nobody checked the feed, such as an outage of the service, counts as not healthy. Pure.

use jiff::{SignedDuration, Timestamp};
use stormwire_geo::ThreatParameters;
use stormwire_store::tables::alarm::{FeedPeriod, StoredMessage};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Availability {
    pub storm: SignedDuration,
    /// Of the storm.
    pub healthy: SignedDuration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Period {
    from: Timestamp,
    until: Timestamp,
}

impl Availability {
    /// `None` without a storm. A storm lasts from a strike within the default danger radius until the default all clear.
    pub fn of(messages: &[StoredMessage], healthy: &[FeedPeriod], now: Timestamp) -> Option<Self> {
        let storms = storm_periods(messages, now);
        let storm: SignedDuration = storms.iter().map(length).sum();
        let overlaps = storms.iter().flat_map(|storm| healthy.iter().map(|period| overlap(storm, period)));
        (storm > SignedDuration::ZERO).then(|| Self { storm, healthy: overlaps.sum() })
    }

    pub fn share(&self) -> f64 {
        self.healthy.as_secs_f64() / self.storm.as_secs_f64()
    }
}

/// In order, without overlaps.
fn storm_periods(messages: &[StoredMessage], now: Timestamp) -> Vec<Period> {
    let parameters = ThreatParameters::default();
    let lasts = SignedDuration::from_micros(parameters.all_clear().0);
    let is_near = |message: &&StoredMessage| message.closest.is_some_and(|closest| closest <= parameters.radius());
    let near = messages.iter().filter(is_near).map(|message| Period {
        from: message.newest_strike_at.min(now),
        until: message.newest_strike_at.checked_add(lasts).unwrap_or(now).min(now),
    });
    let mut periods: Vec<Period> = near.collect();
    periods.sort_by_key(|period| period.from);
    periods.into_iter().fold(Vec::new(), |mut merged: Vec<Period>, next| {
        match merged.last_mut().filter(|last| next.from <= last.until) {
            Some(last) => last.until = last.until.max(next.until),
            None => merged.push(next),
        }
        merged
    })
}

fn length(period: &Period) -> SignedDuration {
    period.until.duration_since(period.from)
}

fn overlap(storm: &Period, period: &FeedPeriod) -> SignedDuration {
    let until = storm.until.min(period.until);
    until.duration_since(storm.from.max(period.from)).max(SignedDuration::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::Miles;

    fn minute(number: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(number)
    }

    fn strike(at: i64, miles: f64) -> StoredMessage {
        let (at, closest) = (minute(at), Some(Miles(miles)));
        StoredMessage { received_at: at, claimed_at: at, stored_at: at, newest_strike_at: at, closest }
    }

    #[test]
    fn counts_healthy_minutes_of_storms() {
        let healthy = |from, until| FeedPeriod { healthy: true, from: minute(from), until: minute(until) };
        let now = minute(1_000);
        for (name, strikes, periods, expected) in [
            ("no storm", vec![], vec![healthy(0, 1_000)], None),
            ("a strike too far away", vec![strike(10, 8.1)], vec![healthy(0, 1_000)], None),
            ("always healthy", vec![strike(10, 8.0)], vec![healthy(0, 1_000)], Some((30, 30))),
            ("never checked", vec![strike(10, 1.0)], vec![], Some((30, 0))),
            ("two strikes of one storm", vec![strike(30, 1.0), strike(10, 1.0)], vec![healthy(0, 20)], Some((50, 10))),
            ("two storms", vec![strike(10, 1.0), strike(100, 1.0)], vec![healthy(20, 110)], Some((60, 30))),
            ("a storm that goes on", vec![strike(990, 1.0)], vec![healthy(980, 995)], Some((10, 5))),
        ] {
            let found = Availability::of(&strikes, &periods, now);
            let minutes = found.map(|found| (found.storm.as_mins(), found.healthy.as_mins()));
            assert_eq!(minutes, expected, "{name}");
        }
    }
}
