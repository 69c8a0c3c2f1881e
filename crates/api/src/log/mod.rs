//! The message log. Viewers read it; operators retry, dismiss and replay messages.

mod views;

use crate::access::{Operator, Viewer};
use crate::json::OptionalJson;
use crate::params::{Id, Query, limit, parse_time};
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound, ProviderFailed};
use crate::route_kind::RouteKind;
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_store::tables::log::{LogPosition, LogSearch, LogStatus, PhaseTwoStatus};
use stormwire_store::tables::log_search::LogMatches;
use stormwire_store::tables::watcher::WatcherKind;
use stormwire_store::{LogId, WatcherId};
use stormwire_watcher::repair::logs::LogDetail as LogWithSteps;
use utoipa::{IntoParams, ToSchema};
use views::{LogDetail, LogPage, LogView};

const DEFAULT_LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 500;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogParams {
    /// Only messages of this watcher.
    #[param(value_type = Option<i64>, minimum = 1)]
    job_id: Option<WatcherId>,
    /// Only messages with this status.
    status: Option<String>,
    /// Only messages with this Phase 2 status. The only value is `Failed`.
    #[param(pattern = "^(Failed)?$")]
    phase_two_status: Option<String>,
    /// Detected at this time or later. UTC if it has no offset.
    from: Option<String>,
    /// Detected at this time or earlier. UTC if it has no offset.
    to: Option<String>,
    /// Text in the subject, sender or message key, in any case.
    q: Option<String>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// 1 to 500; default 50.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

impl LogParams {
    /// Returns the search and the page size. The search includes one more row, which shows whether there is a next page.
    fn search(self, RouteKind(kind): RouteKind) -> Result<(LogSearch, usize), Problem> {
        let limit = limit(self.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
        let status = self.status.filter(|status| !status.is_empty()).as_deref().map(read_status).transpose()?;
        if self.job_id.is_some_and(|id| id.get() < 1) {
            return Err(Problem::field("jobId", "must be an id, an integer from 1"));
        }
        let phase_two = self.phase_two_status.filter(|status| !status.is_empty());
        if phase_two.as_deref().is_some_and(|name| name != PhaseTwoStatus::Failed.name()) {
            return Err(Problem::field("phaseTwoStatus", "must be Failed"));
        }
        let search = LogSearch {
            watcher_id: self.job_id,
            kind,
            status,
            phase_two_failed: phase_two.is_some(),
            from: self.from.as_deref().map(|text| parse_time("from", text)).transpose()?,
            to: self.to.as_deref().map(|text| parse_time("to", text)).transpose()?,
            text: self.q.filter(|text| !text.is_empty()),
            before: self.cursor.as_deref().map(read_cursor).transpose()?,
            most: limit + 1,
        };
        Ok((search, limit as usize))
    }
}

/// List messages
///
/// Newest first. A search for text (`q`) reads at most 50,000 messages per page: a page may have few items, or none, and still
/// have a `nextCursor`.
#[utoipa::path(get, path = "/mailbox-watcher/log", tag = "Messages", params(LogParams), responses(
    (status = 200, description = "A page of messages", body = LogPage),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    of_route: RouteKind,
    Query(params): Query<LogParams>,
) -> Result<axum::Json<LogPage>, Problem> {
    page(&app, params, of_route).await
}

/// List messages of a watcher
///
/// Newest first. A search for text (`q`) reads at most 50,000 messages per page: a page may have few items, or none, and still
/// have a `nextCursor`.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/log", tag = "Messages", params(("id" = i64, Path), LogParams), responses(
    (status = 200, description = "A page of messages", body = LogPage),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn list_for_watcher(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Query(params): Query<LogParams>,
) -> Result<axum::Json<LogPage>, Problem> {
    if params.job_id.is_some_and(|other| other != id) {
        return Err(Problem::field("jobId", "does not match the watcher in the path; omit it"));
    }
    app.watchers.admin().get(id).await?;
    // The role check has compared the kind of the watcher with the path.
    page(&app, LogParams { job_id: Some(id), ..params }, RouteKind(None)).await
}

/// Get a message
///
/// Includes the steps of the newest run, and all runs.
#[utoipa::path(get, path = "/mailbox-watcher/log/{logId}", tag = "Messages", params(("logId" = i64, Path)), responses(
    (status = 200, description = "The message", body = LogDetail),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<LogId>,
) -> Result<axum::Json<LogDetail>, Problem> {
    let LogWithSteps { log, steps } = app.watchers.repair().log(id).await?;
    let runs = app.watchers.repair().runs(id).await?;
    Ok(axum::Json(LogDetail::new(log, steps, runs)))
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RetryInput {
    /// Repeat effects that already succeeded. Default: false.
    #[serde(default)]
    force: bool,
}

/// Retry a message
///
/// Starts a new run. Returns 409 while the message is being processed.
#[utoipa::path(post, path = "/mailbox-watcher/log/{logId}/retry", tag = "Messages", params(("logId" = i64, Path)), request_body = Option<RetryInput>, responses(
    (status = 202, description = "Queued", body = LogView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn retry(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<LogId>,
    OptionalJson(input): OptionalJson<RetryInput>,
) -> Result<(StatusCode, axum::Json<LogView>), Problem> {
    let row = app.watchers.repair().retry(id, input.force, user.actor()).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(row.into())))
}

