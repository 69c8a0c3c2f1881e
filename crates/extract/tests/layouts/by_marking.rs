//! Marking the values of the first strike is enough to read the mail of every layout: the suggestions give the same strikes
//! as the patterns of the layout.

use serde_json::{Value, json};
use stormwire_extract::suggest::{FieldRequest, LayoutSuggestion, field, layouts as suggest_layouts};
use stormwire_extract::{ExtractConfig, Extractor, SegmentSpec};

use crate::folder::{Layout, Mail, layouts};
use crate::results::STRIKE_FIELDS;
use crate::text_piece::utf16_range;

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
    let is_right = |proposal: &&LayoutSuggestion| proposal.count == expected.len();
    let proposal = proposals.iter().find(is_right).ok_or_else(|| format!("no proposal for the records: {shown:?}"))?;
    let config = marked_config(layout, mail, &proposal.segment)?;
    let extractor = Extractor::new(&config).expect("suggestions compile");
    let extraction = extractor.extract(&mail.text, mail.source, &mut || false);
    let found = extraction.map_err(|error| format!("{error}\n{}", proposal.name))?.items;
    let strike = |item: &Value| STRIKE_FIELDS.map(|name| item[name].clone());
    let found: Vec<[Value; 5]> = found.into_iter().map(|item| strike(&Value::Object(item))).collect();
    let wanted: Vec<[Value; 5]> = expected.iter().map(strike).collect();
    if found == wanted { Ok(()) } else { Err(format!("{}\nfound  {found:?}\nwanted {wanted:?}", proposal.name)) }
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
        let mut suggested = field(&request, &mut || false).map_err(|error| format!("{name}: {error}"))?.field;
        (suggested.map, suggested.map_default) = (own.map.clone(), own.map_default.clone());
        fields.insert(name.to_owned(), serde_json::to_value(suggested).expect("JSON"));
    }
    let config = json!({
        "Op": { "Action": "Extract", "Source": layout.config.op.source, "Strict": true },
        "Segment": segment, "Fields": fields,
    });
    ExtractConfig::parse(&config).map_err(|violations| format!("{violations:?}\n{config}"))
}
