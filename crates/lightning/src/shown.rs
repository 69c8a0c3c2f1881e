//! Measures when stored strikes are first part of the picture that pages show.

use super::alarm_times::Percentiles;
use jiff::Timestamp;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use stormwire_store::tables::alarm::{self, StoredMessage};
use stormwire_store::{Conn, StoreError};

/// The newest are kept for the percentiles.
const MAX_KEPT: usize = 1_000;
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
