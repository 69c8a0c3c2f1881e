//! A watcher in a response.

use super::fields::with_process_existing;
use super::schema::WatcherFieldsSchema;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_lightning::ProblemText;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::{Health, WatcherFields};
use stormwire_watcher::admin::watchers::{LoopStatus, WatcherStatus};
use utoipa::ToSchema;

/// A watcher: its settings and its state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatcherView {
    #[schema(value_type = i64)]
    id: WatcherId,
    #[serde(flatten)]
    #[schema(value_type = WatcherFieldsSchema)]
    fields: WatcherFields,
    graph_subscription_id: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    subscription_expires_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_notification_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_renewed_at: Option<Timestamp>,
    /// Why creating or renewing the subscription failed; null after a success.
    last_subscription_error: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_message_received: Option<Timestamp>,
    #[schema(value_type = Option<String>)]
    last_message_status: Option<LogStatus>,
    /// `Live`, `Degraded`, `Polling` or `Disabled`.
    #[schema(value_type = String)]
    health: Health,
    /// Why the health is not `Live`; may be null.
    health_reason: Option<String>,
    /// Why the strikes of this watcher cannot be trusted, whatever its health is, and what to do; null if it feeds no strikes
    /// or they can be trusted.
    feed_problem: Option<FeedProblemView>,
    /// The background jobs of the watcher; empty while it is disabled.
    loops: Vec<LoopView>,
    /// Settings that an administrator should change, such as a sender that is not verified, and problems found while saving,
    /// such as a folder that could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// Why the strikes of a watcher cannot be trusted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeedProblem)]
pub(crate) struct FeedProblemView {
    reason: String,
    /// What an operator does about it. Whole sentences; may be empty.
    advice: String,
}

/// A background job of a watcher.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoopView {
    /// `Reconcile`, `Subscription` or `Listing`.
    name: &'static str,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure_at: Option<Timestamp>,
    /// The error at `lastFailureAt`.
    last_error: Option<String>,
    /// Next run; in the past while the job is running.
    #[schema(value_type = String, format = DateTime)]
    next_run_at: Timestamp,
}

impl From<LoopStatus> for LoopView {
    fn from(status: LoopStatus) -> Self {
        let LoopStatus { name, last_success_at, last_failure_at, last_error, next_run_at } = status;
        Self { name, last_success_at, last_failure_at, last_error, next_run_at }
    }
}

impl WatcherView {
    pub(super) fn new(status: WatcherStatus, problem: Option<&ProblemText>) -> Self {
        let WatcherStatus { watcher, health, loops, warnings } = status;
        Self {
            id: watcher.id,
            fields: with_process_existing(watcher.fields),
            graph_subscription_id: watcher.state.subscription_id,
            subscription_expires_at: watcher.state.subscription_expires_at,
            last_notification_at: watcher.state.last_notification_at,
            last_renewed_at: watcher.state.last_renewed_at,
            last_subscription_error: watcher.state.last_subscription_error,
            last_message_received: watcher.state.last_message_received,
            last_message_status: watcher.state.last_message_status,
            health: health.health,
            health_reason: health.reason,
            feed_problem: problem.cloned().map(|ProblemText { reason, advice }| FeedProblemView { reason, advice }),
            loops: loops.into_iter().map(LoopView::from).collect(),
            warnings,
        }
    }
}
