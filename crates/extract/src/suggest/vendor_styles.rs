//! Mails of synthetic vendors, for tests. Each style is a way to write the same strikes.

use std::ops::Range;

use jiff::civil::DateTime;
use serde_json::{Value, json};

use crate::source::TextSource;

/// The values of one strike, as they are written in every style.
#[derive(Debug, Clone)]
pub(super) struct Strike {
    pub(super) at: DateTime,
    /// In ten-thousandths of a degree.
    pub(super) latitude: i32,
    /// In ten-thousandths of a degree.
    pub(super) longitude: i32,
    pub(super) kind: &'static str,
}

/// A mail, with the location and the expected value of each field in each record.
#[derive(Debug, Default)]
pub(super) struct VendorMail {
    pub(super) text: String,
    pub(super) is_html: bool,
    pub(super) marks: Vec<Mark>,
}

#[derive(Debug, Clone)]
pub(super) struct Mark {
    pub(super) field: &'static str,
    pub(super) record: usize,
    pub(super) range: Range<usize>,
    pub(super) expected: Value,
}

impl VendorMail {
    pub(super) fn source(&self) -> TextSource {
        if self.is_html { TextSource::HtmlBody } else { TextSource::Text }
    }

    /// Writes a template. `{T}`, `{Y}`, `{X}` and `{K}` are time, latitude, longitude and kind, as `written`.
    fn record(&mut self, record: usize, strike: &Strike, template: &str, written: &Written) {
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            self.text.push_str(before);
            let (name, after) = after.split_once('}').unwrap();
            let (field, text, expected) = match name {
                "T" => ("Time", &written.time, json!(strike.at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())),
                "Y" => ("Latitude", &written.latitude, json!(degrees(strike.latitude))),
                "X" => ("Longitude", &written.longitude, json!(degrees(strike.longitude))),
                _ => ("Kind", &written.kind, json!(strike.kind)),
            };
            let start = self.text.len();
            self.text.push_str(text);
            let range = start + (text.len() - text.trim_start().len())..start + text.trim_end().len();
            self.marks.push(Mark { field, record, range, expected });
            rest = after;
        }
        self.text.push_str(rest);
    }
}

/// How a vendor writes the values of a strike.
struct Written {
    time: String,
    latitude: String,
    longitude: String,
    kind: String,
}

fn degrees(ten_thousandths: i32) -> f64 {
    format!("{}{}", if ten_thousandths < 0 { "-" } else { "" }, plain(ten_thousandths.abs())).parse().unwrap()
}

fn plain(ten_thousandths: i32) -> String {
    format!("{}.{:04}", ten_thousandths / 10_000, ten_thousandths % 10_000)
}

struct Style {
    head: &'static str,
    /// In double braces: the values.
    record: &'static str,
    foot: &'static str,
    time: &'static str,
    coordinates: Coordinates,
    is_html: bool,
}

#[derive(Clone, Copy)]
enum Coordinates {
    Signed,
    Comma,
    Hemisphere,
    /// Aligned to the right.
    Padded,
}

const fn text(head: &'static str, record: &'static str, foot: &'static str, time: &'static str) -> Style {
    Style { head, record, foot, time, coordinates: Coordinates::Signed, is_html: false }
}

