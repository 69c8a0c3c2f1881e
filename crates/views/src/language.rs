//! The language of pages that the service renders itself.

use axum::http::{HeaderMap, header};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    Spanish,
}

impl Language {
    /// What the URL names, otherwise what the browser prefers.
    pub fn choose(from_url: Option<&str>, headers: &HeaderMap) -> Self {
        match from_url {
            Some(tag) => Self::from_tag(tag).unwrap_or(Self::English),
            None => Self::accepted(headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok())),
        }
    }

    /// The preferred one of `Accept-Language`. English if it names neither.
    fn accepted(header: Option<&str>) -> Self {
        let mut best = (Self::English, 0.0_f32);
        for item in header.unwrap_or_default().split(',') {
            let (tag, weight) = item.split_once(";q=").unwrap_or((item, "1"));
            let weight = weight.trim().parse().unwrap_or(0.0);
            // Of equal weights the first counts.
            if let Some(language) = Self::from_tag(tag.trim()).filter(|_| weight > best.1) {
                best = (language, weight);
            }
        }
        best.0
    }

    /// Of a language tag such as `es-MX`.
    fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        [Self::English, Self::Spanish].into_iter().find(|language| primary.eq_ignore_ascii_case(language.code()))
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }

    /// In the language itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Spanish => "Español",
        }
    }

    #[must_use]
    pub fn other_language(self) -> Self {
        match self {
            Self::English => Self::Spanish,
            Self::Spanish => Self::English,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn the_url_decides_before_the_browser() {
        for (from_url, accepted, expected) in [
            (None, "", Language::English),
            (None, "es", Language::Spanish),
            (None, "es-MX,es;q=0.9,en;q=0.8", Language::Spanish),
            (None, "en-US,en;q=0.9,es;q=0.8", Language::English),
            (None, "fr-FR,fr;q=0.9,es;q=0.5,en;q=0.1", Language::Spanish),
            (None, "de, ES-419;q=0.2", Language::Spanish),
            (None, "es;q=0, en;q=0.1", Language::English),
            (None, "*;q=0.5", Language::English),
            (None, ";;,q=x", Language::English),
            (Some("en"), "es", Language::English),
            (Some("es-MX"), "en", Language::Spanish),
            (Some("tlh"), "es", Language::English),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepted))]);
            assert_eq!(Language::choose(from_url, &headers), expected, "{from_url:?} {accepted}");
        }
        assert_eq!(Language::choose(None, &HeaderMap::new()), Language::English);
    }
}