/// Dismiss a message
///
/// For a message that failed, was interrupted or stored implausible strikes. It stays in the log and no longer counts against
/// health and feed. A retry withdraws the dismissal. Returns 409 while the message is being processed, and if there is nothing
/// to dismiss.
#[utoipa::path(post, path = "/mailbox-watcher/log/{logId}/dismiss", tag = "Messages", params(("logId" = i64, Path)), responses(
    (status = 200, description = "The dismissed message", body = LogView),
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn dismiss(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<LogId>,
) -> Result<axum::Json<LogView>, Problem> {
    Ok(axum::Json(app.watchers.repair().dismiss(id, user.actor()).await?.into()))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReplayInput {
    /// The provider's immutable id of the message.
    // For watchers of files, which have names.
    #[serde(alias = "fileName")]
    #[schema(value_type = String, required = true)]
    message_key: Option<String>,
}

/// Replay a message
///
/// Processes a message by its id at the provider, or a file by its name. What is already in the log is retried.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/replay", tag = "Messages", params(("id" = i64, Path)), request_body = ReplayInput, responses(
    (status = 202, description = "Queued", body = LogView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn replay(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    RouteKind(kind): RouteKind,
    Json(input): Json<ReplayInput>,
) -> Result<(StatusCode, axum::Json<LogView>), Problem> {
    let field = if kind == Some(WatcherKind::File) { "fileName" } else { "messageKey" };
    let key = input.message_key.ok_or_else(|| Problem::field(field, "a value is required"))?;
    let row = app.watchers.repair().replay(id, &key, user.actor()).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(row.into())))
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReplayedMessages {
    /// Messages that were queued.
    count: u64,
}

/// Replay missing messages
///
/// Processes every message of the watched folder, Processed and Failed that is not in the log, for example after a restored
/// backup. Messages that arrived before a watcher that ignores existing mail are left alone.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/replay-missing", tag = "Messages", params(("id" = i64, Path)), responses(
    (status = 202, description = "Queued", body = ReplayedMessages),
    InvalidInput,
    NotFound,
    Conflict,
    ProviderFailed,
    AccessDenied,
))]
pub(crate) async fn replay_missing(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<(StatusCode, axum::Json<ReplayedMessages>), Problem> {
    let count = app.watchers.repair().replay_missing(id, user.actor()).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(ReplayedMessages { count })))
}

async fn page(app: &App, params: LogParams, of_route: RouteKind) -> Result<axum::Json<LogPage>, Problem> {
    let (search, limit) = params.search(of_route)?;
    let LogMatches { mut rows, searched_to } = app.watchers.repair().search_logs(search).await?;
    let is_last = rows.len() <= limit;
    rows.truncate(limit);
    let searched_to = searched_to.filter(|_| is_last);
    let last = rows.last().map(|last| LogPosition { at: last.detected_at.0, id: last.id });
    let next = if is_last { searched_to } else { last };
    let next_cursor = next.map(|LogPosition { at, id }| format!("{at}~{id}"));
    Ok(axum::Json(LogPage::new(rows, next_cursor, searched_to.map(|end| end.at))))
}

fn read_status(name: &str) -> Result<LogStatus, Problem> {
    LogStatus::parse(name).ok_or_else(|| {
        let names = LogStatus::ALL.map(LogStatus::name).join(", ");
        Problem::field("status", format!("unknown status {name:?}; use one of {names}"))
    })
}

fn read_cursor(text: &str) -> Result<LogPosition, Problem> {
    let read = || {
        let (at, id) = text.split_once('~')?;
        let at: Timestamp = at.parse().ok().filter(|at| *at >= Timestamp::UNIX_EPOCH)?;
        Some(LogPosition { at, id: id.parse().ok()? })
    };
    read().ok_or_else(|| Problem::field("cursor", "not a valid cursor; use nextCursor of the previous page"))
}
