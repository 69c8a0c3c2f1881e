//! Blocks that blank lines separate, and the whole message.

use super::candidate::LayoutCandidate;
use super::text_lines::TextLine;
use crate::preset;

/// A blank line of a forwarded mail has a `>`.
const QUOTED_PARAGRAPH: &str = r"(?:\A|\n[> \t]*\n)[>\s]*(?=[^\s>])";

/// Higher than that of records by their first words: if every paragraph is a record, one with other first words is one too.
const PARAGRAPHS_PREFERENCE: u32 = 60;

pub(super) fn candidates(lines: &[TextLine<'_>]) -> Vec<LayoutCandidate> {
    let is_quoted = lines.iter().any(|line| line.is_quoted);
    let start = if is_quoted { QUOTED_PARAGRAPH } else { preset::PARAGRAPH.start_pattern };
    vec![
        LayoutCandidate::open("Paragraphs", PARAGRAPHS_PREFERENCE, start),
        LayoutCandidate {
            may_filter: false,
            ..LayoutCandidate::open("Whole message", 1, preset::WHOLE_MESSAGE.start_pattern)
        },
    ]
}
