//! Collects, while a record is read, where its strike is and which times and coordinates no field covers.

use std::ops::Range;

use super::surroundings::Surroundings;
use super::token::{Token, scan};
use crate::config::{ExtractConfig, FieldSpec, FieldType};

/// More than any mail has. Bounds the memory for a hostile text.
const MAX_LEFTOVERS: usize = 200_000;

/// Which fields of a configuration make a strike, by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StrikeReader {
    latitude: usize,
    longitude: usize,
    time: Option<usize>,
}

/// Where one record has its strike.
#[derive(Debug, Clone, Default)]
pub(super) struct ReadSpans {
    pub(super) latitude: Option<Range<usize>>,
    pub(super) longitude: Option<Range<usize>>,
    pub(super) time: Option<Range<usize>>,
}

/// What the records of a text, or a part of them, show.
#[derive(Debug, Default)]
pub(crate) struct StrikeEvidence {
    /// One entry per record.
    pub(super) read: Vec<ReadSpans>,
    /// Times, and coordinates near those that were read before them. In the order of the text.
    pub(super) leftovers: Vec<Token>,
    pub(super) surroundings: Option<Surroundings>,
}

impl StrikeReader {
    /// `None` if the configuration does not read positions.
    pub(crate) fn new(config: &ExtractConfig) -> Option<Self> {
        let find = |is_wanted: &dyn Fn(&str, &FieldSpec) -> bool| {
            config.fields.iter().position(|(name, field)| field.map.is_none() && is_wanted(name, field))
        };
        let axis = |axis: FieldType, names: &[&str]| {
            find(&|_, field| field.field_type == axis).or_else(|| {
                find(&|name, field| {
                    field.field_type == FieldType::Number && names.iter().any(|known| name.eq_ignore_ascii_case(known))
                })
            })
        };
        Some(Self {
            latitude: axis(FieldType::Latitude, &["latitude", "lat"])?,
            longitude: axis(FieldType::Longitude, &["longitude", "lng", "lon", "long"])?,
            // Where the date is somewhere else, a time is read as text.
            time: find(&|_, field| field.field_type == FieldType::Datetime).or_else(|| {
                find(&|name, field| field.field_type == FieldType::String && name.to_ascii_lowercase().contains("time"))
            }),
        })
    }

    /// Adds a record. `spans` has the location of each field in the whole text; it is sorted by this.
    pub(crate) fn add_record(
        self,
        text: &str,
        scope: &Range<usize>,
        spans: &mut [Option<Range<usize>>],
        evidence: &mut StrikeEvidence,
    ) {
        let span = |field: usize| spans.get(field).cloned().flatten();
        let read = ReadSpans {
            latitude: span(self.latitude),
            longitude: span(self.longitude),
            time: self.time.and_then(span),
        };
        evidence.add_surroundings(text, &read);
        evidence.read.push(read);
        spans.sort_unstable_by_key(|span| span.as_ref().map_or(usize::MAX, |span| span.start));
        let mut from = scope.start;
        for span in spans.iter().flatten() {
            if span.start > from {
                evidence.scan(text, from..span.start);
            }
            from = from.max(span.end);
        }
        evidence.scan(text, from..scope.end);
    }
}

impl StrikeEvidence {
    /// Adds the times and coordinates outside of all records.
    pub(super) fn scan_outside(&mut self, text: &str, outside: &[Range<usize>]) {
        let in_records = self.leftovers.len();
        for range in outside {
            self.scan(text, range.clone());
        }
        if self.leftovers.len() > in_records {
            self.leftovers.sort_unstable_by_key(|token| token.start);
        }
    }

    /// Adds the times and coordinates of a part of the text that no field reads.
    fn scan(&mut self, text: &str, range: Range<usize>) {
        let Some(near) = &self.surroundings else { return };
        scan(text.as_bytes(), range, |token| {
            let is_near = token.degrees().is_none_or(|degrees| near.has_coordinate(degrees));
            if is_near && self.leftovers.len() < MAX_LEFTOVERS {
                self.leftovers.push(token);
            }
        });
    }

    fn add_surroundings(&mut self, text: &str, read: &ReadSpans) {
        let (Some(latitude), Some(longitude)) = (&read.latitude, &read.longitude) else { return };
        let Some(near) = Surroundings::new(text.as_bytes(), latitude, longitude) else { return };
        match &mut self.surroundings {
            Some(all) => all.extend(&near),
            None => self.surroundings = Some(near),
        }
    }

    pub(crate) fn extend(&mut self, next: Self) {
        self.read.extend(next.read);
        self.leftovers.extend(next.leftovers);
        match (&mut self.surroundings, next.surroundings) {
            (Some(own), Some(next)) => own.extend(&next),
            (own, next) => *own = own.take().or(next),
        }
    }
}
