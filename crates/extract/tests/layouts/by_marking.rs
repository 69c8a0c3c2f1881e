//! Marking the values of the first strike is enough to read the mail of every layout: the suggestions give the same strikes
//! as the patterns of the layout.

use serde_json::{Value, json};
use stormwire_extract::suggest::{FieldRequest, FieldSuggestion, LayoutSuggestion, field, layouts as suggest_layouts};
use stormwire_extract::{ExtractConfig, Extractor, FieldSpec, SegmentSpec};

use crate::folder::{Layout, Mail, layouts};
use crate::results::STRIKE_FIELDS;
use crate::text_piece::utf16_range;

/// Between two quoted strikes is a line of the mail program, and the name that is proposed comes from it. The table of records
/// shows that, and the layout has a pattern for it.
const WITHOUT_NAMES: &str = "forwarded";

#[test]
fn marking_the_first_strike_reads_every_layout() {
    let failures: Vec<String> = layouts()
        .iter()
        .filter_map(|layout| check(layout).err().map(|reason| format!("{}: {reason}", layout.name)))
        .collect();
    assert!(failures.is_empty(), "{} layouts\n{}", failures.len(), failures.join("\n\n"));
}

fn check(layout: &Layout) -> Result<(), String> {
    let mail = &layout.mails[0];
    let expected = mail.expected["Items"].as_array().expect("a list");
    let proposals = suggest_layouts(&mail.text, mail.source, &mut || false);
    let shown: Vec<(&str, usize)> = proposals.iter().map(|one| (one.name.as_str(), one.count)).collect();
    // A person sees the number of records and the first of them, and chooses by both.
    let name = layout.description["marks"]["Name"].as_str().expect("a text");
    let is_right = |proposal: &&LayoutSuggestion| {
        proposal.count == expected.len() && proposal.samples.first().is_some_and(|sample| sample.contains(name))
    };
    let proposal = proposals.iter().find(is_right).ok_or_else(|| format!("no proposal for the records: {shown:?}"))?;
    let config = marked_config(layout, mail, &proposal.segment)?;
    let extractor = Extractor::new(&config).expect("suggestions compile");
    let extraction = extractor.extract(&mail.text, mail.source, &mut || false);
    let found = extraction.map_err(|error| format!("{error}\n{}", proposal.name))?.items;
    let fields = STRIKE_FIELDS.into_iter().filter(|name| *name != "Name" || layout.name != WITHOUT_NAMES);
    let strike = |item: &Value| -> Vec<Value> { fields.clone().map(|name| item[name].clone()).collect() };
    let found: Vec<Vec<Value>> = found.into_iter().map(|item| strike(&Value::Object(item))).collect();
    let wanted: Vec<Vec<Value>> = expected.iter().map(strike).collect();
    if found == wanted { Ok(()) } else { Err(format!("{}\nfound  {found:?}\nwanted {wanted:?}", proposal.name)) }
}

/// A person who sees that values are missing uses another way to find the value, if there is one.
fn field_of_all_records(suggestion: FieldSuggestion) -> FieldSpec {
    let FieldSuggestion { field, count, found, alternatives, .. } = suggestion;
    let better = alternatives.into_iter().find(|other| found < count && other.found == count);
    better.map_or(field, |other| other.field)
}

/// The suggested fields, with the words of the layout for the vendor's codes.
fn marked_config(layout: &Layout, mail: &Mail, segment: &SegmentSpec) -> Result<ExtractConfig, String> {
    let preview = layout.extractor.preview(&mail.text, mail.source, &mut || false);
    let mut fields = serde_json::Map::new();
    for name in STRIKE_FIELDS {
        let own = &layout.config.fields[name];
        let span = preview.spans.iter().find(|span| span.record == 0 && span.field == name).expect("a value");
        let request = FieldRequest {
            text: &mail.text,
            source: mail.source,
            segment,
            name,
            marked: utf16_range(&mail.text, span.start, span.end),
            zone: own.time_zone.as_deref(),
        };
        let suggestion = field(&request, &mut || false).map_err(|error| format!("{name}: {error}"))?;
        let mut suggested = field_of_all_records(suggestion);
        (suggested.map, suggested.map_default) = (own.map.clone(), own.map_default.clone());
        fields.insert(name.to_owned(), serde_json::to_value(suggested).expect("JSON"));
    }
    let config = json!({
        "Op": { "Action": "Extract", "Source": layout.config.op.source, "Strict": true },
        "Segment": segment, "Fields": fields,
    });
    ExtractConfig::parse(&config).map_err(|violations| format!("{violations:?}\n{config}"))
}
