//! The state of the service, for administrators.

use crate::access::Viewer;
use crate::problem_responses::AccessDenied;
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_store::QueueItemId;
use stormwire_store::queue::{self, ListedItem, QueueState, QueueSummary};
use stormwire_store::tables::system;
use utoipa::ToSchema;

const MAX_FAILED_ITEMS: u32 = 50;

/// How much of a kind of work is in a state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueueView {
    kind: String,
    /// `Ready`, `Leased` or `Dead`.
    #[schema(value_type = String)]
    state: QueueState,
    items: i64,
    #[schema(value_type = String, format = DateTime)]
    earliest_due_at: Timestamp,
}

impl From<QueueSummary> for QueueView {
    fn from(QueueSummary { kind, state, items, earliest_due_at }: QueueSummary) -> Self {
        Self { kind, state, items, earliest_due_at: earliest_due_at.0 }
    }
}

/// Work that was given up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GivenUpView)]
pub(crate) struct FailedItemView {
    #[schema(value_type = i64)]
    id: QueueItemId,
    kind: String,
    key: Option<String>,
    attempts: i32,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure_at: Option<Timestamp>,
    last_error: Option<String>,
}

impl From<ListedItem> for FailedItemView {
    fn from(one: ListedItem) -> Self {
        let last_failure_at = one.last_failure_at.map(|at| at.0);
        let ListedItem { id, kind, unique_key: key, attempts, last_error, .. } = one;
        Self { id, kind, key, attempts, last_failure_at, last_error }
    }
}

/// The database as it names itself.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DatabaseView {
    version: String,
    /// On disk.
    bytes: i64,
}

/// The service about itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SystemView {
    /// Of stormwire.
    version: &'static str,
    /// By the service's clock.
    #[schema(value_type = String, format = DateTime)]
    now: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    started_at: Timestamp,
    /// Where the provider calls.
    notification_url: String,
    database: DatabaseView,
    queue: Vec<QueueView>,
    /// At most 50.
    given_up: Vec<FailedItemView>,
}

/// Versions, database and queue.
#[utoipa::path(get, path = "/system", tag = "Operating", responses((status = 200, description = "As it is", body = SystemView), AccessDenied))]
pub(crate) async fn get(_: Viewer, State(app): State<App>) -> Result<Json<SystemView>, Problem> {
    let mut conn = app.store.reader().await?;
    let system::DatabaseInfo { version, bytes } = system::database(&mut conn).await?;
    let queue = queue::summary(&mut conn).await?;
    let given_up = queue::list(&mut conn, Some(QueueState::Dead), MAX_FAILED_ITEMS).await?;
    Ok(Json(SystemView {
        version: env!("CARGO_PKG_VERSION"),
        now: app.clock.now(),
        started_at: app.watchers.started_at(),
        notification_url: app.watchers.notification_url().to_owned(),
        database: DatabaseView { version, bytes },
        queue: queue.into_iter().map(QueueView::from).collect(),
        given_up: given_up.into_iter().map(FailedItemView::from).collect(),
    }))
}
