//! Text around the strikes of a mail is not taken for a strike.

use stormwire_extract::ExtractError;

use crate::folder::{Layout, Mail, layouts};
use crate::narrow_start::{layouts_with_narrow_starts, layouts_with_suggested_segments};

/// `LAT` and `LON` are replaced by a position near the strikes of the mail.
const HEADERS: [&str; 6] = [
    "",
    "Report generated 16:43 on May 21, 2025.\n\n",
    "Report generated 2025-05-21 21:44:00 UTC for the area around LAT, LON, radius 8.0 mi.\n\n",
    "Center of the area: LAT, LON\nIssued: 16:44:10\n\n",
    "Cell 4 at 21:43:10: moving east at 25.50 mph, 34.20 kA at most, LAT N / LON W.\n\n",
    "SITE\nName: City Hall\nLat: LAT\nLon: LON\nChecked: 2025-05-21 16:40:00\n\n",
];
const FOOTERS: [&str; 6] = [
    "",
    "\n\nOn Wed, May 21, 2025 at 4:44:10 PM Dana wrote:\n> Is LAT, LON inside our zone?\n> The last one was at 16:40:12.\n",
    "\n\nStatistics, updated 21:45:00: LAT % to the ground, LON % in the zone.\n",
    "\nMonitored point: City Hall (LAT, LON), last check 16:45:01\n",
    "\n\nThis message is confidential. Version 2.34.86, sent 2025-05-21 21:44:59.\n",
    "\n\n-----Original Message-----\nSent: Wednesday, May 21, 2025 4:40:00 PM\nWe are at LAT, LON. Please confirm.\n",
];

#[test]
fn text_around_the_strikes_is_no_strike() {
    let (mut mails, mut failures) = (0, Vec::new());
    let suggested = layouts_with_suggested_segments();
    for layout in layouts().iter().chain(&layouts_with_narrow_starts()).chain(&suggested) {
        for mail in &layout.mails {
            for (header, footer) in HEADERS.iter().flat_map(|header| FOOTERS.map(|footer| (header, footer))) {
                let text = format!("{}{}{}", near(mail, header), mail.text, near(mail, footer));
                let preview = layout.extractor.preview(&text, mail.source, &mut || false);
                match preview.error {
                    None => mails += 1,
                    Some(
                        ExtractError::PossibleStrikes { text: found, .. }
                        | ExtractError::MisplacedHeads { text: found, .. },
                    ) => {
                        failures.push(format!("{}: `{found}`\n{text}", layout.name));
                    }
                    // The start pattern of the layout matches a line of the header or footer.
                    Some(_) => {}
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {mails}: {}", failures.len(), failures.join("\n\n"));
    assert!(mails > 2000, "{mails} mails were read");
}

/// A mail that repeats its strikes in a summary loses none of them.
#[test]
fn summary_of_strikes_that_were_read_is_no_strike() {
    for layout in layouts_with_narrow_starts() {
        let mail = &layout.mails[0];
        let text = format!("{}\n\nSummary\n{}", mail.text, summary(&layout, mail));
        let preview = layout.extractor.preview(&text, mail.source, &mut || false);
        let is_alarm = matches!(preview.error, Some(ExtractError::PossibleStrikes { .. }));
        assert!(!is_alarm, "{}: {:?}\n{text}", layout.name, preview.error);
    }
}

fn summary(layout: &Layout, mail: &Mail) -> String {
    let preview = layout.extractor.preview(&mail.text, mail.source, &mut || false);
    let utf16: Vec<u16> = mail.text.encode_utf16().collect();
    let value = |record: usize, name: &str| {
        let span = preview.spans.iter().find(|span| span.record == record && span.field == name).expect("a value");
        String::from_utf16(&utf16[span.start..span.end]).expect("text")
    };
    let line = |record: usize| {
        let [time, latitude, longitude] = ["Timestamp", "Latitude", "Longitude"].map(|name| value(record, name));
        format!("{time} {latitude} {longitude}\n")
    };
    (0..preview.items.len()).map(line).collect()
}

fn near(mail: &Mail, text: &str) -> String {
    let degrees = |name: &str| mail.expected["Items"][0][name].as_f64().expect("a coordinate") + 0.0021;
    text.replace("LAT", &format!("{:.4}", degrees("Latitude"))).replace("LON", &format!("{:.4}", degrees("Longitude")))
}
