//! .NET's custom date and time formats.
//!
//! Works like `ParseExact` in the invariant culture, except that any run of white space matches any other, case is ignored,
//! months and weekdays may be named in other languages, and all common forms of an offset (`Z`, `-06:00`, `-0600`, `-06`) are accepted.

mod format;
mod names;
mod parse;
mod token;

pub(crate) use format::DotnetFormat;
