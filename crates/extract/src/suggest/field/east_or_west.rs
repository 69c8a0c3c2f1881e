//! Whether the letter O of a longitude is east (German Ost, Dutch oost) or west (French ouest, Spanish and Portuguese oeste,
//! Italian ovest). Only the text decides; nothing is guessed.

use crate::suggest::scan::find_first;

/// Words of languages in which O is west, and of those in which it is east. Words that both have, such as `mai`, are not listed.
const WEST: [&str; 52] = [
    "ouest",
    "oeste",
    "ovest",
    "nord-ouest",
    "foudre",
    "\u{e9}clair",
    "\u{e9}clairs",
    "d\u{e9}tect\u{e9}",
    "heure",
    "rayo",
    "rayos",
    "raio",
    "raios",
    "fulmine",
    "fulmini",
    "latitud",
    "longitud",
    "latitudine",
    "longitudine",
    "fecha",
    "hora",
    "ora",
    "aviso",
    "alerta",
    "alerte",
    "janvier",
    "f\u{e9}vrier",
    "avril",
    "juin",
    "juillet",
    "ao\u{fb}t",
    "septembre",
    "octobre",
    "d\u{e9}cembre",
    "enero",
    "febrero",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "diciembre",
    "janeiro",
    "maio",
    "junho",
    "julho",
    "setembro",
    "outubro",
    "dezembro",
    "maggio",
];
const EAST: [&str; 16] = [
    "ost",
    "oost",
    "breite",
    "l\u{e4}nge",
    "breitengrad",
    "l\u{e4}ngengrad",
    "breedte",
    "lengte",
    "blitz",
    "blitze",
    "uhr",
    "januar",
    "februar",
    "m\u{e4}rz",
    "oktober",
    "dezember",
];

/// `W` or `E`; `None` if the text does not say.
pub(super) fn meaning(text: &str) -> Option<&'static str> {
    let has_letter = |letter: &str| find_first(&format!(r#"\d\s*[\u00b0\u00ba'"]?\s*{letter}\b"#), text).is_some();
    // A vendor that writes E for east or W for west does not write O for it.
    match (has_letter("E"), has_letter("W")) {
        (true, false) => return Some("W"),
        (false, true) => return Some("E"),
        (true, true) => return None,
        (false, false) => {}
    }
    let lower = text.to_lowercase();
    let has_word = |words: &[&str]| lower.split(|c: char| !c.is_alphabetic()).any(|word| words.contains(&word));
    match (has_word(&WEST), has_word(&EAST)) {
        (true, false) => Some("W"),
        (false, true) => Some("E"),
        _ => None,
    }
}

pub(super) fn name(meaning: &str) -> &'static str {
    if meaning == "W" { "west" } else { "east" }
}

#[cfg(test)]
mod tests {
    use super::meaning;

    #[test]
    fn only_the_text_decides() {
        let table = [
            ("Impact de foudre \u{e0} 34,7283 N 86,5477 O", Some("W")),
            ("21 de mayo: 34,7283 N, 86,5477 O", Some("W")),
            ("Raio em 34,7283 N, 86,5477 O", Some("W")),
            ("34.7 N 86.5 O; 35.1 N 12.5 E", Some("W")),
            ("34.7 N 86.5 O; 35.1 N 12.5 W", Some("E")),
            ("Blitz um 16:42 Uhr, 48,13 N 11,57 O", Some("E")),
            ("34.7283 N 86.5477 O", None),
            ("Strike at 34.7283 N 86.5477 O", None),
            ("Rayo / Blitz 34.7283 N 86.5477 O", None),
        ];
        for (text, expected) in table {
            assert_eq!(meaning(text), expected, "{text}");
        }
    }
}
