//! All facilities as an HTML page without scripts or styles.

use super::formatter::PlainFormatter;
use crate::display_status::DisplayStatus;
use crate::html::escape_html;
use stormwire_city::facilities::Facility;
use stormwire_geo::Proximity;

pub fn render(formatter: &PlainFormatter<'_>, city: &str, rows: &[(&Facility, Option<&Proximity>)]) -> String {
    let texts = formatter.texts();
    let most_severe =
        rows.iter().map(|(_, proximity)| formatter.status(*proximity)).min_by_key(|status| severity_rank(*status));
    let status = most_severe.unwrap_or(DisplayStatus::Unknown);
    let (name, advice) = formatter.status_and_advice(status);
    let warning = formatter.warning(true, status).map(|text| format!("<p>{text}</p>")).unwrap_or_default();
    let items: String = rows.iter().map(|(facility, proximity)| item(formatter, facility, *proximity)).collect();
    let other = formatter.language.other_language();
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light\">\n<title>{title} – {city}</title>\n</head>\n<body>\n<main>\n\
         <h1>{city}: {name}</h1>\n<p><strong>{advice}</strong> {safety}</p>\n{warning}\n\
         <p>{as_of}. <a href=\"/plain?lang={code}\">{reload}</a> <a href=\"/plain?lang={other_code}\" lang=\"{other_code}\">{other_name}</a></p>\n\
         <h2>{facilities}</h2>\n<ol>\n{items}</ol>\n</main>\n</body>\n</html>\n",
        code = formatter.language.code(),
        title = texts.labels.title,
        city = escape_html(city),
        safety = texts.safety.safety,
        as_of = formatter.as_of(),
        reload = texts.labels.reload,
        other_code = other.code(),
        other_name = other.name(),
        facilities = texts.labels.facilities,
    )
}

/// Lowest first: the city shows its most severe known status. Unknown ranks last.
fn severity_rank(status: DisplayStatus) -> u8 {
    match status {
        DisplayStatus::Active => 0,
        DisplayStatus::Clearing => 1,
        DisplayStatus::Clear => 2,
        DisplayStatus::Unknown => 3,
    }
}

fn item(formatter: &PlainFormatter<'_>, facility: &Facility, proximity: Option<&Proximity>) -> String {
    let (status, _) = formatter.status_and_advice(formatter.status(proximity));
    let closest = proximity
        .and_then(|known| known.closest)
        .map(|strike| format!("{} {}", formatter.texts().labels.closest, formatter.format_strike(&strike)));
    let first = format!(
        "<strong>{status}</strong> <a href=\"/f/{}.txt?lang={}\">{}</a>",
        facility.id,
        formatter.language.code(),
        escape_html(&facility.name)
    );
    let all_clear = proximity.and_then(|known| formatter.all_clear(known));
    let all: Vec<String> =
        [Some(first), closest, all_clear, Some(formatter.rule(facility))].into_iter().flatten().collect();
    format!("<li>{}</li>\n", all.join(". "))
}
