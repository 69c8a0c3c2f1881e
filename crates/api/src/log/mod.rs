//! The message log. Viewers read it; operators retry messages.

mod views;

use crate::access::{Operator, Viewer};
use crate::json::OptionalJson;
use crate::params::{Id, Query, limit, time};
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Deserialize;
use stormwire_store::tables::log::{LogSearch, LogStatus, PhaseTwoStatus};
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
    /// Of one watcher.
    #[param(value_type = Option<i64>)]
    job_id: Option<WatcherId>,
    /// Of one status.
    status: Option<String>,
    /// `Failed`: only those whose second phase failed, whatever their status.
    phase_two_status: Option<String>,
    /// Detected then or later; without an offset UTC.
    from: Option<String>,
    /// Detected then or earlier; without an offset UTC.
    to: Option<String>,
    /// Somewhere in subject, sender or message key. Without `from` and `to` the last 30 days are searched.
    q: Option<String>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// 1 to 500; 50 when left out.
    limit: Option<u32>,
}

impl LogParams {
    /// The search and the page size. It asks for one row more, which shows whether there is a next page.
    fn search(self) -> Result<(LogSearch, usize), Problem> {
        let limit = limit(self.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
        let status = self.status.filter(|status| !status.is_empty()).as_deref().map(read_status).transpose()?;
        if self.job_id.is_some_and(|id| id.get() < 1) {
            return Err(Problem::field("jobId", "ids are integers from 1"));
        }
        let phase_two = self.phase_two_status.filter(|status| !status.is_empty());
        if phase_two.as_deref().is_some_and(|name| name != PhaseTwoStatus::Failed.name()) {
            return Err(Problem::field("phaseTwoStatus", "only Failed can be looked for"));
        }
        let search = LogSearch {
            watcher_id: self.job_id,
            status,
            phase_two_failed: phase_two.is_some(),
            from: self.from.as_deref().map(|text| time("from", text)).transpose()?,
            to: self.to.as_deref().map(|text| time("to", text)).transpose()?,
            text: self.q.filter(|text| !text.is_empty()),
            before: self.cursor.as_deref().map(read_cursor).transpose()?,
            most: limit + 1,
        };
        Ok((search, limit as usize))
    }
}

/// Rows of the log, newest first.
#[utoipa::path(get, path = "/mailbox-watcher/log", tag = "Log", params(LogParams), responses(
    (status = 200, description = "A page", body = LogPage),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    Query(params): Query<LogParams>,
) -> Result<axum::Json<LogPage>, Problem> {
    page(&app, params).await
}

/// Rows of one watcher's log, newest first.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/log", tag = "Log", params(("id" = i64, Path), LogParams), responses(
    (status = 200, description = "A page", body = LogPage),
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
        return Err(Problem::field("jobId", "the address names another watcher"));
    }
    app.watchers.admin().get(id).await?;
    page(&app, LogParams { job_id: Some(id), ..params }).await
}

/// One message with its steps.
#[utoipa::path(get, path = "/mailbox-watcher/log/{logId}", tag = "Log", params(("logId" = i64, Path)), responses(
    (status = 200, description = "As it is", body = LogDetail),
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

/// How a message is to be taken again.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RetryInput {
    /// Repeat effects that were done already. Default: false.
    #[serde(default)]
    force: bool,
}

/// Take a message again from the beginning, under a new run. 409 while someone works on it.
#[utoipa::path(post, path = "/mailbox-watcher/log/{logId}/retry", tag = "Log", params(("logId" = i64, Path)), request_body = Option<RetryInput>, responses(
    (status = 202, description = "It will be taken again", body = LogView),
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

/// Which message.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReplayInput {
    /// The provider's immutable id.
    message_key: String,
}

/// Take a message by its id at the provider; one that is in the log is retried.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/replay", tag = "Log", params(("id" = i64, Path)), request_body = ReplayInput, responses(
    (status = 202, description = "It will be taken", body = LogView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn replay(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Json(input): Json<ReplayInput>,
) -> Result<(StatusCode, axum::Json<LogView>), Problem> {
    let row = app.watchers.repair().replay(id, &input.message_key, user.actor()).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(row.into())))
}

async fn page(app: &App, params: LogParams) -> Result<axum::Json<LogPage>, Problem> {
    let (search, limit) = params.search()?;
    let mut rows = app.watchers.repair().logs(search).await?;
    let is_last = rows.len() <= limit;
    rows.truncate(limit);
    let next_cursor = rows.last().filter(|_| !is_last).map(|last| format!("{}~{}", last.detected_at.0, last.id));
    Ok(axum::Json(LogPage::new(rows, next_cursor)))
}

fn read_status(name: &str) -> Result<LogStatus, Problem> {
    LogStatus::parse(name).ok_or_else(|| {
        let names = LogStatus::ALL.map(LogStatus::name).join(", ");
        Problem::field("status", format!("give one of {names}"))
    })
}

fn read_cursor(text: &str) -> Result<(Timestamp, LogId), Problem> {
    let read = || {
        let (at, id) = text.split_once('~')?;
        let at: Timestamp = at.parse().ok().filter(|at| *at >= Timestamp::UNIX_EPOCH)?;
        Some((at, id.parse().ok()?))
    };
    read().ok_or_else(|| Problem::field("cursor", "take it from nextCursor of the page before"))
}
