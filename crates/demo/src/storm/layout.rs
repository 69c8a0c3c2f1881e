//! The vendor's emails about strikes.

use super::extract_config::{StrikePatterns, TimePattern};
use super::strike::VendorStrike;
use jiff::tz::TimeZone;
use serde_json::Value;

/// How a vendor's email is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailLayout {
    /// Plain text, one paragraph per strike, local times with an offset.
    Paragraphs,
    /// Plain text, one line per value, strikes separated by a line of dashes, times in UTC.
    Lines,
    /// HTML, one table row per strike, local times without an offset.
    Table,
}

/// An email from the vendor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VendorEmail {
    pub subject: String,
    pub body: String,
    pub is_html: bool,
}

impl EmailLayout {
    pub const ALL: [Self; 3] = [Self::Paragraphs, Self::Lines, Self::Table];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paragraphs => "paragraphs",
            Self::Lines => "lines",
            Self::Table => "table",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.name() == name)
    }

    /// Writes an email about strikes. Local times are in `zone`.
    pub fn email(self, strikes: &[VendorStrike], zone: &TimeZone) -> VendorEmail {
        let each = |write: &dyn Fn(&VendorStrike) -> String| strikes.iter().map(write).collect::<String>();
        let body = match self {
            Self::Paragraphs => format!(
                "Sky Sentinel Lightning Notification\n\n{}You receive this message because your city subscribes to it.\n",
                each(&|strike| format_paragraph(strike, zone))
            ),
            Self::Lines => format!("STRIKES: {}\n{SEPARATOR}\n{}END OF REPORT\n", strikes.len(), each(&format_lines)),
            Self::Table => format!("{TABLE_HEAD}{}{TABLE_END}", each(&|strike| table_row(strike, zone))),
        };
        let subject = format!("Lightning: {} {}", strikes.len(), if strikes.len() == 1 { "strike" } else { "strikes" });
        VendorEmail { subject, body, is_html: self == Self::Table }
    }

    /// The `Config` of the `TextExtract` action that reads the strikes back. Local times are in `zone`.
    pub fn extract_config(self, zone: &str) -> Value {
        let patterns = match self {
            Self::Paragraphs => StrikePatterns {
                start: r"(?m)^(?:ALERT|WARNING): ",
                close: r"\n[ \t]*\n",
                class: r"\A\w+",
                time: TimePattern {
                    pattern: r"detected on (\S+ \S+ [AP]M \S+)",
                    format: "M/d/yyyy h:mm:ss tt zzz",
                    zone: None,
                },
                stroke: r"(?:Cloud|Ground) Stroke Lightning",
                latitude: r"latitude ([^\s,]+)",
                longitude: r"longitude ([^\s,]+)",
            },
            Self::Lines => StrikePatterns {
                start: r"(?m)^CLASS:",
                close: r"(?m)^-{10,}$",
                class: r"(?m)^CLASS:\s+(\w+)",
                time: TimePattern { pattern: r"(?m)^TIME:\s+(.+)$", format: "%Y-%m-%d %H:%M:%S", zone: Some("UTC") },
                stroke: r"(?m)^TYPE:\s+(.+)$",
                latitude: r"(?m)^LAT:\s+(\S+)",
                longitude: r"(?m)^LON:\s+(\S+)",
            },
            Self::Table => StrikePatterns {
                start: r"(?m)^(?:ALERT|WARNING)\t",
                close: r"\n",
                class: r"\A\w+",
                time: TimePattern { pattern: r"\A\w+\t([^\t]+)", format: "MMM d, yyyy h:mm:ss tt", zone: Some(zone) },
                stroke: r"(?:Cloud|Ground) Stroke Lightning",
                latitude: r"\t([^\t]+)\t[^\t]+\z",
                longitude: r"\t([^\t]+)\z",
            },
        };
        patterns.config()
    }
}

const SEPARATOR: &str = "------------------------------------------------------------";
const TABLE_HEAD: &str = "<html><body><h2>Strikes</h2><table border=\"1\">\
    <tr><th>Class</th><th>Local time</th><th>Type</th><th>Latitude</th><th>Longitude</th></tr>\n";
const TABLE_END: &str = "</table><p>ThunderDesk &middot; unattended mailbox</p></body></html>\n";

fn format_paragraph(strike: &VendorStrike, zone: &TimeZone) -> String {
    let at = strike.at.to_zoned(zone.clone()).strftime("%-m/%-d/%Y %-I:%M:%S %p %:z").to_string();
    let (class, stroke_name) = (strike.class.name(), strike.stroke.name());
    let (lat, lon) = (strike.position.lat(), strike.position.lon());
    format!("{class}: {stroke_name} detected on {at}\nat latitude {lat:.6}, longitude {lon:.6}\n\n")
}

fn format_lines(strike: &VendorStrike) -> String {
    let at = strike.at.to_zoned(TimeZone::UTC).strftime("%Y-%m-%d %H:%M:%S").to_string();
    let (class, stroke_name) = (strike.class.name(), strike.stroke.name());
    let (lat, lon) = (strike.position.lat(), strike.position.lon());
    format!("CLASS: {class}\nTIME:  {at}\nTYPE:  {stroke_name}\nLAT:   {lat:.6}\nLON:   {lon:.6}\n{SEPARATOR}\n")
}

fn table_row(strike: &VendorStrike, zone: &TimeZone) -> String {
    let at = strike.at.to_zoned(zone.clone()).strftime("%b %-d, %Y %-I:%M:%S %p").to_string();
    let cells = [strike.class.name(), &at, strike.stroke.name()].map(|cell| format!("<td>{cell}</td>")).concat();
    let number = |degrees: f64| format!("<td align=\"right\">{degrees:.6}</td>").replace('-', "&minus;");
    format!("<tr>{cells}{}{}</tr>\n", number(strike.position.lat()), number(strike.position.lon()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storm::motion::Storm;
    use serde_json::json;
    use stormwire_extract::{ExtractConfig, Extractor, TextSource, html_to_text};
    use stormwire_geo::LonLat;

    #[test]
    fn strikes_can_be_extracted_from_every_layout() {
        let (zone, center) = ("America/Chicago", LonLat::new(-86.5861, 34.7304).unwrap());
        let storm = Storm {
            seed: 3,
            center,
            starts_at: "2026-05-01T12:00:00Z".parse().unwrap(),
            minutes: 30,
            strike_count: 40,
        };
        let strikes = storm.generate();
        let expected: Vec<Value> = strikes
            .iter()
            .map(|strike| {
                json!({
                    "Name": strike.class.name(), "Timestamp": strike.at.to_string(), "Type": strike.stroke.name(),
                    "Latitude": strike.position.lat(), "Longitude": strike.position.lon(),
                })
            })
            .collect();
        for layout in EmailLayout::ALL {
            assert_eq!(EmailLayout::parse(layout.name()), Some(layout));
            let config = ExtractConfig::parse(&layout.extract_config(zone)).unwrap();
            assert_eq!(config.warnings(), [], "{layout:?}");
            let email = layout.email(&strikes, &TimeZone::get(zone).unwrap());
            let text = if email.is_html { html_to_text(&email.body) } else { email.body };
            let found = Extractor::new(&config).unwrap().extract(&text, TextSource::Text, &mut || false).unwrap();
            assert_eq!(json!(found)["Items"], json!(expected), "{layout:?}\n{text}");
        }
    }
}
