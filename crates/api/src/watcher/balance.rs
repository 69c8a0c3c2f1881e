//! Compares the log of a watcher with its folders.

use crate::access::Viewer;
use crate::params::{Id, Query};
use crate::problem_responses::{AccessDenied, InvalidInput, NotFound};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use stormwire_store::{LogId, WatcherId};
use stormwire_watcher::repair::balance::{BalanceDay, Discrepancy, FolderCount, MessageBalance};
use utoipa::{IntoParams, ToSchema};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct BalanceParams {
    /// Number of days including today, 1 to 31; default 7.
    #[param(minimum = 1, maximum = 31)]
    days: Option<u16>,
    /// Time zone of the days, such as `America/Chicago`; default UTC.
    timezone: Option<String>,
}

/// The messages of one day: `detected = succeeded + failed + skipped + pending`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BalanceDayView {
    #[schema(value_type = String, format = Date)]
    day: String,
    /// Messages in the log.
    detected: u64,
    succeeded: u64,
    failed: u64,
    skipped: u64,
    /// Not finished yet.
    pending: u64,
    /// Messages of that day in the watched folder, Processed and Failed; null if the folders could not be read.
    in_folders: Option<u64>,
}

impl BalanceDayView {
    fn new(day: &str, of: &BalanceDay) -> Self {
        let BalanceDay { seen, succeeded, failed, skipped, waiting, in_folders } = of.clone();
        Self { day: day.to_owned(), detected: seen, succeeded, failed, skipped, pending: waiting, in_folders }
    }
}

/// A message whose log entry and folder do not match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DiscrepancyView {
    /// Null if the message is not in the log.
    #[schema(value_type = Option<i64>)]
    log_id: Option<LogId>,
    message_key: String,
    subject: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    received_at: Timestamp,
    /// What does not match.
    message: String,
}

impl From<Discrepancy> for DiscrepancyView {
    fn from(Discrepancy { log_id, message_key, subject, received_at, text }: Discrepancy) -> Self {
        Self { log_id, message_key, subject, received_at, message: text }
    }
}

/// The number of messages in a folder, as counted by the mail provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FolderCount)]
pub(crate) struct FolderCountView {
    name: String,
    total_item_count: u64,
}

/// The log of a watcher compared with its folders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BalanceView {
    /// Newest first.
    days: Vec<BalanceDayView>,
    folders: Vec<FolderCountView>,
    /// Messages that do not match, newest first; at most 200.
    discrepancies: Vec<DiscrepancyView>,
    /// Messages of these days that are in a folder but not in the log. `replay-missing` processes them.
    missing_count: u64,
    /// Why the comparison is incomplete.
    warnings: Vec<String>,
}

impl From<MessageBalance> for BalanceView {
    fn from(balance: MessageBalance) -> Self {
        let MessageBalance { days, folders, discrepancies, missing_count, warnings } = balance;
        let folder = |FolderCount { name, items }| FolderCountView { name, total_item_count: items };
        Self {
            days: days.iter().rev().map(|(day, of)| BalanceDayView::new(&day.to_string(), of)).collect(),
            folders: folders.into_iter().map(folder).collect(),
            discrepancies: discrepancies.into_iter().map(DiscrepancyView::from).collect(),
            missing_count,
            warnings,
        }
    }
}

/// Compare the log of a watcher with its folders
///
/// Counts messages by the day they were received.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/balance", tag = "Watchers", params(("id" = i64, Path), BalanceParams), responses(
    (status = 200, description = "The comparison", body = BalanceView),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn balance(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Query(params): Query<BalanceParams>,
) -> Result<Json<BalanceView>, Problem> {
    let days = params.days.unwrap_or(7);
    if !(1..=31).contains(&days) {
        return Err(Problem::field("days", format!("must be 1 to 31, not {days}")));
    }
    let zone = match params.timezone.as_deref() {
        None => TimeZone::UTC,
        Some(name) => TimeZone::get(name).map_err(|_| {
            Problem::field("timezone", format!("unknown time zone {name:?}; use a name such as America/Chicago"))
        })?,
    };
    Ok(Json(app.watchers.repair().balance(id, days, &zone).await?.into()))
}
