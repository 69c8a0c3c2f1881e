use serde_json::{Value, json};

use crate::{ExtractConfig, ExtractError, ExtractionPreview, Extractor, TextSource, UnreadKind};

const NUMBERED: &str = r"(?m)^#\d+";
const PARAGRAPH: &str = crate::preset::PARAGRAPH.start_pattern;

fn config(start_pattern: &str, strict: bool) -> Value {
    json!({
        "Op": { "Action": "Extract", "Strict": strict },
        "Segment": { "StartPattern": start_pattern },
        "Fields": {
            "Time": { "Pattern": r"\b\d\d:\d\d:\d\d" },
            "Latitude": { "Pattern": r"(34\.\d{4})", "Type": "latitude", "Required": true },
            "Longitude": { "Pattern": r"(-86\.\d{4})", "Type": "longitude", "Required": true }
        }
    })
}

fn preview(config: &Value, text: &str) -> ExtractionPreview {
    let config = ExtractConfig::parse(config).unwrap();
    Extractor::new(&config).unwrap().preview(text, TextSource::Text, &mut || false)
}

/// The possible strikes of an ASCII text.
fn strays<'t>(config: &Value, text: &'t str) -> Vec<&'t str> {
    let unread = preview(config, text).unread;
    let strays = unread.iter().filter(|span| span.kind == UnreadKind::PossibleStrike);
    strays.map(|span| &text[span.start..span.end]).collect()
}

fn strict_error(config: &Value, text: &str) -> Option<ExtractError> {
    let config = ExtractConfig::parse(config).unwrap();
    Extractor::new(&config).unwrap().extract(text, TextSource::Text, &mut || false).err()
}

const DAMAGED_LINE: &str = "\
#13 | 16:42:51 | 34.7283 | -86.5477
#-- | 16:42:53 | 34.7299 | -86.5501
#15 | 16:43:10 | 34.7316 | -86.5544
";

#[test]
fn line_that_the_start_pattern_misses_is_reported() {
    let config = config(NUMBERED, false);
    assert_eq!(strays(&config, DAMAGED_LINE), ["16:42:53 | 34.7299 | -86.5501"]);
    let lines: Vec<&str> = DAMAGED_LINE.lines().collect();
    let [first, damaged, last] = lines[..] else { panic!("three lines") };
    for text in [[damaged, first, last].join("\n"), [first, last, damaged].join("\n"), [damaged, last].join("\n")] {
        assert_eq!(strays(&config, &text), ["16:42:53 | 34.7299 | -86.5501"], "{text}");
    }
    assert_eq!(strays(&config, &[first, last].join("\n")), [""; 0]);
}

#[test]
fn damaged_time_in_the_middle_of_the_records_is_reported() {
    let text = DAMAGED_LINE.replace("16:42:53", "16:4?:53");
    assert_eq!(strays(&config(NUMBERED, false), &text), ["34.7299 | -86.5501"]);
}

#[test]
fn strict_error_quotes_the_line_and_says_what_to_do() {
    let error = strict_error(&config(NUMBERED, true), DAMAGED_LINE).unwrap();
    let text = "#-- | 16:42:53 | 34.7299 | -86.5501".to_owned();
    assert_eq!(error, ExtractError::PossibleStrikes { count: 1, first_line: 2, text });
    assert_eq!(
        error.to_string(),
        "line 2 looks like a strike that no record reads: `#-- | 16:42:53 | 34.7299 | -86.5501`; change \
         Segment.StartPattern so that a record starts there, or, if this is not a strike, add a pattern for it to Segment.Ignore"
    );
    let two = format!("{DAMAGED_LINE}#?? | 16:43:11 | 34.7001 | -86.5002\n");
    let message = strict_error(&config(NUMBERED, true), &two).unwrap().to_string();
    assert!(
        message.starts_with("2 parts of the text look like strikes that no record reads, the first in line 2: `#--")
    );
    assert_eq!(preview(&config(NUMBERED, true), DAMAGED_LINE).error, Some(error));
}

