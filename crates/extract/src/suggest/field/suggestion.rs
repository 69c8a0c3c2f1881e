//! Tests the candidates for a marked value and returns the best.

use std::ops::Range;

use serde_json::Value;
use thiserror::Error;

use super::existing::keep_settings;
use super::marked_value::{MarkedValue, decode_markup};
use super::pattern_candidate::PatternCandidate;
use super::record_test::{RecordValue, Records, TestedField};
use super::selection::value_range;
use super::spec_options::{SpecOption, SpecOptions, spec_options};
use super::value_shape::{ValueKind, ValueShape, without_zone};
use super::{ambiguity, axis, by_cell, by_key, by_label, by_position};
use crate::config::{ConfigViolation, FieldSpec, SegmentSpec};
use crate::deadline::DeadlineCheck;
use crate::error::ExtractError;
use crate::field::Field;
use crate::html::inline_text;
use crate::segment::Segment;
use crate::source::TextSource;
use crate::suggest::limits::{MAX_RECORDS, MAX_TEXT_BYTES, first_part};

/// Candidates are compared on these many records. The best ones are then run on all.
const COMPARED_RECORDS: usize = 200;
const MAX_ALTERNATIVES: usize = 4;
const MAX_VALUES: usize = 5;
/// For phrases that share no word with the marked phrase. More than the difference between ways that need no label.
const UNRELATED_PENALTY: f64 = 0.2;

/// What a person has marked, and for which field.
#[derive(Debug, Clone)]
pub struct FieldRequest<'t> {
    pub text: &'t str,
    pub source: TextSource,
    pub segment: &'t SegmentSpec,
    /// The name of the field. Helps to recognize coordinates.
    pub name: &'t str,
    /// Byte range of the text.
    pub marked: Range<usize>,
    /// The time zone of the city, for times without an offset.
    pub zone: Option<&'t str>,
    /// The entry of `Fields` with this name, if there is one. Its settings are kept if they read the marked value.
    pub existing: Option<&'t Value>,
}

/// A field that reads the marked value, and the same value in other records.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldSuggestion {
    pub field: FieldSpec,
    /// The number of records.
    pub count: usize,
    /// The number of records in which the field has a valid value.
    pub found: usize,
    /// The first values.
    pub values: Vec<String>,
    pub alternatives: Vec<FieldAlternative>,
    pub warnings: Vec<String>,
}

/// Another way to read the marked value.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldAlternative {
    pub label: &'static str,
    pub field: FieldSpec,
    pub found: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FieldSuggestionError {
    #[error("the selection is empty; mark the value in one record")]
    EmptySelection,
    #[error("the selection is not inside a record; mark a value in one record")]
    OutsideRecords,
    #[error(
        "no pattern was found for the marked text; mark only the value, or type its Pattern, and for a time its Format"
    )]
    NoPattern,
    #[error("the segment is invalid")]
    InvalidSegment(Vec<ConfigViolation>),
    #[error(transparent)]
    Failed(ExtractError),
}

/// Suggests a field. Reads the first MiB and at most 10,000 records.
pub fn field(
    request: &FieldRequest<'_>,
    is_expired: &mut dyn FnMut() -> bool,
) -> Result<FieldSuggestion, FieldSuggestionError> {
    let text = first_part(request.text);
    let scopes = split(text, request.segment, is_expired)?;
    let records = Records { text, scopes: &scopes, source: request.source };
    let (own, marked) = marked_value(&records, request)?;
    let suggested = spec_options(request.name, &marked, request.zone, text);
    let SpecOptions { options, mut warnings } = match request.existing {
        Some(existing) => keep_settings(request.name, existing, &marked, suggested),
        None => suggested,
    };
    let mut tested: Vec<TestedField> = Vec::new();
    for candidate in candidates(&marked) {
        // A longer pattern of the same kind is no better than one that reads every record.
        let is_solved = |field: &TestedField| field.basis == candidate.basis && field.score >= candidate.basis.weight();
        if tested.iter().any(is_solved) {
            continue;
        }
        let marked_record = MarkedRecord { name: request.name, own, marked: &marked, options: &options };
        match test(&records, &candidate, &marked_record, is_expired) {
            Ok(found) => tested.extend(found),
            // Out of time: what was found so far is better than nothing.
            Err(_) if !tested.is_empty() => break,
            Err(error) => return Err(error),
        }
    }
    // Stable: of equal formats, the first one is the most likely.
    tested.sort_by(|a, b| {
        let by_form = || (a.basis, a.spec.pattern.len()).cmp(&(b.basis, b.spec.pattern.len()));
        b.score.total_cmp(&a.score).then_with(by_form)
    });
    let Some(best) = tested.first() else { return Err(FieldSuggestionError::NoPattern) };
    let values = records.read_all(&best.field, is_expired).map_err(FieldSuggestionError::Failed)?;
    warnings.extend(ambiguity::warnings(&records, best, &marked, &values));
    if request.text.len() > text.len() {
        warnings.push(format!("Only the first {MAX_TEXT_BYTES} bytes of the text were read."));
    }
    Ok(FieldSuggestion {
        field: best.spec.clone(),
        count: scopes.len(),
        found: values.iter().flatten().count(),
        values: values.iter().flatten().take(MAX_VALUES).map(|value| as_text(&value.value)).collect(),
        alternatives: alternatives(&records, &tested, is_expired),
        warnings,
    })
}

