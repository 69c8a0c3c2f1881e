//! Formats statuses, distances and times for both plain pages.

use super::texts::PlainTexts;
use crate::display_status::DisplayStatus;
use crate::language::Language;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use stormwire_city::facilities::Facility;
use stormwire_geo::{Proximity, StrikeDistance, ThreatParameter};
use stormwire_lightning::{ThreatPicture, to_timestamp};

pub struct PlainFormatter<'a> {
    pub picture: &'a ThreatPicture,
    pub zone: &'a TimeZone,
    pub language: Language,
}

impl PlainFormatter<'_> {
    pub(super) fn texts(&self) -> &'static PlainTexts {
        self.language.texts()
    }

    pub(super) fn status(&self, proximity: Option<&Proximity>) -> DisplayStatus {
        DisplayStatus::new(proximity, self.feed_health())
    }

    /// The status in upper case, and what to do.
    pub(super) fn status_and_advice(&self, status: DisplayStatus) -> (&'static str, &'static str) {
        let texts = self.texts();
        let (name, advice) = (&texts.status, &texts.safety.advice);
        match status {
            DisplayStatus::Active => (&name.active, &advice.active),
            DisplayStatus::Clearing => (&name.clearing, &advice.clearing),
            DisplayStatus::Clear => (&name.clear, &advice.clear),
            DisplayStatus::Unknown => (&name.unknown, &advice.unknown),
        }
    }

    /// Why the status is unknown, or may be worse than shown.
    pub(super) fn warning(&self, has_location: bool, status: DisplayStatus) -> Option<&'static str> {
        let texts = &self.texts().safety;
        match (has_location, self.feed_health(), status) {
            (false, _, _) => Some(&texts.no_location),
            (true, Some(true), _) => None,
            (true, Some(false), DisplayStatus::Unknown) => Some(&texts.feed_down),
            (true, None, DisplayStatus::Unknown) => Some(&texts.no_feed),
            (true, _, _) => Some(&texts.feed_caution),
        }
    }

    /// Distance and local time, such as `2.3 mi 14:01`.
    pub(super) fn format_strike(&self, strike: &StrikeDistance) -> String {
        let at = self.local_time(to_timestamp(strike.strike.at), "%H:%M");
        format!("{} {at}", self.distance(strike.distance.miles().rounded()))
    }

    /// The earliest time of the all clear; `None` if the status is Clear.
    pub(super) fn all_clear(&self, proximity: &Proximity) -> Option<String> {
        let at = proximity.clear_at?;
        Some(format!("{} {}", self.texts().labels.not_before, self.local_time(to_timestamp(at), "%H:%M:%S")))
    }

    /// When the facility is Active, such as `Active if lightning within 8 mi in 30 min`.
    pub(super) fn rule(&self, facility: &Facility) -> String {
        let number = |parameter| self.picture.policies().of(facility).fields.rule.parameters().value(parameter);
        let (labels, miles) = (&self.texts().labels, number(ThreatParameter::Radius));
        let minutes = number(ThreatParameter::Danger);
        format!("{} {miles} {} {} {minutes} min", labels.active_within, labels.miles, labels.during)
    }

    pub(super) fn as_of(&self) -> String {
        format!("{} {}", self.texts().labels.as_of, self.local_time(self.picture.as_of(), "%H:%M:%S %Z"))
    }

    fn distance(&self, miles: f64) -> String {
        let labels = &self.texts().labels;
        if miles < 0.05 {
            return format!("{} 0.1 {}", labels.under, labels.miles);
        }
        format!("{miles:.1} {}", labels.miles)
    }

    fn local_time(&self, at: Timestamp, format: &str) -> String {
        at.to_zoned(self.zone.clone()).strftime(format).to_string()
    }

    /// `None` if no feed is set up.
    fn feed_health(&self) -> Option<bool> {
        self.picture.feed().healthy
    }
}