#[test]
fn ignored_lines_are_not_reported() {
    let mut config = config(NUMBERED, true);
    config["Segment"]["Ignore"] = json!("^#--");
    assert_eq!(strict_error(&config, DAMAGED_LINE), None);
    config["Segment"]["Ignore"] = json!("^#13");
    assert!(strict_error(&config, DAMAGED_LINE).is_some(), "the pattern matches another line");
    config["Segment"]["Ignore"] = json!("(");
    assert_eq!(ExtractConfig::parse(&config).unwrap_err()[0].path, "Segment.Ignore");
}

#[test]
fn second_strike_of_a_paragraph_is_reported() {
    let text = "Strike at 16:42:53\nlat 34.7283, lon -86.5477\nStrike at 16:43:10\nlat 34.7316, lon -86.5544\n";
    assert_eq!(strays(&config(PARAGRAPH, false), text), ["16:43:10\nlat 34.7316, lon -86.5544"]);
}

#[test]
fn position_of_the_next_strike_is_reported() {
    let text = "Strike at 16:42:53\nlat n/a, lon n/a\nStrike at 16:43:10\nlat 34.7316, lon -86.5544\n";
    assert_eq!(strays(&config(PARAGRAPH, false), text), ["16:43:10"]);
    let mixed = "Strike at 16:42:53\nlat 34.7283, lon n/a\nStrike at 16:43:10\nlat 34.7316, lon -86.5544\n";
    let found = strays(&config(PARAGRAPH, false), mixed);
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("16:43:10"), "{found:?}");
}

#[test]
fn other_positions_and_times_of_a_record_are_not_reported() {
    let records = [
        "Strike at 16:42:53 CDT (21:42:53 UTC)\nlat 34.7283, lon -86.5477\nnear City Hall (34.7304, -86.5861)",
        "Strike at 16:42:53\nReported at: 16:43:10\nlat 34.7283, lon -86.5477",
        "Strike at 16:42:53\nlat 34.7283 (34d43), lon -86.5477\nsite 34.7304, -86.5861\nsent 16:43:10",
        "Strike at 16:42:53\n34.7283, -86.5477, 12.50 kA, 34.71 %, 86.20 %\n\nIssued 16:44:00\nCenter: 34.7304, -86.5861",
    ];
    let config = config(r"(?m)^Strike", false);
    for record in records {
        let second = record.replace("42:53", "45:12").replace("34.7283", "34.7299");
        let third = record.replace("42:53", "47:31").replace("34.7283", "34.7111");
        for text in [record.to_owned(), format!("{record}\n\n{second}"), [record, &second, &third].join("\n\n")] {
            assert_eq!(strays(&config, &text), [""; 0], "{text}");
        }
    }
}

#[test]
fn start_inside_another_record_is_reported_once() {
    let mut config = config(NUMBERED, false);
    config["Segment"]["ClosePattern"] = json!("END");
    let found = preview(&config, &format!("{}END", DAMAGED_LINE.replace("#--", "#14")));
    assert_eq!(found.unread.iter().map(|span| span.kind).collect::<Vec<_>>(), [UnreadKind::Start; 2]);
}

#[test]
fn records_that_the_filter_drops_are_not_reported() {
    let mut config = config(NUMBERED, true);
    config["Segment"]["Filter"] = json!(r"\| -86\.547");
    let text = DAMAGED_LINE.replace("#--", "#14");
    assert_eq!(strict_error(&config, &text), None);
}

#[test]
fn only_configurations_with_a_position_are_checked() {
    for (name, kind, is_checked) in [
        ("Lat", "number", true),
        ("LATITUDE", "number", true),
        ("Lat", "string", false),
        ("Amplitude", "number", false),
    ] {
        let mut config = config(NUMBERED, false);
        let fields = config["Fields"].as_object_mut().unwrap();
        fields.remove("Latitude");
        fields.insert(name.to_owned(), json!({ "Pattern": r"(34\.\d{4})", "Type": kind }));
        assert_eq!(!strays(&config, DAMAGED_LINE).is_empty(), is_checked, "{name} {kind}");
    }
}

