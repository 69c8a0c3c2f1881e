//! What goes over the wire: messages, folders and attachments as JSON and as mail.

pub(crate) mod attachment;
pub(crate) mod folder;
pub(crate) mod incoming;
pub(crate) mod message;
pub(crate) mod mime;

use jiff::Timestamp;

/// As Exchange writes times: whole seconds.
pub(crate) fn seconds(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// As subscriptions write them: seven digits.
pub(crate) fn seven_digits(at: Timestamp) -> String {
    format!("{}.{:07}Z", at.strftime("%Y-%m-%dT%H:%M:%S"), at.subsec_nanosecond() / 100)
}
