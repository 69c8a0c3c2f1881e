//! Tries a list of actions on old messages without any effect.

use crate::access::Admin;
use crate::action::ActionInput;
use crate::params::Id;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound, ProviderFailed, Unavailable};
use crate::{App, Json, Problem};
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stormwire_store::{LogId, WatcherId};
use stormwire_watcher::admin::shadow_run::{
    DEFAULT_COUNT, Difference, DifferenceKind, ShadowReport, ShadowRequest, ShadowResult, Verdict,
};
use utoipa::ToSchema;

/// Null is the same as omitting a field.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ShadowRunInput {
    /// The actions to try, in order, at most 100. They are compared with the stored ones. If omitted, the stored actions are
    /// tried, and compared with what the log recorded.
    #[schema(max_items = 100)]
    actions: Option<Vec<ActionInput>>,
    /// How many messages, 1 to 500. Default: 100.
    #[schema(minimum = 1, maximum = 500)]
    count: Option<u16>,
    /// How many of the newest messages to leave out, 0 to 500. A client that shows progress sends several requests, each with the
    /// number of messages that it already has. Default: 0.
    #[schema(minimum = 0, maximum = 500)]
    skip: Option<u16>,
    /// Where the messages are: the path of a folder of the mailbox. For files: the watched folder, `Processed` or `Failed`. If
    /// omitted, the newest messages of the log that were not skipped.
    folder: Option<String>,
}

/// What would be different.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShadowRun)]
pub(crate) struct ShadowRunView {
    /// Messages with the same result.
    unchanged: usize,
    /// Messages with another result.
    changed: usize,
    /// Messages that would fail and did not before.
    broken: usize,
    /// Messages that could not be fetched.
    unreadable: usize,
    /// Messages of the folder that the filters of the watcher exclude.
    excluded: usize,
    /// Messages that were not tried, because the time was up.
    left_out: usize,
    /// True if differences were left out, because there are too many.
    truncated: bool,
    /// Broken ones first, then changed, unreadable and unchanged ones; each newest first.
    messages: Vec<ShadowMessageView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShadowMessage)]
pub(crate) struct ShadowMessageView {
    /// Null if the log does not know the message.
    #[schema(value_type = Option<i64>)]
    log_id: Option<LogId>,
    message_key: String,
    subject: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    received_at: Option<Timestamp>,
    result: ShadowVerdictView,
    /// Why the actions would fail, or why the message could not be fetched.
    error: Option<String>,
    differences: Vec<ShadowDifferenceView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShadowVerdict)]
pub(crate) enum ShadowVerdictView {
    Broken,
    Changed,
    Unreadable,
    Unchanged,
}

/// Without what both sides have in common. A value of more than 8 KiB is the start of its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShadowDifference)]
pub(crate) struct ShadowDifferenceView {
    /// The name of the action; empty if the difference is about the whole message.
    action: String,
    /// 1 or 2.
    phase: i32,
    kind: ShadowDifferenceKindView,
    /// Null if there was nothing.
    before: Value,
    /// Null if there would be nothing. Secrets read `••••`.
    after: Value,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShadowDifferenceKind)]
pub(crate) enum ShadowDifferenceKindView {
    /// What the action puts into the context, such as extracted records.
    Records,
    /// Rows that the action would write.
    Rows,
    /// What the action would send.
    Calls,
    /// Only the result for the log.
    Result,
    Error,
}

impl From<Difference> for ShadowDifferenceView {
    fn from(difference: Difference) -> Self {
        let Difference { action, phase, kind, before, after } = difference;
        let kind = match kind {
            DifferenceKind::Records => ShadowDifferenceKindView::Records,
            DifferenceKind::Rows => ShadowDifferenceKindView::Rows,
            DifferenceKind::Calls => ShadowDifferenceKindView::Calls,
            DifferenceKind::Result => ShadowDifferenceKindView::Result,
            DifferenceKind::Error => ShadowDifferenceKindView::Error,
        };
        Self { action, phase, kind, before, after }
    }
}

impl From<ShadowResult> for ShadowMessageView {
    fn from(result: ShadowResult) -> Self {
        let ShadowResult { log_id, message_key, subject, received_at, verdict, error, differences } = result;
        let result = match verdict {
            Verdict::Broken => ShadowVerdictView::Broken,
            Verdict::Changed => ShadowVerdictView::Changed,
            Verdict::Unreadable => ShadowVerdictView::Unreadable,
            Verdict::Unchanged => ShadowVerdictView::Unchanged,
        };
        let differences = differences.into_iter().map(ShadowDifferenceView::from).collect();
        Self { log_id, message_key, subject, received_at, result, error, differences }
    }
}

impl From<ShadowReport> for ShadowRunView {
    fn from(report: ShadowReport) -> Self {
        Self {
            unchanged: report.count(Verdict::Unchanged),
            changed: report.count(Verdict::Changed),
            broken: report.count(Verdict::Broken),
            unreadable: report.count(Verdict::Unreadable),
            excluded: report.excluded,
            left_out: report.left_out,
            truncated: report.is_truncated,
            messages: report.results.into_iter().map(ShadowMessageView::from).collect(),
        }
    }
}

/// Try actions on old messages (shadow run)
///
/// Runs the actions over the newest messages of the log or of a folder, and reports for each message what would be different.
/// Nothing is sent, written or moved. Takes at most about a minute, one at a time for each watcher; it ends when the client
/// disconnects.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/shadow-run", tag = "Actions", params(("id" = i64, Path)), request_body = ShadowRunInput, responses(
    (status = 200, description = "What would be different", body = ShadowRunView),
    InvalidInput,
    NotFound,
    Conflict,
    ProviderFailed,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn run(
    _: Admin,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Json(input): Json<ShadowRunInput>,
) -> Result<axum::Json<ShadowRunView>, Problem> {
    let ShadowRunInput { actions, count, skip, folder } = input;
    let actions = actions.map(|actions| actions.into_iter().map(ActionInput::into_candidate).collect());
    let folder = folder.filter(|folder| !folder.trim().is_empty());
    let request =
        ShadowRequest { actions, count: count.unwrap_or(DEFAULT_COUNT), skip: skip.unwrap_or_default(), folder };
    Ok(axum::Json(app.watchers.admin().shadow_run(id, request).await?.into()))
}
