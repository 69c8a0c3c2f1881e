//! Time zones by the abbreviation that vendors write after a time.

use jiff::civil::DateTime;

use crate::time::parse_zone;

const ZONES: [(&str, &str); 21] = [
    ("CDT", "America/Chicago"),
    ("CST", "America/Chicago"),
    ("EDT", "America/New_York"),
    ("EST", "America/New_York"),
    ("MDT", "America/Denver"),
    ("MST", "America/Denver"),
    ("PDT", "America/Los_Angeles"),
    ("PST", "America/Los_Angeles"),
    ("AKDT", "America/Anchorage"),
    ("AKST", "America/Anchorage"),
    ("HST", "Pacific/Honolulu"),
    ("CEST", "Europe/Berlin"),
    ("CET", "Europe/Berlin"),
    ("MESZ", "Europe/Berlin"),
    ("MEZ", "Europe/Berlin"),
    ("BST", "Europe/London"),
    ("WEST", "Europe/Lisbon"),
    ("WET", "Europe/Lisbon"),
    ("EEST", "Europe/Helsinki"),
    ("EET", "Europe/Helsinki"),
    ("AEST", "Australia/Sydney"),
];

/// An abbreviation and the zone it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::suggest) struct ZoneAbbreviation {
    pub(super) text: &'static str,
    pub(super) zone: &'static str,
}

impl ZoneAbbreviation {
    pub(in crate::suggest) fn parse(word: &str) -> Option<Self> {
        ZONES.into_iter().find(|(text, _)| *text == word).map(|(text, zone)| Self { text, zone })
    }

    /// The abbreviation at the start of a text, after spaces and an opening bracket.
    pub(super) fn at_start_of(text: &str) -> Option<Self> {
        let text = text.trim_start_matches([' ', '\t', '(', '[', '\u{a0}']);
        let word = text.split(|character: char| !character.is_alphanumeric()).next()?;
        Self::parse(word)
    }

    /// False if clocks in the zone do not show this abbreviation at that time, such as CST in July.
    pub(super) fn agrees_with(&self, local: DateTime) -> bool {
        let Ok(zone) = parse_zone(self.zone) else { return true };
        // German and other local abbreviations mean the same as the usual ones.
        let usual = match self.text {
            "MESZ" => "CEST",
            "MEZ" => "CET",
            other => other,
        };
        let Ok(timestamp) = zone.to_timestamp(local) else { return true };
        zone.to_offset_info(timestamp).abbreviation() == usual
    }
}

#[cfg(test)]
mod tests {
    use super::{ZONES, ZoneAbbreviation};
    use crate::time::parse_zone;

    #[test]
    fn every_zone_exists() {
        for (_, zone) in ZONES {
            assert!(parse_zone(zone).is_ok(), "{zone}");
        }
    }

    #[test]
    fn standard_time_in_summer_is_noticed() {
        let cst = ZoneAbbreviation::at_start_of(" (CST)").unwrap();
        assert!(!cst.agrees_with("2025-07-01T12:00:00".parse().unwrap()));
        assert!(cst.agrees_with("2025-01-01T12:00:00".parse().unwrap()));
        assert!(ZoneAbbreviation::at_start_of("CSTX").is_none());
    }
}
