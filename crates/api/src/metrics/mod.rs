//! Metrics for Prometheus: those of this process, and the queue in the database.

mod catalog;
#[cfg(test)]
mod catalog_tests;

pub use catalog::{METRICS, Metric, MetricKind};

use crate::access::MetricsReader;
use crate::problem_responses::AccessDenied;
use crate::{App, Problem};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use std::fmt::Write;
use stormwire_store::StoreError;
use stormwire_store::queue::{self, QueueSummary};

/// Get metrics
///
/// In Prometheus text format. Any role, or the token in the file `metrics.token_file`.
#[utoipa::path(get, path = "/metrics", tag = "Operating", responses(
    (status = 200, description = "Metrics", body = String, content_type = "text/plain"),
    AccessDenied,
))]
pub(crate) async fn metrics(_: MetricsReader, State(app): State<App>) -> Result<impl IntoResponse, Problem> {
    let mut text = (app.counters)();
    // The process reports its other metrics while the database is down.
    let queue = read_queue(&app).await.inspect_err(|error| tracing::warn!(%error, "database not reachable"));
    write_metric(&mut text, "stormwire_database_up", [(String::new(), f64::from(u8::from(queue.is_ok())))]);
    // Written here rather than kept as gauges, so that a kind without rows disappears.
    let rows = queue.unwrap_or_default();
    let labels = |row: &QueueSummary| format!("{{kind=\"{}\",state=\"{}\"}}", row.kind, row.state);
    #[expect(clippy::cast_precision_loss, reason = "metrics are floating-point numbers")]
    let items = rows.iter().map(|row| (labels(row), row.items as f64));
    write_metric(&mut text, "stormwire_queue_items", items);
    let due = rows.iter().map(|row| (labels(row), row.earliest_due_at.0.as_duration().as_secs_f64()));
    write_metric(&mut text, "stormwire_queue_earliest_due_timestamp_seconds", due);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text))
}

async fn read_queue(app: &App) -> Result<Vec<QueueSummary>, StoreError> {
    queue::summary(&mut app.store.reader().await?).await
}

/// Appends a metric of the catalog in text format, one line for each `{labels}` and value.
///
/// # Panics
/// If the catalog has no such metric.
pub fn write_metric(text: &mut String, name: &str, samples: impl IntoIterator<Item = (String, f64)>) {
    let metric = METRICS.iter().find(|metric| metric.name == name).expect("the catalog has every metric");
    // Writing to a String cannot fail.
    let _ = write!(text, "# HELP {name} {}\n# TYPE {name} {}\n", metric.help, metric.kind.name());
    for (labels, value) in samples {
        let _ = writeln!(text, "{name}{labels} {value}");
    }
}
