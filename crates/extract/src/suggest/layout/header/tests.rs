use crate::source::TextSource;
use crate::suggest::layouts;

/// The header and the number of records of the best layout.
fn best(text: &str) -> (Option<String>, usize) {
    let found = layouts(text, TextSource::Text, &mut || false).remove(0);
    (found.segment.header, found.count)
}

#[test]
fn header_directly_above_the_records_is_suggested() {
    let table = [
        (
            "Strikes:\n\nTime,Lat,Lon,Type\n2025-05-21 16:42:53,34.7283,-86.5477,CG\n2025-05-21 16:43:10,34.7311,-86.5512,IC\n",
            "Time,Lat,Lon,Type",
        ),
        (
            "\u{feff}\"Type\", \"Time (UTC)\", \"Lat.\", \"Lon.\"\r\n\"CG\", \"2025-05-21 16:42:53\", 34.7283, -86.5477\r\n\"IC\", \"2025-05-21 16:43:10\", 34.7311, -86.5512\r\n",
            "\"Type\", \"Time (UTC)\", \"Lat.\", \"Lon.\"",
        ),
        (
            "| # | When | Lat | Lon |\n|---|---|---|---|\n| 1 | 21-MAY-2025 16:42 | 34.7283 | -86.5477 |\n| 2 | 21-MAY-2025 16:43 | 34.7311 | -86.5512 |\n",
            "| # | When | Lat | Lon |",
        ),
        (
            "Fulmini:\nData;Ora;Latitudine;Longitudine\n21/05/2025;16:42:53;34,7283;-86,5477\n21/05/2025;16:43:10;34,7311;-86,5512\n",
            "Data;Ora;Latitudine;Longitudine",
        ),
        (
            "Class\tTime\tLat (WGS84)\tLon (WGS84)\nAlert\t16:42:53\t34.7283\t-86.5477\nAlert\t16:43:10\t34.7311\t-86.5512",
            "Class Time Lat (WGS84) Lon (WGS84)",
        ),
        (
            "DATE       TIME      LATITUDE  LONGITUDE\n---------- --------  --------  ---------\n2025-05-21 16:42:53   34.7283   -86.5477\n2025-05-21 16:43:10   34.7311   -86.5512\n",
            "DATE TIME LATITUDE LONGITUDE",
        ),
        (
            "> Time,Lat,Lon\n> 2025-05-21 16:42:53,34.7283,-86.5477\n> 2025-05-21 16:43:10,34.7311,-86.5512\n",
            "Time,Lat,Lon",
        ),
    ];
    for (text, header) in table {
        assert_eq!(best(text), (Some(header.to_owned()), 2), "{text}");
    }
}

#[test]
fn other_lines_above_the_records_are_no_header() {
    let rows = "2025-05-21 16:42:53,34.7283,-86.5477\n2025-05-21 16:43:10,34.7311,-86.5512\n2025-05-21 16:44:02,34.7402,-86.5601\n";
    for above in [
        "",
        "Time,Lat,Lon\n\n",
        "Time,Lat\n",
        "Time,Lat,Lon,Type\n",
        "Time;Lat;Lon\n",
        "Time,Lat,Lat\n",
        "Time,Lat,\n",
        "Time,Lat,5\n",
        "Time,34 N,86 W\n",
        "Strikes, newest first, all times local\n",
        "Dear,operator,stay safe.\n",
        "To:,the,operator\n",
        "> Time,Lat,Lon\n",
        "Time (CDT),Lat,Lon\n",
        "Huntsville,Madison,Alabama\n",
    ] {
        assert_eq!(best(&format!("{above}{rows}")), (None, 3), "{above}");
    }
}

#[test]
fn location_names_are_no_header() {
    let text = "Huntsville, Madison County, Alabama\n16:42:53, 34.7283, -86.5477\n16:43:10, 34.7311, -86.5512\n";
    assert_eq!(best(text), (None, 2));
}

#[test]
fn sentences_have_no_header() {
    for text in [
        "Lightning near all sites\n1) 16:42:53 UTC on 2025-05-21, 34.7283 N 86.5477 W\n2) 16:43:10 UTC on 2025-05-21, 34.7311 N 86.5512 W\n",
        "Strikes near all sites today\nALERT at 16:42:53 near 34.7283 -86.5477\nALERT at 16:43:10 near 34.7311 -86.5512\n",
        "Alert\nTime: 16:42:53\nLat: 34.7283\nLon: -86.5477\n\nAlert\nTime: 16:43:10\nLat: 34.7311\nLon: -86.5512\n",
    ] {
        assert!(
            layouts(text, TextSource::Text, &mut || false).iter().all(|one| one.segment.header.is_none()),
            "{text}"
        );
    }
}
