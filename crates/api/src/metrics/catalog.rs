//! Every metric, with its type and meaning. `docs/guide/reference/metrics.md`, the dashboard and the alert rules in
//! `packaging/monitoring` are compared with this list by tests.

/// A metric that `/metrics` may contain.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    pub name: &'static str,
    pub kind: MetricKind,
    /// One line.
    pub help: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub enum MetricKind {
    Counter,
    Gauge,
    /// With the upper limits of its buckets, in seconds.
    Histogram(&'static [f64]),
}

impl MetricKind {
    /// As in Prometheus' text format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }
}

/// Time to compute something.
const COMPUTATION: &[f64] = &[0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0];
/// Time that a client waits.
const REQUEST: &[f64] = &[0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Time between two steps of a message.
const MESSAGE: &[f64] = &[0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0];

const fn counter(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: MetricKind::Counter, help }
}

const fn gauge(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: MetricKind::Gauge, help }
}

const fn histogram(name: &'static str, buckets: &'static [f64], help: &'static str) -> Metric {
    Metric { name, kind: MetricKind::Histogram(buckets), help }
}

pub const METRICS: &[Metric] = &[
    // Messages
    counter("stormwire_detections_total", "Messages claimed, by trigger."),
    histogram(
        "stormwire_received_to_claimed_seconds",
        MESSAGE,
        "From when the mailbox received a message until it was claimed.",
    ),
    histogram(
        "stormwire_received_to_stored_seconds",
        MESSAGE,
        "From when the mailbox received an email until its strikes were stored.",
    ),
    histogram(
        "stormwire_stored_to_shown_seconds",
        MESSAGE,
        "From when strikes were stored until a response could contain them.",
    ),
    histogram(
        "stormwire_received_to_shown_seconds",
        MESSAGE,
        "Time to alarm: from when the mailbox received an email until a response could contain its strikes.",
    ),
    histogram("stormwire_claimed_to_success_seconds", MESSAGE, "From the claim of a message until Success."),
    counter("stormwire_resumes_total", "Messages that continued by themselves after a crash."),
    // Lightning
    gauge("stormwire_feed_healthy", "1 if the lightning feed is healthy, 0 if not, -1 if nothing feeds strikes."),
    gauge("stormwire_strikes_in_memory", "Strikes held in memory."),
    histogram("stormwire_lightning_evaluation_seconds", COMPUTATION, "Time to compute the status of all facilities."),
    counter(
        "stormwire_status_events_total",
        "Changes of the status of facilities that this process recorded, by cause.",
    ),
    counter("stormwire_push_notifications_total", "Web Push notifications of this process, by result."),
    counter("stormwire_lightning_responses_total", "Responses of the lightning routes, from the cache or computed."),
    // Event sinks
    counter("stormwire_sink_attempts_total", "Attempts to deliver an event to a sink, by sink and result."),
    gauge("stormwire_sink_waiting", "Events that wait for a sink."),
    gauge("stormwire_sink_oldest_waiting_seconds", "Age of the oldest event that waits for a sink; 0 if none does."),
    // Mail provider
    counter("stormwire_provider_calls_total", "Calls to Microsoft Graph, by call and result."),
    gauge("stormwire_subscription_expiry_timestamp_seconds", "When the subscription of a watcher expires."),
    gauge("stormwire_watcher_healthy", "1 if a watcher is Live or Polling, 0 if Degraded, -1 if disabled."),
    // Queue
    gauge("stormwire_queue_items", "Items in the queue, by kind and state."),
    gauge("stormwire_queue_earliest_due_timestamp_seconds", "When the earliest item of a kind and state is due."),
    counter("stormwire_queue_runs_total", "Queue items that ran, by kind and result."),
    counter("stormwire_loop_restarts_total", "Internal loops that ended unexpectedly and were restarted."),
    // Other processes on PostgreSQL
    gauge(
        "stormwire_hints_connected",
        "Whether hints of other processes on the PostgreSQL database are received, 1 or 0.",
    ),
    counter("stormwire_hints_total", "Hints exchanged with other processes, by direction."),
    // HTTP
    histogram(
        "stormwire_http_request_duration_seconds",
        REQUEST,
        "Time until the head of the response, by method, route and status. Without cached lightning responses.",
    ),
    counter("stormwire_anonymous_rejected_total", "Requests rejected by server.anonymous_per_second."),
    counter("stormwire_requests_rejected_total", "Requests rejected because too many are in progress."),
    gauge("stormwire_streams_open", "Open event streams."),
    counter("stormwire_streams_rejected_total", "Event streams rejected because too many are open."),
    counter("stormwire_streams_lagged_total", "Event streams closed because the client read too slowly."),
    counter("stormwire_computations_rejected_total", "Status requests with their own parameters that waited too long."),
    counter("stormwire_sign_ins_failed_total", "Failed sign-ins."),
    counter("stormwire_webhooks_rejected_total", "Webhook calls that are not from the mail provider, or too large."),
    counter("stormwire_connections_rejected_total", "Connections closed because too many are open."),
    counter("stormwire_connections_timed_out_total", "Connections whose client was too slow, by limit."),
    counter("stormwire_tls_handshakes_failed_total", "Connections that ended before TLS was established."),
    // Service
    gauge("stormwire_build_info", "1, with version and commit as labels."),
    gauge("stormwire_database_up", "1 if the database can be read, 0 if not."),
    counter("stormwire_heartbeat_calls_total", "Calls of heartbeat.url, by result."),
    // Process
    counter("process_cpu_seconds_total", "Processor time of this process."),
    gauge("process_resident_memory_bytes", "Memory of this process in RAM."),
    gauge("process_virtual_memory_bytes", "Address space of this process."),
    gauge("process_open_fds", "Open files and sockets."),
    gauge("process_max_fds", "The limit of open files and sockets."),
    gauge("process_threads", "Threads of this process."),
    gauge("process_start_time_seconds", "When this process started."),
];
