//! The response of a shadow run: what differs first, within a size that a browser can show.

use super::difference::{Comparison, Difference, Verdict};
use super::messages::MessageSource;
use jiff::Timestamp;
use stormwire_store::LogId;

/// Of all differences together, as JSON.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// The outcome for one message.
pub(super) enum TriedMessage {
    Compared(ShadowResult),
    /// The filters of the watcher exclude it.
    Excluded,
    OutOfTime,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ShadowResult {
    /// `None` if the log does not know the message.
    pub log_id: Option<LogId>,
    pub message_key: String,
    pub subject: Option<String>,
    pub received_at: Option<Timestamp>,
    pub verdict: Verdict,
    /// Why the tried actions fail, or why the message could not be read.
    pub error: Option<String>,
    pub differences: Vec<Difference>,
}

impl ShadowResult {
    pub(super) fn new(source: MessageSource, comparison: Comparison) -> Self {
        let MessageSource { log, message_key, subject, received_at } = source;
        let Comparison { verdict, error, differences } = comparison;
        Self { log_id: log.map(|log| log.id), message_key, subject, received_at, verdict, error, differences }
    }

    pub(super) fn unreadable(source: MessageSource, error: String) -> Self {
        Self::new(source, Comparison { verdict: Verdict::Unreadable, error: Some(error), differences: Vec::new() })
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct ShadowReport {
    /// Broken ones first, then changed, unreadable and unchanged ones; each newest first.
    pub results: Vec<ShadowResult>,
    /// Messages that the filters of the watcher exclude.
    pub excluded: usize,
    /// Messages that were not tried, because the time was up.
    pub left_out: usize,
    /// Whether differences were left out, because there are too many.
    pub is_truncated: bool,
}

impl ShadowReport {
    pub(super) fn new(tried: Vec<TriedMessage>) -> Self {
        let mut report = Self { results: Vec::new(), excluded: 0, left_out: 0, is_truncated: false };
        for one in tried {
            match one {
                TriedMessage::Compared(result) => report.results.push(result),
                TriedMessage::Excluded => report.excluded += 1,
                TriedMessage::OutOfTime => report.left_out += 1,
            }
        }
        report.results.sort_by_key(|result| result.verdict);
        report.truncate(MAX_BYTES);
        report
    }

    pub fn count(&self, verdict: Verdict) -> usize {
        self.results.iter().filter(|result| result.verdict == verdict).count()
    }

    fn truncate(&mut self, max_bytes: usize) {
        let mut bytes = 0;
        for result in &mut self.results {
            bytes += result.differences.iter().map(Difference::size).sum::<usize>();
            if bytes > max_bytes {
                self.is_truncated = true;
                result.differences.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::difference::DifferenceKind;
    use super::*;
    use serde_json::json;

    fn result(key: &str, verdict: Verdict, differences: Vec<Difference>) -> TriedMessage {
        let source = MessageSource { log: None, message_key: key.into(), subject: None, received_at: None };
        TriedMessage::Compared(ShadowResult::new(source, Comparison { verdict, error: None, differences }))
    }

    fn difference(bytes: usize) -> Difference {
        let after = json!("x".repeat(bytes));
        Difference { action: "a".into(), phase: 1, kind: DifferenceKind::Result, before: json!(null), after }
    }

    #[test]
    fn what_differs_comes_first_and_is_counted() {
        let tried = vec![
            result("a", Verdict::Unchanged, Vec::new()),
            TriedMessage::Excluded,
            result("b", Verdict::Unreadable, Vec::new()),
            result("c", Verdict::Changed, Vec::new()),
            TriedMessage::OutOfTime,
            result("d", Verdict::Broken, Vec::new()),
            result("e", Verdict::Changed, Vec::new()),
        ];
        let report = ShadowReport::new(tried);
        let keys: Vec<&str> = report.results.iter().map(|result| result.message_key.as_str()).collect();
        assert_eq!(keys, ["d", "c", "e", "b", "a"]);
        assert_eq!((report.count(Verdict::Changed), report.excluded, report.left_out), (2, 1, 1));
        assert!(!report.is_truncated);
    }

    #[test]
    fn too_many_differences_are_left_out_but_counted() {
        let tried = (0..5).map(|number| result(&number.to_string(), Verdict::Changed, vec![difference(100)]));
        let mut report = ShadowReport::new(tried.collect());
        report.truncate(250);
        let shown = report.results.iter().filter(|result| !result.differences.is_empty()).count();
        assert_eq!((shown, report.count(Verdict::Changed), report.is_truncated), (2, 5, true));
    }
}
