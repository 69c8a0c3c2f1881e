//! The texts of the plain pages in English and Spanish.
//!
//! Status, advice and warnings come from `safety-text.json`, which the pages in `web/` import as well.

use crate::language::Language;
use serde::Deserialize;
use std::sync::LazyLock;

impl Language {
    pub(super) fn texts(self) -> &'static PlainTexts {
        match self {
            Self::English => &TEXTS.english,
            Self::Spanish => &TEXTS.spanish,
        }
    }
}

pub(super) struct PlainTexts {
    /// In upper case.
    pub(super) status: ByStatus,
    pub(super) safety: SafetyTexts,
    pub(super) labels: &'static Labels,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct ByStatus {
    pub(super) active: String,
    pub(super) clearing: String,
    pub(super) clear: String,
    pub(super) unknown: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SafetyTexts {
    pub(super) advice: ByStatus,
    pub(super) safety: String,
    pub(super) feed_down: String,
    pub(super) no_feed: String,
    pub(super) no_location: String,
    pub(super) feed_caution: String,
}

/// Texts of the plain pages only. Short, because a facility's text is limited to 300 bytes.
pub(super) struct Labels {
    pub(super) last: &'static str,
    pub(super) closest: &'static str,
    pub(super) miles: &'static str,
    /// Before the radius of a policy.
    pub(super) active_within: &'static str,
    /// Before the danger window of a policy.
    pub(super) during: &'static str,
    /// Before a distance that would round to zero.
    pub(super) under: &'static str,
    pub(super) not_before: &'static str,
    pub(super) as_of: &'static str,
    pub(super) reload: &'static str,
    pub(super) title: &'static str,
    pub(super) facilities: &'static str,
}

static ENGLISH: Labels = Labels {
    last: "Last",
    closest: "Closest",
    miles: "mi",
    active_within: "Active if lightning within",
    during: "in",
    under: "under",
    not_before: "No all clear before",
    as_of: "As of",
    reload: "Reload for updates.",
    title: "Lightning status",
    facilities: "Facilities, highest threat first",
};

static SPANISH: Labels = Labels {
    last: "Último",
    closest: "Más cercano",
    miles: "mi",
    active_within: "Activo si hay rayos a",
    during: "en",
    under: "menos de",
    not_before: "Alerta al menos hasta las",
    as_of: "A las",
    reload: "Recargue.",
    title: "Estado de alerta de rayos",
    facilities: "Instalaciones, de mayor a menor peligro",
};

struct Texts {
    english: PlainTexts,
    spanish: PlainTexts,
}

static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
    let file: SafetyFile = serde_json::from_str(SAFETY_FILE).expect("safety-text.json is checked by a test");
    let texts = |status: ByStatus, safety, labels| PlainTexts { status: status.to_uppercase(), safety, labels };
    Texts {
        english: texts(file.status.en, file.short.en, &ENGLISH),
        spanish: texts(file.status.es, file.short.es, &SPANISH),
    }
});

const SAFETY_FILE: &str = include_str!("../../../../web/src/status-text/safety-text.json");

/// The plain pages use the short texts; `full` is for the pages in `web/`.
#[derive(Deserialize)]
struct SafetyFile {
    status: ByLanguage<ByStatus>,
    short: ByLanguage<SafetyTexts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByLanguage<T> {
    en: T,
    es: T,
}

impl ByStatus {
    fn to_uppercase(&self) -> Self {
        Self {
            active: self.active.to_uppercase(),
            clearing: self.clearing.to_uppercase(),
            clear: self.clear.to_uppercase(),
            unknown: self.unknown.to_uppercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_every_safety_text() {
        for texts in [Language::English, Language::Spanish].map(Language::texts) {
            let ByStatus { active, clearing, clear, unknown } = &texts.safety.advice;
            for text in [active, clearing, clear, unknown, &texts.safety.safety, &texts.safety.feed_caution] {
                assert!(!text.is_empty());
            }
        }
        assert_eq!(Language::English.texts().status.active, "ACTIVE");
        assert_eq!(Language::Spanish.texts().status.unknown, "DESCONOCIDO");
    }

    #[test]
    fn web_pages_import_the_same_safety_texts() {
        let pages = include_str!("../../../../web/src/status-text/text.ts");
        assert!(pages.contains("from \"./safety-text.json\""), "text.ts must import safety-text.json");
        let file: serde_json::Value = serde_json::from_str(SAFETY_FILE).unwrap();
        for language in ["en", "es"] {
            for advice in file["full"][language]["advice"].as_object().unwrap().values() {
                assert!(!pages.contains(&advice.to_string()), "text.ts repeats {advice}");
            }
        }
    }
}