#[expect(clippy::too_many_lines, reason = "a table of styles")]
const fn styles() -> [Style; 16] {
    [
        Style {
            coordinates: Coordinates::Hemisphere,
            ..text(
                "Dear operator,\n\n",
                "Lightning Alert: A {K} strike was detected on {T}\nat {Y}, {X}. Stay inside.\n\n",
                "Reply STOP to 55512.\n",
                "%-m/%-d/%Y %-I:%M:%S %p +00:00",
            )
        },
        text("Time,Lat,Lon,Type\n", "{T},{Y},{X},{K}\n", "\nGoodbye, and stay safe.\n", "%Y-%m-%d %H:%M:%S"),
        text("", "\"{K}\",\"{T}\",\"{Y}\",\"{X}\",\"said \"\"now\"\", here\"\n", "", "%m/%d/%Y %I:%M:%S %p"),
        text("Report\n", "{K}|{T}|{Y}|{X}\n", "", "%d-%b-%Y %H:%M:%S"),
        text("Strikes:\n", "{K}\t{T}\t{Y}\t{X}\n", "\nThe network", "%Y%m%d %H%M%S"),
        Style {
            coordinates: Coordinates::Comma,
            ..text(
                "Blitzmeldung\n\n",
                "{T};{Y};{X};{K}\n",
                "\nMit freundlichen Gr\u{fc}\u{df}en\n",
                "%d.%m.%Y %H:%M:%S",
            )
        },
        text("Alert\n", "Time......: {T}\nPosition..: {Y}, {X}\nKind......: {K}\n", "End\n", "%d %b %Y %H:%M:%S UTC"),
        text(
            "FYI\n\n",
            "> Time: {T}\n> Lat: {Y}\n> Lon: {X}\n> Kind: {K}\n>\n",
            "> -- \n> Vendor\n",
            "%a, %d %b %Y %H:%M:%S +0000",
        ),
        Style {
            coordinates: Coordinates::Padded,
            ..text("DATE       TIME      LATITUDE   LONGITUDE  KIND\n", "{T} {Y}  {X}  {K}\n", "", "%Y-%m-%d %H:%M:%S")
        },
        text(
            "Payload:\n{\"sent\": true, \"strikes\": [",
            "<\"time\": \"{T}\", \"kind\": \"{K}\", \"pos\": <\"lat\": {Y}, \"lon\": {X}>>,\n",
            "]}\n",
            "%Y-%m-%dT%H:%M:%SZ",
        ),
        text(
            "<report>\n",
            "<strike time=\"{T}\" lat=\"{Y}\" lon=\"{X}\" kind=\"{K}\"/>\n",
            "</report>",
            "%Y-%m-%dT%H:%M:%SZ",
        ),
        text(
            "<report>",
            "<flash><at>{T}</at><lat>{Y}</lat><lon>{X}</lon><kind>{K}</kind></flash>",
            "</report>",
            "%Y-%m-%dT%H:%M:%S",
        ),
        text(
            "",
            "ALERT: lightning detected on {T} near ({Y}, {X}), type {K}\n",
            "Automated message.\n",
            "%Y-%m-%d at %H:%M:%S",
        ),
        Style {
            is_html: true,
            ..text(
                "<h1>Strikes</h1><table><thead><tr><th>Time</th><th>Lat</th><th>Lon</th><th>Kind</th></tr></thead>",
                "<tr class=\"s\"><td>{T}</td><td align=\"right\">{Y}</td><td>{X}</td><td><b>{K}</b></td></tr>\n",
                "</table><p>Bye</p>",
                "%b %-d, %Y %-I:%M:%S %p",
            )
        },
        Style {
            is_html: true,
            ..text(
                "<table><tr><td width=\"600\"><p>Report</p><table><tr><td>When</td><td>Where</td><td>Kind</td></tr>",
                "<tr>\n<td>{T}</td>\n<td>{Y}, {X}</td>\n<td>{K}</td>\n</tr>\n",
                "</table></td></tr><tr><td>Sent by the network</td></tr></table>",
                "%Y-%m-%d %H:%M:%S",
            )
        },
        text(
            "Aviso\n\n",
            "Fecha = {T}\nLatitud = {Y}\nLongitud = {X}\nTipo = {K}\n\n",
            "Fin\n",
            "%-d de junio de %Y %H:%M:%S",
        ),
    ]
}

pub(super) const STYLE_COUNT: usize = styles().len();

/// The mail of one style.
pub(super) fn vendor_mail(style: usize, strikes: &[Strike]) -> VendorMail {
    let all = styles();
    let style = &all[style % all.len()];
    let mut mail = VendorMail { text: style.head.to_owned(), is_html: style.is_html, marks: Vec::new() };
    for (record, strike) in strikes.iter().enumerate() {
        // Braces are values in a template, so JSON is written with angle brackets.
        let start = mail.text.len();
        mail.record(record, strike, style.record, &written(strike, style));
        if style.head.contains("{\"") {
            let json = mail.text.split_off(start).replace('<', "{").replace('>', "}");
            mail.text.push_str(&json);
        }
    }
    mail.text.push_str(style.foot);
    mail
}

fn written(strike: &Strike, style: &Style) -> Written {
    let sign = |degrees: i32| if degrees < 0 { "-" } else { "" };
    let letter = |degrees: i32, letters: [&'static str; 2]| letters[usize::from(degrees < 0)];
    let coordinate = |degrees: i32, letters: [&'static str; 2]| {
        let number = plain(degrees.abs());
        match style.coordinates {
            Coordinates::Signed => format!("{}{number}", sign(degrees)),
            Coordinates::Comma => format!("{}{}", sign(degrees), number.replace('.', ",")),
            Coordinates::Hemisphere => format!("{number} {}", letter(degrees, letters)),
            Coordinates::Padded => format!("{:>10}", format!("{}{number}", sign(degrees))),
        }
    };
    Written {
        time: strike.at.strftime(style.time).to_string(),
        latitude: coordinate(strike.latitude, ["N", "S"]),
        longitude: coordinate(strike.longitude, ["E", "W"]),
        kind: strike.kind.to_owned(),
    }
}
