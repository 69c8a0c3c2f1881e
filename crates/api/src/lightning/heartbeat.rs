//! The sign of life of a program that loads strikes itself.

use crate::access::Operator;
use crate::problem_responses::{AccessDenied, Conflict};
use crate::{App, Problem};
use axum::extract::State;
use axum::http::StatusCode;

/// Report that an external loader of strikes is alive
///
/// For `lightning.feed = "external"`: the feed is healthy while the newest strike or the last heartbeat is at most
/// `lightning.external_minutes` old. Send a heartbeat after each run that read its source successfully, also if there was no
/// strike.
#[utoipa::path(post, path = "/lightning-strikes/heartbeat", tag = "Lightning", responses(
    (status = 204, description = "Recorded"),
    AccessDenied,
    Conflict,
))]
pub(crate) async fn heartbeat(_: Operator, State(app): State<App>) -> Result<StatusCode, Problem> {
    if !app.lightning.has_external_loader() {
        let detail = "lightning.feed is not \"external\", so a heartbeat has no effect; set it in the configuration";
        return Err(Problem::new(StatusCode::CONFLICT, detail));
    }
    app.lightning.record_heartbeat().await?;
    Ok(StatusCode::NO_CONTENT)
}
