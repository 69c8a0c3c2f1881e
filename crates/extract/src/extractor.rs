//! Runs a compiled configuration on a text: segmentation, filter, fields, errors.
//!
//! [`Extractor::extract`] is for the workflow and fails on the first error. [`Extractor::preview`] is for previews and returns
//! everything it found, with the error.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::config::{ConfigViolation, ExtractConfig};
use crate::deadline::DeadlineCheck;
use crate::error::ExtractError;
use crate::extraction::{Extraction, ExtractionPreview, MissingValue};
use crate::field::{Field, FieldReading};
use crate::heads::misplaced_heads;
use crate::limits::ExtractLimits;
use crate::parallel::run_in_parts;
use crate::quote::{line_number, lines_of, quote};
use crate::record_batch::{ExtractionDetail, MissIndex, RecordBatch};
use crate::segment::{FilteredScopes, Segment, UnreadStarts};
use crate::source::TextSource;
use crate::span::{ByteSpan, RecordSpan, UnreadKind, UnreadSpan, ValueSpan};
use crate::stray::{SearchedText, StrikeReader, find_strays};

/// With fewer records, starting threads costs more than it saves.
const MIN_RECORDS_FOR_THREADS: usize = 2_000;

/// A text can have many more; nobody reads them all.
const MAX_POSSIBLE_STRIKES: usize = 10_000;

/// How many records show whether values are read from the first line of the next record.
const MAX_RECORDS_WITH_HEADS: usize = 100;

/// A compiled configuration.
#[derive(Debug, Clone)]
pub struct Extractor {
    segment: Segment,
    fields: Vec<Field>,
    /// A record in which every field is null.
    null_record: Map<String, Value>,
    /// Set if the fields are those of a strike.
    strike_reader: Option<StrikeReader>,
    /// Fail if start matches or possible strikes are not read.
    is_strict: bool,
    limits: ExtractLimits,
}

/// What is read, and how.
#[derive(Debug, Clone, Copy)]
struct RunInput<'t> {
    text: &'t str,
    source: TextSource,
    mode: ExtractionDetail,
}

/// Where the records of a text are, as byte ranges.
#[derive(Debug, Default)]
struct RecordScopes {
    ranges: Vec<Range<usize>>,
    unread: UnreadStarts,
    /// What looks like a strike and is not read.
    possible_strikes: Vec<Range<usize>>,
    /// First lines of records that the record before reads.
    misplaced_heads: Vec<Range<usize>>,
}

impl RecordScopes {
    fn unread_count(&self) -> usize {
        self.unread.count + self.possible_strikes.len() + self.misplaced_heads.len()
    }
}

impl Extractor {
    /// Compiles a configuration. Each violation names the key that does not compile.
    pub fn new(config: &ExtractConfig) -> Result<Self, Vec<ConfigViolation>> {
        let mut violations = Vec::new();
        let segment = Segment::compile(&config.segment, &mut violations);
        let fields: Vec<Option<Field>> =
            config.fields.iter().map(|(name, spec)| Field::compile(name, spec, &mut violations)).collect();
        match (segment, fields.into_iter().collect::<Option<Vec<Field>>>()) {
            (Some(segment), Some(fields)) if violations.is_empty() => {
                let null_record = fields.iter().map(|field| (field.name().to_owned(), Value::Null)).collect();
                let strike_reader = StrikeReader::new(config);
                let (is_strict, limits) = (config.op.strict, ExtractLimits::default());
                Ok(Self { segment, fields, null_record, strike_reader, is_strict, limits })
            }
            _ => Err(violations),
        }
    }

    /// Replaces the default limits.
    #[must_use]
    pub fn with_limits(self, limits: ExtractLimits) -> Self {
        Self { limits, ..self }
    }

    /// Extracts the records of a text.
    ///
    /// `is_expired` is called before each search. Once it returns true, the extraction fails with an error that names the
    /// pattern that was about to run. A running search is not interrupted; the bounds on patterns keep it short.
    pub fn extract(
        &self,
        text: &str,
        source: TextSource,
        is_expired: &mut dyn FnMut() -> bool,
    ) -> Result<Extraction, ExtractError> {
        let (scopes, batch) = self.run(RunInput { text, source, mode: ExtractionDetail::Records }, is_expired);
        match batch.error {
            Some(error) => Err(error),
            None => Ok(Extraction { count: batch.items.len(), items: batch.items, unread: scopes.unread_count() }),
        }
    }

