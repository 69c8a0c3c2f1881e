//! The `Format` of a datetime field.

use super::dotnet::DotnetFormat;
use super::parsed_time::ParsedTime;
use super::strftime::StrftimeFormat;
use super::utc_literal::says_utc;

#[derive(Debug, Clone)]
pub(crate) enum TimeFormat {
    Dotnet(DotnetFormat),
    Strftime(StrftimeFormat),
}

impl TimeFormat {
    /// A format with a `%` is a strftime format, any other a .NET format. The error is written for the author of the format.
    pub(crate) fn compile(format: &str) -> Result<Self, String> {
        if format.contains('%') {
            return StrftimeFormat::compile(format).map(Self::Strftime);
        }
        DotnetFormat::compile(format).map(Self::Dotnet)
    }

    /// The format as written.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Dotnet(format) => format.text(),
            Self::Strftime(format) => format.text(),
        }
    }

    /// True if the format contains an offset, which may be optional.
    pub(crate) fn has_offset(&self) -> bool {
        match self {
            Self::Dotnet(format) => format.has_offset(),
            Self::Strftime(format) => format.has_offset(),
        }
    }

    /// True if the format has no offset but literal text that says UTC.
    pub(crate) fn says_utc(&self) -> bool {
        says_utc(self.text())
    }

    /// True if the format has a 12-hour clock without AM or PM.
    pub(crate) fn is_ambiguous_half_day(&self) -> bool {
        match self {
            Self::Dotnet(format) => format.is_ambiguous_half_day(),
            Self::Strftime(_) => false,
        }
    }

    pub(super) fn parse(&self, text: &str) -> Option<ParsedTime> {
        match self {
            Self::Dotnet(format) => format.parse(text),
            Self::Strftime(format) => format.parse(text),
        }
    }
}