/// The marked value, where it is, and what it may be.
struct MarkedRecord<'a, 't> {
    /// Of the field, for errors.
    name: &'a str,
    own: usize,
    marked: &'a MarkedValue<'t>,
    options: &'a [SpecOption],
}

/// Runs a candidate with each option, if it finds the marked value.
fn test(
    records: &Records<'_>,
    candidate: &PatternCandidate,
    own: &MarkedRecord<'_, '_>,
    is_expired: DeadlineCheck,
) -> Result<Vec<TestedField>, FieldSuggestionError> {
    let is_reproduced =
        |field: &Field| records.read_one(field, own.own).is_some_and(|value| is_marked(&value, own.marked));
    let as_text = SpecOption::text().with_pattern(&candidate.pattern);
    let Some(text) = Field::compile(own.name, &as_text, &mut Vec::new()).filter(is_reproduced) else {
        return Ok(Vec::new());
    };
    let mut tested = Vec::new();
    for option in own.options {
        let spec = option.with_pattern(&candidate.pattern);
        let Some(field) = text.with_type_of(&spec).filter(is_reproduced) else { continue };
        let score = score(&records.first(COMPARED_RECORDS), &field, own.marked, is_expired)? * candidate.basis.weight();
        tested.push(TestedField { spec, field, basis: candidate.basis, score });
    }
    Ok(tested)
}

fn split(
    text: &str,
    segment: &SegmentSpec,
    is_expired: DeadlineCheck,
) -> Result<Vec<Range<usize>>, FieldSuggestionError> {
    let mut violations = Vec::new();
    let Some(segment) = Segment::compile(segment, &mut violations).filter(|_| violations.is_empty()) else {
        return Err(FieldSuggestionError::InvalidSegment(violations));
    };
    let found = segment.split(text, MAX_RECORDS, is_expired);
    match found.error {
        None | Some(ExtractError::TooManyRecords { .. }) => Ok(found.scopes),
        Some(error) => Err(FieldSuggestionError::Failed(error)),
    }
}

/// The index of the record with the marked value, and the value.
fn marked_value<'t>(
    records: &Records<'t>,
    request: &FieldRequest<'_>,
) -> Result<(usize, MarkedValue<'t>), FieldSuggestionError> {
    let Range { start, end } = request.marked;
    let raw = records.text.get(start..end).unwrap_or_default();
    if raw.trim().is_empty() {
        return Err(FieldSuggestionError::EmptySelection);
    }
    let (start, end) = (start + (raw.len() - raw.trim_start().len()), end - (raw.len() - raw.trim_end().len()));
    let own = records.scopes.iter().position(|scope| scope.start <= start && end <= scope.end);
    let own = own.ok_or(FieldSuggestionError::OutsideRecords)?;
    let record = records.record(own);
    let offset = records.scopes.get(own).map_or(0, |scope| scope.start);
    let range = value_range(record, start - offset..end - offset, request.source);
    let mut range = range.ok_or(FieldSuggestionError::EmptySelection)?;
    let text = record.get(range.clone()).unwrap_or_default();
    let label = axis::last_word(record.get(..range.start).unwrap_or_default());
    let is_coordinate = axis::coordinate_type(request.name).or_else(|| axis::coordinate_type(label)).is_some();
    let shape = match request.source {
        TextSource::Text => ValueShape::of(text, is_coordinate),
        TextSource::HtmlBody => ValueShape::of(&decode_markup(text), is_coordinate).in_markup(),
    };
    if matches!(shape.kind, ValueKind::Time(_)) {
        range.end = range.start + without_zone(text).len();
    }
    Ok((own, MarkedValue { record, range, shape, source: request.source }))
}

