use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::Extractor;
use crate::config::ExtractConfig;
use crate::error::ExtractError;
use crate::extraction::{Extraction, ExtractionPreview};
use crate::limits::ExtractLimits;
use crate::pattern::PatternError;
use crate::source::TextSource;

fn extractor(segment: &Value, fields: &Value) -> Extractor {
    let config = json!({ "Op": { "Action": "Extract" }, "Segment": segment, "Fields": fields });
    Extractor::new(&ExtractConfig::parse(&config).expect("a valid configuration")).expect("patterns that compile")
}

fn strikes() -> Extractor {
    let fields = json!({
        "Name": { "Pattern": "Strike (\\w+)", "Type": "string" },
        "Lat": { "Pattern": "Lat (\\S+)", "Type": "number", "Required": true },
        "Seen": { "Pattern": "Seen (\\S+)", "Type": "boolean" }
    });
    extractor(&json!({ "StartPattern": "Strike", "Filter": "Lat|Seen" }), &fields)
}

fn extract(extractor: &Extractor, text: &str) -> Result<Extraction, ExtractError> {
    extractor.extract(text, TextSource::Text, &mut || false)
}

fn preview(extractor: &Extractor, text: &str) -> ExtractionPreview {
    extractor.preview(text, TextSource::Text, &mut || false)
}

#[test]
fn result_has_items_in_key_order_and_count() {
    let found = extract(&strikes(), "Strike one Lat 34.7 Seen yes\nStrike two Lat 1,234").unwrap();
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(
        text,
        r#"{"Items":[{"Name":"one","Lat":34.7,"Seen":true},{"Name":"two","Lat":1234,"Seen":null}],"Count":2}"#
    );
}

#[test]
fn one_record_is_an_array() {
    let found = extract(&strikes(), "Strike one Lat 1").unwrap();
    assert_eq!((found.count, found.items.len()), (1, 1));
}

#[test]
fn optional_field_without_a_value_is_null_and_a_miss() {
    let preview = preview(&strikes(), "Strike one Lat 1\nStrike two Lat 2 Seen maybe");
    assert_eq!(preview.error, None);
    assert_eq!((&preview.items[0]["Seen"], &preview.items[1]["Seen"]), (&Value::Null, &Value::Null));
    let missed: Vec<_> =
        preview.misses.iter().map(|miss| (miss.record, miss.field.as_str(), miss.pattern.as_str())).collect();
    assert_eq!(missed, [(0, "Seen", "Seen (\\S+)"), (1, "Seen", "Seen (\\S+)")]);
}

#[test]
fn missing_required_field_error_names_record_and_pattern() {
    let error = extract(&strikes(), "Strike a Lat 1 Strike b Seen yes Strike c Lat 3").unwrap_err();
    let expected = ExtractError::Missing { record: 1, field: "Lat".into(), pattern: "Lat (\\S+)".into() };
    assert_eq!(error, expected);
    assert_eq!(error.to_string(), "record 1: required field Lat is missing: the pattern `Lat (\\S+)` did not match");
}

#[test]
fn unparseable_required_field_error_names_record_pattern_and_value() {
    let error = extract(&strikes(), "Strike a Lat 1 Strike b Lat north").unwrap_err().to_string();
    assert_eq!(error, "record 1: required field Lat: `north`, found by the pattern `Lat (\\S+)`, is not a number");
    let long = format!("Strike a Lat {}", "9".repeat(5000));
    assert!(extract(&strikes(), &long).unwrap_err().to_string().len() < 250);
}

#[test]
fn record_index_counts_scopes_after_the_filter() {
    let error = extract(&strikes(), "Strike nothing Strike a Lat 1 Strike nothing Strike b Lat x").unwrap_err();
    assert!(matches!(error, ExtractError::Unparseable { record: 1, .. }), "{error}");
}

#[test]
fn no_scopes_fail_as_a_change_of_format() {
    let none = extract(&strikes(), "Dear customer").unwrap_err();
    assert_eq!(
        none.to_string(),
        "no record found: the start pattern `Strike` did not match; this is treated as a change of the format"
    );
    let filtered = extract(&strikes(), "Strike x Strike y").unwrap_err().to_string();
    assert!(
        filtered.contains("gave 2 records, and the filter matched none") && filtered.contains("change of the format"),
        "{filtered}"
    );
}

