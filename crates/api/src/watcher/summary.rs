//! Message counts for the list of watchers.

use crate::access::Viewer;
use crate::problem_responses::AccessDenied;
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::collections::BTreeMap;
use stormwire_store::WatcherId;
use utoipa::ToSchema;

/// The messages of a watcher in the last 24 hours.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusCounts {
    #[schema(value_type = i64)]
    mailbox_watcher_job_id: WatcherId,
    /// Number of messages by status, with every status present.
    counts: BTreeMap<&'static str, i64>,
}

/// Count recent messages
///
/// Messages that each watcher detected in the last 24 hours, by status.
#[utoipa::path(get, path = "/mailbox-watcher/summary", tag = "Watchers", responses((status = 200, description = "One item for each watcher", body = [StatusCounts]), AccessDenied))]
pub(crate) async fn summary(_: Viewer, State(app): State<App>) -> Result<Json<Vec<StatusCounts>>, Problem> {
    let mut all: BTreeMap<WatcherId, BTreeMap<&'static str, i64>> = BTreeMap::new();
    for one in app.watchers.admin().count_recent_by_status().await? {
        all.entry(one.watcher_id).or_default().insert(one.status.name(), one.items);
    }
    let view = |(mailbox_watcher_job_id, counts)| StatusCounts { mailbox_watcher_job_id, counts };
    Ok(Json(all.into_iter().map(view).collect()))
}
