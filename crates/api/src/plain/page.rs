//! All facilities as a page without scripts and styles.

use super::text::{doubt, end, strike};
use super::words::Language;
use super::{Scene, Standing, clock};
use stormwire_city::facilities::Facility;
use stormwire_geo::Proximity;

pub(super) fn list(
    scene: &Scene<'_>,
    city: &str,
    language: Language,
    rows: &[(&Facility, Option<&Proximity>)],
) -> String {
    let words = scene.words;
    let worst = rows.iter().map(|(_, known)| Standing::of(*known, scene.healthy())).min_by_key(|one| gravity(*one));
    let standing = worst.unwrap_or(Standing::Unknown);
    let [word, advice] = words.of(standing);
    let reason = doubt(scene, true, standing).map(|words| format!("<p>{words}</p>")).unwrap_or_default();
    let items: String = rows.iter().map(|(facility, known)| item(scene, language, facility, *known)).collect();
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light\">\n<title>{title} – {city}</title>\n</head>\n<body>\n<main>\n\
         <h1>{city}: {word}</h1>\n<p><strong>{advice}</strong> {safety}</p>\n{reason}\n\
         <p>{as_of} {time}. <a href=\"/plain?lang={code}\">{reload}</a> <a href=\"/plain?lang={other}\" lang=\"{other}\">{named}</a></p>\n\
         <h2>{facilities}</h2>\n<ol>\n{items}</ol>\n</main>\n</body>\n</html>\n",
        code = language.code(),
        title = words.title,
        city = escaped(city),
        safety = words.safety,
        as_of = words.as_of,
        time = clock(scene, scene.picture.as_of(), "%H:%M:%S %Z"),
        reload = words.reload,
        other = if language == Language::En { "es" } else { "en" },
        named = if language == Language::En { "Español" } else { "English" },
        facilities = words.facilities,
    )
}

/// The city stands as its gravest known facility does; what is not known weighs less than danger and more than nothing.
fn gravity(standing: Standing) -> u8 {
    match standing {
        Standing::Active => 0,
        Standing::Clearing => 1,
        Standing::Clear => 2,
        Standing::Unknown => 3,
    }
}

fn item(scene: &Scene<'_>, language: Language, facility: &Facility, known: Option<&Proximity>) -> String {
    let words = scene.words;
    let [word, _] = words.of(Standing::of(known, scene.healthy()));
    let closest =
        known.and_then(|known| known.closest).map(|seen| format!("{} {}", words.closest, strike(scene, &seen)));
    let first = format!(
        "<strong>{word}</strong> <a href=\"/f/{}.txt?lang={}\">{}</a>",
        facility.id,
        language.code(),
        escaped(&facility.name)
    );
    let all: Vec<String> =
        [Some(first), closest, known.and_then(|known| end(scene, known))].into_iter().flatten().collect();
    format!("<li>{}</li>\n", all.join(". "))
}

fn escaped(text: &str) -> String {
    let each = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_become_markup() {
        assert_eq!(escaped("<b>\"A\" & 'B'</b>"), "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;");
        assert_eq!(escaped("Café ⚡"), "Café ⚡");
    }
}
