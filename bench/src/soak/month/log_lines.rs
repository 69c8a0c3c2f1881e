//! The lines that a process logs at WARN or above. Each kind must have a cause. Pure.

use serde_json::Value;
use std::collections::BTreeMap;

/// The start of a message, and why it may be logged.
const EXPECTED: [(&str, &str); 17] = [
    ("delta state lost, listing the folder from the start", "delta state lost"),
    ("cannot create or renew the subscription", "throttled, or the process was killed while it created one"),
    ("deleting an orphaned subscription", "the process was killed while it created one"),
    ("cannot remove the working folder of the previous run", "the process was killed"),
    ("job failed; will retry", "throttled, or the database restarted"),
    ("cannot read the queue", "the database restarted"),
    ("cannot maintain queue leases", "the database restarted"),
    ("cannot release item", "the database restarted"),
    ("database write failed; will retry", "the database restarted"),
    ("cannot exchange hints with other processes", "the database restarted"),
    ("loop ended; restarting", "the database restarted"),
    ("the strike feed is unhealthy", "the clock jumped, and the next poll was due"),
    ("error occurred while testing the connection on-release", "the database restarted"),
    ("error returned from test_before_acquire", "the database restarted"),
    ("error while processing row", "the database restarted"),
    ("terminating connection due to immediate shutdown command", "the database restarted"),
    ("acquired connection, but time to acquire exceeded slow threshold", "the database restarted"),
];

/// The number of lines by message. A line that is not JSON counts as a message: a panic is one. The last line is not complete
/// if the process was killed while it wrote it.
pub(super) fn count_lines(text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    for line in whole.lines().filter(|line| !line.is_empty()) {
        let parsed: Value = serde_json::from_str(line).unwrap_or_default();
        let message = parsed["message"].as_str().unwrap_or(line);
        *counts.entry(message.to_owned()).or_default() += 1;
    }
    counts
}

/// `None`: nobody knows why the line is there.
pub(super) fn cause_of(message: &str) -> Option<&'static str> {
    EXPECTED.iter().find(|(start, _)| message.starts_with(start)).map(|(_, cause)| *cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_message_and_panics_have_no_cause() {
        let text = "{\"level\":\"WARN\",\"message\":\"job failed; will retry\",\"error\":\"a\"}\n\
                    {\"level\":\"WARN\",\"message\":\"job failed; will retry\",\"error\":\"b\"}\n\
                    thread 'main' panicked\n{\"level\":\"WA";
        let counts = count_lines(text);
        let counts: Vec<(&str, usize)> = counts.iter().map(|(message, count)| (message.as_str(), *count)).collect();
        assert_eq!(counts, [("job failed; will retry", 2), ("thread 'main' panicked", 1)]);
        assert!(cause_of("job failed; will retry").is_some() && cause_of("thread 'main' panicked").is_none());
    }
}
