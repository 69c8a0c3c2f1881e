//! Compares what two lists of actions would do with one message, or what one would do with what the log recorded. Pure.

use serde_json::{Map, Value, json};
use std::collections::HashMap;
use stormwire_store::tables::workflow::{Step, StepStatus};
use stormwire_workflow::{DryRun, PhaseEnd, StepReport, sorted_text};

/// Of one side of a difference, as JSON.
const MAX_VALUE_BYTES: usize = 8 * 1024;
/// Of one message.
const MAX_DIFFERENCES: usize = 50;
const SQL_ACTION: &str = "Sql";

/// Worst first, as people look at them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The tried actions fail, and the others did not.
    Broken,
    Changed,
    /// The message could not be fetched.
    Unreadable,
    Unchanged,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceKind {
    /// What an action put into the context, such as extracted records.
    Records,
    /// Rows that an action would write.
    Rows,
    /// What an action would send.
    Calls,
    /// Only the result for the log.
    Result,
    Error,
}

/// Without what both sides have in common. Null if there is nothing on that side.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The name of the action.
    pub action: String,
    /// 1 or 2.
    pub phase: i32,
    pub kind: DifferenceKind,
    pub before: Value,
    pub after: Value,
}

impl Difference {
    /// As JSON, roughly.
    pub(super) fn size(&self) -> usize {
        self.action.len() + self.before.to_string().len() + self.after.to_string().len()
    }
}

/// The outcome for one message.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Comparison {
    pub(super) verdict: Verdict,
    /// Why the tried actions fail.
    pub(super) error: Option<String>,
    pub(super) differences: Vec<Difference>,
}

/// What the log knows about a message.
pub(super) struct RecordedRun {
    /// False if it is being processed, so that there is nothing to compare with.
    pub(super) has_ended: bool,
    pub(super) error: Option<String>,
    pub(super) steps: Vec<Step>,
}

impl Comparison {
    fn new(failed_before: bool, error: Option<String>, mut differences: Vec<Difference>) -> Self {
        differences.truncate(MAX_DIFFERENCES);
        let verdict = match (&error, differences.is_empty()) {
            (Some(_), _) if !failed_before => Verdict::Broken,
            (_, true) => Verdict::Unchanged,
            (_, false) => Verdict::Changed,
        };
        Self { verdict, error, differences }
    }

    /// For a message that neither a list of actions nor the log has an earlier result for.
    pub(super) fn without_baseline(tried: &DryRun) -> Self {
        Self::new(false, error_of(tried), Vec::new())
    }
}

pub(super) fn compare(stored: &DryRun, tried: &DryRun) -> Comparison {
    let (before, after) = (stored.reports().collect::<Vec<_>>(), tried.reports().collect::<Vec<_>>());
    Comparison::new(error_of(stored).is_some(), error_of(tried), compare_steps(&before, &after))
}

/// The log has no records and no requests, only results. What depends on the rows of today is not compared.
pub(super) fn compare_with_log(recorded: &RecordedRun, tried: &DryRun) -> Comparison {
    if !recorded.has_ended {
        return Comparison::without_baseline(tried);
    }
    let error = error_of(tried);
    let mut differences = Vec::new();
    if let (Some(before), None) = (&recorded.error, &error) {
        differences.push(Difference {
            action: String::new(),
            phase: 1,
            kind: DifferenceKind::Error,
            before: limited(json!(before)),
            after: Value::Null,
        });
    }
    for report in tried.reports().filter(|report| report.effects.is_empty() && report.action_type != SQL_ACTION) {
        let same = |step: &&Step| step.name == report.name && step.action_type == report.action_type;
        let before = recorded.steps.iter().find(same).filter(|step| step.status == StepStatus::Success);
        if let (Some(before), Ok(after)) = (before.and_then(|step| step.result.as_ref()), &report.outcome)
            && before != after
        {
            let (before, after) = (limited(result_value(before)), limited(result_value(after)));
            differences.push(difference(report, DifferenceKind::Result, before, after));
        }
    }
    Comparison::new(recorded.error.is_some(), error, differences)
}

fn error_of(run: &DryRun) -> Option<String> {
    match &run.end {
        PhaseEnd::Failed(error) => Some(error.clone()),
        PhaseEnd::Done | PhaseEnd::Ended => None,
    }
}

fn compare_steps(before: &[&StepReport], after: &[&StepReport]) -> Vec<Difference> {
    let pairs = pair_steps(before, after);
    pairs.into_iter().flat_map(|pair| compare_pair(pair.before, pair.after)).collect()
}

/// A step of each list, or of one of them.
struct StepPair<'a> {
    before: Option<&'a StepReport>,
    after: Option<&'a StepReport>,
}

