//! What the plain pages say, in both languages, with the words of the storm view.

use super::Standing;

/// English unless Spanish is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    En,
    Es,
}

impl Language {
    /// As in `es` or `es-MX`.
    pub(super) fn wished(tag: Option<&str>) -> Self {
        let primary = tag.and_then(|tag| tag.split(['-', '_']).next()).unwrap_or_default();
        if primary.eq_ignore_ascii_case("es") { Self::Es } else { Self::En }
    }

    pub(super) fn words(self) -> &'static Words {
        match self {
            Self::En => &ENGLISH,
            Self::Es => &SPANISH,
        }
    }

    pub(super) fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
        }
    }
}

/// Short, because a facility's text has 300 bytes in all.
pub(super) struct Words {
    pub(super) active: [&'static str; 2],
    pub(super) clearing: [&'static str; 2],
    pub(super) clear: [&'static str; 2],
    pub(super) unknown: [&'static str; 2],
    pub(super) feed_down: &'static str,
    pub(super) feed_unknown: &'static str,
    pub(super) no_anchor: &'static str,
    pub(super) caution: &'static str,
    pub(super) last: &'static str,
    pub(super) closest: &'static str,
    pub(super) miles: &'static str,
    /// Before a distance that would read as none.
    pub(super) under: &'static str,
    pub(super) not_before: &'static str,
    pub(super) as_of: &'static str,
    pub(super) reload: &'static str,
    pub(super) safety: &'static str,
    pub(super) title: &'static str,
    pub(super) facilities: &'static str,
}

impl Words {
    /// The word and the advice.
    pub(super) fn of(&self, standing: Standing) -> [&'static str; 2] {
        match standing {
            Standing::Active => self.active,
            Standing::Clearing => self.clearing,
            Standing::Clear => self.clear,
            Standing::Unknown => self.unknown,
        }
    }
}

const ENGLISH: Words = Words {
    active: ["ACTIVE", "Lightning is close. Go inside now."],
    clearing: ["CLEARING", "Lightning was close. Stay inside."],
    clear: ["CLEAR", "No lightning is known nearby."],
    unknown: ["UNKNOWN", "Watch the sky."],
    feed_down: "The lightning feed is not working.",
    feed_unknown: "No lightning feed is set up.",
    no_anchor: "This facility has no position.",
    caution: "The feed may be down.",
    last: "Last",
    closest: "Closest",
    miles: "mi",
    under: "under",
    not_before: "No all clear before",
    as_of: "As of",
    reload: "Reload for news.",
    safety: "Not a substitute for looking up.",
    title: "Lightning",
    facilities: "Facilities by threat",
};

const SPANISH: Words = Words {
    active: ["ACTIVO", "Hay rayos cerca. Entre ya."],
    clearing: ["DESPEJANDO", "Hubo rayos cerca. Quédese adentro."],
    clear: ["DESPEJADO", "No se conocen rayos cerca."],
    unknown: ["DESCONOCIDO", "Mire el cielo."],
    feed_down: "La fuente de rayos no funciona.",
    feed_unknown: "No hay fuente de rayos.",
    no_anchor: "La instalación no tiene posición.",
    caution: "La fuente puede fallar.",
    last: "Último",
    closest: "Más cercano",
    miles: "mi",
    under: "menos de",
    not_before: "Sin fin de alerta antes de",
    as_of: "A las",
    reload: "Recargue.",
    safety: "No sustituye mirar el cielo.",
    title: "Rayos",
    facilities: "Instalaciones por amenaza",
};
