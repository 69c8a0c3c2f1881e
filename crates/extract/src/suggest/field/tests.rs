use serde_json::{Value, json};

use super::{FieldRequest, FieldSuggestion, FieldSuggestionError, field};
use crate::config::{ExtractConfig, FieldSpec, SegmentSpec};
use crate::extractor::Extractor;
use crate::source::TextSource;
use crate::suggest::layouts;

/// A mail, and for each field the text to mark and the values of all records.
struct VendorCase {
    text: &'static str,
    source: TextSource,
    fields: Vec<(&'static str, &'static str, Value)>,
}

#[test]
fn marking_one_value_reads_all_records() {
    let mut failures = Vec::new();
    for case in cases() {
        let layout = layouts(case.text, case.source, &mut || false).remove(0);
        for (name, mark, expected) in &case.fields {
            let start = case.text.find(mark).unwrap_or_else(|| panic!("{mark}"));
            let request = FieldRequest {
                text: case.text,
                source: case.source,
                segment: &layout.segment,
                name,
                marked: start..start + mark.len(),
                zone: Some("America/Chicago"),
                existing: None,
            };
            let found = match field(&request, &mut || false) {
                Ok(found) => found,
                Err(error) => {
                    failures.push(format!("{name} {mark}: {error}\n{:?}\n{}", layout.segment, case.text));
                    continue;
                }
            };
            let values = extracted(&request, &found.field);
            if values != *expected {
                failures
                    .push(format!("{name} {mark}: {values} not {expected}\n{:?}\n{:?}", found.field, layout.segment));
            }
            assert_eq!(
                (found.found, found.count),
                (expected.as_array().unwrap().len(), layout.count),
                "{name}: {found:?}"
            );
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn starting_with(start_pattern: &str) -> SegmentSpec {
    SegmentSpec {
        start_pattern: start_pattern.to_owned(),
        close_pattern: None,
        filter: None,
        ignore: None,
        header: None,
    }
}

#[test]
fn time_or_position_that_is_read_as_text_is_a_warning() {
    let text = "Strike 15h05m33s of 15-Nov near gate 7\nStrike 16h05m33s of 15-Nov near gate 8\n";
    let segment = starting_with("(?m)^Strike");
    let warnings = |name, mark: &str| {
        let start = text.find(mark).unwrap();
        let marked = start..start + mark.len();
        let request = FieldRequest {
            text,
            source: TextSource::Text,
            segment: &segment,
            name,
            marked,
            zone: None,
            existing: None,
        };
        field(&request, &mut || false).unwrap().warnings
    };
    let time = warnings("Timestamp", "15h05m33s of 15-Nov");
    assert_eq!(
        time,
        [
            "Timestamp is read as text, because 15h05m33s of 15-Nov is not a form that is recognized. Set Type to datetime, and \
          Format to how it is written."
        ]
    );
    assert!(warnings("Latitude", "near gate")[0].contains("Mark only the degrees"));
    assert_eq!(warnings("Name", "near gate"), Vec::<String>::new());
}

#[test]
fn phrase_is_found_where_a_record_starts_with_other_words() {
    let text = "Lightning Alert (ground)\nPosition: 34.1, -86.1\n\nOn Sun, Ann wrote:\nLightning Warning (cloud)\n";
    let segment = starting_with(r"(?:\A|\n\n)(?=\S)");
    let marked = 0.."Lightning Alert".len();
    let request = FieldRequest {
        text,
        source: TextSource::Text,
        segment: &segment,
        name: "Name",
        marked,
        zone: None,
        existing: None,
    };
    assert_eq!(field(&request, &mut || false).unwrap().values, ["Lightning Alert", "Lightning Warning"]);
}

/// What the extractor reads with a suggested field, independent of the suggestion.
fn extracted(request: &FieldRequest<'_>, spec: &FieldSpec) -> Value {
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": serde_json::to_value(request.segment).unwrap(),
        "Fields": { "F": serde_json::to_value(spec).unwrap() },
    });
    let config = ExtractConfig::parse(&config).unwrap();
    let preview = Extractor::new(&config).unwrap().preview(request.text, request.source, &mut || false);
    preview.items.into_iter().map(|mut item| item.remove("F").unwrap()).collect()
}

#[expect(clippy::too_many_lines, reason = "a table of mails")]
fn cases() -> Vec<VendorCase> {
    let text = |text, fields| VendorCase { text, source: TextSource::Text, fields };
    let html = |text, fields| VendorCase { text, source: TextSource::HtmlBody, fields };
    vec![
        text(
            "Dear operator,\n\nLightning Alert: A Cloud to Ground Strike was detected on 5/21/2025 4:42:53 PM -05:00\nat 34.7283 N, 86.5477 W, 3.1 miles away.\n\nLightning Warning: An Intra-Cloud Strike was detected on 5/21/2025 4:43:10 PM -05:00\nat 34.7311 N, 86.5512 W, 14 miles away.\n\nStay safe. Reply STOP to 55512.\n",
            vec![
                ("Name", "Lightning Alert", json!(["Lightning Alert", "Lightning Warning"])),
                ("Type", "Cloud to Ground", json!(["Cloud to Ground", "Intra-Cloud"])),
                ("Timestamp", "5/21/2025 4:42:53 PM -05:00", json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z"])),
                ("Latitude", "34.7283 N", json!([34.7283, 34.7311])),
                ("Longitude", "86.5477", json!([-86.5477, -86.5512])),
                ("Miles", "3.1", json!([3.1, 14])),
            ],
        ),
        text(
            "Strikes of the last hour:\n\nTime,Lat,Lon,Type\n2025-05-21 16:42:53,34.7283,-86.5477,CG\n2025-05-21 16:43:10,34.7311,-86.5512,IC\n2025-05-21 16:44:02,34.7402,-86.5601,CG\nSent by the network, 3 strikes.\n",
            vec![
                (
                    "Time",
                    "2025-05-21 16:42:53",
                    json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z", "2025-05-21T21:44:02Z"]),
                ),
                ("Lat", "34.7311", json!([34.7283, 34.7311, 34.7402])),
                ("Lon", "86.5601", json!([-86.5477, -86.5512, -86.5601])),
                ("Type", "IC", json!(["CG", "IC", "CG"])),
            ],
        ),
        text(
            "\"Lightning Alert, north\",\"5/21/2025 4:42 PM\",34.7283,-86.5477,\"said \"\"now\"\"\"\n\"Lightning Alert, south\",\"5/21/2025 4:43 PM\",34.7311,-86.5512,\"later\"\n",
            vec![
                ("Name", "Lightning Alert, north", json!(["Lightning Alert, north", "Lightning Alert, south"])),
                ("At", "\"5/21/2025 4:42 PM\"", json!(["2025-05-21T21:42:00Z", "2025-05-21T21:43:00Z"])),
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Lon", "-86.5477", json!([-86.5477, -86.5512])),
            ],
        ),
        text(
            "| # | When | Lat | Lon |\n|---|---|---|---|\n| 1 | 21-MAY-2025 16:42 | 34.7283 | -86.5477 |\n| 2 | 21-MAY-2025 16:43 | 34.7311 | -86.5512 |\n",
            vec![
                ("No", "1", json!([1, 2])),
                ("When", "21-MAY-2025 16:42", json!(["2025-05-21T21:42:00Z", "2025-05-21T21:43:00Z"])),
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Lon", "-86.5477", json!([-86.5477, -86.5512])),
            ],
        ),
        text(
            "Alert\t05/21/2025\t16:42:53\t34.7283\t-86.5477\nWarning\t05/21/2025\t16:43:10\t34.7311\t-86.5512",
            vec![
                ("Name", "Alert", json!(["Alert", "Warning"])),
                ("Time", "05/21/2025\t16:42:53", json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z"])),
                ("Latitude", "34.7283", json!([34.7283, 34.7311])),
                ("Longitude", "-86.5477", json!([-86.5477, -86.5512])),
            ],
        ),
        text(
            "Blitzmeldung\n21.05.2025;16:42:53;34,7283;-86,5477;12,5\n22.05.2025;16:43:10;34,7311;-86,5512;-8\n",
            vec![
                ("Zeit", "21.05.2025;16:42:53", json!(["2025-05-21T21:42:53Z", "2025-05-22T21:43:10Z"])),
                ("Breite", "34,7283", json!([34.7283, 34.7311])),
                ("Länge", "-86,5477", json!([-86.5477, -86.5512])),
                ("Strom", "12,5", json!([12.5, -8])),
            ],
        ),
        text(
            "Alert report\nTime......: Wed, 21 May 2025 16:42:53 CDT\nPosition..: 34.7283, -86.5477\nKind......: ground\nTime......: Wed, 21 May 2025 16:43:10 CDT\nPosition..: 34.7311, -86.5512\nKind......: cloud\nEnd of report\n",
            vec![
                ("Time", "Wed, 21 May 2025 16:42:53 CDT", json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z"])),
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Lon", "-86.5477", json!([-86.5477, -86.5512])),
                ("Kind", "ground", json!(["ground", "cloud"])),
            ],
        ),
        text(
            "Aviso\n\nFecha = 21 de mayo de 2025 16:42:53\nLatitud = 34,7283\nLongitud = -86,5477\n\nFecha = 22 de mayo de 2025 6:43:10\nLatitud = 34,7311\nLongitud = -86,5512\n\nFin\n",
            vec![
                ("Fecha", "21 de mayo de 2025 16:42:53", json!(["2025-05-21T21:42:53Z", "2025-05-22T11:43:10Z"])),
                ("Latitud", "34,7283", json!([34.7283, 34.7311])),
                ("Longitud", "-86,5477", json!([-86.5477, -86.5512])),
            ],
        ),
        text(
            "DATE       TIME      LATITUDE  LONGITUDE  KIND\n2025-05-21 16:42:53   34.7283   -86.5477  GROUND\n2025-05-21 16:43:10    4.7311  -186.5512  CLOUD\n",
            vec![
                ("Time", "2025-05-21 16:42:53", json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z"])),
                ("A", "34.7283", json!([34.7283, 4.7311])),
                ("B", "-86.5477", json!([-86.5477, -186.5512])),
                ("Kind", "GROUND", json!(["GROUND", "CLOUD"])),
            ],
        ),
        text(
            "Payload:\n{\"report\": {\"sent\": \"x\", \"strikes\": [{\"time\": \"2025-05-21T16:42:53Z\", \"kind\": \"CG\", \"pos\": {\"lat\": 34.7283, \"lon\": -86.5477}}, {\"time\": \"2025-05-21T16:43:10Z\", \"kind\": \"IC\", \"pos\": {\"lat\": 34.7311, \"lon\": -86.5512}}]}}\n",
            vec![
                ("Time", "2025-05-21T16:42:53Z", json!(["2025-05-21T16:42:53Z", "2025-05-21T16:43:10Z"])),
                ("Kind", "\"CG\"", json!(["CG", "IC"])),
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Lon", "-86.5477", json!([-86.5477, -86.5512])),
            ],
        ),
        text(
            "{\n  \"data\": [\n    {\n      \"coordinates\": [-86.5477, 34.7283],\n      \"at\": \"2025-05-21 16:42:53 UTC\"\n    },\n    {\n      \"coordinates\": [-86.5512, 34.7311],\n      \"at\": \"2025-05-21 16:43:10 UTC\"\n    }\n  ]\n}\n",
            vec![
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Lon", "-86.5477", json!([-86.5477, -86.5512])),
                ("At", "2025-05-21 16:42:53", json!(["2025-05-21T16:42:53Z", "2025-05-21T16:43:10Z"])),
            ],
        ),
        text(
            "<report><strike time=\"2025-05-21T16:42:53Z\" lat=\"34.7283\" lon=\"-86.5477\"/><strike time=\"2025-05-21T16:43:10Z\" lat=\"34.7311\" lon=\"-86.5512\"/></report>",
            vec![
                ("Time", "2025-05-21T16:42:53Z", json!(["2025-05-21T16:42:53Z", "2025-05-21T16:43:10Z"])),
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Lon", "-86.5477", json!([-86.5477, -86.5512])),
            ],
        ),
        text(
            "<alerts>\n <strike><when>21/05/2025 16:42:53</when><lat>34.7283</lat><lon>-86.5477</lon><kind>CG</kind></strike>\n <strike><when>22/05/2025 16:43:10</when><lat>34.7311</lat><lon>-86.5512</lon><kind>IC</kind></strike>\n</alerts>",
            vec![
                ("When", "21/05/2025 16:42:53", json!(["2025-05-21T21:42:53Z", "2025-05-22T21:43:10Z"])),
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Kind", "CG", json!(["CG", "IC"])),
            ],
        ),
        text(
            "FYI\n\n> Time: 22 Jun 2025 19:27:16\n> Position: 34\u{b0}41'03\"N 86\u{b0}38'50\"W\n>\n> Time: 22 Jun 2025 19:22:40\n> Position: 34\u{b0}39'36\"N 86\u{b0}40'48\"W\n>\n> -- \n> Vendor\n",
            vec![
                ("Time", "22 Jun 2025 19:27:16", json!(["2025-06-23T00:27:16Z", "2025-06-23T00:22:40Z"])),
                ("Lat", "34\u{b0}41'03\"N", json!([34.684_166_666_666_66, 34.66])),
                ("Lon", "86\u{b0}38'50\"W", json!([-86.647_222_222_222_22, -86.68])),
            ],
        ),
        text(
            "ALERT: lightning detected on 2025-05-21 at 16:42:53 near (34.68, -86.64), cloud\nALERT: lightning detected on 2025-05-21 at 16:43:10 near (34.69, -86.65), ground\nThis is an automated message of 16:50.\n",
            vec![
                ("Time", "2025-05-21 at 16:42:53", json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z"])),
                ("Lat", "(34.68", json!([34.68, 34.69])),
                ("Lon", "-86.64)", json!([-86.64, -86.65])),
                ("Kind", "cloud", json!(["cloud", "ground"])),
            ],
        ),
        html(
            "<p>Report 16:50</p><table><tr><th>Time</th><th>Lat</th><th>Lon</th></tr><tr class=\"strike\"><td>May 21, 2025&nbsp;4:42:53 PM</td><td>34.7283&deg;</td><td><b>&minus;86.5477</b></td></tr><tr class=\"strike\"><td>May 21, 2025&nbsp;4:43:10 PM</td><td>34.7311&deg;</td><td><b>&minus;86.5512</b></td></tr></table><p>Bye</p>",
            vec![
                ("Time", "May 21, 2025&nbsp;4:42:53 PM", json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z"])),
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Lon", "&minus;86.5477", json!([-86.5477, -86.5512])),
            ],
        ),
        html(
            "<table><tr><td width=\"600\"><table><tr><td><b>Time</b></td><td>Lat</td><td>Lon</td><td>Kind</td></tr><tr><td>2025-05-21</td><td>16:42:53</td><td>34.7283</td><td>-86.5477</td><td>Cloud</td></tr><tr><td>2025-05-21</td><td>16:43:10</td><td>34.7311</td><td>-86.5512</td><td>Ground stroke</td></tr></table></td></tr><tr><td>Sent 2025 by us</td></tr></table>",
            vec![
                ("Time", "2025-05-21</td><td>16:42:53", json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z"])),
                ("Lat", "34.7283", json!([34.7283, 34.7311])),
                ("Lon", "-86.5477", json!([-86.5477, -86.5512])),
                ("Kind", "Cloud", json!(["Cloud", "Ground stroke"])),
            ],
        ),
        html(
            "<table><tr><td>Jun 3, 2025 4:42:53 PM</td><td>34.7283&deg; / &minus;86.5477&deg;</td></tr><tr><td>Jun 3, 2025 4:43:10 PM</td><td>34.7311&deg; / &minus;86.5512&deg;</td></tr></table>",
            vec![
                ("Lat", "34.7283&deg;", json!([34.7283, 34.7311])),
                ("Lon", "&minus;86.5477&deg;", json!([-86.5477, -86.5512])),
            ],
        ),
    ]
}

fn suggest(text: &str, segment_start: &str, name: &str, mark: &str) -> Result<FieldSuggestion, FieldSuggestionError> {
    let segment = serde_json::from_value::<ExtractConfig>(json!({
        "Op": { "Action": "Extract" }, "Segment": { "StartPattern": segment_start }, "Fields": { "F": { "Pattern": "x" } },
    }));
    let start = text.find(mark).unwrap();
    let request = FieldRequest {
        text,
        source: TextSource::Text,
        segment: &segment.unwrap().segment,
        name,
        marked: start..start + mark.len(),
        zone: None,
        existing: None,
    };
    field(&request, &mut || false)
}

#[test]
fn ambiguous_day_and_month_is_reported() {
    let found = suggest("at 05/06/2025 16:42\nat 07/08/2025 16:43", "(?m)^at", "Time", "05/06/2025 16:42").unwrap();
    assert_eq!(found.field.format.as_deref(), Some("MM/dd/yyyy H:mm"));
    assert!(found.warnings.iter().any(|warning| warning.contains("dd/MM/yyyy")), "{:?}", found.warnings);
    let clear = suggest("at 05/06/2025 16:42\nat 25/08/2025 16:43", "(?m)^at", "Time", "05/06/2025 16:42").unwrap();
    assert_eq!(clear.field.format.as_deref(), Some("dd/MM/yyyy H:mm"));
    assert!(!clear.warnings.iter().any(|warning| warning.contains("MM/dd")), "{:?}", clear.warnings);
}

#[test]
fn standard_time_in_summer_is_reported() {
    let found = suggest("at 7/1/2025 16:42 CST.", "(?m)^at", "Time", "7/1/2025 16:42").unwrap();
    assert_eq!(found.field.time_zone.as_deref(), Some("America/Chicago"));
    assert!(found.warnings.iter().any(|warning| warning.contains("CST")), "{:?}", found.warnings);
}

#[test]
fn second_number_of_an_array_is_not_its_last() {
    let text = "{\"coordinates\":[-86.5477,34.7283]}\n{\"coordinates\":[-86.5512,34.7311,12.5]}\n";
    let found = suggest(text, r#"\{"coord"#, "Latitude", "34.7283").unwrap();
    assert_eq!(found.values, ["34.7283", "34.7311"], "{:?}", found.field);
}

#[test]
fn values_with_separators_inside_are_read() {
    let text = "SEQ|DATE|UTC\n01|03JUN2025|164253Z|N34.7283\n02|03JUN2025|164310Z|N34.7311\n";
    let time = suggest(text, r"(?m)^\d+\|", "Timestamp", "03JUN2025|164253Z").unwrap();
    assert_eq!(time.values, ["2025-06-03T16:42:53Z", "2025-06-03T16:43:10Z"], "{:?}", time.field);
    let name = suggest(text, r"(?m)^\d+\|", "Name", "164253Z|N34.7283").unwrap();
    assert_eq!(name.values, ["164253Z|N34.7283", "164310Z|N34.7311"], "{:?}", name.field);
}

#[test]
fn selections_without_a_value_are_rejected() {
    let text = "head\nat 1\nat 2";
    assert_eq!(suggest(text, "(?m)^at", "N", "head"), Err(FieldSuggestionError::OutsideRecords));
    assert_eq!(suggest(text, "(?m)^at", "N", " "), Err(FieldSuggestionError::EmptySelection));
    assert!(matches!(suggest(text, "(?m)^at", "N", "1\nat 2"), Err(FieldSuggestionError::OutsideRecords)));
}

#[test]
fn a_record_without_the_value_does_not_lend_another_number() {
    let text = "Lat: 34.1\nLon: -86.1\n\nLat: 34.2\nPeak: -12.5\n\nLat: 34.3\nLon: -86.3\n";
    let found = suggest(text, "(?m)^Lat", "Lon", "-86.1").unwrap();
    assert_eq!((found.found, found.count), (2, 3), "{:?}", found.field);
    assert_eq!(found.values, ["-86.1", "-86.3"]);
}
