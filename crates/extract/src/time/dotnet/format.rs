//! A compiled .NET format.

use super::parse::parse;
use super::token::{NumberPart, Token, tokenize};
use crate::time::parsed_time::ParsedTime;

/// A format that contains a complete date.
#[derive(Debug, Clone)]
pub(crate) struct DotnetFormat {
    text: String,
    tokens: Vec<Token>,
}

impl DotnetFormat {
    pub(in crate::time) fn compile(text: &str) -> Result<Self, String> {
        let format = Self { tokens: tokenize(expand_standard_format(text)?)?, text: text.to_owned() };
        let is_year = |part| matches!(part, NumberPart::Year | NumberPart::ShortYear);
        let has_date = format.has_number_part(is_year)
            && (format.has_number_part(|part| part == NumberPart::Month) || format.tokens.contains(&Token::MonthName))
            && format.has_number_part(|part| part == NumberPart::Day);
        if has_date { Ok(format) } else { Err(format!("`{text}` must contain year, month and day")) }
    }

    pub(in crate::time) fn text(&self) -> &str {
        &self.text
    }

    pub(in crate::time) fn has_offset(&self) -> bool {
        self.tokens.iter().any(|token| matches!(token, Token::Offset | Token::OptionalOffset))
    }

    pub(in crate::time) fn is_ambiguous_half_day(&self) -> bool {
        self.has_number_part(|part| part == NumberPart::HalfDayHour)
            && !self.tokens.iter().any(|token| matches!(token, Token::AmPm { .. }))
    }

    pub(in crate::time) fn parse(&self, text: &str) -> Option<ParsedTime> {
        parse(&self.tokens, text)
    }

    fn has_number_part(&self, is_wanted: impl Fn(NumberPart) -> bool) -> bool {
        self.tokens.iter().any(|token| matches!(token, Token::Number(part, _) if is_wanted(*part)))
    }
}

/// A single letter is a standard format. Only those with the same meaning in every culture are supported.
fn expand_standard_format(text: &str) -> Result<&str, String> {
    match text {
        "o" | "O" => Ok("yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK"),
        "s" => Ok("yyyy-MM-dd'T'HH:mm:ss"),
        "u" => Ok("yyyy-MM-dd HH:mm:ssK"),
        "r" | "R" => Ok("ddd, dd MMM yyyy HH:mm:ss K"),
        _ if text.chars().count() == 1 => Err(format!(
            "`{text}` alone has a different meaning in each country; spell the format out, such as `M/d/yyyy h:mm:ss tt`"
        )),
        _ => Ok(text),
    }
}