    /// Extracts as much as possible and reports the location of each value and what is missing.
    pub fn preview(&self, text: &str, source: TextSource, is_expired: &mut dyn FnMut() -> bool) -> ExtractionPreview {
        let (scopes, batch) = self.run(RunInput { text, source, mode: ExtractionDetail::RecordsAndSpans }, is_expired);
        let read_scopes = scopes.ranges.get(..batch.items.len()).unwrap_or_default();
        let field_names: Vec<&str> = self.fields.iter().map(Field::name).collect();
        let misses = batch.misses.iter().filter_map(|miss| {
            let field = self.fields.get(miss.field)?;
            Some(MissingValue {
                record: miss.record,
                field: field.name().to_owned(),
                pattern: field.pattern().to_owned(),
            })
        });
        let starts = UnreadSpan::in_utf16(text, &scopes.unread.ranges, UnreadKind::Start);
        let strikes = UnreadSpan::in_utf16(text, &scopes.possible_strikes, UnreadKind::PossibleStrike);
        let heads = UnreadSpan::in_utf16(text, &scopes.misplaced_heads, UnreadKind::HeadOfNext);
        let mut unread: Vec<UnreadSpan> = starts.chain(strikes).chain(heads).collect();
        unread.sort_by_key(|span| span.start);
        ExtractionPreview {
            misses: misses.collect(),
            scopes: RecordSpan::in_utf16(text, read_scopes),
            spans: ValueSpan::in_utf16(text, &batch.spans, &field_names),
            unread,
            items: batch.items,
            error: batch.error,
        }
    }

    /// Returns the scopes of all records and what was read in them, up to the first error that stops the run.
    fn run(&self, input: RunInput<'_>, is_expired: DeadlineCheck) -> (RecordScopes, RecordBatch) {
        let bytes = input.text.len();
        if bytes > self.limits.text_bytes {
            let error = ExtractError::TextTooLong { bytes, limit: self.limits.text_bytes };
            return (RecordScopes::default(), RecordBatch::failed(error));
        }
        let FilteredScopes { scopes, filtered, unread, outside, mut dropped, error } =
            self.segment.split(input.text, self.limits.records, is_expired);
        let segment_error = error
            .or_else(|| self.segment.header_error(input.text))
            .or_else(|| scopes.is_empty().then(|| self.segment.no_records_error(filtered)))
            .or_else(|| self.strict_error(input.text, &unread));
        if let (Some(error), ExtractionDetail::Records) = (&segment_error, input.mode) {
            return (RecordScopes::default(), RecordBatch::failed(error.clone()));
        }
        let threads = if scopes.len() < MIN_RECORDS_FOR_THREADS { 1 } else { self.limits.threads };
        let batches = run_in_parts(scopes.len(), threads, is_expired, |part, is_expired| {
            let first_record = part.start;
            self.read_batch(input, scopes.get(part).unwrap_or_default(), first_record, is_expired)
        });
        let mut batch = RecordBatch::join(batches);
        if let (Some(error), false) = (segment_error, batch.is_stopped) {
            // The segmentation error is more important than a missing field in a record before it.
            batch.error = Some(error);
        }
        let mut scopes = RecordScopes { ranges: scopes, unread, ..RecordScopes::default() };
        if batch.error.is_none() || input.mode == ExtractionDetail::RecordsAndSpans {
            // A record in which every field is found is dropped on purpose, such as one of another kind.
            dropped.retain(|scope| !self.reads_every_field(input, scope, is_expired));
            let (text, unread_starts) = (input.text, scopes.unread.ranges.as_slice());
            let searched =
                SearchedText { text, scopes: &scopes.ranges, outside: &outside, dropped: &dropped, unread_starts };
            let error = match self.possible_strikes(searched, &mut batch, is_expired) {
                Ok(found) => {
                    scopes.possible_strikes = found;
                    scopes.misplaced_heads = self.misplaced_heads(input, &scopes.ranges, is_expired);
                    let head_error = || self.strict_head_error(text, &scopes.misplaced_heads);
                    self.strict_stray_error(text, &scopes.possible_strikes).or_else(head_error)
                }
                Err(error) => Some(error),
            };
            batch.error = batch.error.or(error);
        }
        (scopes, batch)
    }

    fn reads_every_field(&self, input: RunInput<'_>, scope: &Range<usize>, is_expired: DeadlineCheck) -> bool {
        let input = RunInput { mode: ExtractionDetail::RecordsAndSpans, ..input };
        let read = self.read_batch(input, std::slice::from_ref(scope), 0, is_expired);
        read.error.is_none() && read.misses.is_empty()
    }

