//! The `TextExtract` configuration that reads the strikes back out of the vendor's emails.

use serde_json::{Value, json};

/// The patterns for one email layout.
pub(super) struct StrikePatterns<'a> {
    /// Where a strike begins and ends.
    pub(super) start: &'a str,
    pub(super) close: &'a str,
    pub(super) class: &'a str,
    pub(super) time: TimePattern<'a>,
    pub(super) stroke: &'a str,
    pub(super) latitude: &'a str,
    pub(super) longitude: &'a str,
}

pub(super) struct TimePattern<'a> {
    pub(super) pattern: &'a str,
    pub(super) format: &'a str,
    /// For times that are written without an offset.
    pub(super) zone: Option<&'a str>,
}

impl StrikePatterns<'_> {
    /// The `Config` of the action.
    pub(super) fn config(&self) -> Value {
        let field = |pattern: &str, kind: &str| json!({"Pattern": pattern, "Type": kind, "Required": true});
        json!({
            "Op": {"Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract"},
            "Segment": {"StartPattern": self.start, "ClosePattern": self.close},
            "Fields": {
                "Name": field(self.class, "string"),
                "Timestamp": self.time.field(),
                "Type": field(self.stroke, "string"),
                "Latitude": field(self.latitude, "number"),
                "Longitude": field(self.longitude, "number"),
            },
        })
    }
}

impl TimePattern<'_> {
    fn field(&self) -> Value {
        let mut field = json!({"Pattern": self.pattern, "Type": "datetime", "Format": self.format, "Required": true});
        if let Some(zone) = self.zone {
            field["TimeZone"] = json!(zone);
        }
        field
    }
}
