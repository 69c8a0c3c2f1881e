//! The numbers beside the list of watchers.

use crate::access::Viewer;
use crate::problem_responses::AccessDenied;
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// How many messages of a watcher came to what.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TallyView)]
pub(crate) struct StatusCounts {
    mailbox_watcher_job_id: i64,
    /// By status; every status is there.
    counts: BTreeMap<String, i64>,
}

/// How many messages of each watcher were detected in the last 24 hours, by status.
#[utoipa::path(get, path = "/mailbox-watcher/summary", tag = "Watchers", responses((status = 200, description = "One for each watcher", body = [StatusCounts]), AccessDenied))]
pub(crate) async fn summary(_: Viewer, State(app): State<App>) -> Result<Json<Vec<StatusCounts>>, Problem> {
    let mut all: BTreeMap<i64, BTreeMap<String, i64>> = BTreeMap::new();
    for one in app.watch.tally().await? {
        all.entry(one.job_id).or_default().insert(one.status, one.items);
    }
    let view = |(mailbox_watcher_job_id, counts)| StatusCounts { mailbox_watcher_job_id, counts };
    Ok(Json(all.into_iter().map(view).collect()))
}