    /// What looks like a strike and is in no field and in no start match that is reported already.
    fn possible_strikes(
        &self,
        searched: SearchedText<'_>,
        batch: &mut RecordBatch,
        is_expired: DeadlineCheck,
    ) -> Result<Vec<Range<usize>>, ExtractError> {
        if self.strike_reader.is_none() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for stray in find_strays(searched, &mut batch.strikes).into_iter().take(MAX_POSSIBLE_STRIKES) {
            if !self.segment.is_ignored(lines_of(searched.text, &stray), is_expired)? {
                found.push(stray);
            }
        }
        Ok(found)
    }

    /// The first lines of records that the record before has, if it reads a value there or no field is configured yet.
    fn misplaced_heads(
        &self,
        input: RunInput<'_>,
        scopes: &[Range<usize>],
        is_expired: DeadlineCheck,
    ) -> Vec<Range<usize>> {
        let heads = if input.source == TextSource::Text { misplaced_heads(input.text, scopes) } else { Vec::new() };
        if heads.is_empty() || self.fields.is_empty() {
            return heads;
        }
        let first = scopes.get(..scopes.len().min(MAX_RECORDS_WITH_HEADS)).unwrap_or_default();
        let input = RunInput { mode: ExtractionDetail::RecordsAndSpans, ..input };
        let is_in_head = |span: &ByteSpan| {
            let after = heads.partition_point(|head| head.start <= span.start);
            after.checked_sub(1).and_then(|before| heads.get(before)).is_some_and(|head| span.start < head.end)
        };
        let is_read = self.read_batch(input, first, 0, is_expired).spans.iter().any(is_in_head);
        if is_read { heads } else { Vec::new() }
    }

    fn strict_head_error(&self, text: &str, heads: &[Range<usize>]) -> Option<ExtractError> {
        let first = heads.first().filter(|_| self.is_strict)?;
        Some(ExtractError::MisplacedHeads { first_line: line_number(text, first.start), text: quote(text, first) })
    }

    fn strict_stray_error(&self, text: &str, possible_strikes: &[Range<usize>]) -> Option<ExtractError> {
        let first = possible_strikes.first().filter(|_| self.is_strict)?;
        let (count, first_line) = (possible_strikes.len(), line_number(text, first.start));
        Some(ExtractError::PossibleStrikes { count, first_line, text: quote(text, first) })
    }

    fn strict_error(&self, text: &str, unread: &UnreadStarts) -> Option<ExtractError> {
        let first = unread.ranges.first().filter(|_| self.is_strict)?;
        Some(ExtractError::Unread { count: unread.count, first_line: line_number(text, first.start) })
    }

    /// Reads some of the records. `first_record` is the index of the first of them.
    fn read_batch(
        &self,
        input: RunInput<'_>,
        scopes: &[Range<usize>],
        first_record: usize,
        is_expired: DeadlineCheck,
    ) -> RecordBatch {
        let items = Vec::with_capacity(scopes.len());
        let mut batch = RecordBatch { first_record, items, ..RecordBatch::default() };
        for scope in scopes {
            if let Err(error) = self.read_record(input, scope, &mut batch, is_expired) {
                batch.error = Some(error);
                batch.is_stopped = true;
                break;
            }
        }
        batch
    }

    fn read_record(
        &self,
        input: RunInput<'_>,
        scope: &Range<usize>,
        batch: &mut RecordBatch,
        is_expired: DeadlineCheck,
    ) -> Result<(), ExtractError> {
        let record = batch.next_record();
        let scope_text = input.text.get(scope.clone()).unwrap_or_default();
        let mut item = self.null_record.clone();
        let mut spans = std::mem::take(&mut batch.field_spans);
        spans.clear();
        for (index, (field, slot)) in self.fields.iter().zip(item.values_mut()).enumerate() {
            let reading = field.read(scope_text, input.source, is_expired)?;
            if self.strike_reader.is_some() {
                spans.push(reading.range().map(|range| scope.start + range.start..scope.start + range.end));
            }
            if input.mode == ExtractionDetail::RecordsAndSpans {
                batch.spans.extend(reading.range().map(|range| ByteSpan {
                    record,
                    field: index,
                    start: scope.start + range.start,
                    end: scope.start + range.end,
                }));
                if !matches!(reading, FieldReading::Value(..)) {
                    batch.misses.push(MissIndex { record, field: index });
                }
            }
            match reading {
                FieldReading::Value(value, _) => *slot = value,
                no_value => {
                    batch.error = batch.error.take().or_else(|| field.missing_value_error(record, no_value));
                }
            }
        }
        batch.items.push(item);
        if let Some(reader) = self.strike_reader {
            reader.add_record(input.text, scope, &mut spans, &mut batch.strikes);
        }
        batch.field_spans = spans;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
