//! Tests a watcher before it is saved.

use super::fields;
use super::schema::WatcherInput;
use crate::access::Admin;
use crate::problem_responses::{AccessDenied, InvalidInput, ProviderFailed};
use crate::{App, Json, Problem};
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use stormwire_graph::MessageSummary;
use stormwire_watcher::admin::connection_check::CheckResult;
use utoipa::ToSchema;

/// The result of one check.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckResultView {
    /// What was checked.
    name: String,
    passed: bool,
    /// What was found, or what is wrong and how to fix it.
    message: String,
}

impl From<CheckResult> for CheckResultView {
    fn from(CheckResult { name, outcome }: CheckResult) -> Self {
        let passed = outcome.is_ok();
        Self { name, passed, message: outcome.unwrap_or_else(|error| error) }
    }
}

/// Test a watcher without saving it
///
/// Checks sign-in, folder, filing, push notifications and clock, and stops at the first check that fails. For push
/// notifications it creates a subscription at the provider and deletes it. An enabled watcher of the same folder is
/// Degraded while its last test failed.
#[utoipa::path(post, path = "/mailbox-watcher/test", tag = "Watchers", request_body = WatcherInput, responses(
    (status = 200, description = "The results, in order", body = [CheckResultView]),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn test(
    _: Admin,
    State(app): State<App>,
    Json(body): Json<Value>,
) -> Result<axum::Json<Vec<CheckResultView>>, Problem> {
    let results = app.watchers.admin().test_mailbox(&fields::read(body)?).await?;
    Ok(axum::Json(results.into_iter().map(CheckResultView::from).collect()))
}

/// A message in a folder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MessageView {
    message_key: String,
    subject: Option<String>,
    from_address: Option<String>,
    from_name: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    received_at: Option<Timestamp>,
}

impl From<MessageSummary> for MessageView {
    fn from(one: MessageSummary) -> Self {
        let (from_address, from_name) = one.from.map_or((None, None), |from| (Some(from.address), from.name));
        let message_key = one.key.as_str().to_owned();
        Self { message_key, subject: one.subject, from_address, from_name, received_at: one.received_at }
    }
}

/// List messages in the folder of a watcher
///
/// Returns up to 50, to try filters on. The watcher does not have to be saved.
#[utoipa::path(post, path = "/mailbox-watcher/messages", tag = "Watchers", request_body = WatcherInput, responses(
    (status = 200, description = "Messages, newest first", body = [MessageView]),
    InvalidInput,
    ProviderFailed,
    AccessDenied,
))]
pub(crate) async fn messages(
    _: Admin,
    State(app): State<App>,
    Json(body): Json<Value>,
) -> Result<axum::Json<Vec<MessageView>>, Problem> {
    let found = app.watchers.admin().recent_messages(&fields::read(body)?).await?;
    Ok(axum::Json(found.into_iter().map(MessageView::from).collect()))
}
