//! How a vendor writes of strikes, and the `TextExtract` configuration that reads it back.

use super::motion::Bolt;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

/// A way of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Plain text, a paragraph per strike, local times with their offset.
    Paragraphs,
    /// Plain text, a line per value, a rule between strikes, UTC.
    Lines,
    /// HTML, a table row per strike, local times without an offset.
    Table,
}

/// What the vendor sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The subject.
    pub subject: String,
    /// The body.
    pub body: String,
    /// Whether the body is HTML.
    pub is_html: bool,
}

impl Layout {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Paragraphs, Self::Lines, Self::Table];

    /// On the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paragraphs => "paragraphs",
            Self::Lines => "lines",
            Self::Table => "table",
        }
    }

    /// From its name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.name() == name)
    }

    /// Writes of strikes to people in a time zone.
    pub fn letter(self, bolts: &[Bolt], zone: &TimeZone) -> Letter {
        let each = |write: &dyn Fn(&Bolt) -> String| bolts.iter().map(write).collect::<String>();
        let body = match self {
            Self::Paragraphs => format!(
                "Sky Sentinel Lightning Notification\n\n{}You receive this message because your city subscribes to it.\n",
                each(&|bolt| paragraph(bolt, zone))
            ),
            Self::Lines => format!("STRIKES: {}\n{RULE}\n{}END OF REPORT\n", bolts.len(), each(&lines)),
            Self::Table => format!("{TABLE_HEAD}{}{TABLE_END}", each(&|bolt| row(bolt, zone))),
        };
        let subject = format!("Lightning: {} {}", bolts.len(), if bolts.len() == 1 { "strike" } else { "strikes" });
        Letter { subject, body, is_html: self == Self::Table }
    }

    /// The `Config` of the action that reads it back, for people in that time zone.
    pub fn action(self, zone: &str) -> Value {
        let field = |pattern: &str, kind: &str| json!({"Pattern": pattern, "Type": kind, "Required": true});
        let time = |pattern: &str, format: &str, zone: Option<&str>| {
            let mut time = json!({"Pattern": pattern, "Type": "datetime", "Format": format, "Required": true});
            if let Some(zone) = zone {
                time["TimeZone"] = json!(zone);
            }
            time
        };
        let (segment, fields) = match self {
            Self::Paragraphs => (
                json!({"StartPattern": r"(?m)^(?:ALERT|WARNING): ", "ClosePattern": r"\n[ \t]*\n"}),
                [
                    field(r"\A\w+", "string"),
                    time(r"detected on (\S+ \S+ [AP]M \S+)", "M/d/yyyy h:mm:ss tt zzz", None),
                    field(r"(?:Cloud|Ground) Stroke Lightning", "string"),
                    field(r"latitude ([^\s,]+)", "number"),
                    field(r"longitude ([^\s,]+)", "number"),
                ],
            ),
            Self::Lines => (
                json!({"StartPattern": r"(?m)^CLASS:", "ClosePattern": r"(?m)^-{10,}$"}),
                [
                    field(r"(?m)^CLASS:\s+(\w+)", "string"),
                    time(r"(?m)^TIME:\s+(.+)$", "%Y-%m-%d %H:%M:%S", Some("UTC")),
                    field(r"(?m)^TYPE:\s+(.+)$", "string"),
                    field(r"(?m)^LAT:\s+(\S+)", "number"),
                    field(r"(?m)^LON:\s+(\S+)", "number"),
                ],
            ),
            Self::Table => (
                json!({"StartPattern": r"(?m)^(?:ALERT|WARNING)\t", "ClosePattern": r"\n"}),
                [
                    field(r"\A\w+", "string"),
                    time(r"\A\w+\t([^\t]+)", "MMM d, yyyy h:mm:ss tt", Some(zone)),
                    field(r"(?:Cloud|Ground) Stroke Lightning", "string"),
                    field(r"\t([^\t]+)\t[^\t]+\z", "number"),
                    field(r"\t([^\t]+)\z", "number"),
                ],
            ),
        };
        let [name, timestamp, stroke, latitude, longitude] = fields;
        json!({
            "Op": {"Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract"},
            "Segment": segment,
            "Fields": {
                "Name": name, "Timestamp": timestamp, "Type": stroke, "Latitude": latitude, "Longitude": longitude,
            },
        })
    }
}

