//! A proposal that is not tested yet.

use crate::config::SegmentSpec;

const LINE_END: &str = r"\n";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LayoutCandidate {
    pub(super) name: String,
    pub(super) segment: SegmentSpec,
    /// Decides between candidates that separate the text equally well. Higher is better.
    pub(super) preference: u32,
    /// If a filter may be added to skip a header, a greeting or a footer.
    pub(super) may_filter: bool,
}

impl LayoutCandidate {
    /// Records that end where the next one starts.
    pub(super) fn open(name: impl Into<String>, preference: u32, start: impl Into<String>) -> Self {
        let segment =
            SegmentSpec { start_pattern: start.into(), close_pattern: None, filter: None, ignore: None, header: None };
        Self { name: name.into(), segment, preference, may_filter: true }
    }

    /// Records of one line each. The end of the line ends the record, so text below the last one is not part of it.
    pub(super) fn line(name: impl Into<String>, preference: u32, start: impl Into<String>) -> Self {
        Self::open(name, preference, start).closed_by(LINE_END)
    }

    /// True if each record is one line.
    pub(super) fn is_line(&self) -> bool {
        self.segment.close_pattern.as_deref() == Some(LINE_END)
    }

    pub(super) fn closed_by(mut self, close: &str) -> Self {
        self.segment.close_pattern = Some(close.to_owned());
        self
    }

    pub(super) fn filtered_by(&self, filter: &str) -> Self {
        let mut filtered = self.clone();
        filtered.segment.filter = Some(filter.to_owned());
        filtered
    }
}
