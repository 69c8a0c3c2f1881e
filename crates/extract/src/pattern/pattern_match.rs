//! The result of a search.

use std::ops::Range;

/// Byte ranges of the searched text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PatternMatch {
    pub(crate) whole: Range<usize>,
    /// The first group, or the whole match if the pattern has no group. `None` if the pattern has a group that did not take
    /// part in the match.
    pub(crate) value: Option<Range<usize>>,
}
