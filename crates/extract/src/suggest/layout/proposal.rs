//! Runs the candidates and sorts them.

use std::cmp::Reverse;
use std::ops::Range;

use super::candidate::LayoutCandidate;
use super::filter::Filters;
use super::rank::{LayoutScore, good_records, score};
use super::text_lines::text_lines;
use super::{delimited, header, key_value, line_shape, markup, paragraphs};
use crate::config::SegmentSpec;
use crate::deadline::DeadlineCheck;
use crate::heads::misplaced_heads;
use crate::segment::Segment;
use crate::source::TextSource;
use crate::suggest::evidence::Evidence;
use crate::suggest::limits::{MAX_RECORDS, first_part};

/// More proposals do not help a person to choose.
const MAX_LAYOUTS: usize = 8;
const MAX_SAMPLES: usize = 3;
const MAX_SAMPLE_CHARS: usize = 200;
/// Several records that begin alike are known by their start. A filter is a second condition under which text is dropped.
const FILTER_COST: u32 = 5;
/// For one line of a longer paragraph. What else the vendor writes about the strike would be missing.
const PART_COST: u32 = 5;

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
    score: LayoutScore,
}

impl LayoutSuggestion {
    /// False for a suggestion that joins or loses strikes which `best` separates. `best` has the highest rank.
    pub fn is_choice_next_to(&self, best: &Self) -> bool {
        self.score.is_choice_next_to(best.score)
    }
}

/// A candidate and what it gives.
struct TestedLayout {
    candidate: LayoutCandidate,
    scopes: Vec<Range<usize>>,
    score: LayoutScore,
}

impl TestedLayout {
    /// The score decides; the preference decides between equal scores.
    fn rank(&self) -> u32 {
        self.score.total * 1_000 + self.candidate.preference
    }

