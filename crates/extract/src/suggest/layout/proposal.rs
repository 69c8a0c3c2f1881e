//! Runs the candidates and sorts them.

use std::cmp::Reverse;
use std::ops::Range;

use super::candidate::LayoutCandidate;
use super::filter::Filters;
use super::rank::{good_records, score};
use super::text_lines::text_lines;
use super::{delimited, key_value, line_shape, markup, paragraphs};
use crate::config::SegmentSpec;
use crate::deadline::DeadlineCheck;
use crate::segment::Segment;
use crate::source::TextSource;
use crate::suggest::evidence::Evidence;
use crate::suggest::limits::{MAX_RECORDS, first_part};

/// More proposals do not help a person to choose.
const MAX_LAYOUTS: usize = 8;
const MAX_SAMPLES: usize = 3;
const MAX_SAMPLE_CHARS: usize = 200;

/// A way to split a text into records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutSuggestion {
    pub name: String,
    pub segment: SegmentSpec,
    /// The number of records in the text.
    pub count: usize,
    /// The first records, cut off if long.
    pub samples: Vec<String>,
    /// To compare suggestions for several texts of one message. Higher is better.
    pub rank: u32,
}

/// A candidate and what it gives.
struct TestedLayout {
    candidate: LayoutCandidate,
    scopes: Vec<Range<usize>>,
    score: f64,
}

impl TestedLayout {
    /// The score in percent decides; the preference decides between equal scores.
    fn rank(&self) -> u32 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the score is between 0 and 1")]
        let percent = (self.score.clamp(0.0, 1.0) * 100.0).round() as u32;
        percent * 1_000 + self.candidate.preference
    }

    /// Where the records begin, without white space. Layouts with the same positions are the same for a person.
    fn record_starts(&self, text: &str) -> Vec<usize> {
        let start = |scope: &Range<usize>| {
            let record = text.get(scope.clone()).unwrap_or_default();
            scope.end - record.trim_start_matches(|c: char| c.is_whitespace() || c == '>').len()
        };
        self.scopes.iter().map(start).collect()
    }
}

/// Proposes layouts for a text, best first. Reads the first MiB. Once the time is up, the rest is not tried.
pub fn layouts(text: &str, source: TextSource, is_expired: &mut dyn FnMut() -> bool) -> Vec<LayoutSuggestion> {
    let text = first_part(text);
    let evidence = Evidence::scan(text, is_expired);
    let lines = text_lines(text);
    let mut candidates = markup::candidates(text, source, is_expired);
    if source == TextSource::Text {
        candidates.extend(delimited::candidates(&lines));
        candidates.extend(key_value::candidates(&lines));
        candidates.extend(line_shape::candidates(&lines));
        candidates.extend(paragraphs::candidates(&lines));
    }
    let context = TextContext { text, evidence, filters: Filters::new() };
    let mut tested: Vec<TestedLayout> = Vec::new();
    for candidate in candidates {
        if is_expired() {
            break;
        }
        tested.extend(test(&context, candidate, is_expired));
    }
    if tested.iter().any(|layout| layout.score > 0.0) {
        tested.retain(|layout| layout.score > 0.0);
    }
    tested.sort_by_key(|layout| Reverse(layout.rank()));
    let mut seen: Vec<Vec<usize>> = Vec::new();
    tested.retain(|layout| {
        let starts = layout.record_starts(text);
        let is_new = !seen.contains(&starts);
        seen.push(starts);
        is_new
    });
    tested.truncate(MAX_LAYOUTS);
    tested.iter().map(|layout| suggestion(text, layout)).collect()
}

/// What all candidates are compared with.
struct TextContext<'t> {
    text: &'t str,
    evidence: Evidence,
    filters: Filters,
}

/// Runs a candidate, and again with a filter if some of its records do not look like a strike.
fn test(context: &TextContext<'_>, candidate: LayoutCandidate, is_expired: DeadlineCheck) -> Option<TestedLayout> {
    let TextContext { text, evidence, filters } = context;
    let scopes = split(text, &candidate.segment, is_expired)?;
    let (mut kept, mut skipped) = (Vec::new(), Vec::new());
    for (scope, is_good) in scopes.iter().zip(good_records(text, &scopes, evidence)) {
        let record = text.get(scope.clone()).unwrap_or_default();
        if is_good { kept.push(record) } else { skipped.push(record) }
    }
    let has_both = candidate.may_filter && !kept.is_empty() && !skipped.is_empty();
    let filter = if has_both { filters.separating(&kept, &skipped) } else { None };
    let (candidate, scopes) = match filter {
        Some(filter) => {
            let filtered = candidate.filtered_by(&filter);
            let scopes = split(text, &filtered.segment, is_expired)?;
            (filtered, scopes)
        }
        None => (candidate, scopes),
    };
    let score = score(text, &scopes, evidence);
    Some(TestedLayout { candidate, scopes, score })
}

/// `None` if there are no records, or more than a mail has.
fn split(text: &str, segment: &SegmentSpec, is_expired: DeadlineCheck) -> Option<Vec<Range<usize>>> {
    let found = Segment::compile(segment, &mut Vec::new())?.split(text, MAX_RECORDS, is_expired);
    // A layout that leaves records unread is never proposed.
    (found.error.is_none() && !found.scopes.is_empty() && found.unread.count == 0).then_some(found.scopes)
}

fn suggestion(text: &str, layout: &TestedLayout) -> LayoutSuggestion {
    let sample = |scope: &Range<usize>| {
        let record = text.get(scope.clone()).unwrap_or_default().trim();
        record.chars().take(MAX_SAMPLE_CHARS).collect::<String>()
    };
    LayoutSuggestion {
        name: layout.candidate.name.clone(),
        segment: layout.candidate.segment.clone(),
        count: layout.scopes.len(),
        samples: layout.scopes.iter().take(MAX_SAMPLES).map(sample).collect(),
        rank: layout.rank(),
    }
}
