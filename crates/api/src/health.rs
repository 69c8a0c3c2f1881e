//! Liveness and readiness.

use crate::problem::ProblemView;
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use std::time::Duration;
use stormwire_clock::within;
use stormwire_store::queue;

/// A load balancer must get its response also if the database hangs.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Liveness {
    #[schema(example = "alive")]
    status: &'static str,
    /// Version of stormwire.
    version: &'static str,
}

/// Check liveness
///
/// Returns 200 as long as the process runs.
#[utoipa::path(get, path = "/healthz", tag = "Operating", responses((status = 200, description = "The process runs", body = Liveness)))]
pub(crate) async fn healthz() -> Json<Liveness> {
    Json(Liveness { status: "alive", version: env!("CARGO_PKG_VERSION") })
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Readiness {
    #[schema(example = "ready")]
    status: &'static str,
    checks: ReadinessChecks,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ReadinessChecks {
    /// The database can be read.
    #[schema(example = "ok")]
    database: &'static str,
    /// Background jobs are running.
    #[schema(example = "ok")]
    queue: &'static str,
    /// The key file can be read.
    #[schema(example = "ok")]
    key: &'static str,
}

/// Check readiness
///
/// Returns 503 if the database or the key file cannot be read, the disk is full, or background jobs are not running.
#[utoipa::path(get, path = "/readyz", tag = "Operating", responses(
    (status = 200, description = "Ready", body = Readiness),
    (status = 503, description = "Not ready; `errors` lists the failed checks", body = ProblemView, content_type = "application/problem+json"),
))]
pub(crate) async fn readyz(State(app): State<App>) -> Result<Json<Readiness>, Problem> {
    let mut problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not ready").with_retry_after(5);
    let mut has_failed = false;
    if !is_database_up(&app).await {
        (problem, has_failed) = (problem.with_field("database", "not reachable"), true);
    }
    if app.store.is_disk_full() {
        (problem, has_failed) = (problem.with_field("disk", "full; nothing can be stored until space is freed"), true);
    }
    if !app.heartbeat.is_queue_moving(app.clock.now()) {
        (problem, has_failed) = (problem.with_field("queue", "background jobs are not running"), true);
    }
    if let Err(error) = app.secrets.check() {
        tracing::warn!(%error, "cannot read the key file");
        (problem, has_failed) = (problem.with_field("key", "cannot read the key file"), true);
    }
    if has_failed {
        Err(problem)
    } else {
        Ok(Json(Readiness { status: "ready", checks: ReadinessChecks { database: "ok", queue: "ok", key: "ok" } }))
    }
}

async fn is_database_up(app: &App) -> bool {
    let query = async { queue::summary(&mut app.store.reader().await?).await };
    match within(app.clock.as_ref(), DATABASE_TIMEOUT, query).await {
        Some(Ok(_)) => true,
        Some(Err(error)) => {
            tracing::warn!(%error, "database not reachable");
            false
        }
        None => {
            tracing::warn!("database not reachable: no response in time");
            false
        }
    }
}
