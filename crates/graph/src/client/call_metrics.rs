use crate::error::MailError;

/// Counts the result of a call.
pub(super) fn count_result<T>(call: &'static str, result: &Result<T, MailError>) {
    count(call, result.as_ref().map_or_else(MailError::metric_label, |_| "ok"));
}

/// Counts an attempt that is followed by another one.
pub(super) fn count_retry(call: &'static str) {
    count(call, "again");
}

fn count(call: &'static str, result: &'static str) {
    metrics::counter!("stormwire_provider_calls_total", "call" => call, "result" => result).increment(1);
}
