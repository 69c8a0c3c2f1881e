//! One alert as a CAP 1.2 document.

use crate::area::AlertArea;
use crate::change::AlertStatus;
use crate::issuer::Issuer;
use crate::language::Language;
use crate::message::Message;
use crate::texts::AlertTexts;
use crate::time::cap_time;
use crate::xml::XmlWriter;

const NAMESPACE: &str = "urn:oasis:names:tc:emergency:cap:1.2";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Actual,
    /// Receivers must not act on it.
    Test,
}

pub struct Alert<'a> {
    pub issuer: &'a Issuer,
    pub message: &'a Message<'a>,
    pub area: &'a AlertArea,
    pub purpose: Purpose,
}

/// What receivers sort by.
struct Classification {
    response: &'static str,
    urgency: &'static str,
    severity: &'static str,
    certainty: &'static str,
}

impl Alert<'_> {
    pub fn identifier(&self) -> String {
        match self.purpose {
            Purpose::Actual => self.issuer.identifier(self.message.change),
            Purpose::Test => self.issuer.test_identifier(self.message.change),
        }
    }

    pub fn to_xml(&self) -> String {
        let Self { issuer, message, .. } = self;
        let status = match self.purpose {
            Purpose::Actual => "Actual",
            Purpose::Test => "Test",
        };
        XmlWriter::document("alert", &[("xmlns", NAMESPACE)], |alert| {
            alert.text("identifier", &self.identifier());
            alert.text("sender", &issuer.sender());
            alert.text("sent", &cap_time(message.change.noticed_at));
            alert.text("status", status);
            alert.text("msgType", message.kind.name());
            alert.text("scope", "Public");
            let references: Vec<_> = message.references.iter().map(|change| issuer.reference(change)).collect();
            if !references.is_empty() {
                alert.text("references", &references.join(" "));
            }
            for language in Language::ALL {
                alert.element("info", &[], |info| self.write_info(language, info));
            }
        })
    }

    /// In the order that the standard requires.
    fn write_info(&self, language: Language, info: &mut XmlWriter) {
        let change = self.message.change;
        let texts = AlertTexts { language, change, rule: self.area.rule };
        let class = classify(change.status, change.ring.is_some());
        info.text("language", language.tag());
        info.text("category", "Met");
        info.text("event", texts.event());
        info.text("responseType", class.response);
        info.text("urgency", class.urgency);
        info.text("severity", class.severity);
        info.text("certainty", class.certainty);
        info.text("effective", &cap_time(change.at));
        info.text("expires", &cap_time(self.message.expires_at()));
        info.text("senderName", self.issuer.city());
        info.text("headline", &texts.headline(self.purpose == Purpose::Test));
        info.text("description", &texts.description());
        info.text("instruction", &texts.instruction());
        info.text("web", &self.issuer.facility_url(change));
        write_parameter(info, "stormwire.status", change.status.name());
        write_parameter(info, "stormwire.facilityId", &change.facility_id.to_string());
        if let Some(ring) = &change.ring {
            write_parameter(info, "stormwire.ring", ring);
        }
        info.element("area", &[], |area| self.write_area(area));
    }

    fn write_area(&self, area: &mut XmlWriter) {
        area.text("areaDesc", &self.message.change.facility_name);
        if let Some(polygon) = self.area.polygon() {
            area.text("polygon", &polygon);
        }
        if let Some(circle) = self.area.circle() {
            area.text("circle", &circle);
        }
    }
}

fn write_parameter(info: &mut XmlWriter, name: &str, value: &str) {
    info.element("parameter", &[], |parameter| {
        parameter.text("valueName", name);
        parameter.text("value", value);
    });
}

/// A ring is an early warning. Its end is not an all clear, because the facility may still be Active.
fn classify(status: AlertStatus, is_ring: bool) -> Classification {
    let (response, urgency, severity, certainty) = match (status, is_ring) {
        (AlertStatus::Active, false) => ("Shelter", "Immediate", "Severe", "Observed"),
        (AlertStatus::Clearing, false) => ("Shelter", "Expected", "Moderate", "Likely"),
        (AlertStatus::Clear, false) => ("AllClear", "Past", "Minor", "Observed"),
        (AlertStatus::Active | AlertStatus::Clearing, true) => ("Prepare", "Expected", "Minor", "Observed"),
        (AlertStatus::Clear, true) => ("Monitor", "Past", "Minor", "Observed"),
        (AlertStatus::Unknown, _) => ("Monitor", "Unknown", "Unknown", "Unknown"),
    };
    Classification { response, urgency, severity, certainty }
}
