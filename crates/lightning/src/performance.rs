//! How soon and how reliably strikes are shown: figures of the System page.

use super::alarm_times::{AlarmTimes, Percentiles};
use super::availability::Availability;
use super::time::is_younger;
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::tables::alarm;
use stormwire_store::{Store, StoreError};
use tokio::sync::Mutex;

/// What [`RecordedPerformance`] covers.
const PERFORMANCE_PERIOD: Duration = Duration::from_hours(30 * 24);
/// One message per minute on half of the days.
const MAX_MEASURED_MESSAGES: u32 = 21_600;
/// Open System pages ask every few seconds, and a month of messages is read for the answer.
const KEPT: SignedDuration = SignedDuration::from_secs(15);

#[derive(Debug, Clone, Copy)]
pub struct Performance {
    pub recorded: RecordedPerformance,
    /// From the receipt of an email until its strikes were shown, since this process started.
    pub until_shown: Option<Percentiles>,
}

/// From the database.
#[derive(Debug, Clone, Copy)]
pub struct RecordedPerformance {
    pub times: AlarmTimes,
    pub availability: Option<Availability>,
}

#[derive(Default)]
pub(super) struct PerformanceCache(Mutex<Option<(Timestamp, RecordedPerformance)>>);

impl PerformanceCache {
    /// At most 15 seconds old. Requests at the same time read the database once.
    pub(super) async fn recorded(&self, store: &Store, now: Timestamp) -> Result<RecordedPerformance, StoreError> {
        let mut kept = self.0.lock().await;
        if let Some((_, recorded)) = kept.filter(|(at, _)| is_younger(*at, now, KEPT)) {
            return Ok(recorded);
        }
        let recorded = read(store, now).await?;
        *kept = Some((now, recorded));
        Ok(recorded)
    }
}

async fn read(store: &Store, now: Timestamp) -> Result<RecordedPerformance, StoreError> {
    let since = earlier(now, PERFORMANCE_PERIOD);
    let mut conn = store.reader().await?;
    let messages = alarm::list_stored(&mut conn, since, MAX_MEASURED_MESSAGES).await?;
    let healthy = alarm::list_healthy(&mut conn, since).await?;
    Ok(RecordedPerformance {
        times: AlarmTimes::of(&messages),
        availability: Availability::of(&messages, &healthy, now),
    })
}
