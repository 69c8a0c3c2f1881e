//! Times without a record that the feed was healthy: nobody can say that it was clear then. Pure.

use super::feed_monitor::MAX_UNRECORDED;
use jiff::Timestamp;
use stormwire_store::tables::alarm::FeedPeriod;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    pub from: Timestamp,
    pub to: Timestamp,
}

/// The outages between two times, in order. `periods` are in order too. The feed stays healthy for a moment after its last
/// record, because an unchanged health is recorded only now and then.
pub(super) fn outages(periods: &[FeedPeriod], since: Timestamp, until: Timestamp) -> Vec<Outage> {
    let mut outages = Vec::new();
    let mut watched_until = since;
    for (index, period) in periods.iter().enumerate().filter(|(_, period)| period.healthy) {
        if period.from > watched_until {
            outages.push(Outage { from: watched_until, to: period.from.min(until) });
        }
        let is_last = index + 1 == periods.len();
        let is_current = is_last && until.duration_since(period.until) <= MAX_UNRECORDED;
        watched_until = watched_until.max(if is_current { until } else { period.until });
    }
    if watched_until < until {
        outages.push(Outage { from: watched_until, to: until });
    }
    outages
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;

    fn second(number: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_secs(number)
    }

    #[test]
    fn what_was_not_recorded_as_healthy_is_an_outage() {
        let (healthy, unhealthy) = (true, false);
        for (name, periods, expected) in [
            ("never recorded", vec![], vec![(100, 500)]),
            ("always healthy", vec![(healthy, 0, 900)], vec![]),
            ("starts and ends healthy", vec![(healthy, 90, 200), (healthy, 400, 600)], vec![(200, 400)]),
            (
                "an unhealthy time",
                vec![(healthy, 0, 200), (unhealthy, 200, 300), (healthy, 300, 600)],
                vec![(200, 300)],
            ),
            ("started later", vec![(healthy, 150, 600)], vec![(100, 150)]),
            ("the last record is recent", vec![(healthy, 0, 440)], vec![]),
            ("the last record is old", vec![(healthy, 0, 439)], vec![(439, 500)]),
            ("unhealthy just now", vec![(healthy, 0, 490), (unhealthy, 490, 495)], vec![(490, 500)]),
            ("only unhealthy", vec![(unhealthy, 0, 600)], vec![(100, 500)]),
            (
                "a clock that was set back",
                vec![(healthy, 0, 300), (healthy, 250, 280), (healthy, 320, 600)],
                vec![(300, 320)],
            ),
        ] {
            let period = |(healthy, from, until)| FeedPeriod { healthy, from: second(from), until: second(until) };
            let periods: Vec<_> = periods.into_iter().map(period).collect();
            let found = outages(&periods, second(100), second(500));
            let seconds: Vec<_> = found.iter().map(|outage| (outage.from.as_second(), outage.to.as_second())).collect();
            assert_eq!(seconds, expected, "{name}");
        }
    }
}
