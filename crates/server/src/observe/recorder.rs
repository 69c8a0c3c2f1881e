//! Records the metrics of this process and renders them for Prometheus.

use super::process::write_process_metrics;
use crate::version::{COMMIT, VERSION};
use anyhow::Result;
use jiff::Timestamp;
use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use metrics_util::MetricKindMask;
use std::sync::Arc;
use std::time::Duration;
use stormwire_api::{METRICS, MetricKind, write_metric};
use stormwire_clock::Clock;

/// Gauges are written by periodic jobs, which another service on the same database may have taken over, or whose watcher
/// was deleted. Then the last value is not true any more.
const GAUGE_LIFETIME: Duration = Duration::from_mins(2);
/// Between two merges of recorded durations. Without them every duration would be kept until somebody reads the metrics.
const MERGE_INTERVAL: Duration = Duration::from_secs(5);

pub(crate) struct MetricsRecorder {
    handle: PrometheusHandle,
    started_at: Timestamp,
}

impl MetricsRecorder {
    /// Records everything that this process measures from now on.
    pub(crate) fn install(started_at: Timestamp) -> Result<Self> {
        let mut builder = PrometheusBuilder::new().idle_timeout(MetricKindMask::GAUGE, Some(GAUGE_LIFETIME));
        for metric in METRICS {
            if let MetricKind::Histogram(buckets) = metric.kind {
                builder = builder.set_buckets_for_metric(Matcher::Full(metric.name.to_owned()), buckets)?;
            }
        }
        let handle = builder.install_recorder()?;
        for metric in METRICS {
            match metric.kind {
                MetricKind::Counter => describe_counter!(metric.name, metric.help),
                MetricKind::Gauge => describe_gauge!(metric.name, metric.help),
                MetricKind::Histogram(_) => describe_histogram!(metric.name, metric.help),
            }
        }
        Ok(Self { handle, started_at })
    }

    /// In Prometheus' text format.
    pub(crate) fn render(&self) -> String {
        let mut text = self.handle.render();
        let labels = format!("{{version=\"{VERSION}\",commit=\"{COMMIT}\"}}");
        write_metric(&mut text, "stormwire_build_info", [(labels, 1.0)]);
        write_process_metrics(&mut text, self.started_at);
        text
    }

    /// Runs until it is dropped.
    pub(crate) async fn merge_periodically(self: Arc<Self>, clock: Arc<dyn Clock>) {
        loop {
            clock.sleep(MERGE_INTERVAL).await;
            self.handle.run_upkeep();
        }
    }
}
