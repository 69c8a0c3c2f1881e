use jiff::Timestamp;
use std::cmp::Ordering;

/// A value in a filter or in a message.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Number(f64),
    Time(Timestamp),
    /// In lower case: Exchange compares texts without regard to case.
    Text(String),
    List(Vec<String>),
}

impl Literal {
    pub(crate) fn text(text: impl AsRef<str>) -> Self {
        Self::Text(text.as_ref().to_lowercase())
    }

    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "Edm.Null",
            Self::Bool(_) => "Edm.Boolean",
            Self::Number(_) => "Edm.Int32",
            Self::Time(_) => "Edm.DateTimeOffset",
            Self::Text(_) => "Edm.String",
            Self::List(_) => "Collection(Edm.String)",
        }
    }

    /// Parses a literal without quotes.
    pub(crate) fn parse_word(word: &str) -> Option<Self> {
        match word {
            "true" => return Some(Self::Bool(true)),
            "false" => return Some(Self::Bool(false)),
            "null" => return Some(Self::Null),
            _ => {}
        }
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite()).map(Self::Number);
        number.or_else(|| parse_time(word).map(Self::Time))
    }

    /// `None` if the types differ or have no order.
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => Some(a.cmp(b)),
            (Self::Number(a), Self::Number(b)) => a.partial_cmp(b),
            (Self::Time(a), Self::Time(b)) => Some(a.cmp(b)),
            (Self::Text(a), Self::Text(b)) => Some(a.cmp(b)),
            (Self::Null, Self::Null) => Some(Ordering::Equal),
            _ => None,
        }
    }
}

/// Parses a time with an offset, or a date, which means midnight UTC.
fn parse_time(word: &str) -> Option<Timestamp> {
    word.parse().ok().or_else(|| {
        let date: jiff::civil::Date = word.parse().ok()?;
        date.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
    })
}
