//! The languages of alerts.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    Spanish,
}

impl Language {
    pub(crate) const ALL: [Self; 2] = [Self::English, Self::Spanish];

    /// By RFC 3066.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::English => "en-US",
            Self::Spanish => "es-US",
        }
    }

    /// As in `safety-text.json`.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }
}
