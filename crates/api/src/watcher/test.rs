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
use stormwire_watcher::admin::connection_check::Finding;
use utoipa::ToSchema;

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
        Self { what, good, words: found.unwrap_or_else(|error| error) }
    }
}

/// Try what a watcher would do, without saving it: sign-in, folder, putting away, subscriptions, clock. Stops at the first
/// that fails.
#[utoipa::path(post, path = "/mailbox-watcher/test", tag = "Watchers", request_body = WatcherInput, responses(
    (status = 200, description = "Step by step", body = [FindingView]),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn test(
    _: Admin,
    State(app): State<App>,
    Json(body): Json<Value>,
) -> Result<axum::Json<Vec<FindingView>>, Problem> {
    let findings = app.watchers.admin().try_watcher(&fields::read(body)?).await;
    Ok(axum::Json(findings.into_iter().map(FindingView::from).collect()))
}

/// A message that lies in a folder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GlanceView)]
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

/// The newest messages (up to 50) in the folder that a watcher would watch: what its filters can be tried on.
#[utoipa::path(post, path = "/mailbox-watcher/messages", tag = "Watchers", request_body = WatcherInput, responses(
    (status = 200, description = "Newest first", body = [MessageView]),
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
