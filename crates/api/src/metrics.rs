//! Metrics for Prometheus: counters of this process, and the queue in the database.

use crate::access::Viewer;
use crate::problem_responses::AccessDenied;
use crate::{App, Problem};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use std::fmt::Write;
use stormwire_store::queue::{self, QueueSummary};

/// Get metrics
///
/// In Prometheus text format.
#[utoipa::path(get, path = "/metrics", tag = "Operating", responses(
    (status = 200, description = "Metrics", body = String, content_type = "text/plain"),
    AccessDenied,
))]
pub(crate) async fn metrics(_: Viewer, State(app): State<App>) -> Result<impl IntoResponse, Problem> {
    let rows = queue::summary(&mut app.store.reader().await?).await?;
    let text = (app.counters)() + &queue_lines(&rows);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text))
}

/// Written here rather than kept as gauges, so that a kind without rows disappears.
fn queue_lines(rows: &[QueueSummary]) -> String {
    let mut text =
        String::from("# HELP stormwire_queue_items Items in the queue.\n# TYPE stormwire_queue_items gauge\n");
    for row in rows {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "stormwire_queue_items{{kind=\"{}\",state=\"{}\"}} {}", row.kind, row.state, row.items);
    }
    text
}
