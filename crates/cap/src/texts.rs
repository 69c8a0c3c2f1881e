//! What an alert says, in English and Spanish. The advice comes from `safety-text.json`, which the pages import as well.

use crate::area::AlertRule;
use crate::change::{AlertStatus, StatusChange};
use crate::language::Language;
use serde_json::Value;
use std::sync::LazyLock;

/// What the standard recommends, so that a headline fits a text message.
const HEADLINE_LENGTH: usize = 160;

static SAFETY: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/src/status-text/safety-text.json")).unwrap_or_default()
});

pub(crate) struct AlertTexts<'a> {
    pub(crate) language: Language,
    pub(crate) change: &'a StatusChange,
    pub(crate) rule: Option<AlertRule>,
}

impl AlertTexts<'_> {
    pub(crate) fn event(&self) -> &'static str {
        match self.language {
            Language::English => "Lightning",
            Language::Spanish => "Rayos",
        }
    }

    /// Shortened if the name of the facility is long.
    pub(crate) fn headline(&self, is_test: bool) -> String {
        let (name, near) = (&self.change.facility_name, self.near());
        let is_ring = self.change.ring.is_some();
        let text = match (self.language, self.change.status, is_ring) {
            (Language::English, AlertStatus::Active, false) => format!("Lightning near {name}: go inside now"),
            (Language::English, AlertStatus::Clearing, false) => format!("Lightning was near {name}: stay inside"),
            (Language::English, AlertStatus::Clear, false) => format!("All clear at {name}"),
            (Language::English, AlertStatus::Unknown, _) => format!("Lightning status of {name} unknown"),
            (Language::English, AlertStatus::Clear, true) => format!("No more lightning {near}"),
            (Language::English, _, true) => format!("Lightning {near}"),
            (Language::Spanish, AlertStatus::Active, false) => {
                format!("Rayos cerca de {name}: entre ya a un lugar cerrado")
            }
            (Language::Spanish, AlertStatus::Clearing, false) => {
                format!("Hubo rayos cerca de {name}: quédese adentro")
            }
            (Language::Spanish, AlertStatus::Clear, false) => format!("Fin de la alerta de rayos en {name}"),
            (Language::Spanish, AlertStatus::Unknown, _) => format!("Estado de alerta de rayos desconocido en {name}"),
            (Language::Spanish, AlertStatus::Clear, true) => format!("Ya no hay rayos {near}"),
            (Language::Spanish, _, true) => format!("Rayos {near}"),
        };
        let prefix = match (is_test, self.language) {
            (false, _) => "",
            (true, Language::English) => "TEST: ",
            (true, Language::Spanish) => "PRUEBA: ",
        };
        shorten(&format!("{prefix}{text}"))
    }

    pub(crate) fn description(&self) -> String {
        let (near, without) = (self.near(), self.without_lightning());
        let name = &self.change.facility_name;
        match (self.language, self.change.status) {
            (Language::English, AlertStatus::Active) => format!("Lightning was reported {near}."),
            (Language::English, AlertStatus::Clearing) => {
                format!("Lightning was reported {near}. It is too early for the all clear.")
            }
            (Language::English, AlertStatus::Clear) => format!("No lightning was reported {near}{without}."),
            (Language::English, AlertStatus::Unknown) => format!(
                "The lightning data is not reliable, so the status of {name} cannot be known. This is not an all clear."
            ),
            (Language::Spanish, AlertStatus::Active) => format!("Se reportaron rayos {near}."),
            (Language::Spanish, AlertStatus::Clearing) => {
                format!("Se reportaron rayos {near}. Es demasiado pronto para el fin de la alerta.")
            }
            (Language::Spanish, AlertStatus::Clear) => format!("No se reportaron rayos {near}{without}."),
            (Language::Spanish, AlertStatus::Unknown) => format!(
                "Los datos de rayos no son fiables, así que no se puede saber el estado de {name}. La alerta no ha terminado."
            ),
        }
    }

    pub(crate) fn instruction(&self) -> String {
        let is_ring = self.change.ring.is_some();
        let advice = match (self.language, self.change.status, is_ring) {
            (Language::English, AlertStatus::Clear, true) => {
                "This ends the early warning. Before you go outside, check the status of the facility."
            }
            (Language::Spanish, AlertStatus::Clear, true) => {
                "Termina el aviso temprano. Antes de salir, consulte el estado de la instalación."
            }
            (Language::English, AlertStatus::Clear, false) => "If you hear thunder, go inside again.",
            (Language::Spanish, AlertStatus::Clear, false) => "Si oye truenos, vuelva a entrar a un lugar cerrado.",
            (Language::English, AlertStatus::Active | AlertStatus::Clearing, true) => {
                "Be ready to go inside. If you hear thunder, go inside now."
            }
            (Language::Spanish, AlertStatus::Active | AlertStatus::Clearing, true) => {
                "Prepárese para entrar a un lugar cerrado. Si oye truenos, entre ya."
            }
            (language, status, _) => safety_text(language, &format!("advice/{}", status.name())),
        };
        format!("{advice} {}", safety_text(self.language, "safety"))
    }

    /// Such as `within 8 miles of Pool`.
    fn near(&self) -> String {
        let name = &self.change.facility_name;
        match (self.language, self.rule) {
            (Language::English, Some(rule)) => format!("within {} of {name}", count(rule.radius.0, "mile", "miles")),
            (Language::English, None) => format!("near {name}"),
            (Language::Spanish, Some(rule)) => {
                format!("a menos de {} de {name}", count(rule.radius.0, "milla", "millas"))
            }
            (Language::Spanish, None) => format!("cerca de {name}"),
        }
    }

    /// Such as ` in the last 30 minutes`.
    fn without_lightning(&self) -> String {
        let Some(rule) = self.rule else { return String::new() };
        match self.language {
            Language::English => format!(" in the last {}", count(rule.clear_minutes, "minute", "minutes")),
            Language::Spanish => format!(" en los últimos {}", count(rule.clear_minutes, "minuto", "minutos")),
        }
    }
}

