//! Processes one claimed message.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stormwire_store::queue::{self, Job};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::{LogId, WatcherId};

/// Puts notified and retried messages ahead of polled ones.
const URGENT: i64 = 1 << 40;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct MessageJob {
    #[serde(rename = "log")]
    pub(crate) log_id: LogId,
    /// By the names of their series.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) failures: BTreeMap<String, FailureCount>,
    /// Stored in columns of the queue, not in the payload.
    #[serde(skip)]
    lane: Option<String>,
    #[serde(skip)]
    priority: i64,
}

/// How often something has failed, and since when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FailureCount {
    pub(crate) count: u32,
    pub(crate) since: Timestamp,
}

impl MessageJob {
    /// Urgent messages first, then the newest.
    pub(crate) fn new(log_id: LogId, watcher_id: WatcherId, trigger: TriggerEvent, received_at: Timestamp) -> Self {
        let base = if trigger == TriggerEvent::Reconciliation { 0 } else { URGENT };
        let priority = base + received_at.as_second().clamp(0, URGENT - 1);
        Self { log_id, failures: BTreeMap::new(), lane: Some(lane(watcher_id)), priority }
    }

    /// The payload of an item that is in the queue.
    pub(crate) fn with_failures(log_id: LogId, failures: BTreeMap<String, FailureCount>) -> Self {
        Self { log_id, failures, lane: None, priority: 0 }
    }

    /// Before all mail, and the oldest first.
    pub(crate) fn of_status_event(log_id: LogId, watcher_id: WatcherId, at: Timestamp) -> Self {
        let priority = 2 * URGENT - 1 - at.as_second().clamp(0, URGENT - 1);
        Self { log_id, failures: BTreeMap::new(), lane: Some(lane(watcher_id)), priority }
    }

    pub(crate) fn key(log_id: LogId) -> String {
        log_id.to_string()
    }
}

impl Job for MessageJob {
    const KIND: &'static str = queue::MESSAGE_KIND;

    fn unique_key(&self) -> Option<String> {
        Some(Self::key(self.log_id))
    }

    fn lane(&self) -> Option<String> {
        self.lane.clone()
    }

    fn priority(&self) -> i64 {
        self.priority
    }
}

/// One lane per watcher, so that a watcher with many messages cannot occupy the whole process.
fn lane(watcher_id: WatcherId) -> String {
    format!("watcher {watcher_id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn payload_format_is_stable_and_urgent_messages_come_first() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let job = |trigger, second| MessageJob::new(LogId::new(7), WatcherId::new(3), trigger, at(second));
        let polled = job(TriggerEvent::Reconciliation, 2_000);
        assert_eq!(serde_json::to_value(&polled).unwrap(), json!({"log": 7}));
        assert_eq!(serde_json::from_value::<MessageJob>(json!({"log": 7})).unwrap().log_id, LogId::new(7));
        let count = FailureCount { count: 2, since: at(1) };
        let failing = MessageJob::with_failures(LogId::new(7), [("Filing".to_owned(), count.clone())].into());
        let stored = json!({"log": 7, "failures": {"Filing": {"count": 2, "since": "1970-01-01T00:00:01Z"}}});
        assert_eq!(serde_json::to_value(&failing).unwrap(), stored);
        assert_eq!(serde_json::from_value::<MessageJob>(stored).unwrap().failures["Filing"], count);
        assert_eq!((polled.unique_key().as_deref(), polled.lane().as_deref()), (Some("7"), Some("watcher 3")));
        assert!(polled.priority() > job(TriggerEvent::Reconciliation, 1_000).priority());
        assert!(job(TriggerEvent::Notification, 1).priority() > polled.priority());
        assert!(job(TriggerEvent::Manual, 1).priority() > polled.priority());
        let event = |second| MessageJob::of_status_event(LogId::new(7), WatcherId::new(3), at(second)).priority();
        assert!(event(1_000) > event(2_000) && event(2_000) > job(TriggerEvent::Notification, 2_000).priority());
    }
}
