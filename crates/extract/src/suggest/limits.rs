//! Bounds on the text that suggestions are made from.

/// Enough to see how a vendor writes.
pub const MAX_TEXT_BYTES: usize = 1024 * 1024;
/// Records that a suggestion is tested on.
pub(super) const MAX_RECORDS: usize = 10_000;

/// The part of a text that is used.
pub(super) fn first_part(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_TEXT_BYTES.min(text.len()))).unwrap_or_default()
}
