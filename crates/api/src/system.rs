//! Versions, database and queue.

use crate::access::{Operator, Viewer};
use crate::problem_responses::AccessDenied;
use crate::watcher::test::CheckResultView;
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use std::time::Duration;
use stormwire_lightning::{Availability, Percentiles, Performance, RecordedPerformance};
use stormwire_store::queue::{self, ListedItem, QueueState, QueueSummary};
use stormwire_store::tables::system;
use stormwire_store::{FreeSpace, QueueItemId};
use stormwire_watcher::admin::connection_check::CheckResult;
use utoipa::ToSchema;

const MAX_FAILED_ITEMS: u32 = 50;
/// Nobody plans for longer.
const MAX_DAYS: u64 = 3_650;
/// A person waits for the result of the test email.
const TEST_MAIL_TIMEOUT: Duration = Duration::from_secs(20);

/// The number of queue items of one kind and state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueueCountView {
    kind: String,
    /// `Ready`, `Leased` or `Dead`.
    #[schema(value_type = String)]
    state: QueueState,
    items: i64,
    #[schema(value_type = String, format = DateTime)]
    earliest_due_at: Timestamp,
}

impl From<QueueSummary> for QueueCountView {
    fn from(QueueSummary { kind, state, items, earliest_due_at }: QueueSummary) -> Self {
        Self { kind, state, items, earliest_due_at: earliest_due_at.0 }
    }
}

/// A queue item that failed and is not retried.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FailedItemView {
    #[schema(value_type = i64)]
    id: QueueItemId,
    kind: String,
    key: Option<String>,
    attempts: i32,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure_at: Option<Timestamp>,
    last_error: Option<String>,
}

impl From<ListedItem> for FailedItemView {
    fn from(item: ListedItem) -> Self {
        let last_failure_at = item.last_failure_at.map(|at| at.0);
        let ListedItem { id, kind, unique_key: key, attempts, last_error, .. } = item;
        Self { id, kind, key, attempts, last_failure_at, last_error }
    }
}

/// Where the data grows, and when the disk will be full.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DiskView {
    /// Growth of the database per day in the last week; null until it was measured for several hours.
    growth_bytes_per_day: Option<i64>,
    /// Free space of the disk with the database files; null on PostgreSQL, whose server has another disk.
    free_bytes: Option<u64>,
    /// Size of that disk.
    total_bytes: Option<u64>,
    /// Days until the disk is full at that growth; null if it is not known or longer than ten years.
    full_in_days: Option<u64>,
    /// Writes fail because the disk is full.
    is_full: bool,
}

