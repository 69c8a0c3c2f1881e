//! Every layout gives exactly its expected records.

use std::fs;

use crate::folder::{layouts, repository};
use crate::text_piece::utf16_range;

/// The columns of `data.LightningStrike` that identify a strike.
pub(crate) const STRIKE_FIELDS: [&str; 5] = ["Name", "Timestamp", "Type", "Latitude", "Longitude"];

#[test]
fn guide_mentions_every_layout() {
    let layouts = layouts();
    assert!(layouts.len() >= 14, "{} layouts", layouts.len());
    for page in ["reference/actions/text-extract.md", "vendor-mail.md"] {
        let text = fs::read_to_string(repository().join("docs/guide").join(page)).unwrap();
        for layout in &layouts {
            assert!(text.contains(&format!("examples/extract/{})", layout.name)), "{page}: {}", layout.name);
        }
    }
}

#[test]
fn every_layout_gives_the_expected_records() {
    for layout in layouts() {
        assert_eq!(layout.config.warnings(), [], "{}", layout.name);
        for mail in &layout.mails {
            let extraction = layout.extractor.extract(&mail.text, mail.source, &mut || false);
            let extraction = extraction.unwrap_or_else(|error| panic!("{}: {error}\n{}", layout.name, mail.text));
            // Compared as text, because the order of the keys matters.
            let expected = serde_json::to_string_pretty(&mail.expected).unwrap();
            assert_eq!(serde_json::to_string_pretty(&extraction).unwrap(), expected, "{}", layout.name);
            let preview = layout.extractor.preview(&mail.text, mail.source, &mut || false);
            assert_eq!(preview.unread, [], "{}: all starts are records", layout.name);
        }
    }
}

#[test]
fn every_layout_is_strict_and_has_the_fields_of_a_strike() {
    for layout in layouts() {
        let segment = &layout.config.segment;
        assert!(layout.config.op.strict, "{}", layout.name);
        assert_eq!(segment.filter, None, "{}: a filter drops a damaged strike without an error", layout.name);
        assert_eq!(segment.close_pattern, None, "{}: a close pattern can skip the next start", layout.name);
        for name in STRIKE_FIELDS {
            let field = layout.config.fields.get(name).unwrap_or_else(|| panic!("{}: {name}", layout.name));
            assert!(field.required, "{}: {name}", layout.name);
        }
        for mail in &layout.mails {
            for item in mail.expected["Items"].as_array().unwrap() {
                let kind = item["Type"].as_str().unwrap().to_lowercase().replace(' ', "-");
                let known = ["cloud-to-ground", "in-cloud", "intra-cloud", "cloud-to-cloud"];
                assert!(known.contains(&kind.as_str()), "{}: {kind} is neither ground nor cloud", layout.name);
            }
        }
    }
}

#[test]
fn marks_are_the_values_of_the_first_record() {
    for layout in layouts() {
        assert_eq!(layout.description["source"], layout.config.op.source, "{}", layout.name);
        for key in ["title", "description"] {
            assert!(layout.description[key].as_str().is_some_and(|text| !text.is_empty()), "{}: {key}", layout.name);
        }
        let mail = &layout.mails[0];
        let preview = layout.extractor.preview(&mail.text, mail.source, &mut || false);
        for name in STRIKE_FIELDS {
            let span = preview.spans.iter().find(|span| span.record == 0 && span.field == name).unwrap();
            let value = &mail.text[utf16_range(&mail.text, span.start, span.end)];
            assert_eq!(layout.description["marks"][name], value, "{}: {name}", layout.name);
        }
    }
}