fn count(value: f64, one: &str, many: &str) -> String {
    format!("{value} {}", if (value - 1.0).abs() < f64::EPSILON { one } else { many })
}

fn safety_text(language: Language, path: &str) -> &'static str {
    SAFETY.pointer(&format!("/full/{}/{path}", language.code())).and_then(Value::as_str).unwrap_or_default()
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= HEADLINE_LENGTH {
        return text.to_owned();
    }
    text.chars().take(HEADLINE_LENGTH - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;
    use stormwire_geo::Miles;

    fn change(status: AlertStatus, ring: Option<&str>) -> StatusChange {
        StatusChange {
            event_id: 1,
            facility_id: 3,
            facility_name: "Pool".into(),
            ring: ring.map(str::to_owned),
            status,
            at: Timestamp::UNIX_EPOCH,
            noticed_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn every_status_has_different_texts_in_both_languages() {
        let rule = Some(AlertRule { radius: Miles(8.0), clear_minutes: 30.0 });
        for (status, ring) in AlertStatus::ALL.iter().flat_map(|status| [(status, None), (status, Some("Warning"))]) {
            let change = change(*status, ring);
            let [english, spanish] = Language::ALL.map(|language| {
                let texts = AlertTexts { language, change: &change, rule };
                [texts.headline(false), texts.description(), texts.instruction()]
            });
            for (english, spanish) in english.iter().zip(&spanish) {
                assert!(english != spanish && english.len() > 10 && spanish.len() > 10, "{english} {spanish}");
            }
        }
    }

    #[test]
    fn only_the_all_clear_of_the_facility_says_all_clear() {
        for status in AlertStatus::ALL {
            for ring in [None, Some("Warning")] {
                let change = change(status, ring);
                let texts = AlertTexts { language: Language::English, change: &change, rule: None };
                let is_all_clear = status == AlertStatus::Clear && ring.is_none();
                assert_eq!(texts.headline(false).contains("All clear"), is_all_clear, "{status:?} {ring:?}");
            }
        }
    }

    #[test]
    fn texts_name_the_rule_and_the_advice_of_the_pages() {
        let change = change(AlertStatus::Active, None);
        let rule = Some(AlertRule { radius: Miles(7.5), clear_minutes: 30.0 });
        let texts = AlertTexts { language: Language::English, change: &change, rule };
        assert_eq!(texts.headline(true), "TEST: Lightning near Pool: go inside now");
        assert_eq!(texts.description(), "Lightning was reported within 7.5 miles of Pool.");
        assert_eq!(
            texts.instruction(),
            "Lightning is close. Go inside now. Decision support, not a substitute for looking up."
        );
    }

    #[test]
    fn a_long_headline_is_shortened() {
        let long = StatusChange { facility_name: "Pool ".repeat(40), ..change(AlertStatus::Active, None) };
        let texts = AlertTexts { language: Language::Spanish, change: &long, rule: None };
        assert_eq!(texts.headline(false).chars().count(), HEADLINE_LENGTH);
    }
}
