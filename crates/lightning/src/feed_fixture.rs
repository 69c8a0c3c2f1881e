//! A healthy watcher for tests of the feed.

use super::delivery::DeliveryFacts;
use super::feed::FeedSource;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::WatcherId;
use stormwire_store::tables::watcher::WatcherKind;

pub(super) fn now() -> Timestamp {
    "2026-05-01T12:00:00Z".parse().unwrap()
}

pub(super) fn ago(seconds: u64) -> Timestamp {
    earlier(now(), Duration::from_secs(seconds))
}

pub(super) fn healthy_source() -> FeedSource {
    FeedSource {
        id: WatcherId::new(1),
        name: "Storm".into(),
        kind: WatcherKind::Mailbox,
        last_checked_at: Some(ago(10)),
        last_check_failed_at: None,
        interval: Duration::from_mins(5),
        clock_difference_ms: Some(200),
        failed: None,
        unfinished: Vec::new(),
        newest_batch: None,
        poll_error_kind: None,
        delivery: DeliveryFacts::default(),
    }
}
