//! A generated mail of a layout in which some strikes are damaged.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::damage::{DEFECTS, Defect, damaged};
use crate::folder::{Layout, Mail};
use crate::rng::Rng;
use crate::text_piece::{CutMail, StrikeText, ValueText};

const MAX_STRIKES: usize = 5;

pub(crate) struct DamagedMail {
    pub(crate) text: String,
    pub(crate) strikes: Vec<GeneratedStrike>,
}

pub(crate) struct GeneratedStrike {
    /// The strike's text in the mail, without the separator after it.
    pub(crate) range: Range<usize>,
    /// The record that the undamaged text gives.
    pub(crate) expected: Map<String, Value>,
    /// The values as the undamaged text has them.
    pub(crate) raw: Vec<RawValue>,
    pub(crate) defect: Option<Defect>,
}

pub(crate) struct RawValue {
    pub(crate) field: String,
    pub(crate) text: String,
}

/// Two to five strikes of a mail in random order, some of them with a defect.
pub(crate) fn generate(layout: &Layout, mail: &Mail, cut: &CutMail, rng: &mut Rng) -> DamagedMail {
    let count = 2 + rng.below(MAX_STRIKES - 1);
    let whole: Vec<StrikeText> =
        (0..count).map(|number| cut.strikes[rng.below(cut.strikes.len())].with_number(number)).collect();
    let (text, _) = join(cut, &whole);
    let extraction = layout.extractor.extract(&text, mail.source, &mut || false);
    let expected = extraction.unwrap_or_else(|error| panic!("{}: {error}\n{text}", layout.name)).items;
    assert_eq!(expected.len(), count, "{}: undamaged strikes are all read\n{text}", layout.name);
    let defects = pick_defects(count, rng);
    let broken: Vec<StrikeText> = whole
        .iter()
        .zip(&defects)
        .map(|(strike, defect)| defect.map_or_else(|| strike.clone(), |defect| damaged(strike, defect, rng)))
        .collect();
    let (text, ranges) = join(cut, &broken);
    let strikes =
        ranges.into_iter().zip(expected).zip(whole.iter().zip(defects)).map(|((range, expected), (strike, defect))| {
            let raw = |value: &ValueText| RawValue {
                field: value.field.clone(),
                text: strike.text[value.range.clone()].to_owned(),
            };
            GeneratedStrike { range, expected, raw: strike.values.iter().map(raw).collect(), defect }
        });
    DamagedMail { text, strikes: strikes.collect() }
}

/// One or two defects. Two neighbors are not both damaged: the first half of one and the second half of the next can be a
/// whole strike, and nobody can see that they are two.
fn pick_defects(count: usize, rng: &mut Rng) -> Vec<Option<Defect>> {
    let mut defects = vec![None; count];
    let first = rng.below(count);
    defects[first] = Some(rng.pick(&DEFECTS));
    let second = rng.below(count);
    if first.abs_diff(second) > 1 {
        defects[second] = Some(rng.pick(&DEFECTS));
    }
    defects
}

/// The text of the mail and the location of each strike in it.
fn join(cut: &CutMail, strikes: &[StrikeText]) -> (String, Vec<Range<usize>>) {
    let mut text = cut.head.clone();
    let mut ranges = Vec::new();
    for (index, strike) in strikes.iter().enumerate() {
        let start = text.len();
        text.push_str(&strike.text);
        ranges.push(start..text.len());
        if index + 1 < strikes.len() {
            text.push_str(&strike.separator);
        }
    }
    text.push_str(&cut.foot);
    (text, ranges)
}