#[test]
fn long_texts_of_numbers_are_searched_to_their_end() {
    let mut config = config(NUMBERED, false);
    let row = "#1 | 16:42:53 | 34.7283 | -86.5477\n";
    for part in [
        "34.7283 -86.5477 ",
        "16:42:53 ",
        "34.7283 -86.5477\n",
        "16:42:53 | 34.7283 | -86.5477\n",
        "1.1.1.1.",
        "9 9 9 9 ",
    ] {
        let text = format!("{row}{}\n{row}", part.repeat(20_000));
        for close in [json!(null), json!(r"\n")] {
            config["Segment"]["ClosePattern"] = close;
            assert_eq!(preview(&config, &text).items.len(), 2, "{part}");
        }
    }
}

/// Lines of cells as the desk writes them, with a filter or a close pattern as suggestions have them. The second line of
/// `damaged` is the strike that would be lost.
#[test]
fn damaged_strike_between_records_is_reported_whatever_drops_it() {
    let cells = r"(?m)^[^|\n]*\d[^|\n]*\|";
    let table: [(&str, Value, &str, &str); 5] = [
        (
            "tabs",
            json!({"StartPattern": cells, "ClosePattern": r"\n"}),
            "2|03JUN2025|164253Z|N34.7299|W86.5501|C",
            "2\t03JUN2025\t164253Z\tN34.7299\tW86.5501\tC",
        ),
        (
            "tabs, no close",
            json!({"StartPattern": cells}),
            "2|03JUN2025|164253Z|N34.7299|W86.5501|C",
            "2\t03JUN2025\t164253Z\tN34.7299\tW86.5501\tC",
        ),
        (
            "no bars",
            json!({"StartPattern": cells, "ClosePattern": r"\n"}),
            "2|03JUN2025|164253Z|N34.7299|W86.5501|C",
            "Strike N34.7299 W86.5501 C",
        ),
        (
            "decimals",
            json!({"StartPattern": "(?m)^[^;]*;", "ClosePattern": r"\n", "Filter": r"\d[.]\d"}),
            "2;03.06;16:42:53;34.7299;-86.5501;C",
            "2;03-06;16:42:53;34 7299;-86 5501;C",
        ),
        (
            "row",
            json!({"StartPattern": "<tr>", "Filter": r"\d[.,]\d"}),
            "<tr><td>16:42:53</td><td>34.7299</td><td>-86.5501</td></tr>",
            "<tr><td>16:42:53</td><td>34 7299</td><td>-86 5501</td></tr>",
        ),
    ];
    for (name, segment, whole, damaged) in table {
        let mut config = config("", true);
        config["Segment"] = segment;
        config["Fields"]["Latitude"]["Pattern"] = json!(r"\b(N?34\.\d{4})");
        config["Fields"]["Longitude"]["Pattern"] = json!(r"(-86\.\d{4}|W86\.\d{4})");
        let before = whole.replace("299", "283").replace("501", "477").replace("42", "41");
        let after = whole.replace("299", "316").replace("501", "544").replace("42", "43");
        let intact = [&before, whole, &after].map(|line| format!("{line}\n")).concat();
        assert_eq!(strict_error(&config, &intact), None, "{name}");
        let text = [&before, damaged, &after].map(|line| format!("{line}\n")).concat();
        assert!(
            matches!(strict_error(&config, &text), Some(ExtractError::PossibleStrikes { count: 1, .. })),
            "{name}: {text}"
        );
        for text in [[damaged, &before, &after].join("\n"), [&before, &after, damaged].join("\n")] {
            let found = strays(&config, &text);
            assert!(name == "tabs, no close" || found.is_empty(), "{name}: {found:?}");
        }
        config["Segment"]["Ignore"] = json!("299|34 7");
        assert_eq!(strict_error(&config, &text), None, "{name}");
    }
}

