//! Runs a field on the records, with the code that reads mail.

use std::ops::Range;

use serde_json::Value;

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

    /// The value in one record. `None` if the field does not compile, does not match or its value is not valid.
    pub(super) fn read_one(&self, spec: &FieldSpec, index: usize) -> Option<RecordValue> {
        let field = Field::compile("F", spec, &mut Vec::new())?;
        read(&field, self.record(index), self.source, &mut || false).ok().flatten()
    }

    /// The value in each record.
    pub(super) fn read_all(
        &self,
        spec: &FieldSpec,
        is_expired: DeadlineCheck,
    ) -> Result<Vec<Option<RecordValue>>, ExtractError> {
        let Some(field) = Field::compile("F", spec, &mut Vec::new()) else { return Ok(vec![None; self.scopes.len()]) };
        (0..self.scopes.len()).map(|index| read(&field, self.record(index), self.source, is_expired)).collect()
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
