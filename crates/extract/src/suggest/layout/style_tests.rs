//! Mails in many styles and languages, each with the layout that must be proposed first.

use super::layouts;
use crate::source::TextSource;

/// A mail with several strikes, the name of the best layout, its number of records, and how its first record begins.
struct StyleCase {
    style: &'static str,
    source: TextSource,
    name: &'static str,
    count: usize,
    first: &'static str,
    text: &'static str,
}

#[test]
fn specific_layouts_come_first_and_need_no_filter() {
    let mut failures = Vec::new();
    for case in cases() {
        let found = layouts(case.text, case.source, &mut || false);
        let listed: Vec<String> =
            found.iter().map(|one| format!("  {} {} {} {:?}", one.rank, one.name, one.count, one.segment)).collect();
        let is_right = found.first().is_some_and(|best| {
            (best.name.as_str(), best.count) == (case.name, case.count)
                && best.samples[0].starts_with(case.first)
                && (best.segment.filter.is_none() || case.source == TextSource::HtmlBody || case.count == 1)
        });
        if !is_right {
            failures.push(format!("{}: expected {} {}\n{}", case.style, case.name, case.count, listed.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
}

/// A layout that joins or loses strikes is no choice if another one separates them.
#[test]
fn layouts_that_do_not_separate_strikes_are_not_listed() {
    let mut failures = Vec::new();
    for case in cases() {
        for one in layouts(case.text, case.source, &mut || false) {
            if one.count != case.count {
                failures.push(format!("{}: {} {} {:?}", case.style, one.name, one.count, one.segment));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_header_that_looks_like_a_strike_hides_no_layout() {
    let text = "Network status at 16:50, center 34.7300 -86.5800\nStroke 16:42:53 at 34.7283 -86.5477\nStroke 16:43:10 at 34.7311 -86.5512\n";
    let found = layouts(text, TextSource::Text, &mut || false);
    let names: Vec<(&str, usize)> = found.iter().map(|one| (one.name.as_str(), one.count)).collect();
    assert_eq!(names, [("Lines with a number", 3), ("Records that start with \u{201c}Stroke\u{201d}", 2)]);
}

/// A mail in which the line above the first key belongs to the record, and how each record begins.
const HEADS_ABOVE_KEYS: [(&str, &str); 3] = [
    (
        "Alpine Bolt Desk\nCell report for Birch Hill\n\nJun 3, 2025 16:42:53 CDT\nLat: 34\u{b0} 43\u{2032} 49.7\u{2033} N\nLon: 86\u{b0} 34\u{2032} 34.4\u{2033} W\n\nJun 3, 2025 16:43:10 CDT\nLat: 34\u{b0} 47\u{2032} 57.9\u{2033} N\nLon: 86\u{b0} 38\u{2032} 09.5\u{2033} W\n\nJun 3, 2025 16:44:02 CDT\nLat: 34\u{b0} 39\u{2032} 38.5\u{2033} N\nLon: 86\u{b0} 35\u{2032} 06.2\u{2033} W\n\nReport sent\nJun 3, 2025 16:50:00 CDT\nAlpine Bolt Desk, 4 Ridge Road\n",
        "Jun 3",
    ),
    (
        "Cell report for Birch Hill\n\nFlash 1 - ground\nSeen: 2025-06-03 16:42:53\nWhere: 34.7283 / -86.5477\n\nFlash 2 - cloud\nSeen: 2025-06-03 16:43:10\nWhere: 34.7311 / -86.5512\n\nSent by the desk.\n",
        "Flash 1",
    ),
    (
        "Birch Hill\n\nJun 3, 2025 16:42:53\nLat: 34.7283\nLon: -86.5477\n\nReport sent\nJun 3, 2025 16:50:00\n",
        "Jun 3, 2025 16:42:53",
    ),
];

#[test]
fn no_proposal_takes_the_first_line_from_the_next_record() {
    for (text, first) in HEADS_ABOVE_KEYS {
        let found = layouts(text, TextSource::Text, &mut || false);
        assert!(found[0].samples[0].starts_with(first), "{found:?}");
        let starts_below = |sample: &str| sample.starts_with("Lat") || sample.starts_with("Seen");
        let mut open = found.iter().filter(|one| one.segment.close_pattern.is_none());
        assert!(!open.any(|one| starts_below(&one.samples[0])), "{found:?}");
    }
}

const FEATURES: &str = "Feed of the desk.\n\n{\"type\":\"FeatureCollection\",\"sent\":\"2025-06-03T16:50:00Z\",\"area\":{\"center\":[-86.58,34.73]},\"features\":[\n{\"type\":\"Feature\",\"id\":\"k1\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[-86.5477,34.7283]},\"properties\":{\"at\":\"2025-06-03T16:42:53Z\",\"amp\":-23.1}},\n{\"type\":\"Feature\",\"id\":\"k2\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[-86.5512,34.7311]},\"properties\":{\"at\":\"2025-06-03T16:43:10Z\",\"amp\":4.8}},\n{\"type\":\"Feature\",\"id\":\"k3\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[-86.5601,34.7402]},\"properties\":{\"at\":\"2025-06-03T16:44:02Z\",\"amp\":-9}}\n]}\n\n-- 3 features --\n";

#[test]
fn outer_objects_are_proposed_and_inner_ones_are_not() {
    let swapped = FEATURES.lines().map(|line| {
        let Some((head, rest)) = line.split_once("\"geometry\"") else { return line.to_owned() };
        let (geometry, properties) = rest.split_once(",\"properties\"").unwrap();
        let (properties, end) = properties.split_at(properties.find('}').unwrap() + 1);
        format!("{head}\"properties\"{properties},\"geometry\"{geometry}{end}")
    });
    for text in [FEATURES.to_owned(), swapped.collect::<Vec<String>>().join("\n")] {
        let found = layouts(&text, TextSource::Text, &mut || false);
        assert_eq!((found[0].name.as_str(), found[0].count), ("JSON objects", 3), "{found:?}");
        assert!(found[0].samples[0].contains("\"id\":\"k1\""), "{found:?}");
        assert_eq!(found[0].segment.filter, None, "{found:?}");
        let is_inner = |sample: &str| sample.starts_with('{') && !sample.contains("\"k1\"");
        assert!(!found.iter().any(|one| is_inner(&one.samples[0])), "{found:?}");
    }
}

#[expect(clippy::too_many_lines, reason = "a table of mails")]
fn cases() -> Vec<StyleCase> {
    let text =
        |style, name, count, first, text| StyleCase { style, source: TextSource::Text, name, count, first, text };
    let html =
        |style, name, count, first, text| StyleCase { style, source: TextSource::HtmlBody, name, count, first, text };
    vec![
        text(
            "French sentences in paragraphs",
            "Records that start with \u{201c}Impact\u{201d}",
            3,
            "Impact",
            "Bonjour,\n\nVoici les impacts de foudre de la derni\u{e8}re heure.\n\nImpact d\u{e9}tect\u{e9} le 21/05/2025 \u{e0} 16:42:53\nLatitude 34,7283 ; longitude -86,5477\n\nImpact d\u{e9}tect\u{e9} le 21/05/2025 \u{e0} 16:43:10\nLatitude 34,7311 ; longitude -86,5512\n\nImpact d\u{e9}tect\u{e9} le 21/05/2025 \u{e0} 16:44:02\nLatitude 34,7402 ; longitude -86,5601\n\nCordialement,\nLe service m\u{e9}t\u{e9}o\n",
        ),
        text(
            "French lines",
            "Records that start with \u{201c}\u{c9}clair\u{201d}",
            2,
            "\u{c9}clair",
            "Alerte foudre\n\u{c9}clair 1 : 21/05/2025 16:42:53, latitude 34,7283 N, longitude 86,5477 O\n\u{c9}clair 2 : 21/05/2025 16:43:10, latitude 34,7311 N, longitude 86,5512 O\nFin du message\n",
        ),
        text(
            "German paragraphs",
            "Records that start with \u{201c}Blitz\u{201d}",
            2,
            "Blitz",
            "Guten Tag,\n\nBlitz am 21.05.2025 um 16:42:53 Uhr\nBreite 34,7283, L\u{e4}nge -86,5477, St\u{e4}rke 12,5 kA\n\nBlitz am 21.05.2025 um 16:43:10 Uhr\nBreite 34,7311, L\u{e4}nge -86,5512, St\u{e4}rke 8,1 kA\n\nMit freundlichen Gr\u{fc}\u{df}en\nIhr Wetterdienst, Tel. 0800 12345\n",
        ),
        text(
            "Spanish keys and values",
            "Blocks of keys and values",
            2,
            "Fecha",
            "Aviso de rayos\n\nFecha: 21/05/2025 16:42:53\nLatitud: 34,7283\nLongitud: -86,5477\nTipo: nube-tierra\n\nFecha: 21/05/2025 16:43:10\nLatitud: 34,7311\nLongitud: -86,5512\nTipo: nube-nube\n\nAtentamente, el servicio\n",
        ),
        text(
            "Portuguese lines",
            "Records that start with \u{201c}Raio\u{201d}",
            3,
            "Raio",
            "Boletim de descargas\n\nRaio em 21/05/2025 \u{e0}s 16:42:53: lat 34,7283, lon -86,5477, 12,5 kA\nRaio em 21/05/2025 \u{e0}s 16:43:10: lat 34,7311, lon -86,5512, 8,1 kA\nRaio em 21/05/2025 \u{e0}s 16:44:02: lat 34,7402, lon -86,5601, 22,0 kA\n\nObrigado\n",
        ),
        text(
            "paragraphs without blank lines",
            "Records that start with \u{201c}Strike\u{201d}",
            2,
            "Strike detected",
            "Storm desk report of 17:00\nStrike detected 2025-05-21 16:42:53\n  position 34.7283 -86.5477\n  polarity negative\nStrike detected 2025-05-21 16:43:10\n  position 34.7311 -86.5512\n  polarity positive\nEnd of report\n",
        ),
        text(
            "numbered lines",
            "Lines with | between cells",
            3,
            "#14",
            "Recent lightning\n\n#14 | 2025-05-21 16:42:53 | 34.7283 | -86.5477 | CG\n#15 | 2025-05-21 16:43:10 | 34.7311 | -86.5512 | IC\n#16 | 2025-05-21 16:44:02 | 34.7402 | -86.5601 | CG\n\nQuestions? Call 256-555-0100.\n",
        ),
        text(
            "numbered sentences",
            "Lines of the same shape",
            3,
            "1)",
            "Lightning near your sites:\n1) 16:42:53 UTC on 2025-05-21, 34.7283 N 86.5477 W\n2) 16:43:10 UTC on 2025-05-21, 34.7311 N 86.5512 W\n3) 16:44:02 UTC on 2025-05-21, 34.7402 N 86.5601 W\nUnsubscribe at any time.\n",
        ),
        text(
            "pipes with words",
            "Lines with | between cells",
            2,
            "ALERT",
            "ALERT|2025-05-21 16:42:53|34.7283|-86.5477|CG\nALERT|2025-05-21 16:43:10|34.7311|-86.5512|IC\n",
        ),
        text(
            "key-value blocks between dashes",
            "Blocks of keys and values",
            2,
            "Event ID",
            "LIGHTNING SUMMARY\n--------------------\nEvent ID: 881\nObserved: 2025-05-21 16:42:53\nLat: 34.7283\nLon: -86.5477\n--------------------\nEvent ID: 882\nObserved: 2025-05-21 16:43:10\nLat: 34.7311\nLon: -86.5512\n--------------------\nSource: network\n",
        ),
        text(
            "JSON lines",
            "JSON objects",
            3,
            "{\"t\"",
            "{\"t\":\"2025-05-21T16:42:53Z\",\"lat\":34.7283,\"lon\":-86.5477}\n{\"t\":\"2025-05-21T16:43:10Z\",\"lat\":34.7311,\"lon\":-86.5512}\n{\"t\":\"2025-05-21T16:44:02Z\",\"lat\":34.7402,\"lon\":-86.5601}\n",
        ),
        text(
            "XML with an envelope",
            "Elements <stroke>",
            2,
            "<stroke",
            "<?xml version=\"1.0\"?>\n<notify>\n  <sent>2025-05-21T16:50:00Z</sent>\n  <stroke>\n    <time>2025-05-21T16:42:53Z</time>\n    <pos>34.7283 -86.5477</pos>\n  </stroke>\n  <stroke>\n    <time>2025-05-21T16:43:10Z</time>\n    <pos>34.7311 -86.5512</pos>\n  </stroke>\n</notify>\n",
        ),
        text(
            "forwarded paragraphs",
            "Records that start with \u{201c}Lightning\u{201d}",
            2,
            "> Lightning",
            "Please set this up.\n\n-----Original Message-----\n> From: alerts@vendor.example\n> Sent: Wednesday, May 21, 2025 4:50 PM\n>\n> Lightning was detected at 5/21/2025 4:42:53 PM\n> Location: 34.7283, -86.5477\n>\n> Lightning was detected at 5/21/2025 4:43:10 PM\n> Location: 34.7311, -86.5512\n>\n> Thank you\n",
        ),
        text(
            "different first words in paragraphs",
            "Records that start with \u{201c}Lightning\u{201d}",
            3,
            "Lightning Alert",
            "Dear customer,\n\nLightning Alert for North Pool\nat 5/21/2025 4:42:53 PM (34.7283, -86.5477)\n\nLightning Warning for South Pool\nat 5/21/2025 4:43:10 PM (34.7311, -86.5512)\n\nLightning Alert for East Park\nat 5/21/2025 4:44:02 PM (34.7402, -86.5601)\n\nCall 256-555-0100 for help.\n",
        ),
        text(
            "Italian semicolons",
            "Semicolon-separated lines with header",
            2,
            "21/05/2025",
            "Fulmini rilevati:\nData;Ora;Latitudine;Longitudine\n21/05/2025;16:42:53;34,7283;-86,5477\n21/05/2025;16:43:10;34,7311;-86,5512\n",
        ),
        text(
            "one strike in a paragraph of several lines",
            "Paragraphs",
            1,
            "Lightning Alert",
            "Dear customer,\n\nLightning Alert: a Cloud to Ground strike\nwas detected on 5/21/2025 4:42:53 PM\nat 34.7283, -86.5477.\n\nReply STOP to opt out.\n",
        ),
        text(
            "one strike in XML",
            "Elements <stroke>",
            1,
            "<stroke",
            "<notify>\n<customer>City</customer>\n<stroke kind=\"CG\">\n<time>2025-05-21T16:42:53Z</time>\n<pos>34.7283 -86.5477</pos>\n</stroke>\n</notify>\n",
        ),
        html(
            "one strike in an HTML list",
            "Elements <li>",
            1,
            "<li>",
            "<html><body><div><ul><li><b>2025-05-21 16:42:53</b> at 34.7283, -86.5477</li></ul></div></body></html>",
        ),
        html(
            "HTML list",
            "Elements <li>",
            3,
            "<li>",
            "<html><body><h2>Strikes</h2><p>Sent 16:50</p><ul><li>2025-05-21 16:42:53 at 34.7283, -86.5477</li><li>2025-05-21 16:43:10 at 34.7311, -86.5512</li><li>2025-05-21 16:44:02 at 34.7402, -86.5601</li></ul><p>Bye</p></body></html>",
        ),
        html(
            "HTML table in French",
            "HTML table rows",
            2,
            "<tr>",
            "<html><body><table border=\"1\"><tr><th>Date</th><th>Latitude</th><th>Longitude</th></tr><tr><td>21/05/2025 16:42:53</td><td>34,7283</td><td>-86,5477</td></tr><tr><td>21/05/2025 16:43:10</td><td>34,7311</td><td>-86,5512</td></tr></table></body></html>",
        ),
    ]
}