/// Rows that the filter is meant to drop: headers, totals and notes between the records.
#[test]
fn rows_that_are_no_strikes_are_not_reported() {
    let mut config = config("(?m)^[^;\n]*;", true);
    config["Segment"]["ClosePattern"] = json!(r"\n");
    config["Segment"]["Filter"] = json!(r"34[.]\d");
    let row = |number: usize| format!("{number};03.06;16:42:5{number};34.720{number};-86.550{number};C\n");
    let dropped = [
        "Nr;Date;Time;Lat;Lon;Kind\n",
        "Total;4 strikes;;;;\n",
        ";;;;;\n",
        "Site 2; Birch Hill\n",
        "Update of 16:43: none\n",
        "\n",
    ];
    for between in dropped {
        let text = format!("{between}{}{between}{}{between}{}{between}", row(1), row(2), row(3));
        assert_eq!(strict_error(&config, &text), None, "{between}");
    }
    config["Segment"]["Filter"] = json!("C$");
    let cloud = row(2).replace(";C\n", ";G\n");
    let text = [row(1), cloud.clone(), row(3)].concat();
    assert_eq!(strict_error(&config, &text), None, "every field is found: dropped on purpose");
    assert!(strict_error(&config, &text.replace(&cloud, &cloud.replace("-86.", "86 "))).is_some(), "damaged");
    config["Segment"]["Filter"] = json!(r"34[.]\d");
    let details = |number| format!("{}Site {number};03.06;16:42:53;sensors 3;{number};D\n", row(number));
    let text = (1..6).map(details).collect::<String>();
    assert_eq!(strict_error(&config, &text), None, "every record has such a row");
}

/// The start pattern is that of the second line of each paragraph.
#[test]
fn value_from_the_first_line_of_the_next_record_is_reported() {
    let heads = |text: &str, start: &str, strict: bool| -> Vec<String> {
        let found = preview(&config(start, strict), text);
        assert_eq!(found.error.is_some(), strict && !found.unread.is_empty(), "{:?}", found.error);
        let is_head = |span: &&crate::UnreadSpan| serde_json::to_value(span.kind).unwrap() == "headOfNext";
        found.unread.iter().filter(is_head).map(|span| text[span.start..span.end].to_owned()).collect()
    };
    let text = "Desk\n\n16:42:51 CDT\nLat: 34.7283\nLon: -86.5477\n\n16:42:53 CDT\nLat: 34.7299\nLon: -86.5501\n\n16:43:10 CDT\nLat: 34.7316\nLon: -86.5544\n\nSent\n16:50:00 CDT\n";
    assert_eq!(heads(text, "(?m)^Lat:", false), ["16:42:53 CDT", "16:43:10 CDT", "16:50:00 CDT"]);
    assert_eq!(heads(text, "(?m)^Lat:", true).len(), 3);
    assert_eq!(heads(text, r"(?m)^\d\d:.*\nLat", true), [""; 0], "the time starts the record");
    let message = strict_error(&config("(?m)^Lat:", true), text).unwrap().to_string();
    assert_eq!(
        message,
        "line 7 belongs to the record that starts below it, but the record above it reads it: `16:42:53 CDT`; change \
         Segment.StartPattern so that a record starts with its first line"
    );
    let single = "Desk\n\n16:42:51 CDT\nLat: 34.7283\nLon: -86.5477\n\nSent\n16:50:00 CDT\n";
    assert_eq!(heads(single, "(?m)^Lat:", false), ["16:50:00 CDT"]);
    let named = text.replace("CDT\nLat", "CDT\nKind: cloud\nLat");
    assert_eq!(heads(&named, "(?m)^Lat:", false), ["16:42:53 CDT\nKind: cloud", "16:43:10 CDT\nKind: cloud"]);
    for text in [
        "Flash 1 - ground\n16:42:51\nLat: 34.7283\nLon: -86.5477\n\nFlash 2 - cloud\n16:42:53\nLat: 34.7299\nLon: -86.5501\n",
        "Report 4\n16:42:51\n\nWhere 34.7283 -86.5477\n16:42:53\n\nWhere 34.7299 -86.5501\n16:43:10\n\nWhere 34.7316 -86.5544\n",
    ] {
        assert_eq!(heads(text, r"(?m)^\d\d:", true), [""; 0], "no value is read from the first line: {text}");
    }
}
