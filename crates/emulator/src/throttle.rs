//! Graph's throttling limits per application and mailbox, and counters of the calls.

use crate::auth::application::ClientId;
use crate::graph_error::GraphError;
use crate::settings::Settings;
use axum::http::{StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, HashMap};

const WINDOW: SignedDuration = SignedDuration::from_mins(10);

/// What the limits apply to: one application using one mailbox.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ThrottleKey {
    pub(crate) client: ClientId,
    pub(crate) mailbox_address: String,
}

#[derive(Debug, Default)]
struct Usage {
    in_flight: usize,
    calls: usize,
    window_start: Option<Timestamp>,
}

#[derive(Debug, Default)]
pub(crate) struct Throttle {
    usage: HashMap<ThrottleKey, Usage>,
    /// By mailbox address, over all applications.
    in_flight: HashMap<String, usize>,
    /// By method and path template.
    pub(crate) calls: BTreeMap<String, u64>,
    /// The highest number of concurrent calls by mailbox address.
    pub(crate) max_concurrency: BTreeMap<String, usize>,
}

impl Throttle {
    pub(crate) fn count_call(&mut self, call: String) {
        *self.calls.entry(call).or_default() += 1;
    }

    /// Starts a call. [`Throttle::end_call`] must follow even if this fails.
    pub(crate) fn start_call(
        &mut self,
        key: &ThrottleKey,
        settings: &Settings,
        now: Timestamp,
    ) -> Result<(), GraphError> {
        let concurrent = self.in_flight.entry(key.mailbox_address.clone()).or_default();
        *concurrent += 1;
        let max = self.max_concurrency.entry(key.mailbox_address.clone()).or_default();
        *max = (*max).max(*concurrent);
        let usage = self.usage.entry(key.clone()).or_default();
        usage.in_flight += 1;
        let window_start = *usage.window_start.get_or_insert(now);
        if now.duration_since(window_start) >= WINDOW {
            usage.window_start = Some(now);
            usage.calls = 0;
        }
        // Throttled calls count as well.
        usage.calls += 1;
        if usage.in_flight > settings.concurrent_calls {
            return Err(throttled_error(settings, "Application is over its MailboxConcurrency limit.", 1));
        }
        if usage.calls > settings.calls_per_ten_minutes {
            let remaining = WINDOW - now.duration_since(usage.window_start.unwrap_or(now));
            let seconds = remaining.as_secs().max(1);
            return Err(throttled_error(settings, "Application is over its Application limit.", seconds));
        }
        Ok(())
    }

    pub(crate) fn end_call(&mut self, key: &ThrottleKey) {
        if let Some(concurrent) = self.in_flight.get_mut(&key.mailbox_address) {
            *concurrent -= 1;
        }
        if let Some(usage) = self.usage.get_mut(key) {
            usage.in_flight -= 1;
        }
    }
}

fn throttled_error(settings: &Settings, message: &str, retry_after_seconds: i64) -> GraphError {
    let error = GraphError::new_without_envelope(StatusCode::TOO_MANY_REQUESTS, "ApplicationThrottled", message);
    if settings.retry_after { error.with_header(header::RETRY_AFTER, &retry_after_seconds.to_string()) } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    fn key(client: &str) -> ThrottleKey {
        ThrottleKey { client: ClientId(client.into()), mailbox_address: "a".into() }
    }

    #[test]
    fn the_fifth_concurrent_call_is_throttled_and_counted() {
        let (mut throttle, settings) = (Throttle::default(), Settings::default());
        for _ in 0..4 {
            throttle.start_call(&key("app"), &settings, at(0)).unwrap();
        }
        let error = throttle.start_call(&key("app"), &settings, at(0)).unwrap_err();
        assert_eq!(error.status, 429);
        assert_eq!(error.headers[0].1, "1");
        throttle.start_call(&key("other"), &settings, at(0)).unwrap();
        throttle.end_call(&key("app"));
        throttle.end_call(&key("app"));
        throttle.start_call(&key("app"), &settings, at(0)).unwrap();
        assert_eq!(throttle.max_concurrency["a"], 6);
    }

    #[test]
    fn retry_after_is_the_end_of_the_ten_minute_window() {
        let settings = Settings { calls_per_ten_minutes: 2, retry_after: true, ..Settings::default() };
        let mut throttle = Throttle::default();
        let mut call = |second| {
            let result = throttle.start_call(&key("app"), &settings, at(second));
            throttle.end_call(&key("app"));
            result
        };
        assert!(call(0).is_ok() && call(1).is_ok());
        assert_eq!(call(60).unwrap_err().headers[0].1, "540");
        assert!(call(600).is_ok());
    }
}
