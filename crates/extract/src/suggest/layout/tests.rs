use super::layouts;
use crate::source::TextSource;

/// A text, the name of the first layout, and how each of its records begins.
struct LayoutCase {
    text: &'static str,
    source: TextSource,
    name: &'static str,
    count: usize,
    first: &'static str,
}

#[test]
fn the_best_layout_has_one_strike_per_record() {
    for case in cases() {
        let found = layouts(case.text, case.source, &mut || false);
        let best = found.first().unwrap_or_else(|| panic!("no layout for {}", case.text));
        let all: Vec<String> =
            found.iter().map(|one| format!("{} {} {} {:?}", one.rank, one.name, one.count, one.segment)).collect();
        assert_eq!((best.name.as_str(), best.count), (case.name, case.count), "{}\n{}", case.text, all.join("\n"));
        assert!(best.samples[0].starts_with(case.first), "{:?}", best.samples);
    }
}

#[expect(clippy::too_many_lines, reason = "a table of mails")]
fn cases() -> Vec<LayoutCase> {
    let text = |name, count, first, text| LayoutCase { text, source: TextSource::Text, name, count, first };
    let html = |name, count, first, text| LayoutCase { text, source: TextSource::HtmlBody, name, count, first };
    vec![
        text(
            "Records that start with \u{201c}Lightning\u{201d}",
            2,
            "Lightning",
            "Dear operator,\n\nLightning Alert: A Cloud to Ground Strike was detected on 5/21/2025 4:42:53 PM -05:00\nat 34.7283 N, 86.5477 W, 3 miles away.\n\nLightning Warning: An Intra-Cloud Strike was detected on 5/21/2025 4:43:10 PM -05:00\nat 34.7311 N, 86.5512 W, 4 miles away.\n\nStay safe. Reply STOP to 55512.\n",
        ),
        text(
            "CSV with header",
            3,
            "2025",
            "Strikes of the last hour:\n\nTime,Lat,Lon,Type\n2025-05-21 16:42:53,34.7283,-86.5477,CG\n2025-05-21 16:43:10,34.7311,-86.5512,IC\n2025-05-21 16:44:02,34.7402,-86.5601,CG\nSent by the network, 3 strikes.\n",
        ),
        text(
            "Comma-separated lines",
            2,
            "\"Lightning Alert, north\"",
            "\"Lightning Alert, north\",\"5/21/2025 4:42 PM\",34.7283,-86.5477,\"said \"\"now\"\"\"\n\"Lightning Alert, south\",\"5/21/2025 4:43 PM\",34.7311,-86.5512,\"\"\n",
        ),
        text(
            "Lines with | between cells with header",
            2,
            "| 1 | 21-MAY-2025",
            "| # | When | Lat | Lon |\n|---|---|---|---|\n| 1 | 21-MAY-2025 16:42 | 34.7283 | -86.5477 |\n| 2 | 21-MAY-2025 16:43 | 34.7311 | -86.5512 |\n",
        ),
        text(
            "Tab-separated lines",
            2,
            "Alert\t",
            "Alert\t16:42:53\t34.7283\t-86.5477\nAlert\t16:43:10\t34.7311\t-86.5512",
        ),
        text(
            "Semicolon-separated lines",
            2,
            "21.05.2025",
            "21.05.2025;16:42:53;34,7283;-86,5477\n21.05.2025;16:43:10;34,7311;-86,5512\n",
        ),
        text(
            "Blocks of keys and values",
            2,
            "Time",
            "Alert report\nTime......: 2025-05-21 16:42:53\nPosition..: 34.7283, -86.5477\nKind......: ground\nTime......: 2025-05-21 16:43:10\nPosition..: 34.7311, -86.5512\nKind......: cloud\nEnd of report\n",
        ),
        text(
            "Blocks of keys and values",
            1,
            "When = ",
            "Hello,\n\nWhen = 21 May 2025 16:42:53\nLat = 34.7283\nLon = -86.5477\n\nBye\n",
        ),
        text(
            "Lines with fixed columns",
            2,
            "2025-05-21",
            "DATE       TIME      LATITUDE  LONGITUDE\n2025-05-21 16:42:53   34.7283   -86.5477\n2025-05-21 16:43:10   34.7311   -86.5512\n",
        ),
        text(
            "JSON objects",
            2,
            "{\"time\"",
            "Payload:\n{\"report\": {\"sent\": \"x\", \"strikes\": [{\"time\": \"2025-05-21T16:42:53Z\", \"pos\": {\"lat\": 34.7283, \"lon\": -86.5477}}, {\"time\": \"2025-05-21T16:43:10Z\", \"pos\": {\"lat\": 34.7311, \"lon\": -86.5512}}]}}\n",
        ),
        text(
            "Elements <strike>",
            2,
            "<strike ",
            "<report><strike time=\"2025-05-21T16:42:53Z\" lat=\"34.7283\" lon=\"-86.5477\"/><strike time=\"2025-05-21T16:43:10Z\" lat=\"34.7311\" lon=\"-86.5512\"/></report>",
        ),
        text(
            "Blocks of keys and values",
            2,
            "> Time",
            "FYI\n\n> Time: 22 Jun 2025 19:27:16\n> Position: 34.6842, -86.6471\n>\n> Time: 22 Jun 2025 19:22:40\n> Position: 34.6630, -86.6804\n>\n> -- \n> Vendor\n",
        ),
        text(
            "Records that start with \u{201c}ALERT:\u{201d}",
            2,
            "ALERT:",
            "ALERT: lightning detected on 2025-05-21 at 16:42:53 near (34.68, -86.64)\nALERT: lightning detected on 2025-05-21 at 16:43:10 near (34.69, -86.65)\nThis is an automated message of 16:50.\n",
        ),
        html(
            "HTML table rows",
            2,
            "<tr class=\"strike\">",
            "<p>Report 16:50</p><table><tr><th>Time</th><th>Lat</th><th>Lon</th></tr><tr class=\"strike\"><td>16:42:53</td><td>34.7283</td><td>-86.5477</td></tr><tr class=\"strike\"><td>16:43:10</td><td>34.7311</td><td>-86.5512</td></tr></table><p>Bye</p>",
        ),
        html(
            "HTML table rows",
            2,
            "<tr><td>16:42",
            "<table><tr><td width=\"600\"><table><tr><td><b>Time</b></td><td>Lat</td><td>Lon</td></tr><tr><td>16:42:53</td><td>34.7283</td><td>-86.5477</td></tr><tr><td>16:43:10</td><td>34.7311</td><td>-86.5512</td></tr></table></td></tr><tr><td>Sent 2025 by us</td></tr></table>",
        ),
    ]
}