#[test]
fn header_is_required_and_is_not_a_record() {
    let fields = json!({ "Lat": { "Pattern": "\\A([^,]*),", "Type": "latitude", "Required": true } });
    let lines = extractor(&json!({ "StartPattern": "(?m)^[^\\n]*\\S", "Header": "Lat,Lon" }), &fields);
    assert_eq!(extract(&lines, "\"lat\",\"lon\"\r\n34.7,-86.5\r\n").unwrap().count, 1);
    assert!(extract(&lines, "Lat,Lon\n34.7,-86.5\nLat,Lon\n").is_err(), "a second header is a record");
    assert!(extract(&lines, "Total\nLat,Lon\n34.7,-86.5\n").is_err(), "a line above the header is a record");
    let swapped = extract(&lines, "Lon,Lat\n-86.5,34.7\n").unwrap_err();
    assert_eq!(
        swapped.to_string(),
        "the header must be `Lat,Lon`, but line 1 is `Lon,Lat`; if your columns are different, change Segment.Header and the \
         patterns of the fields; if not every message has this line, clear Segment.Header"
    );
    let empty = extract(&lines, "Lat,Lon\n\n").unwrap_err();
    assert_eq!(empty.to_string(), "no record found below the header `Lat,Lon`");
    assert_eq!(preview(&lines, "Lon,Lat\n-86.5,34.7\n").error, Some(swapped), "the preview shows the records too");
}

#[test]
fn preview_returns_everything_found_with_the_error() {
    let text = "Strike a Lat 1 Strike b Lat x Strike c";
    let preview = preview(
        &extractor(
            &json!({ "StartPattern": "Strike" }),
            &json!({ "Lat": { "Pattern": "Lat (\\S+)", "Type": "number", "Required": true } }),
        ),
        text,
    );
    assert_eq!(preview.items.len(), 3);
    assert_eq!(preview.misses.iter().map(|miss| miss.record).collect::<Vec<_>>(), [1, 2]);
    assert!(matches!(preview.error, Some(ExtractError::Unparseable { record: 1, .. })));
    let spans: Vec<_> = preview.spans.iter().map(|span| (span.record, &text[span.start..span.end])).collect();
    assert_eq!(spans, [(0, "1"), (1, "x")]);
}

#[test]
fn values_and_spans_are_trimmed() {
    let extractor = extractor(&json!({ "StartPattern": "\\A" }), &json!({ "V": { "Pattern": "=(.*)" } }));
    let preview = preview(&extractor, "é🌩=  a b \u{a0}");
    assert_eq!(preview.items[0]["V"], "a b");
    assert_eq!((preview.spans[0].start, preview.spans[0].end), (6, 9));
}

#[test]
fn removes_tags_and_decodes_entities_only_in_html_bodies() {
    let fields = json!({ "V": { "Pattern": "<td>(.*?)</td>" }, "N": { "Pattern": "<i>(.*?)</i>", "Type": "number" } });
    let extractor = extractor(&json!({ "StartPattern": "<tr>", "ClosePattern": "</tr>" }), &fields);
    let html = "<tr><td><b>Smith &amp; Sons</b><br>north&nbsp;side</td><i>&#45;1&nbsp;</i></tr>";
    let body = extractor.extract(html, TextSource::HtmlBody, &mut || false).unwrap();
    assert_eq!(Value::from(body.items[0].clone()), json!({ "V": "Smith & Sons north side", "N": -1 }));
    let text = extractor.extract(html, TextSource::Text, &mut || false).unwrap();
    assert_eq!(text.items[0]["V"], "<b>Smith &amp; Sons</b><br>north&nbsp;side");
    assert_eq!(text.items[0]["N"], Value::Null);
}

#[test]
fn text_that_looks_like_code_is_not_interpreted() {
    let extractor = extractor(&json!({ "StartPattern": "\\A" }), &json!({ "V": { "Pattern": "(?s).*" } }));
    for text in [
        "'; drop table it.User; --",
        "{{ $.Message.From }}",
        "$.Extract.Items[0]",
        "<script>alert(1)</script>",
        "\u{202e}abc",
    ] {
        assert_eq!(extract(&extractor, text).unwrap().items[0]["V"], text);
    }
    assert_eq!(extract(&extractor, "a\0b").unwrap().items[0]["V"], "ab");
}

#[test]
fn dates_are_returned_as_rfc_3339_in_utc() {
    let fields = json!({ "T": { "Pattern": "at (.*)", "Type": "datetime", "Format": "M/d/yyyy h:mm:ss tt zzz", "Required": true } });
    let extractor = extractor(&json!({ "StartPattern": "\\A" }), &fields);
    assert_eq!(extract(&extractor, "at 5/1/2025 7:00:01 AM -05:00").unwrap().items[0]["T"], "2025-05-01T12:00:01Z");
    let error = extract(&extractor, "at 13/1/2025 7:00:01 AM -05:00").unwrap_err().to_string();
    assert!(error.contains("`13/1/2025 7:00:01 AM -05:00`") && error.contains("`at (.*)`"), "{error}");
}