    /// Where the only record starts. `None` if there are several.
    fn single_record_start(&self, text: &str) -> Option<SingleRecordStart> {
        let [scope] = self.scopes.as_slice() else { return None };
        let record =
            text.get(scope.clone()).unwrap_or_default().trim_start_matches(|c: char| c.is_whitespace() || c == '>');
        let start = scope.end - record.len();
        let before = text.get(..start).unwrap_or_default().trim_end_matches([' ', '\t', '>']);
        let line = before.strip_suffix('\n').unwrap_or(before).rsplit('\n').next().unwrap_or_default();
        let is_below_text = !line.trim_matches([' ', '\t', '>']).is_empty();
        Some(SingleRecordStart { is_whole: !is_below_text || record.starts_with(['<', '{']), start })
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

/// Decides between equal ranks. Many lines of a mail with one strike could start it: it starts at the last paragraph or element
/// from which nothing is lost, and not at a greeting or inside the paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SingleRecordStart {
    /// False inside a paragraph.
    is_whole: bool,
    start: usize,
}

/// Proposes layouts for a text, best first. Reads the first MiB. Once the time is up, the rest is not tried.
pub fn layouts(text: &str, source: TextSource, is_expired: &mut dyn FnMut() -> bool) -> Vec<LayoutSuggestion> {
    let text = first_part(text);
    let evidence = Evidence::scan(text, is_expired);
    let lines = text_lines(text);
    let mut candidates = markup::candidates(text, source, is_expired);
    if source == TextSource::Text {
        candidates.extend(delimited::candidates(&lines, evidence.has_decimal_comma()));
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
    tested.sort_by_key(|layout| Reverse((layout.rank(), layout.single_record_start(text))));
    remove_poor_layouts(&mut tested, text);
    remove_inner_objects(&mut tested, text);
    let mut seen: Vec<Vec<usize>> = Vec::new();
    tested.retain(|layout| {
        let starts = layout.record_starts(text);
        let is_new = !seen.contains(&starts);
        seen.push(starts);
        is_new
    });
    tested.truncate(MAX_LAYOUTS);
    tested.iter().map(|layout| suggestion(&context, layout, is_expired)).collect()
}

fn remove_poor_layouts(sorted: &mut Vec<TestedLayout>, text: &str) {
    let Some(best) = sorted.first() else { return };
    let (score, single) = (best.score, best.single_record_start(text));
    // The one strike of a mail starts neither at a header or an element around it, nor inside its paragraph.
    let is_worse_start =
        |layout: &TestedLayout| single.zip(layout.single_record_start(text)).is_some_and(|(a, b)| b < a);
    sorted.retain(|layout| layout.score.is_choice_next_to(score) && !is_worse_start(layout));
}

/// Objects inside of other objects that separate the strikes as well: a record from one inner object to the next has values of
/// two strikes.
fn remove_inner_objects(layouts: &mut Vec<TestedLayout>, text: &str) {
    let is_object = |scope: &Range<usize>| text.get(scope.clone()).is_some_and(|record| record.starts_with('{'));
    let outer_of = |inner: &Range<usize>, outer: &TestedLayout| {
        let index = outer.scopes.partition_point(|scope| scope.start < inner.start).checked_sub(1)?;
        let around = outer.scopes.get(index)?;
        (inner.start < around.end && is_object(inner) && is_object(around)).then_some(index)
    };
    let is_inner = |inner: &TestedLayout, outer: &TestedLayout| {
        let around: Option<Vec<usize>> = inner.scopes.iter().map(|scope| outer_of(scope, outer)).collect();
        inner.scopes.len() > 1
            && inner.score.total <= outer.score.total
            && around.is_some_and(|around| around.is_sorted_by(|one, next| one < next))
    };
    let is_kept: Vec<bool> = layouts.iter().map(|inner| !layouts.iter().any(|outer| is_inner(inner, outer))).collect();
    let mut is_kept = is_kept.into_iter();
    layouts.retain(|_| is_kept.next().unwrap_or(true));
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
    let (mut candidate, scopes) = match filter {
        Some(filter) => {
            let mut filtered = candidate.filtered_by(&filter);
            let scopes = split(text, &filtered.segment, is_expired)?;
            if scopes.len() > 1 {
                filtered.preference = filtered.preference.saturating_sub(FILTER_COST);
            }
            (filtered, scopes)
        }
        None => (candidate, scopes),
    };
    if candidate.is_line() && are_inside_paragraphs(text, &scopes) {
        candidate.preference = candidate.preference.saturating_sub(PART_COST);
    }
    let mut score = score(text, &scopes, evidence);
    if !misplaced_heads(text, &scopes).is_empty() {
        score = score.with_misplaced_heads();
    }
    Some(TestedLayout { candidate, scopes, score })
}

/// True if most of these lines have text above them that is not a record: it probably belongs to them. The line above the first
/// of several may be a header.
fn are_inside_paragraphs(text: &str, scopes: &[Range<usize>]) -> bool {
    let has_text_above = |start: usize, previous_end: usize| {
        let between = text.get(previous_end..start).unwrap_or_default();
        let mut lines = between.rsplit('\n').skip(1);
        lines.next().is_some_and(|line| !line.trim_matches([' ', '\t', '>']).is_empty())
    };
    if let [only] = scopes {
        return has_text_above(only.start, 0);
    }
    let previous = scopes.iter().map(|scope| scope.end);
    let later = scopes.iter().skip(1).zip(previous);
    2 * later.filter(|(scope, previous_end)| has_text_above(scope.start, *previous_end)).count() >= scopes.len()
}

/// `None` if there are no records, or more than a mail has, or if the header is missing.
fn split(text: &str, segment: &SegmentSpec, is_expired: DeadlineCheck) -> Option<Vec<Range<usize>>> {
    let segment = Segment::compile(segment, &mut Vec::new()).filter(|segment| segment.header_error(text).is_none())?;
    let found = segment.split(text, MAX_RECORDS, is_expired);
    // A layout that leaves records unread is never proposed.
    (found.error.is_none() && !found.scopes.is_empty() && found.unread.count == 0).then_some(found.scopes)
}

/// With the header above the records, if they are lines with columns. Finding it last keeps the ranking as it is.
fn segment_with_header(context: &TextContext<'_>, layout: &TestedLayout, is_expired: DeadlineCheck) -> SegmentSpec {
    let TextContext { text, evidence, .. } = context;
    let plain = &layout.candidate.segment;
    let is_line = layout.candidate.is_line();
    let header = is_line.then(|| header::above_records(text, &layout.scopes, evidence.has_decimal_comma())).flatten();
    let Some(header) = header else { return plain.clone() };
    let segment = SegmentSpec { header: Some(header), ..plain.clone() };
    let is_same = split(text, &segment, is_expired).is_some_and(|scopes| scopes == layout.scopes);
    if is_same { segment } else { plain.clone() }
}

fn suggestion(context: &TextContext<'_>, layout: &TestedLayout, is_expired: DeadlineCheck) -> LayoutSuggestion {
    let text = context.text;
    let sample = |scope: &Range<usize>| {
        let record = text.get(scope.clone()).unwrap_or_default().trim();
        record.chars().take(MAX_SAMPLE_CHARS).collect::<String>()
    };
    LayoutSuggestion {
        name: layout.candidate.name.clone(),
        segment: segment_with_header(context, layout, is_expired),
        count: layout.scopes.len(),
        samples: layout.scopes.iter().take(MAX_SAMPLES).map(sample).collect(),
        rank: layout.rank(),
        score: layout.score,
    }
}
