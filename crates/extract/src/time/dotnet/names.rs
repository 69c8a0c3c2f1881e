//! Names of months and weekdays in English and the languages of other vendors.
//!
//! All languages are accepted at once: no name means different months in two of them.

use jiff::civil::Weekday;

/// By month. English names are also accepted by their first three letters.
const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "jänner", "janvier", "janv", "enero", "ene", "janeiro", "gennaio", "gen", "januari"],
    &[
        "february",
        "februar",
        "février",
        "fevrier",
        "févr",
        "fevr",
        "fév",
        "febrero",
        "fevereiro",
        "fev",
        "febbraio",
        "februari",
    ],
    &["march", "märz", "maerz", "mär", "mrz", "mars", "marzo", "março", "marco", "maart", "mrt"],
    &["april", "avril", "avr", "abril", "abr", "aprile"],
    &["may", "mai", "mayo", "maio", "maggio", "mag", "mei"],
    &["june", "juni", "juin", "junio", "junho", "giugno", "giu"],
    &["july", "juli", "juillet", "juil", "julio", "julho", "luglio", "lug"],
    &["august", "août", "aout", "agosto", "ago", "augustus"],
    &["september", "septembre", "septiembre", "setiembre", "sept", "setembro", "settembre", "set"],
    &["october", "oktober", "okt", "octobre", "octubre", "outubro", "out", "ottobre", "ott"],
    &["november", "novembre", "noviembre", "novembro"],
    &["december", "dezember", "dez", "décembre", "decembre", "déc", "diciembre", "dic", "dezembro", "dicembre"],
];

const WEEKDAYS: [(Weekday, &[&str]); 7] = [
    (
        Weekday::Monday,
        &["monday", "montag", "mo", "lundi", "lunes", "lun", "segunda-feira", "seg", "lunedì", "maandag"],
    ),
    (
        Weekday::Tuesday,
        &["tuesday", "dienstag", "die", "di", "mardi", "martes", "mar", "terça-feira", "ter", "martedì", "dinsdag"],
    ),
    (
        Weekday::Wednesday,
        &[
            "wednesday",
            "mittwoch",
            "mit",
            "mi",
            "mercredi",
            "mer",
            "miércoles",
            "miercoles",
            "mié",
            "mie",
            "quarta-feira",
            "qua",
            "mercoledì",
            "woensdag",
        ],
    ),
    (
        Weekday::Thursday,
        &[
            "thursday",
            "donnerstag",
            "don",
            "do",
            "jeudi",
            "jeu",
            "jueves",
            "jue",
            "quinta-feira",
            "qui",
            "giovedì",
            "gio",
            "donderdag",
        ],
    ),
    (
        Weekday::Friday,
        &[
            "friday",
            "freitag",
            "fre",
            "fr",
            "vendredi",
            "ven",
            "viernes",
            "vie",
            "sexta-feira",
            "sex",
            "venerdì",
            "vrijdag",
        ],
    ),
    (
        Weekday::Saturday,
        &[
            "saturday",
            "samstag",
            "sonnabend",
            "sam",
            "sa",
            "samedi",
            "sábado",
            "sabado",
            "sáb",
            "sab",
            "sabato",
            "zaterdag",
        ],
    ),
    (Weekday::Sunday, &["sunday", "sonntag", "son", "so", "dimanche", "dim", "domingo", "dom", "domenica", "zondag"]),
];

/// The month at the start of the text, from 1, and the rest.
pub(super) fn take_month(text: &str) -> Option<(i8, &str)> {
    take_longest(text, (1..).zip(MONTHS))
}

/// The weekday at the start of the text, and the rest.
pub(super) fn take_weekday(text: &str) -> Option<(Weekday, &str)> {
    take_longest(text, WEEKDAYS.into_iter())
}

/// Case does not matter. `mar` is the start of `march` and `marzo`, so the longest name counts.
fn take_longest<'t, T>(
    text: &'t str,
    values: impl Iterator<Item = (T, &'static [&'static str])>,
) -> Option<(T, &'t str)> {
    let mut longest: Option<(T, &str)> = None;
    for (value, names) in values {
        let english_prefix = names.first().and_then(|name| name.get(..3));
        let rest = names.iter().copied().chain(english_prefix).filter_map(|name| strip_name(text, name));
        let Some(rest) = rest.min_by_key(|rest| rest.len()) else { continue };
        if longest.as_ref().is_none_or(|(_, other)| rest.len() < other.len()) {
            longest = Some((value, rest));
        }
    }
    longest
}

fn strip_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut characters = text.chars();
    let is_same = name
        .chars()
        .all(|expected| characters.next().is_some_and(|found| found.to_lowercase().eq(std::iter::once(expected))));
    is_same.then_some(characters.as_str())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{MONTHS, WEEKDAYS, take_month, take_weekday};

    #[test]
    fn every_name_means_one_month_or_weekday() {
        for (month, names) in (1..).zip(MONTHS) {
            for name in names {
                assert_eq!(take_month(&name.to_uppercase()), Some((month, "")), "{name}");
            }
        }
        for (weekday, names) in WEEKDAYS {
            for name in names {
                assert_eq!(take_weekday(name), Some((weekday, "")), "{name}");
            }
        }
        let mut seen = HashMap::new();
        for (month, name) in (1..).zip(MONTHS).flat_map(|(month, names)| names.iter().map(move |name| (month, *name))) {
            assert_eq!(*seen.entry(name).or_insert(month), month, "{name}");
        }
    }

    #[test]
    fn english_names_may_be_abbreviated() {
        assert_eq!(take_month("Jan 5"), Some((1, " 5")));
        assert_eq!(take_month("Sept. 5"), Some((9, ". 5")));
        assert_eq!(take_weekday("thu,"), Some((jiff::civil::Weekday::Thursday, ",")));
        assert_eq!(take_month("xyz"), None);
    }
}
