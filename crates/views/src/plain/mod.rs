//! The lightning status without scripts, for old phones and slow connections: one facility as text, all as a plain page.
//!
//! [`texts`] has the English and Spanish texts; [`facility_text`] and [`list_page`] render them.

pub mod facility_text;
mod formatter;
pub mod list_page;
mod texts;

pub use formatter::PlainFormatter;
