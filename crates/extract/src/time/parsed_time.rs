//! The time in a text, before the time zone is applied.

use jiff::Timestamp;
use jiff::civil::DateTime;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParsedTime {
    /// The text has an offset.
    Instant(Timestamp),
    /// The text has no offset.
    Local(DateTime),
}
