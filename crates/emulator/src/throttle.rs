//! How much an application may ask of a mailbox, and what was asked: calls at once, calls in ten minutes, counts.

use crate::refusal::Refusal;
use crate::settings::Settings;
use axum::http::{StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

const WINDOW: SignedDuration = SignedDuration::from_mins(10);

/// Use of one mailbox by one application.
#[derive(Debug, Default)]
struct Usage {
    in_flight: usize,
    calls: usize,
    since: Option<Timestamp>,
}

/// Use of everything.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    usage: HashMap<(String, String), Usage>,
    in_flight: HashMap<String, usize>,
    calls: BTreeMap<String, u64>,
    max_concurrency: BTreeMap<String, usize>,
    pub(crate) notifications: NotificationCounts,
}

/// What became of notifications.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct NotificationCounts {
    pub(crate) made: u64,
    pub(crate) delivered: u64,
    pub(crate) dropped: u64,
    pub(crate) requests: u64,
    pub(crate) failed_requests: u64,
}

impl Throttle {
    pub(crate) fn count(&mut self, call: String) {
        *self.calls.entry(call).or_default() += 1;
    }

    /// A call comes in; whether it is let through or not, [`Throttle::leave`] must follow.
    pub(crate) fn enter(
        &mut self,
        app: &str,
        address: &str,
        settings: &Settings,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let at_once = self.in_flight.entry(address.to_owned()).or_default();
        *at_once += 1;
        let most = self.max_concurrency.entry(address.to_owned()).or_default();
        *most = (*most).max(*at_once);
        let usage = self.usage.entry((app.to_owned(), address.to_owned())).or_default();
        usage.in_flight += 1;
        let since = *usage.since.get_or_insert(now);
        if now.duration_since(since) >= WINDOW {
            usage.since = Some(now);
            usage.calls = 0;
        }
        // Refused calls count as well.
        usage.calls += 1;
        if usage.in_flight > settings.concurrent_calls {
            return Err(refused(settings, "Application is over its MailboxConcurrency limit.", 1));
        }
        if usage.calls > settings.calls_per_ten_minutes {
            let left = WINDOW - now.duration_since(usage.since.unwrap_or(now));
            return Err(refused(settings, "Application is over its Application limit.", left.as_secs().max(1)));
        }
        Ok(())
    }

    pub(crate) fn leave(&mut self, app: &str, address: &str) {
        if let Some(at_once) = self.in_flight.get_mut(address) {
            *at_once -= 1;
        }
        if let Some(usage) = self.usage.get_mut(&(app.to_owned(), address.to_owned())) {
            usage.in_flight -= 1;
        }
    }

    /// What `GET /_emulator/stats` shows.
    pub(crate) fn stats(&self) -> Value {
        let NotificationCounts { made, delivered, dropped, requests, failed_requests } = self.notifications;
        json!({
            "calls": self.calls,
            "maxConcurrency": self.max_concurrency,
            "notifications": {
                "made": made,
                "delivered": delivered,
                "dropped": dropped,
                "requests": requests,
                "failedRequests": failed_requests,
            },
        })
    }
}

fn refused(settings: &Settings, message: &str, seconds: i64) -> Refusal {
    let refusal = Refusal::bare(StatusCode::TOO_MANY_REQUESTS, "ApplicationThrottled", message);
    if settings.retry_after { refusal.with(header::RETRY_AFTER, &seconds.to_string()) } else { refusal }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    #[test]
    fn the_fifth_call_at_once_is_refused_and_counted() {
        let (mut throttle, settings) = (Throttle::default(), Settings::default());
        for _ in 0..4 {
            throttle.enter("app", "a", &settings, at(0)).unwrap();
        }
        let refusal = throttle.enter("app", "a", &settings, at(0)).unwrap_err();
        assert_eq!(refusal.status, 429);
        assert_eq!(refusal.headers[0].1, "1");
        throttle.enter("other", "a", &settings, at(0)).unwrap();
        throttle.leave("app", "a");
        throttle.leave("app", "a");
        throttle.enter("app", "a", &settings, at(0)).unwrap();
        assert_eq!(throttle.stats()["maxConcurrency"]["a"], 6);
    }

    #[test]
    fn too_many_calls_wait_for_the_end_of_the_ten_minutes() {
        let settings = Settings { calls_per_ten_minutes: 2, retry_after: true, ..Settings::default() };
        let mut throttle = Throttle::default();
        let mut call = |second| {
            let outcome = throttle.enter("app", "a", &settings, at(second));
            throttle.leave("app", "a");
            outcome
        };
        assert!(call(0).is_ok() && call(1).is_ok());
        assert_eq!(call(60).unwrap_err().headers[0].1, "540");
        assert!(call(600).is_ok());
    }
}
