//! The log: what became of each message. Read by viewers; operators have a message taken again.

mod shape;

use crate::access::{Operator, Viewer};
use crate::json::OptionalJson;
use crate::params::{Id, Query, limit, moment};
use crate::refusals::{BadInput, Conflict, Denied, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Deserialize;
use shape::{LogDetail, LogPage, LogView};
use stormwire_store::tables::log::Search;
use stormwire_watcher::status::Status;
use utoipa::{IntoParams, ToSchema};

const USUAL: u32 = 50;
const MOST: u32 = 500;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogParams {
    /// Of one watcher.
    job_id: Option<i64>,
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
    /// One row more than asked for tells whether there is a next page.
    fn search(self) -> Result<(Search, usize), Problem> {
        let most = limit(self.limit, USUAL, MOST)?;
        let status = self.status.filter(|status| !status.is_empty());
        if status.as_deref().is_some_and(|name| Status::parse(name).is_none()) {
            let names = Status::ALL.map(Status::name).join(", ");
            return Err(Problem::field("status", format!("give one of {names}")));
        }
        if self.job_id.is_some_and(|id| id < 1) {
            return Err(Problem::field("jobId", "ids are integers from 1"));
        }
        let second = self.phase_two_status.filter(|status| !status.is_empty());
        if second.as_deref().is_some_and(|name| name != "Failed") {
            return Err(Problem::field("phaseTwoStatus", "only Failed can be looked for"));
        }
        let search = Search {
            job_id: self.job_id,
            status,
            second_failed: second.is_some(),
            from: self.from.as_deref().map(|text| moment("from", text)).transpose()?,
            to: self.to.as_deref().map(|text| moment("to", text)).transpose()?,
            text: self.q.filter(|text| !text.is_empty()),
            before: self.cursor.as_deref().map(read_cursor).transpose()?,
            most: most + 1,
        };
        Ok((search, most as usize))
    }
}

/// Rows of the log, newest first.
#[utoipa::path(get, path = "/mailbox-watcher/log", tag = "Log", params(LogParams), responses(
    (status = 200, description = "A page", body = LogPage),
    BadInput,
    Denied,
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
    BadInput,
    NotFound,
    Denied,
))]
pub(crate) async fn list_of(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id,
    Query(params): Query<LogParams>,
) -> Result<axum::Json<LogPage>, Problem> {
    if params.job_id.is_some_and(|other| other != id) {
        return Err(Problem::field("jobId", "the address names another watcher"));
    }
    app.watch.job(id).await?;
    page(&app, LogParams { job_id: Some(id), ..params }).await
}

/// One message with its steps.
#[utoipa::path(get, path = "/mailbox-watcher/log/{logId}", tag = "Log", params(("logId" = i64, Path)), responses(
    (status = 200, description = "As it is", body = LogDetail),
    NotFound,
    Denied,
))]
pub(crate) async fn get(_: Viewer, State(app): State<App>, Id(id): Id) -> Result<axum::Json<LogDetail>, Problem> {
    let (log, steps) = app.watch.log(id).await?;
    let runs = app.watch.runs(id).await?;
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
    BadInput,
    NotFound,
    Conflict,
    Denied,
))]
pub(crate) async fn retry(
    Operator(caller): Operator,
    State(app): State<App>,
    Id(id): Id,
    OptionalJson(input): OptionalJson<RetryInput>,
) -> Result<(StatusCode, axum::Json<LogView>), Problem> {
    let row = app.watch.retry(id, input.force, caller.actor()).await?;
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
    BadInput,
    NotFound,
    Conflict,
    Denied,
))]
pub(crate) async fn replay(
    Operator(caller): Operator,
    State(app): State<App>,
    Id(id): Id,
    Json(input): Json<ReplayInput>,
) -> Result<(StatusCode, axum::Json<LogView>), Problem> {
    let row = app.watch.replay(id, &input.message_key, caller.actor()).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(row.into())))
}

async fn page(app: &App, params: LogParams) -> Result<axum::Json<LogPage>, Problem> {
    let (search, most) = params.search()?;
    let mut rows = app.watch.logs(search).await?;
    let is_last = rows.len() <= most;
    rows.truncate(most);
    let next_cursor = rows.last().filter(|_| !is_last).map(|last| format!("{}~{}", last.detected_at.0, last.id));
    Ok(axum::Json(LogPage::new(rows, next_cursor)))
}

fn read_cursor(text: &str) -> Result<(Timestamp, i64), Problem> {
    let read = || {
        let (at, id) = text.split_once('~')?;
        let at: Timestamp = at.parse().ok().filter(|at| *at >= Timestamp::UNIX_EPOCH)?;
        Some((at, id.parse().ok()?))
    };
    read().ok_or_else(|| Problem::field("cursor", "take it from nextCursor of the page before"))
}
