//! No strike of a damaged mail is lost without an error, and no defect changes another strike.

use std::ops::Range;

use fancy_regex::Regex;
use serde_json::{Map, Value};
use stormwire_extract::{ExtractionPreview, ValueSpan};

use crate::damage::Defect;
use crate::damaged_mail::{DamagedMail, GeneratedStrike, generate};
use crate::folder::{Layout, Mail, layouts};
use crate::results::STRIKE_FIELDS;
use crate::rng::Rng;
use crate::text_piece::{cut, utf16_range};

const MAILS_PER_LAYOUT: usize = 200;

#[test]
fn damaged_mails_lose_no_strike_silently() {
    for layout in layouts() {
        let mail = &layout.mails[0];
        let pieces = cut(&layout, mail);
        let patterns = Patterns::of(&layout);
        let mut rng = Rng::new(0x5eed);
        let mut read = 0;
        for number in 0..MAILS_PER_LAYOUT {
            let damaged = generate(&layout, mail, &pieces, &mut rng);
            let case = Case { layout: &layout, mail, patterns: &patterns, damaged: &damaged, number };
            read += usize::from(case.check());
        }
        // Otherwise the test would compare nothing, or its mails would have no defects.
        assert!((30..=170).contains(&read), "{}: {read} of {MAILS_PER_LAYOUT} mails were read", layout.name);
    }
}

/// The patterns of the segmentation in another implementation than the one that is tested.
struct Patterns {
    start: Regex,
    filter: Option<Regex>,
}

impl Patterns {
    fn of(layout: &Layout) -> Self {
        let compile = |pattern: &str| Regex::new(pattern).expect("a pattern that the layout uses");
        let segment = &layout.config.segment;
        Self { start: compile(&segment.start_pattern), filter: segment.filter.as_deref().map(compile) }
    }

    fn starts(&self, text: &str) -> Vec<usize> {
        self.start.find_iter(text).map(|found| found.expect("a short search").start()).collect()
    }

    /// How many scopes the filter drops.
    fn filtered(&self, text: &str) -> usize {
        let Some(filter) = &self.filter else { return 0 };
        let starts = self.starts(text);
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let scopes = starts.iter().zip(ends).map(|(&start, end)| &text[start..end]);
        scopes.filter(|scope| !filter.is_match(scope).expect("a short search")).count()
    }
}

struct Case<'a> {
    layout: &'a Layout,
    mail: &'a Mail,
    patterns: &'a Patterns,
    damaged: &'a DamagedMail,
    number: usize,
}

impl Case<'_> {
    /// True if the mail was read, false if it gave an error.
    fn check(&self) -> bool {
        let text = self.damaged.text.as_str();
        let Ok(extraction) = self.layout.extractor.extract(text, self.mail.source, &mut || false) else {
            return false;
        };
        let preview = self.layout.extractor.preview(text, self.mail.source, &mut || false);
        self.assert(preview.error.is_none() && preview.items == extraction.items, "preview and result are the same");
        let starts = self.patterns.starts(text).len();
        let accounted = extraction.count + self.patterns.filtered(text) + preview.unread.len();
        self.assert(starts == accounted, &format!("{starts} starts, {accounted} of them accounted for"));
        let scopes: Vec<Range<usize>> =
            preview.scopes.iter().map(|scope| utf16_range(text, scope.start, scope.end)).collect();
        for (record, scope) in scopes.iter().enumerate() {
            let is_a_strike = self.damaged.strikes.iter().any(|strike| strike.range.contains(&scope.start));
            self.assert(is_a_strike, &format!("record {record} is not a strike of the mail"));
        }
        for strike in &self.damaged.strikes {
            let records: Vec<usize> = (0..scopes.len()).filter(|&r| strike.range.contains(&scopes[r].start)).collect();
            match records.as_slice() {
                [record] => self.check_values(strike, *record, &preview),
                [] => self.check_lost(strike),
                _ => self.assert(false, "one strike is several records"),
            }
        }
        true
    }

    fn check_values(&self, strike: &GeneratedStrike, record: usize, preview: &ExtractionPreview) {
        let is_exact = values(&preview.items[record]) == values(&strike.expected);
        let spans = preview.spans.iter().filter(|span| span.record == record);
        // Without its last digits a number is another number. Nobody can see that, so the rest of it is all that can be read.
        let is_rest = strike.defect == Some(Defect::Truncated) && spans.clone().all(|span| self.is_rest(strike, span));
        let found = serde_json::to_string(&preview.items[record]).expect("JSON");
        self.assert(is_exact || is_rest, &format!("{:?} gave {found}", strike.defect));
    }

    fn is_rest(&self, strike: &GeneratedStrike, span: &ValueSpan) -> bool {
        let text = &self.damaged.text[utf16_range(&self.damaged.text, span.start, span.end)];
        strike.raw.iter().any(|raw| raw.field == span.field && raw.text.starts_with(text))
    }

    /// Only a strike that was cut off before anything shows what it is may be missing.
    fn check_lost(&self, strike: &GeneratedStrike) {
        let text = &self.damaged.text[strike.range.clone()];
        let has_start = !self.patterns.starts(text).is_empty();
        self.assert(strike.defect == Some(Defect::Truncated) && !has_start, &format!("{:?} was lost", strike.defect));
    }

    fn assert(&self, is_true: bool, message: &str) {
        let defects: Vec<Option<Defect>> = self.damaged.strikes.iter().map(|strike| strike.defect).collect();
        assert!(
            is_true,
            "{} mail {}: {message}\ndefects {defects:?}\n{}",
            self.layout.name, self.number, self.damaged.text
        );
    }
}

/// Optional fields may be missing.
fn values(item: &Map<String, Value>) -> Vec<Option<&Value>> {
    STRIKE_FIELDS.iter().map(|name| item.get(*name)).collect()
}
