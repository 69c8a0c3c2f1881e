use serde_json::{Value, json};

use super::{FieldRequest, FieldSuggestion, field};
use crate::config::SegmentSpec;
use crate::source::TextSource;

const MAIL: &str = "ID: 00071\nAt: 25/06/2025 16:42\nCode: A7\nLat: 34,7283 N\nLon: 86,5477 O\nPeak: 1,250\n\nID: 00072\nAt: 27/06/2025 16:43\nCode: B2\nLat: 34,7311 N\nLon: 86,5512 O\nPeak: 2,500\n";

fn mark_in(text: &str, name: &str, mark: &str, existing: Option<&Value>) -> FieldSuggestion {
    let start = text.find(mark).unwrap();
    let segment =
        SegmentSpec { start_pattern: "(?m)^ID".into(), close_pattern: None, filter: None, ignore: None, header: None };
    let request = FieldRequest {
        text,
        source: TextSource::Text,
        segment: &segment,
        name,
        marked: start..start + mark.len(),
        zone: Some("America/Chicago"),
        existing,
    };
    field(&request, &mut || false).unwrap()
}

#[test]
fn settings_that_read_the_value_are_kept() {
    let table = [
        ("ID", "00071", json!({ "Type": "string", "Required": false }), json!(["00071", "00072"])),
        (
            "Timestamp",
            "25/06/2025 16:42",
            json!({ "Type": "datetime", "Format": "dd/MM/yyyy HH:mm", "TimeZone": "Europe/Paris", "Required": true }),
            json!(["2025-06-25T14:42:00Z", "2025-06-27T14:43:00Z"]),
        ),
        (
            "Type",
            "A7",
            json!({ "Type": "string", "Required": false, "Map": { "a7": "ground" }, "MapDefault": "cloud" }),
            json!(["ground", "cloud"]),
        ),
        ("Peak", "1,250", json!({ "Type": "number", "Decimal": ",", "Required": false }), json!(["1.25", "2.5"])),
        (
            "Longitude",
            "86,5477",
            json!({ "Type": "longitude", "Required": false, "Hemispheres": { "O": "E" } }),
            json!(["86.5477", "86.5512"]),
        ),
    ];
    for (name, mark, settings, values) in table {
        let mut existing = settings.clone();
        existing["Pattern"] = json!("(");
        let found = mark_in(MAIL, name, mark, Some(&existing));
        let mut kept = serde_json::to_value(&found.field).unwrap();
        kept.as_object_mut().unwrap().remove("Pattern");
        assert_eq!((kept, json!(found.values)), (settings, values), "{name}");
        assert_eq!(found.warnings, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn settings_that_do_not_read_the_value_are_replaced_with_a_warning() {
    let table = [
        (
            "Timestamp",
            "25/06/2025 16:42",
            json!({ "Type": "datetime", "Format": "yyyy-MM-dd" }),
            "datetime",
            "in the format",
        ),
        ("Timestamp", "25/06/2025 16:42", json!({ "Type": "string" }), "datetime", "was read as text"),
        (
            "Type",
            "A7",
            json!({ "Map": { "CG": "ground" } }),
            "string",
            "Type, Map of Type changed, because A7 is not in Map",
        ),
        ("Latitude", "34,7283 N", json!({ "Type": "number" }), "latitude", "34,7283 N is not a number"),
        ("ID", "00071", json!({ "Type": "nummer" }), "number", "The settings of ID are invalid"),
    ];
    for (name, mark, existing, field_type, warning) in table {
        let found = mark_in(MAIL, name, mark, Some(&existing));
        let field = serde_json::to_value(&found.field).unwrap();
        assert_eq!(field["Type"], field_type, "{found:?}");
        assert!(found.warnings.iter().any(|one| one.contains(warning)), "{name}: {:?}", found.warnings);
    }
}

#[test]
fn zone_is_added_to_a_format_without_offset() {
    let existing = json!({ "Type": "datetime", "Format": "dd/MM/yyyy HH:mm" });
    let found = mark_in(MAIL, "Timestamp", "25/06/2025 16:42", Some(&existing));
    assert_eq!(found.field.time_zone.as_deref(), Some("America/Chicago"));
    assert_eq!(found.warnings, ["25/06/2025 16:42 has no offset. It is read as local time in America/Chicago."]);
}

#[test]
fn o_needs_evidence() {
    let french = MAIL.replace("Code", "Heure");
    let found = mark_in(&french, "Longitude", "86,5477", None);
    assert_eq!(found.values, ["-86.5477", "-86.5512"]);
    assert_eq!(serde_json::to_value(&found.field).unwrap()["Hemispheres"], json!({ "O": "W" }));
    assert_eq!(found.warnings, ["The O in 86,5477 O is read as west. Check Hemispheres."]);
    let found = mark_in(MAIL, "Longitude", "86,5477", None);
    assert_eq!(found.values, ["86,5477 O", "86,5512 O"]);
    assert!(found.warnings[0].contains(r#"Hemispheres to {"O": "W"} or {"O": "E"}"#), "{:?}", found.warnings);
}