impl DiskView {
    fn new(space: Option<FreeSpace>, growth_bytes_per_day: Option<i64>, is_full: bool) -> Self {
        let free_bytes = space.map(|space| space.free);
        let growth = growth_bytes_per_day.and_then(|growth| u64::try_from(growth).ok());
        let days = free_bytes.zip(growth).and_then(|(free, growth)| free.checked_div(growth));
        Self {
            growth_bytes_per_day,
            free_bytes,
            total_bytes: space.map(|space| space.total),
            full_in_days: days.filter(|days| *days <= MAX_DAYS),
            is_full,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DatabaseView {
    /// Name and version of the database.
    version: String,
    /// Size on disk.
    bytes: i64,
}

/// Durations in seconds, from the moment the mail provider received an email.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DelayView {
    /// Emails with strikes.
    emails: usize,
    median_seconds: f64,
    /// 99 of 100 emails took at most this long.
    p99_seconds: f64,
    longest_seconds: f64,
}

impl From<Percentiles> for DelayView {
    fn from(Percentiles { count, median, p99, longest }: Percentiles) -> Self {
        let round = |seconds: f64| (seconds * 1_000.0).round() / 1_000.0;
        Self { emails: count, median_seconds: round(median), p99_seconds: round(p99), longest_seconds: round(longest) }
    }
}

/// How soon strikes are shown, and how long the lightning feed could be trusted, in the last 30 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlarmView {
    /// Until the email was claimed; null without emails with strikes.
    until_claimed: Option<DelayView>,
    /// Until its strikes were stored.
    until_stored: Option<DelayView>,
    /// Until its strikes were part of a response, since the service started.
    until_shown: Option<DelayView>,
    /// Minutes with a strike within the default danger radius of a facility, until the all clear.
    storm_minutes: f64,
    /// Storm minutes in which the feed was healthy.
    healthy_storm_minutes: f64,
    /// The share of storm minutes in which the feed was healthy; null without a storm.
    availability: Option<f64>,
}

impl From<Performance> for AlarmView {
    fn from(Performance { recorded, until_shown }: Performance) -> Self {
        let RecordedPerformance { times, availability } = recorded;
        let minutes = |of: fn(&Availability) -> SignedDuration| {
            availability.map_or(0.0, |found| (of(&found).as_secs_f64() / 6.0).round() / 10.0)
        };
        Self {
            until_claimed: times.until_claimed.map(DelayView::from),
            until_stored: times.until_stored.map(DelayView::from),
            until_shown: until_shown.map(DelayView::from),
            storm_minutes: minutes(|found| found.storm),
            healthy_storm_minutes: minutes(|found| found.healthy),
            availability: availability.map(|found| found.share()),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SystemView {
    /// Version of stormwire.
    version: &'static str,
    /// Current time of the service.
    #[schema(value_type = String, format = DateTime)]
    now: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    started_at: Timestamp,
    /// The address that the mail provider sends notifications to.
    notification_url: String,
    database: DatabaseView,
    disk: DiskView,
    alarm: AlarmView,
    /// What an operator does about an unhealthy feed; null while it is healthy.
    feed_advice: Option<String>,
    /// What nobody would notice with the current settings, and which setting changes that.
    monitoring_gaps: Vec<String>,
    queue: Vec<QueueCountView>,
    /// Items that failed and are not retried; at most 50.
    failed_items: Vec<FailedItemView>,
}

/// Get system information
///
/// Versions, database, queue, and how soon strikes are shown.
#[utoipa::path(get, path = "/system", tag = "Operating", responses((status = 200, description = "System information", body = SystemView), AccessDenied))]
pub(crate) async fn get(_: Viewer, State(app): State<App>) -> Result<Json<SystemView>, Problem> {
    let mut conn = app.store.reader().await?;
    let system::DatabaseInfo { version, bytes } = system::database(&mut conn).await?;
    let queue = queue::summary(&mut conn).await?;
    let failed_items = queue::list(&mut conn, Some(QueueState::Dead), MAX_FAILED_ITEMS).await?;
    let growth = system::growth_per_day(&mut conn, bytes, app.clock.now()).await?;
    drop(conn);
    let disk = DiskView::new(app.store.free_space(), growth, app.store.is_disk_full());
    let alarm = app.lightning.performance().await?.into();
    Ok(Json(SystemView {
        version: env!("CARGO_PKG_VERSION"),
        now: app.clock.now(),
        started_at: app.watchers.started_at(),
        notification_url: app.watchers.notification_url().to_owned(),
        database: DatabaseView { version, bytes },
        disk,
        alarm,
        feed_advice: app.lightning.feed_advice().await?,
        monitoring_gaps: app.operator_mailer.gap().into_iter().chain(app.lightning.monitoring_gaps().await?).collect(),
        queue: queue.into_iter().map(QueueCountView::from).collect(),
        failed_items: failed_items.into_iter().map(FailedItemView::from).collect(),
    }))
}

/// Send a test email
///
/// Sends an email to `operator.email` by SMTP or Microsoft Graph, as `operator.via` says, and returns what the mail server
/// answered.
#[utoipa::path(post, path = "/system/test-mail", tag = "Operating", responses((status = 200, description = "The result", body = CheckResultView), AccessDenied))]
pub(crate) async fn send_test_mail(_: Operator, State(app): State<App>) -> Json<CheckResultView> {
    let outcome = tokio::select! {
        outcome = app.operator_mailer.send_test() => outcome,
        () = app.clock.sleep(TEST_MAIL_TIMEOUT) => {
            Err(format!("the mail server did not respond within {} s; check smtp.url or operator.via", TEST_MAIL_TIMEOUT.as_secs()))
        }
    };
    Json(CheckResult { name: "operator mail".to_owned(), outcome }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_until_full_follow_from_growth_and_free_space() {
        let space = Some(FreeSpace { free: 1_000, total: 5_000 });
        let days = |space, growth| DiskView::new(space, growth, false).full_in_days;
        assert_eq!(days(space, Some(100)), Some(10));
        assert_eq!(days(space, Some(2_000)), Some(0));
        for (space, growth) in [(space, Some(0)), (space, Some(-5)), (space, None), (None, Some(100))] {
            assert_eq!(days(space, growth), None);
        }
        assert_eq!(days(Some(FreeSpace { free: u64::MAX, total: u64::MAX }), Some(1)), None);
    }
}
