//! Properties of suggestions over the mails of many vendors.

use jiff::ToSpan;
use jiff::civil::date;
use proptest::prelude::*;
use serde_json::Value;

use super::vendor_styles::{STYLE_COUNT, Strike, VendorMail, vendor_mail};
use super::{FieldRequest, field, layouts};
use crate::config::SegmentSpec;
use crate::source::TextSource;

fn strike() -> impl Strategy<Value = Strike> {
    // June has no change of clocks, and its Spanish name is written out in one style.
    let kinds = prop::sample::select(vec!["Cloud", "Ground", "Intra-Cloud"]);
    (0..29 * 86_400_i64, 250_000..490_000_i32, 670_000..1_240_000_i32, kinds).prop_map(
        |(seconds, latitude, longitude, kind)| Strike {
            at: date(2025, 6, 1).at(0, 0, 0, 0) + seconds.seconds(),
            latitude,
            longitude: -longitude,
            kind,
        },
    )
}

/// Marks the values of one record and compares what is read in all records.
fn check_marks(mail: &VendorMail, segment: &SegmentSpec, record: usize) {
    for mark in mail.marks.iter().filter(|mark| mark.record == record) {
        let request = FieldRequest {
            text: &mail.text,
            source: mail.source(),
            segment,
            name: mark.field,
            marked: mark.range.clone(),
            zone: None,
            existing: None,
        };
        let found = field(&request, &mut || false)
            .unwrap_or_else(|error| panic!("{}: {error}\n{segment:?}\n{}", mark.field, mail.text));
        let expected: Vec<&Value> =
            mail.marks.iter().filter(|other| other.field == mark.field).map(|other| &other.expected).collect();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let first: Vec<String> = expected.iter().take(found.values.len()).map(|value| text(value)).collect();
        assert_eq!((found.found, found.count), (expected.len(), expected.len()), "{found:?}\n{}", mail.text);
        assert_eq!(found.values, first, "{found:?}\n{}", mail.text);
    }
}

fn check_style(style: usize, strikes: &[Strike], record: usize) {
    let mail = vendor_mail(style, strikes);
    let best = layouts(&mail.text, mail.source(), &mut || false).remove(0);
    assert_eq!(best.count, strikes.len(), "style {style}: {best:?}\n{}", mail.text);
    check_marks(&mail, &best.segment, record);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, max_shrink_iters: 20, ..ProptestConfig::default() })]

    #[test]
    fn marking_any_record_reads_all_records(
        style in 0..STYLE_COUNT,
        strikes in prop::collection::vec(strike(), 2..20),
        record in any::<prop::sample::Index>(),
    ) {
        check_style(style, &strikes, record.index(strikes.len()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 20, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_suggestions_without_panic(
        text in "(\\PC{0,12}|[-+0-9.,:/ NSEW°'\"]{0,20}|<t[rd]>|</td>|[{}\\[\\]\",:|;\t>=.]{0,6}|\n|é🌩){0,25}",
        is_html: bool,
        marked in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let source = if is_html { TextSource::HtmlBody } else { TextSource::Text };
        let found = layouts(&text, source, &mut || false);
        prop_assert!(found.len() <= 8);
        let whole = SegmentSpec { start_pattern: r"\A".into(), close_pattern: None, filter: None, ignore: None, header: None };
        let position = |index: prop::sample::Index| text.floor_char_boundary(index.index(text.len() + 1));
        let (a, b) = (position(marked.0), position(marked.1));
        let request =
            FieldRequest { text: &text, source, segment: &whole, name: "Lat", marked: a.min(b)..a.max(b), zone: None, existing: None };
        let _ = field(&request, &mut || false);
    }
}

#[test]
fn every_style_is_read_from_one_of_its_records() {
    let strike = |seconds: i64, latitude, longitude, kind| Strike {
        at: date(2025, 6, 20).at(4, 5, 6, 0) + seconds.seconds(),
        latitude,
        longitude,
        kind,
    };
    let strikes = [
        strike(0, 347_283, -865_477, "Ground"),
        strike(40_000, 347_311, -1_005_512, "Intra-Cloud"),
        strike(80_077, 347_400, -860_001, "Cloud"),
    ];
    for style in 0..STYLE_COUNT {
        // Another record in each style: its neighbors differ.
        check_style(style, &strikes, style % strikes.len());
    }
}
