//! Compares layouts by how well they separate the strikes of a text.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::suggest::evidence::{Evidence, EvidenceCounts};

/// A record below this is probably a header, a greeting, a footer, or several strikes at once.
const GOOD_FIT: f64 = 0.5;

/// For a text without times and coordinates. A text of the same message that has strikes is better, even if it is read badly.
const WITHOUT_STRIKES: f64 = 0.1;

/// How well the records of a layout agree with the text, in ten-thousandths, so that one record of ten thousand counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LayoutScore {
    pub(super) total: u32,
    /// True if every record looks like one strike, and only text before the first one is left out.
    is_complete_after_header: bool,
}

impl LayoutScore {
    /// For records that have the first line of the next one: any other layout that separates the strikes is better.
    pub(super) fn with_misplaced_heads(self) -> Self {
        Self { total: self.total / 2, is_complete_after_header: false }
    }

    /// False if a person would lose strikes by choosing this one. A header that looks like a strike may be left out.
    pub(super) fn is_choice_next_to(self, best: Self) -> bool {
        self.total >= best.total || (self.is_complete_after_header && 2 * self.total >= best.total)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the share is between 0 and 1")]
fn ten_thousandths(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 10_000.0).round() as u32
}

pub(super) fn score(text: &str, scopes: &[Range<usize>], evidence: &Evidence) -> LayoutScore {
    let fits = record_fits(text, scopes, evidence);
    if fits.is_empty() {
        return LayoutScore { total: 0, is_complete_after_header: false };
    }
    let mean = fits.iter().sum::<f64>() / count(fits.len());
    let totals = evidence.totals();
    let good = scopes.iter().zip(&fits).filter(|(_, fit)| **fit >= GOOD_FIT);
    let inside = good.map(|(scope, _)| weight(evidence.counts_in(scope), totals)).sum::<usize>();
    let total = match weight(totals, totals) {
        0 => mean * WITHOUT_STRIKES,
        all => mean * count(inside) / count(all),
    };
    let after_header = scopes.first().map_or(0..0, |first| first.start..text.len());
    let is_complete_after_header = scopes.len() > 1
        && fits.iter().all(|fit| *fit >= 1.0)
        && inside == weight(evidence.counts_in(&after_header), totals);
    LayoutScore { total: ten_thousandths(total), is_complete_after_header }
}

/// Whether each record looks like one strike.
pub(super) fn good_records(text: &str, scopes: &[Range<usize>], evidence: &Evidence) -> Vec<bool> {
    record_fits(text, scopes, evidence).into_iter().map(|fit| fit >= GOOD_FIT).collect()
}

fn record_fits(text: &str, scopes: &[Range<usize>], evidence: &Evidence) -> Vec<f64> {
    let totals = evidence.totals();
    if weight(totals, totals) == 0 {
        return shape_agreement(text, scopes);
    }
    scopes.iter().map(|scope| strike_fit(evidence.counts_in(scope), totals)).collect()
}

/// Coordinates count if the text has any, otherwise times.
fn weight(counts: EvidenceCounts, totals: EvidenceCounts) -> usize {
    if totals.coordinates >= 2 { counts.coordinates } else { counts.times }
}

/// A strike has one time and two coordinates, as far as the text has them.
fn strike_fit(counts: EvidenceCounts, totals: EvidenceCounts) -> f64 {
    let times = match counts.times {
        _ if totals.times == 0 => 1.0,
        0 => 0.2,
        1 => 1.0,
        2 | 3 => 0.6,
        _ => 0.1,
    };
    let coordinates = match counts.coordinates {
        _ if totals.coordinates < 2 => 1.0,
        0 => 0.0,
        1 => 0.3,
        2 => 1.0,
        3 | 4 => 0.9,
        5 | 6 => 0.5,
        _ => 0.1,
    };
    times * coordinates
}

/// For a text without times and coordinates: records with as many lines and numbers as most others.
fn shape_agreement(text: &str, scopes: &[Range<usize>]) -> Vec<f64> {
    let shape = |scope: &Range<usize>| {
        let record = text.get(scope.clone()).unwrap_or_default().trim();
        let is_digit = |character: char| character.is_ascii_digit();
        let numbers = record.split(|character| !is_digit(character)).filter(|part| !part.is_empty()).count();
        (record.lines().count(), numbers)
    };
    let shapes: Vec<(usize, usize)> = scopes.iter().map(shape).collect();
    let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for shape in &shapes {
        *counts.entry(*shape).or_default() += 1;
    }
    let usual = counts.into_iter().max_by_key(|(_, count)| *count).map(|(shape, _)| shape);
    // One record alone agrees with nothing.
    let agreed = if shapes.len() > 1 { 0.9 } else { 0.4 };
    shapes.into_iter().map(|shape| if Some(shape) == usual { agreed } else { 0.2 }).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn count(number: usize) -> f64 {
    number as f64
}
