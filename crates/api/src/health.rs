//! Liveness and readiness.

use crate::problem::ProblemView;
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::queue;

/// The queue counts as stuck when the dispatcher has not reached it for this long.
const MAX_SILENCE: Duration = Duration::from_secs(15);

/// The process lives.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Alive {
    #[schema(example = "alive")]
    status: &'static str,
    /// Of stormwire.
    version: &'static str,
}

/// Answers as long as the process lives.
#[utoipa::path(get, path = "/healthz", tag = "Operating", responses((status = 200, description = "The process lives", body = Alive)))]
pub(crate) async fn healthz() -> Json<Alive> {
    Json(Alive { status: "alive", version: env!("CARGO_PKG_VERSION") })
}

/// Everything that is needed works.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Ready {
    #[schema(example = "ready")]
    status: &'static str,
    checks: Checks,
}

/// What was looked at.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Checks {
    /// Rows can be read.
    #[schema(example = "ok")]
    database: &'static str,
    /// Background work is being taken.
    #[schema(example = "ok")]
    queue: &'static str,
    /// The key file can be read.
    #[schema(example = "ok")]
    key: &'static str,
}

/// Answers 200 when the database can be read and background work is being taken, else 503 with what is missing.
#[utoipa::path(get, path = "/readyz", tag = "Operating", responses(
    (status = 200, description = "Ready to work", body = Ready),
    (status = 503, description = "Not ready; `errors` says what is missing", body = ProblemView, content_type = "application/problem+json"),
))]
pub(crate) async fn readyz(State(app): State<App>) -> Result<Json<Ready>, Problem> {
    let mut problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not ready").with_retry_after(5);
    let mut missing = false;
    if !is_database_up(&app).await {
        (problem, missing) = (problem.with_field("database", "it does not answer"), true);
    }
    if !is_queue_moving(app.heartbeat.last(), app.clock.now()) {
        (problem, missing) = (problem.with_field("queue", "background work is not being taken"), true);
    }
    if let Err(error) = app.secrets.check() {
        tracing::warn!(%error, "the key file cannot be read");
        (problem, missing) = (problem.with_field("key", "the key file cannot be read"), true);
    }
    if missing {
        Err(problem)
    } else {
        Ok(Json(Ready { status: "ready", checks: Checks { database: "ok", queue: "ok", key: "ok" } }))
    }
}

async fn is_database_up(app: &App) -> bool {
    let query = async { queue::summary(&mut app.store.reader().await?).await };
    match query.await {
        Ok(_) => true,
        Err(error) => {
            tracing::warn!(%error, "the database does not answer");
            false
        }
    }
}

fn is_queue_moving(last: Option<Timestamp>, now: Timestamp) -> bool {
    last.is_some_and(|at| at >= earlier(now, MAX_SILENCE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_not_reached_for_15_seconds_is_stuck() {
        let at = |text: &str| text.parse().unwrap();
        let now = at("2026-05-01T12:00:15Z");
        assert!(is_queue_moving(Some(at("2026-05-01T12:00:00Z")), now));
        assert!(!is_queue_moving(Some(at("2026-05-01T11:59:59Z")), now));
        assert!(!is_queue_moving(None, now));
    }
}