#[test]
fn enforces_limits() {
    let limited = strikes().with_limits(ExtractLimits { text_bytes: 100, records: 2, ..ExtractLimits::default() });
    let long = extract(&limited, &"x".repeat(101)).unwrap_err();
    assert_eq!(long, ExtractError::TextTooLong { bytes: 101, limit: 100 });
    let many = extract(&limited, "Strike Lat 1 Strike Lat 2 Strike Lat 3").unwrap_err();
    assert!(matches!(many, ExtractError::TooManyRecords { limit: 2, .. }));
    assert_eq!(extract(&limited, "Strike Lat 1 Strike Lat 2").unwrap().count, 2);
}

#[test]
fn deadline_error_names_the_running_pattern() {
    let mut checks = 0;
    let mut is_expired = || {
        checks += 1;
        checks > 20
    };
    let text = "Strike Lat 1 ".repeat(1000);
    let error = strikes().extract(&text, TextSource::Text, &mut is_expired).unwrap_err();
    assert!(matches!(error, ExtractError::Pattern { error: PatternError::OutOfTime, .. }), "{error}");
    assert!(checks < 30);
}

#[test]
fn several_threads_find_the_same_as_one() {
    let line = |number| format!("Strike n{number} Lat {number} Seen é{}\n", number % 7);
    let text = (0..5_000).map(line).collect::<Vec<String>>().concat();
    let with_invalid_lat = |lat: usize| text.replace(&format!("Lat {lat} "), "Lat north ");
    for text in
        [text.clone(), with_invalid_lat(100), with_invalid_lat(4_999), with_invalid_lat(0).replace("Lat 2600 ", "")]
    {
        let one_thread = strikes().with_limits(ExtractLimits { threads: 1, ..ExtractLimits::default() });
        for threads in [2, 3, 7] {
            let several = strikes().with_limits(ExtractLimits { threads, ..ExtractLimits::default() });
            assert_eq!(extract(&several, &text), extract(&one_thread, &text));
            assert_eq!(preview(&several, &text), preview(&one_thread, &text));
        }
    }
}

#[test]
fn deadline_stops_several_threads() {
    let text = "Strike a Lat 1 ".repeat(10_000);
    let mut checks = 0;
    let error = strikes().extract(&text, TextSource::Text, &mut || {
        checks += 1;
        checks > 25_000
    });
    assert!(matches!(error, Err(ExtractError::Pattern { error: PatternError::OutOfTime, .. })), "{checks}");
}

#[test]
fn exponential_pattern_error_names_the_pattern() {
    let pattern = r"(?:a|aa)+d(?<!ad)";
    let extractor = extractor(&json!({ "StartPattern": "\\A" }), &json!({ "V": { "Pattern": pattern } }));
    let error = extract(&extractor, &("a".repeat(100) + "d")).unwrap_err().to_string();
    assert!(error.starts_with("Fields.V.Pattern") && error.contains(pattern), "{error}");
}

#[test]
fn any_text_gives_matching_counts_and_valid_spans() {
    let extractor = strikes();
    let texts = ("(Strike |Lat |Seen |[0-9.,-]{1,6} |yes |é|🌩|\n|x){0,40}", 0_usize..400);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(500));
    let outcome = runner.run(&texts, |(text, limit)| {
        let mut checks = 0;
        let preview = extractor.preview(&text, TextSource::Text, &mut || {
            checks += 1;
            checks > limit
        });
        let units = text.encode_utf16().count();
        let mut record = 0;
        for span in &preview.spans {
            prop_assert!(span.start <= span.end && span.end <= units && span.record <= preview.items.len());
            prop_assert!(span.record >= record);
            record = span.record;
        }
        if preview.error.is_none() {
            let found = extract(&extractor, &text).unwrap();
            prop_assert_eq!(found.count, found.items.len());
            prop_assert_eq!(found.items, preview.items);
        }
        Ok(())
    });
    outcome.unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_configuration_is_valid_or_has_violations(json in "[\\PC&&[^\"\\\\]]{0,12}", pattern in "[(){}?*+|a-c.^$\\[\\]\\\\<=!]{0,12}", text in "\\PC{0,40}") {
        let fields = json!({ json.as_str(): { "Pattern": pattern.as_str(), "Type": "number", "Format": json.as_str(), "TimeZone": json.as_str() } });
        let config = json!({ "Op": { "Action": "Extract", "Target": json }, "Segment": { "StartPattern": pattern }, "Fields": fields });
        if let Ok(config) = ExtractConfig::parse(&config) {
            let mut checks = 0;
            let _ = Extractor::new(&config).unwrap().preview(&text, TextSource::HtmlBody, &mut || { checks += 1; checks > 100 });
        }
    }
}

