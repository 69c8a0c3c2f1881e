//! The records that one thread has read.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::error::ExtractError;
use crate::span::ByteSpan;
use crate::stray::StrikeEvidence;

/// What a run collects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExtractionDetail {
    Records,
    /// Records, the location of each value, and missing values.
    RecordsAndSpans,
}

/// A field without a value, by the indexes of record and field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MissIndex {
    pub(crate) record: usize,
    pub(crate) field: usize,
}

#[derive(Debug, Default)]
pub(crate) struct RecordBatch {
    /// The index of the first record of this batch in the whole text.
    pub(crate) first_record: usize,
    pub(crate) items: Vec<Map<String, Value>>,
    pub(crate) spans: Vec<ByteSpan>,
    pub(crate) misses: Vec<MissIndex>,
    pub(crate) strikes: StrikeEvidence,
    /// The location of each field of the last record. Kept here so that its memory is reused.
    pub(crate) field_spans: Vec<Option<Range<usize>>>,
    /// The first error of the batch.
    pub(crate) error: Option<ExtractError>,
    /// True if the error stopped the run before the last record.
    pub(crate) is_stopped: bool,
}

impl RecordBatch {
    pub(crate) fn failed(error: ExtractError) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// The index of the record that is read next.
    pub(crate) fn next_record(&self) -> usize {
        self.first_record + self.items.len()
    }

    /// Joins batches as if one thread had read them all and stopped at the first that was stopped.
    pub(crate) fn join(batches: Vec<Self>) -> Self {
        let mut batches = batches.into_iter();
        let mut joined = batches.next().unwrap_or_default();
        for batch in batches {
            if joined.is_stopped {
                break;
            }
            joined.items.extend(batch.items);
            joined.spans.extend(batch.spans);
            joined.misses.extend(batch.misses);
            joined.strikes.extend(batch.strikes);
            joined.is_stopped = batch.is_stopped;
            joined.error = if batch.is_stopped { batch.error } else { joined.error.or(batch.error) };
        }
        joined
    }
}
