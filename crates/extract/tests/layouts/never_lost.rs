//! No strike of a damaged mail is lost without an error, and no defect changes another strike.

use fancy_regex::Regex;
use serde_json::{Map, Value};
use stormwire_extract::{ExtractionPreview, RecordSpan, ValueSpan};

use crate::damage::Defect;
use crate::damaged_mail::{DamagedMail, GeneratedStrike, generate};
use crate::folder::{Layout, Mail, layouts};
use crate::narrow_start::{layouts_with_narrow_starts, layouts_with_suggested_segments};
use crate::results::STRIKE_FIELDS;
use crate::rng::Rng;
use crate::text_piece::{cut, utf16_range};

const MAILS_PER_LAYOUT: usize = 200;
/// The same damages again: fewer mails are enough.
const MAILS_WITH_NARROW_START: usize = 80;

#[test]
fn damaged_mails_lose_no_strike_silently() {
    let failures: Vec<String> =
        layouts().iter().filter_map(|layout| check_layout(layout, MAILS_PER_LAYOUT).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// The start patterns of the layouts also match damaged strikes. Those that people write often do not.
#[test]
fn narrow_start_patterns_lose_no_strike_silently() {
    let layouts = layouts_with_narrow_starts();
    let failures: Vec<String> =
        layouts.iter().filter_map(|layout| check_layout(layout, MAILS_WITH_NARROW_START).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Suggestions have filters and close patterns, which drop damaged strikes.
#[test]
fn suggested_segments_lose_no_strike_silently() {
    let layouts = layouts_with_suggested_segments();
    assert!(layouts.len() > 20, "{} suggested segments read their mail", layouts.len());
    let failures: Vec<String> =
        layouts.iter().filter_map(|layout| check_layout(layout, MAILS_WITH_NARROW_START).err()).collect();
    assert!(failures.is_empty(), "{} of {}: {}", failures.len(), layouts.len(), failures.join("\n\n"));
}

fn check_layout(layout: &Layout, mails: usize) -> Result<(), String> {
    let mail = &layout.mails[0];
    let pieces = cut(layout, mail);
    let start_pattern = Regex::new(&layout.config.segment.start_pattern).expect("a pattern that the layout uses");
    let mut rng = Rng::new(0x5eed);
    let mut read = 0;
    for number in 0..mails {
        let damaged = generate(layout, mail, &pieces, &mut rng);
        let case = Case { layout, mail, start_pattern: &start_pattern, damaged: &damaged };
        let result = case.check();
        let defects: Vec<Option<Defect>> = damaged.strikes.iter().map(|strike| strike.defect).collect();
        let describe = |reason| format!("{}, mail {number}: {reason}\n{defects:?}\n{}", layout.name, damaged.text);
        read += usize::from(result.map_err(describe)?);
    }
    // Otherwise the test would compare nothing, or its mails would have no defects.
    if !(mails * 3 / 20..=mails * 17 / 20).contains(&read) {
        return Err(format!("{}: {read} of {mails} mails were read", layout.name));
    }
    Ok(())
}

/// Where the start pattern matches, found by another implementation than the one that is tested.
fn starts(pattern: &Regex, text: &str) -> Vec<usize> {
    pattern.find_iter(text).map(|found| found.expect("a short search").start()).collect()
}

struct Case<'a> {
    layout: &'a Layout,
    mail: &'a Mail,
    start_pattern: &'a Regex,
    damaged: &'a DamagedMail,
}

impl Case<'_> {
    /// True if the mail was read, false if it gave an error.
    fn check(&self) -> Result<bool, String> {
        let text = self.damaged.text.as_str();
        let Ok(extraction) = self.layout.extractor.extract(text, self.mail.source, &mut || false) else {
            return Ok(false);
        };
        let preview = self.layout.extractor.preview(text, self.mail.source, &mut || false);
        if preview.error.is_some() || preview.items != extraction.items {
            return Err("preview and result differ".to_owned());
        }
        let found = starts(self.start_pattern, text).len();
        let accounted = extraction.count + preview.unread.len();
        if found != accounted && !self.has_filter() {
            return Err(format!("{found} starts, {accounted} of them accounted for"));
        }
        self.check_strikes(&preview).map(|()| true)
    }

    fn check_strikes(&self, preview: &ExtractionPreview) -> Result<(), String> {
        let text = self.damaged.text.as_str();
        let starts: Vec<usize> = preview.scopes.iter().map(|scope| start_of_words(text, scope)).collect();
        let is_strike = |start: &usize| self.damaged.strikes.iter().any(|strike| strike.range.contains(start));
        if let Some(record) = starts.iter().position(|start| !is_strike(start)).filter(|_| !self.has_filter()) {
            return Err(format!("record {record} is not a strike of the mail"));
        }
        for strike in &self.damaged.strikes {
            let records = (0..starts.len()).filter(|&record| strike.range.contains(&starts[record]));
            match records.collect::<Vec<usize>>().as_slice() {
                [record] => self.check_values(strike, *record, preview)?,
                // A header that the filter drops becomes a record if it is joined with a strike.
                [] if self.has_filter()
                    && preview.items.iter().any(|item| values(item) == values(&strike.expected)) => {}
                [] => self.check_lost(strike)?,
                _ => return Err(format!("{:?} gave several records of one strike", strike.defect)),
            }
        }
        Ok(())
    }

    fn check_values(&self, strike: &GeneratedStrike, record: usize, preview: &ExtractionPreview) -> Result<(), String> {
        let is_exact = values(&preview.items[record]) == values(&strike.expected);
        let mut spans = preview.spans.iter().filter(|span| span.record == record);
        // Without its last digits a number is another number. Nobody can see that: the rest of it is all that can be read.
        if is_exact || strike.defect == Some(Defect::Truncated) && spans.all(|span| self.is_rest(strike, span)) {
            return Ok(());
        }
        let found = serde_json::to_string(&preview.items[record]).expect("JSON");
        Err(format!("{:?} gave {found}", strike.defect))
    }

    fn is_rest(&self, strike: &GeneratedStrike, span: &ValueSpan) -> bool {
        let text = &self.damaged.text[utf16_range(&self.damaged.text, span.start, span.end)];
        strike.raw.iter().any(|raw| raw.field == span.field && raw.text.starts_with(text))
    }

    fn has_filter(&self) -> bool {
        self.layout.config.segment.filter.is_some()
    }

    /// Only a strike without a start, or one that the filter drops, may be missing, and only if it has no time or position, or
    /// has them in an order that no other strike has.
    fn check_lost(&self, strike: &GeneratedStrike) -> Result<(), String> {
        let text = &self.damaged.text[strike.range.clone()];
        let has_close = self.layout.config.segment.close_pattern.is_some();
        match (strike.defect, starts(self.start_pattern, text).as_slice()) {
            (_, []) if !self.is_whole(strike) => Ok(()),
            _ if self.has_filter()
                && !self.is_whole(strike)
                && (self.is_first_or_last(strike) || !self.has(strike, &["Timestamp"])) =>
            {
                Ok(())
            }
            (Some(Defect::SwappedLines | Defect::SwappedValues), []) => Ok(()),
            (Some(Defect::SwappedLines | Defect::SwappedValues), _) if self.has_filter() => Ok(()),
            // Above the first and below the last record, a line with fewer cells can be a header or footer.
            (Some(Defect::MissingLine | Defect::MissingValue), []) if self.is_first_or_last(strike) && has_close => {
                Ok(())
            }
            (defect, _) => Err(format!("{defect:?} was lost")),
        }
    }

    fn is_first_or_last(&self, strike: &GeneratedStrike) -> bool {
        let strikes = &self.damaged.strikes;
        [strikes.first(), strikes.last()].iter().flatten().any(|edge| edge.range == strike.range)
    }

    /// The time and the position of the strike are in the mail as they were.
    fn is_whole(&self, strike: &GeneratedStrike) -> bool {
        self.has(strike, &["Timestamp", "Latitude", "Longitude"])
    }

    fn has(&self, strike: &GeneratedStrike, fields: &[&str]) -> bool {
        let text = &self.damaged.text[strike.range.clone()];
        let needed = strike.raw.iter().filter(|raw| fields.contains(&raw.field.as_str()));
        needed.clone().count() == fields.len() && needed.clone().all(|raw| text.contains(&raw.text))
    }
}

/// A start match can include blank lines that belong to the strike before.
fn start_of_words(text: &str, scope: &RecordSpan) -> usize {
    let range = utf16_range(text, scope.start, scope.end);
    range.end - text[range.clone()].trim_start().len()
}

/// Optional fields may be missing.
fn values(item: &Map<String, Value>) -> Vec<Option<&Value>> {
    STRIKE_FIELDS.iter().map(|name| item.get(*name)).collect()
}
