//! Compares the log of a watcher with what is in its folders.

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
use stormwire_watcher::repair::balance::{Balance, BalanceDay, Discrepancy, FolderCount};
use utoipa::{IntoParams, ToSchema};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct BalanceParams {
    /// 1 to 31, today included; 7 when left out.
    days: Option<u16>,
    /// Whose days, as in `America/Chicago`; UTC when left out.
    timezone: Option<String>,
}

/// One day: `seen = succeeded + failed + skipped + waiting`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DayView {
    #[schema(value_type = String, format = Date)]
    day: String,
    seen: u64,
    succeeded: u64,
    failed: u64,
    skipped: u64,
    waiting: u64,
    /// Messages of that day in the watched folder, Processed and Failed; null when they could not be asked.
    in_folders: Option<u64>,
}

impl DayView {
    fn new(day: &str, of: &BalanceDay) -> Self {
        let BalanceDay { seen, succeeded, failed, skipped, waiting, in_folders } = of.clone();
        Self { day: day.to_owned(), seen, succeeded, failed, skipped, waiting, in_folders }
    }
}

/// A message that does not add up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OddView)]
pub(crate) struct DiscrepancyView {
    /// Null when it is not in the log.
    #[schema(value_type = Option<i64>)]
    log_id: Option<LogId>,
    message_key: String,
    subject: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    received_at: Timestamp,
    words: String,
}

impl From<Discrepancy> for DiscrepancyView {
    fn from(Discrepancy { log_id, message_key, subject, received_at, text }: Discrepancy) -> Self {
        Self { log_id, message_key, subject, received_at, words: text }
    }
}

/// What a folder holds as the provider counts it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FolderCount)]
pub(crate) struct FolderCountView {
    name: String,
    total_item_count: u64,
}

/// The log of a watcher held against its folders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BalanceView {
    /// Newest first.
    days: Vec<DayView>,
    folders: Vec<FolderCountView>,
    /// What does not add up, newest first; at most 200.
    odd: Vec<DiscrepancyView>,
    /// What keeps the balance from being whole.
    warnings: Vec<String>,
}

impl From<Balance> for BalanceView {
    fn from(Balance { days, folders, discrepancies, warnings }: Balance) -> Self {
        let folder = |FolderCount { name, items }| FolderCountView { name, total_item_count: items };
        Self {
            days: days.iter().rev().map(|(day, of)| DayView::new(&day.to_string(), of)).collect(),
            folders: folders.into_iter().map(folder).collect(),
            odd: discrepancies.into_iter().map(DiscrepancyView::from).collect(),
            warnings,
        }
    }
}

/// The balance of a watcher by the day on which messages were received.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/balance", tag = "Watchers", params(("id" = i64, Path), BalanceParams), responses(
    (status = 200, description = "As it is", body = BalanceView),
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
        return Err(Problem::field("days", "give 1 to 31"));
    }
    let zone = match params.timezone.as_deref() {
        None => TimeZone::UTC,
        Some(name) => {
            TimeZone::get(name).map_err(|_| Problem::field("timezone", "give one such as America/Chicago"))?
        }
    };
    Ok(Json(app.watchers.repair().balance(id, days, &zone).await?.into()))
}