/// By name and type; a step that was renamed is found by its type.
fn pair_steps<'a>(before: &[&'a StepReport], after: &[&'a StepReport]) -> Vec<StepPair<'a>> {
    let mut rest: Vec<&StepReport> = before.to_vec();
    let has_name = |steps: &[&StepReport], one: &StepReport| steps.iter().any(|step| step.name == one.name);
    let mut pairs = Vec::new();
    for step in after {
        let is_of_type = |one: &&StepReport| one.action_type == step.action_type;
        let by_name = rest.iter().position(|one| is_of_type(one) && one.name == step.name);
        let found = by_name.or_else(|| {
            let is_renamed = !has_name(before, step);
            rest.iter().position(|one| is_renamed && is_of_type(one) && !has_name(after, one))
        });
        pairs.push(StepPair { before: found.map(|index| rest.remove(index)), after: Some(*step) });
    }
    pairs.extend(rest.into_iter().map(|step| StepPair { before: Some(step), after: None }));
    pairs
}

fn compare_pair(before: Option<&StepReport>, after: Option<&StepReport>) -> Vec<Difference> {
    let Some(shown) = after.or(before) else { return Vec::new() };
    let mut differences = Vec::new();
    let outputs = |step: Option<&StepReport>| {
        let step = step.filter(|step| !step.outputs.is_empty());
        step.map(|step| Value::Object(step.outputs.clone())).unwrap_or_default()
    };
    if let Some(sides) = distinct_parts(&outputs(before), &outputs(after)) {
        differences.push(sides.into_difference(shown, DifferenceKind::Records));
    }
    let kind = if shown.action_type == SQL_ACTION { DifferenceKind::Rows } else { DifferenceKind::Calls };
    let effect = |step: Option<&StepReport>, index: usize| {
        let effect = step.and_then(|step| step.effects.get(index));
        effect.map(|effect| effect.request.clone()).unwrap_or_default()
    };
    let count = [before, after].into_iter().flatten().map(|step| step.effects.len()).max().unwrap_or(0);
    for index in 0..count {
        if let Some(sides) = distinct_parts(&effect(before, index), &effect(after, index)) {
            differences.push(sides.into_difference(shown, kind));
        }
    }
    let error = |step: Option<&StepReport>| json!(step.and_then(|step| step.outcome.as_ref().err()));
    if error(before) != error(after) {
        let (before, after) = (limited(error(before)), limited(error(after)));
        differences.push(difference(shown, DifferenceKind::Error, before, after));
    }
    let result = |step: Option<&StepReport>| {
        step.and_then(|step| step.outcome.as_ref().ok()).map(|text| result_value(text)).unwrap_or_default()
    };
    if differences.is_empty() && result(before) != result(after) {
        let (before, after) = (limited(result(before)), limited(result(after)));
        differences.push(difference(shown, DifferenceKind::Result, before, after));
    }
    differences
}

fn difference(step: &StepReport, kind: DifferenceKind, before: Value, after: Value) -> Difference {
    Difference { action: step.name.clone(), phase: step.phase.number(), kind, before, after }
}

/// A result is a text, or JSON with counts.
fn result_value(text: &str) -> Value {
    serde_json::from_str::<Map<String, Value>>(text).map_or_else(|_| json!(text), Value::Object)
}

struct Sides {
    before: Value,
    after: Value,
}

impl Sides {
    fn into_difference(self, step: &StepReport, kind: DifferenceKind) -> Difference {
        difference(step, kind, limited(self.before), limited(self.after))
    }
}

/// What the sides do not have in common: of objects the keys that differ, of lists the entries that only one side has. `None`
/// if they are equal.
fn distinct_parts(before: &Value, after: &Value) -> Option<Sides> {
    if before == after {
        return None;
    }
    Some(match (before, after) {
        (Value::Object(one), Value::Object(other)) => distinct_keys(one, other),
        (Value::Array(one), Value::Array(other)) => distinct_entries(one, other),
        _ => Sides { before: before.clone(), after: after.clone() },
    })
}

fn distinct_keys(before: &Map<String, Value>, after: &Map<String, Value>) -> Sides {
    let (mut only_before, mut only_after) = (Map::new(), Map::new());
    let added = after.keys().filter(|key| !before.contains_key(*key));
    for key in before.keys().chain(added) {
        let (one, other) = match (before.get(key), after.get(key)) {
            (Some(one), Some(other)) => match distinct_parts(one, other) {
                Some(sides) => (Some(sides.before), Some(sides.after)),
                None => continue,
            },
            (one, other) => (one.cloned(), other.cloned()),
        };
        only_before.extend(one.map(|value| (key.clone(), value)));
        only_after.extend(other.map(|value| (key.clone(), value)));
    }
    Sides { before: only_before.into(), after: only_after.into() }
}

/// Entries that only moved are shown as they are on both sides, because their order is the difference.
fn distinct_entries(before: &[Value], after: &[Value]) -> Sides {
    let (only_before, only_after) = (only_in(before, after), only_in(after, before));
    if only_before.is_empty() && only_after.is_empty() {
        return Sides { before: before.into(), after: after.into() };
    }
    Sides { before: only_before.into(), after: only_after.into() }
}

/// An entry that one list has twice and the other once counts as one more.
fn only_in(one: &[Value], other: &[Value]) -> Vec<Value> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for value in other {
        *counts.entry(sorted_text(value)).or_default() += 1;
    }
    let is_more = |value: &&Value| match counts.get_mut(&sorted_text(value)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    one.iter().filter(is_more).cloned().collect()
}

/// A large value becomes the start of its text.
fn limited(value: Value) -> Value {
    let text = value.to_string();
    if text.len() <= MAX_VALUE_BYTES {
        return value;
    }
    json!(format!("{}…", &text[..text.floor_char_boundary(MAX_VALUE_BYTES)]))
}

#[cfg(test)]
mod tests;