const RULE: &str = "------------------------------------------------------------";
const TABLE_HEAD: &str = "<html><body><h2>Strikes</h2><table border=\"1\">\
    <tr><th>Class</th><th>Local time</th><th>Type</th><th>Latitude</th><th>Longitude</th></tr>\n";
const TABLE_END: &str = "</table><p>ThunderDesk &middot; unattended mailbox</p></body></html>\n";

fn paragraph(bolt: &Bolt, zone: &TimeZone) -> String {
    let at = bolt.at.to_zoned(zone.clone()).strftime("%-m/%-d/%Y %-I:%M:%S %p %:z").to_string();
    let (class, stroke, place) = (bolt.class.name(), bolt.stroke.name(), bolt.position);
    format!("{class}: {stroke} detected on {at}\nat latitude {:.6}, longitude {:.6}\n\n", place.lat(), place.lon())
}

fn lines(bolt: &Bolt) -> String {
    let at = bolt.at.to_zoned(TimeZone::UTC).strftime("%Y-%m-%d %H:%M:%S").to_string();
    let (class, stroke, place) = (bolt.class.name(), bolt.stroke.name(), bolt.position);
    format!(
        "CLASS: {class}\nTIME:  {at}\nTYPE:  {stroke}\nLAT:   {:.6}\nLON:   {:.6}\n{RULE}\n",
        place.lat(),
        place.lon()
    )
}

fn row(bolt: &Bolt, zone: &TimeZone) -> String {
    let at = bolt.at.to_zoned(zone.clone()).strftime("%b %-d, %Y %-I:%M:%S %p").to_string();
    let cells = [bolt.class.name(), &at, bolt.stroke.name()].map(|cell| format!("<td>{cell}</td>")).concat();
    let number = |degrees: f64| format!("<td align=\"right\">{degrees:.6}</td>").replace('-', "&minus;");
    format!("<tr>{cells}{}{}</tr>\n", number(bolt.position.lat()), number(bolt.position.lon()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storm::Storm;
    use stormwire_geo::LonLat;
    use stormwire_extract::{Config, Extractor, Source, body_text};

    #[test]
    fn every_layout_reads_back_to_the_strikes_that_were_written() {
        let (zone, centre) = ("America/Chicago", LonLat::new(-86.5861, 34.7304).unwrap());
        let storm =
            Storm { seed: 3, centre, starts_at: "2026-05-01T12:00:00Z".parse().unwrap(), minutes: 30, strikes: 40 };
        let bolts = storm.bolts();
        let expected: Vec<Value> = bolts
            .iter()
            .map(|bolt| {
                json!({
                    "Name": bolt.class.name(), "Timestamp": bolt.at.to_string(), "Type": bolt.stroke.name(),
                    "Latitude": bolt.position.lat(), "Longitude": bolt.position.lon(),
                })
            })
            .collect();
        for layout in Layout::ALL {
            assert_eq!(Layout::parse(layout.name()), Some(layout));
            let config = Config::parse(&layout.action(zone)).unwrap();
            assert_eq!(config.warnings(), [], "{layout:?}");
            let letter = layout.letter(&bolts, &TimeZone::get(zone).unwrap());
            let text = if letter.is_html { body_text(&letter.body) } else { letter.body };
            let found = Extractor::new(&config).unwrap().extract(&text, Source::Text, &mut || false).unwrap();
            assert_eq!(json!(found)["Items"], json!(expected), "{layout:?}\n{text}");
        }
    }
}
