//! A configuration that was built by marking values rejects a mail in which two columns are swapped.

use serde_json::{Map, Value, json};
use stormwire_extract::suggest::layouts as suggest_layouts;
use stormwire_extract::{ExtractConfig, ExtractError, Extractor, SegmentSpec};

use crate::folder::{Layout, Mail, layouts};
use crate::suggestions::{FIELDS, suggested_field};

/// The header that is suggested for each folder that has one.
const HEADERS: [(&str, &str); 5] = [
    ("csv-attachment", "class,time_utc,type,latitude,longitude"),
    ("csv-header", "id,time,type,lat,lon,peak_ka,alert"),
    ("fixed-columns", "NO DATE TIME(UTC) TYPE LATITUDE LONGITUDE ALERT"),
    ("outlook-nested", "Class When (UTC) Kind Position"),
    ("pipe", "Class | Time | Type | Lat | Lon | Peak"),
];

/// Folders with latitude and longitude in the fourth and the fifth cell, what separates the cells, and the header after the
/// swap.
const SWAPPED: [(&str, char, &str); 3] = [
    ("csv-attachment", ',', "class,time_utc,type,longitude,latitude"),
    ("csv-header", ',', "id,time,type,lon,lat,peak_ka,alert"),
    ("pipe", '|', "Class   | Time                    | Type            | Lon      | Lat     | Peak"),
];

fn suggested_segment(mail: &Mail) -> SegmentSpec {
    suggest_layouts(&mail.text, mail.source, &mut || false).remove(0).segment
}

#[test]
fn header_above_columns_is_suggested() {
    for layout in layouts() {
        let expected = HEADERS.iter().find(|(folder, _)| *folder == layout.name).map(|(_, header)| *header);
        assert_eq!(suggested_segment(&layout.mails[0]).header.as_deref(), expected, "{}", layout.name);
    }
}

#[test]
fn swapped_columns_fail_with_a_suggested_config() {
    for (name, separator, header) in SWAPPED {
        let layout = layouts().into_iter().find(|layout| layout.name == name).expect("a layout");
        let mail = &layout.mails[0];
        let extractor = suggested_extractor(&layout, mail);
        let read = extractor.extract(&mail.text, mail.source, &mut || false);
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(mail.expected["Count"], read.count, "{name}");
        for (item, expected) in read.items.iter().zip(mail.expected["Items"].as_array().expect("items")) {
            assert!(FIELDS.iter().all(|field| item.get(*field) == expected.get(*field)), "{name}: {item:?}");
        }

        let swapped = swap_fourth_and_fifth(&mail.text, separator);
        let error = extractor.extract(&swapped, mail.source, &mut || false).expect_err("another header");
        let expected = HEADERS.iter().find(|(folder, _)| *folder == name).map(|(_, header)| *header);
        let line = swapped.lines().position(|line| line == header).expect("the swapped header") + 1;
        let (expected, found) = (expected.expect("a header").to_owned(), header.to_owned());
        let message = error.to_string();
        assert_eq!(error, ExtractError::HeaderMismatch { expected, line, found }, "{name}");
        assert!(message.contains("the header must be") && message.contains(header), "{message}");
    }
}

fn suggested_extractor(layout: &Layout, mail: &Mail) -> Extractor {
    let segment = suggested_segment(mail);
    let fields: Map<String, Value> = FIELDS
        .iter()
        .map(|name| {
            let found = suggested_field(layout, mail, &segment, name);
            let found = found.unwrap_or_else(|error| panic!("{} {name}: {error}", layout.name));
            ((*name).to_owned(), json!(found.field))
        })
        .collect();
    let config = json!({ "Op": { "Action": "Extract" }, "Segment": segment, "Fields": fields });
    let config = ExtractConfig::parse(&config).unwrap_or_else(|violations| panic!("{}: {violations:?}", layout.name));
    Extractor::new(&config).expect("a parsed configuration compiles")
}

/// In the header and in every row.
fn swap_fourth_and_fifth(text: &str, separator: char) -> String {
    let swap = |line: &str| {
        let mut cells: Vec<&str> = line.split(separator).collect();
        if cells.len() > 4 {
            cells.swap(3, 4);
        }
        cells.join(&separator.to_string())
    };
    text.lines().map(swap).collect::<Vec<String>>().join("\n")
}