fn candidates(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let mut all = by_key::candidates(marked);
    all.extend(by_label::candidates(marked));
    all.extend(by_cell::candidates(marked));
    all.extend(by_position::candidates(marked));
    all.sort_by_key(|candidate| (candidate.basis, candidate.pattern.len()));
    let mut unique: Vec<PatternCandidate> = Vec::new();
    for candidate in all {
        if !unique.iter().any(|one| one.pattern == candidate.pattern) {
            unique.push(candidate);
        }
    }
    unique
}

/// In HTML, the value may include the markup around what was marked.
fn is_marked(value: &RecordValue, marked: &MarkedValue<'_>) -> bool {
    match marked.source {
        TextSource::Text => value.range == marked.range,
        TextSource::HtmlBody => {
            let is_around = value.range.start <= marked.range.start && marked.range.end <= value.range.end;
            let found = marked.record.get(value.range.clone()).unwrap_or_default();
            is_around && inline_text(found).trim() == marked.decoded().trim()
        }
    }
}

/// The share of the records that have a value, from 0 to 1.
fn score(
    records: &Records<'_>,
    field: &Field,
    marked: &MarkedValue<'_>,
    is_expired: DeadlineCheck,
) -> Result<f64, FieldSuggestionError> {
    let values = records.read_all(field, is_expired).map_err(FieldSuggestionError::Failed)?;
    let is_similar = |value: &&RecordValue| {
        marked.shape.kind != ValueKind::Text || is_similar(&as_text(&value.value), marked.text())
    };
    let similar = values.iter().flatten().filter(is_similar).count();
    let is_related = |value: &&RecordValue| shares_word(&as_text(&value.value), marked.text());
    let related = values.iter().flatten().filter(is_related).count();
    let share = |count: usize| {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let share = count as f64 / values.len().max(1) as f64;
        share
    };
    let is_phrase = marked.shape.kind == ValueKind::Text && marked.text().split_whitespace().nth(1).is_some();
    let unrelated = if is_phrase { share(values.len() - related) } else { 0.0 };
    Ok(share(similar) * (1.0 - UNRELATED_PENALTY * unrelated))
}

/// `Lightning Warning` is more likely than `On Sun` where `Lightning Alert` was marked.
fn shares_word(value: &str, marked: &str) -> bool {
    marked.split_whitespace().any(|word| value.split_whitespace().any(|other| other.eq_ignore_ascii_case(word)))
}

/// Every text is a valid string, so a text is compared with the marked one: about as long, on one line, with digits or without.
fn is_similar(value: &str, marked: &str) -> bool {
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let is_short = value.chars().count() <= 2 * marked.chars().count() + 20;
    !value.is_empty()
        && is_short
        && has_digit(value) == has_digit(marked)
        && value.contains('\n') == marked.contains('\n')
}

/// The best candidate of each other basis.
fn alternatives(records: &Records<'_>, tested: &[TestedField], is_expired: DeadlineCheck) -> Vec<FieldAlternative> {
    let mut seen: Vec<&str> = tested.first().map(|best| best.basis.label()).into_iter().collect();
    let mut found = Vec::new();
    for field in tested.iter().skip(1) {
        if found.len() == MAX_ALTERNATIVES || seen.contains(&field.basis.label()) {
            continue;
        }
        seen.push(field.basis.label());
        let Ok(values) = records.read_all(&field.field, is_expired) else { break };
        let count = values.iter().flatten().count();
        found.push(FieldAlternative { label: field.basis.label(), field: field.spec.clone(), found: count });
    }
    found
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
