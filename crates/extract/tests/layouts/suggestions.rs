//! Suggestions for the mails of every layout read what its own configuration reads.

use serde_json::Value;
use stormwire_extract::SegmentSpec;
use stormwire_extract::suggest::{
    FieldRequest, FieldSuggestion, FieldSuggestionError, field, layouts as suggest_layouts,
};
use stormwire_extract::utf16_to_byte_range;

use crate::folder::{Layout, Mail, layouts};

/// Of the city, for times without an offset.
pub(crate) const CITY_ZONE: &str = "America/Chicago";

/// Values that are stored as they are written. Others may be mapped.
pub(crate) const FIELDS: [&str; 3] = ["Timestamp", "Latitude", "Longitude"];

/// What is proposed first for each folder.
const BEST_LAYOUTS: [(&str, &str); 21] = [
    ("csv-attachment", "CSV with header"),
    ("csv-header", "CSV with header"),
    ("csv-lines", "Comma-separated lines"),
    ("dms", "Records that start with \u{201c}Strike\u{201d}"),
    ("fixed-columns", "Lines with fixed columns"),
    ("forwarded", "Blocks of keys and values"),
    ("forwarded-apple", "Records that start with \u{201c}Strike\u{201d}"),
    ("german", "Paragraphs"),
    ("hemisphere", "Records that start with \u{201c}Lightning\u{201d}"),
    ("html-cards", "Records that start with \u{201c}Strike\u{201d}"),
    ("html-table", "HTML table rows"),
    ("json-body", "JSON objects"),
    ("key-value", "Blocks of keys and values"),
    ("local-and-utc", "Lines with fixed columns"),
    ("outlook-nested", "Tab-separated lines with header"),
    ("paragraphs", "Records that start with \u{201c}Lightning\u{201d}"),
    ("pipe", "Lines with | between cells with header"),
    ("spanish", "Paragraphs"),
    ("vendor-codes", "Records that start with \u{201c}EVENT\u{201d}"),
    ("xml-body", "Elements <strike>"),
    ("zone-abbreviation", "Records that start with \u{201c}Strike\u{201d}"),
];

#[test]
fn suggested_layouts_and_fields_read_every_example() {
    let mut failures = Vec::new();
    for layout in layouts() {
        let mail = layout.mails.first().expect("a mail");
        let best = suggest_layouts(&mail.text, mail.source, &mut || false).remove(0);
        let name = BEST_LAYOUTS.iter().find(|(folder, _)| *folder == layout.name).map(|(_, name)| *name);
        if name != Some(best.name.as_str()) {
            failures.push(format!("{}: {best:?} instead of {name:?}", layout.name));
        }
        if mail.expected["Count"] != best.count {
            failures.push(format!("{}: {} of {} records: {best:?}", layout.name, best.count, mail.expected["Count"]));
            continue;
        }
        failures.extend(name_failure(&layout, mail));
        for name in FIELDS {
            failures.extend(field_failure(&layout, mail, &best.segment, name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// One of the choices must have the name of the strike in its records, so that a person can mark it.
fn name_failure(layout: &Layout, mail: &Mail) -> Option<String> {
    let preview = layout.extractor.preview(&mail.text, mail.source, &mut || false);
    let span = preview.spans.iter().find(|span| span.field == "Name").expect("a name");
    let range = utf16_to_byte_range(&mail.text, span.start..span.end).expect("a position in the text");
    let choices = suggest_layouts(&mail.text, mail.source, &mut || false);
    let has_name = choices
        .iter()
        .any(|choice| mail.expected["Count"] == choice.count && choice.samples[0].contains(&mail.text[range.clone()]));
    (!has_name).then(|| format!("{}: no choice has the name {:?}: {choices:?}", layout.name, &mail.text[range]))
}

/// Compares the values of all records with the expected ones.
fn field_failure(layout: &Layout, mail: &Mail, segment: &SegmentSpec, name: &str) -> Option<String> {
    let found = match suggested_field(layout, mail, segment, name) {
        Ok(found) => found,
        Err(error) => return Some(format!("{} {name}: {error}", layout.name)),
    };
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let items = mail.expected["Items"].as_array().expect("items");
    let expected: Vec<String> = items.iter().map(|item| text(&item[name])).take(found.values.len()).collect();
    let is_complete = found.found == items.len() && found.values == expected;
    (!is_complete).then(|| format!("{} {name}: {expected:?}\n{found:?}", layout.name))
}

/// Marks the value of the first record. Times without an offset are in the layout's own zone, or in the city's.
pub(crate) fn suggested_field(
    layout: &Layout,
    mail: &Mail,
    segment: &SegmentSpec,
    name: &str,
) -> Result<FieldSuggestion, FieldSuggestionError> {
    let zone = layout.config.fields.get(name).and_then(|field| field.time_zone.as_deref());
    suggested_field_in(zone.unwrap_or(CITY_ZONE), layout, mail, segment, name)
}

pub(crate) fn suggested_field_in(
    zone: &str,
    layout: &Layout,
    mail: &Mail,
    segment: &SegmentSpec,
    name: &str,
) -> Result<FieldSuggestion, FieldSuggestionError> {
    let preview = layout.extractor.preview(&mail.text, mail.source, &mut || false);
    let span = preview.spans.iter().find(|span| span.field == name).expect("a value");
    let request = FieldRequest {
        text: &mail.text,
        source: mail.source,
        segment,
        name,
        marked: utf16_to_byte_range(&mail.text, span.start..span.end).expect("a position in the text"),
        zone: Some(zone),
        existing: None,
    };
    field(&request, &mut || false)
}