fn rows(op: &Value) -> Extractor {
    let config = json!({
        "Op": op,
        "Segment": { "StartPattern": r"(?m)^\d\d:\d\d", "ClosePattern": r"\n[ \t]*\n" },
        "Fields": { "Time": { "Pattern": r"\A\S+" }, "Lat": { "Pattern": ",(.*)", "Type": "latitude", "Required": true } },
    });
    Extractor::new(&ExtractConfig::parse(&config).unwrap()).unwrap()
}

#[test]
fn rows_inside_another_record_are_reported_as_unread() {
    let text = "🌩 Strikes\n12:00,34.1 N\n12:01,34.2 N\n12:02,34.3 N\n\nBye";
    let lenient = rows(&json!({ "Action": "Extract" }));
    let found = extract(&lenient, text).unwrap();
    assert_eq!((found.count, found.unread), (1, 2));
    let units: Vec<u16> = text.encode_utf16().collect();
    let shown = |one: &crate::UnreadSpan| String::from_utf16(&units[one.start..one.end]).unwrap();
    let preview = preview(&lenient, text);
    assert_eq!(preview.unread.iter().map(shown).collect::<Vec<_>>(), ["12:01", "12:02"]);
    assert_eq!(preview.error, None);
}

#[test]
fn strict_fails_on_unread_rows_and_names_the_line() {
    let strict = rows(&json!({ "Action": "Extract", "Strict": true }));
    let text = "12:00,34.1 N\n12:01,34.2 N\n\nBye";
    let error = extract(&strict, text).unwrap_err();
    assert_eq!(error, ExtractError::Unread { count: 1, first_line: 2 });
    assert!(error.to_string().starts_with("1 record start is inside another record"), "{error}");
    let shown = preview(&strict, text);
    assert_eq!((shown.error, shown.items.len()), (Some(error), 1));
    assert_eq!(extract(&strict, "12:00,34.1 N\n\nBye").unwrap().unread, 0);
}

#[test]
fn coordinates_become_signed_decimals() {
    let fields = json!({
        "Lat": { "Pattern": r"\((.*?),", "Type": "latitude" },
        "Long": { "Pattern": r",(.*?)\)", "Type": "longitude" },
    });
    let extractor = extractor(&json!({ "StartPattern": "Strike" }), &fields);
    let found = extract(&extractor, "Strike (34.7283 N, 86.5477 W) Strike (n/a, 86°30'36\"W)").unwrap();
    let expected = json!([{ "Lat": 34.7283, "Long": -86.5477 }, { "Lat": null, "Long": -86.51 }]);
    assert_eq!(json!(found.items), expected);
    let error = extract(&extractor, "Strike (34.7283 N, -86.5477 W)").unwrap_err().to_string();
    assert_eq!(
        error,
        "record 0: field Long: `-86.5477 W`, found by the pattern `,(.*?)\\)`, has both a sign and a hemisphere letter"
    );
}

#[test]
fn map_replaces_texts_and_rejects_others() {
    let with_default = |default: Value| {
        let map = json!({ "CG": "ground", " ic ": "cloud", "7": 7 });
        let field = json!({ "Pattern": r"Type=([^;]*)", "Map": map, "MapDefault": default });
        extractor(&json!({ "StartPattern": "Strike" }), &json!({ "Type": field }))
    };
    let text = "Strike Type=cg; Strike Type= IC ; Strike Type=7; Strike no type";
    let found = extract(&with_default(json!(null)), text).unwrap();
    let expected = json!([{ "Type": "ground" }, { "Type": "cloud" }, { "Type": 7 }, { "Type": null }]);
    assert_eq!(json!(found.items), expected);
    let error = extract(&with_default(json!(null)), "Strike Type=CC;").unwrap_err().to_string();
    let expected =
        "record 0: field Type: `CC`, found by the pattern `Type=([^;]*)`, is not in Map, which lists CG,  ic , 7";
    assert_eq!(error, expected);
    assert_eq!(extract(&with_default(json!("other")), "Strike Type=CC;").unwrap().items[0]["Type"], "other");
}
