//! The body of a webhook request.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_graph::{MAX_NOTIFICATIONS, NotificationEvent, parse_notifications};

fuzz_target!(|body: &[u8]| {
    let Ok(notifications) = parse_notifications(body) else { return };
    assert!((1..=MAX_NOTIFICATIONS).contains(&notifications.len()));
    for notification in notifications {
        assert!(notification.subscription.is_none_or(|id| !id.as_str().is_empty()));
        if let NotificationEvent::Created(key) = notification.event {
            assert!(!key.as_str().is_empty(), "a message without a key cannot be fetched");
        }
    }
});
