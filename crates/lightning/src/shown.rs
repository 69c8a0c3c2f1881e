//! Measures when stored strikes are first part of the picture that pages show.

use super::alarm_times::Percentiles;
use jiff::{SignedDuration, Timestamp};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use stormwire_store::tables::alarm::{self, StoredMessage};
use stormwire_store::{Conn, StoreError};

/// The newest are kept for the percentiles.
const MAX_KEPT: usize = 1_000;
/// An open page asks at least this often.
const PAGE_INTERVAL: SignedDuration = SignedDuration::from_secs(90);
/// Messages per refresh of the picture. A storm brings one per minute.
const MAX_PER_REFRESH: u32 = 100;

pub(super) struct ShownTimes(Mutex<Measured>);

struct Measured {
    /// Strikes stored up to here are measured.
    until: Timestamp,
    /// Seconds from the receipt of the email.
    seconds: VecDeque<f64>,
}

impl ShownTimes {
    /// Measures what is stored from now on.
    pub(super) fn new(now: Timestamp) -> Self {
        Self(Mutex::new(Measured { until: now, seconds: VecDeque::new() }))
    }

    /// Whether someone looks at the pages. If nobody did for a while, what was stored meanwhile could not be shown to
    /// anyone and is not measured.
    pub(super) fn is_watched(&self, checked_before: Option<Timestamp>, read_at: Timestamp) -> bool {
        let is_watched = checked_before.is_some_and(|before| read_at.duration_since(before) <= PAGE_INTERVAL);
        if !is_watched {
            let mut measured = self.lock();
            measured.until = measured.until.max(read_at);
        }
        is_watched
    }

    /// The picture read at `read_at` has new strikes and is shown from `now`.
    pub(super) async fn measure(&self, conn: &mut Conn, read_at: Timestamp, now: Timestamp) -> Result<(), StoreError> {
        let after = self.lock().until;
        let messages = alarm::list_stored(conn, after, MAX_PER_REFRESH).await?;
        let mut measured = self.lock();
        // What was stored while the picture was read may not be in it; the next refresh measures it.
        for message in messages.iter().rev().filter(|message| message.stored_at <= read_at) {
            measured.add(message, now);
        }
        Ok(())
    }

    pub(super) fn percentiles(&self) -> Option<Percentiles> {
        Percentiles::of(self.lock().seconds.iter().copied())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Measured> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Measured {
    fn add(&mut self, message: &StoredMessage, now: Timestamp) {
        if message.stored_at <= self.until {
            return;
        }
        self.until = message.stored_at;
        let since = |at: Timestamp, start: Timestamp| at.duration_since(start).as_secs_f64().max(0.0);
        let shown = since(now, message.received_at);
        metrics::histogram!("stormwire_received_to_stored_seconds")
            .record(since(message.stored_at, message.received_at));
        metrics::histogram!("stormwire_stored_to_shown_seconds").record(since(now, message.stored_at));
        metrics::histogram!("stormwire_received_to_shown_seconds").record(shown);
        self.seconds.push_back(shown);
        if self.seconds.len() > MAX_KEPT {
            self.seconds.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strikes_that_nobody_could_see_are_not_measured() {
        let second = |number| Timestamp::from_second(number).unwrap();
        for (checked_before, is_watched) in [(None, false), (Some(899), false), (Some(910), true), (Some(1_000), true)]
        {
            let shown = ShownTimes::new(second(0));
            assert_eq!(shown.is_watched(checked_before.map(second), second(1_000)), is_watched, "{checked_before:?}");
            assert_eq!(shown.lock().until, second(if is_watched { 0 } else { 1_000 }));
        }
    }
}
