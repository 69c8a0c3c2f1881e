//! Trying a watcher out before it is saved, the numbers beside the list, and the balance.

use super::shape;
use crate::access::{Admin, Viewer};
use crate::params::{Id, Query};
use crate::refusals::{BadInput, Denied, NoProvider, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use stormwire_graph::Glance;
use stormwire_watcher::balance::{Balance, Day, Odd};
use stormwire_watcher::examine::Finding;
use utoipa::{IntoParams, ToSchema};

/// How many messages of a watcher came to what.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TallyView {
    mailbox_watcher_job_id: i64,
    /// By status; every status is there.
    counts: BTreeMap<String, i64>,
}

/// How many messages of each watcher were detected in the last 24 hours, by status.
#[utoipa::path(get, path = "/mailbox-watcher/summary", tag = "Watchers", responses((status = 200, description = "One for each watcher", body = [TallyView]), Denied))]
pub(crate) async fn summary(_: Viewer, State(app): State<App>) -> Result<axum::Json<Vec<TallyView>>, Problem> {
    let mut all: BTreeMap<i64, BTreeMap<String, i64>> = BTreeMap::new();
    for one in app.watch.tally().await? {
        all.entry(one.job_id).or_default().insert(one.status, one.items);
    }
    let view = |(mailbox_watcher_job_id, counts)| TallyView { mailbox_watcher_job_id, counts };
    Ok(axum::Json(all.into_iter().map(view).collect()))
}

/// One thing that was tried.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FindingView {
    what: String,
    good: bool,
    /// What was found, or what is wrong and how to mend it.
    words: String,
}

impl From<Finding> for FindingView {
    fn from(Finding { what, found }: Finding) -> Self {
        let good = found.is_ok();
        Self { what, good, words: found.unwrap_or_else(|words| words) }
    }
}

/// Try what a watcher would do, without saving it: sign-in, folder, putting away, subscriptions, clock. Stops at the first
/// that fails.
#[utoipa::path(post, path = "/mailbox-watcher/test", tag = "Watchers", request_body = shape::WatcherInput, responses(
    (status = 200, description = "Step by step", body = [FindingView]),
    BadInput,
    Denied,
))]
pub(crate) async fn test(
    _: Admin,
    State(app): State<App>,
    Json(body): Json<Value>,
) -> Result<axum::Json<Vec<FindingView>>, Problem> {
    let findings = app.watch.try_watcher(&shape::read(body)?).await;
    Ok(axum::Json(findings.into_iter().map(FindingView::from).collect()))
}

/// A message that lies in a folder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GlanceView {
    message_key: String,
    subject: Option<String>,
    from_address: Option<String>,
    from_name: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    received_at: Option<Timestamp>,
}

impl From<Glance> for GlanceView {
    fn from(one: Glance) -> Self {
        let (from_address, from_name) = one.from.map_or((None, None), |from| (Some(from.address), from.name));
        let message_key = one.key.as_str().to_owned();
        Self { message_key, subject: one.subject, from_address, from_name, received_at: one.received_at }
    }
}

/// The newest messages (up to 50) in the folder that a watcher would watch: what its filters can be tried on.
#[utoipa::path(post, path = "/mailbox-watcher/messages", tag = "Watchers", request_body = shape::WatcherInput, responses(
    (status = 200, description = "Newest first", body = [GlanceView]),
    BadInput,
    NoProvider,
    Denied,
))]
pub(crate) async fn messages(
    _: Admin,
    State(app): State<App>,
    Json(body): Json<Value>,
) -> Result<axum::Json<Vec<GlanceView>>, Problem> {
    let found = app.watch.glances(&shape::read(body)?).await?;
    Ok(axum::Json(found.into_iter().map(GlanceView::from).collect()))
}

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
    fn new(day: &str, of: &Day) -> Self {
        let Day { seen, succeeded, failed, skipped, waiting, lying } = of.clone();
        Self { day: day.to_owned(), seen, succeeded, failed, skipped, waiting, in_folders: lying }
    }
}

/// A message that does not add up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OddView {
    /// Null when it is not in the log.
    log_id: Option<i64>,
    message_key: String,
    subject: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    received_at: Timestamp,
    words: String,
}

impl From<Odd> for OddView {
    fn from(Odd { log_id, message_key, subject, received_at, words }: Odd) -> Self {
        Self { log_id, message_key, subject, received_at, words }
    }
}

/// What a folder holds as the provider counts it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FolderCount {
    name: String,
    total_item_count: u64,
}

/// The log of a watcher held against its folders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BalanceView {
    /// Newest first.
    days: Vec<DayView>,
    folders: Vec<FolderCount>,
    /// What does not add up, newest first; at most 200.
    odd: Vec<OddView>,
    /// What keeps the balance from being whole.
    warnings: Vec<String>,
}

impl From<Balance> for BalanceView {
    fn from(Balance { days, folders, odd, warnings }: Balance) -> Self {
        let folder = |(name, total_item_count)| FolderCount { name, total_item_count };
        Self {
            days: days.iter().rev().map(|(day, of)| DayView::new(&day.to_string(), of)).collect(),
            folders: folders.into_iter().map(folder).collect(),
            odd: odd.into_iter().map(OddView::from).collect(),
            warnings,
        }
    }
}

/// The balance of a watcher by the day on which messages were received.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/balance", tag = "Watchers", params(("id" = i64, Path), BalanceParams), responses(
    (status = 200, description = "As it is", body = BalanceView),
    BadInput,
    NotFound,
    Denied,
))]
pub(crate) async fn balance(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id,
    Query(params): Query<BalanceParams>,
) -> Result<axum::Json<BalanceView>, Problem> {
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
    Ok(axum::Json(app.watch.balance(id, days, &zone).await?.into()))
}
