//! Runs a field on the records, with the code that reads mail.

use std::ops::Range;

use serde_json::Value;

use super::pattern_candidate::PatternBasis;
use crate::config::FieldSpec;
use crate::deadline::DeadlineCheck;
use crate::error::ExtractError;
use crate::field::{Field, FieldReading};
use crate::source::TextSource;

/// The records of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Records<'t> {
    pub(super) text: &'t str,
    pub(super) scopes: &'t [Range<usize>],
    pub(super) source: TextSource,
}

/// A candidate and how well it reads the records.
#[derive(Debug)]
pub(super) struct TestedField {
    pub(super) spec: FieldSpec,
    pub(super) field: Field,
    pub(super) basis: PatternBasis,
    /// From 0 to 1.
    pub(super) score: f64,
}

/// A value of one record.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RecordValue {
    pub(super) value: Value,
    /// In bytes of the record.
    pub(super) range: Range<usize>,
}

impl<'t> Records<'t> {
    pub(super) fn record(&self, index: usize) -> &'t str {
        self.scopes.get(index).and_then(|scope| self.text.get(scope.clone())).unwrap_or_default()
    }

    pub(super) fn first(&self, count: usize) -> Self {
        Self { scopes: self.scopes.get(..count.min(self.scopes.len())).unwrap_or_default(), ..*self }
    }

    /// The value in one record. `None` if the field does not match or its value is not valid.
    pub(super) fn read_one(&self, field: &Field, index: usize) -> Option<RecordValue> {
        read(field, self.record(index), self.source, &mut || false).ok().flatten()
    }

    /// The value in each record.
    pub(super) fn read_all(
        &self,
        field: &Field,
        is_expired: DeadlineCheck,
    ) -> Result<Vec<Option<RecordValue>>, ExtractError> {
        (0..self.scopes.len()).map(|index| read(field, self.record(index), self.source, is_expired)).collect()
    }
}

fn read(
    field: &Field,
    record: &str,
    source: TextSource,
    is_expired: DeadlineCheck,
) -> Result<Option<RecordValue>, ExtractError> {
    Ok(match field.read(record, source, is_expired)? {
        FieldReading::Value(value, range) => Some(RecordValue { value, range }),
        FieldReading::Unparseable { .. } | FieldReading::NotFound => None,
    })
}
