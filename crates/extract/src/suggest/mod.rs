//! Suggests a configuration from a text: how it is split into records, and how a value that a person has marked is found in
//! each of them.
//!
//! Pure, and no guess is returned that was not run: every suggestion is a result of the same segmentation and the same fields
//! that mail goes through. Owns no pattern of its own in the configuration; a person reads and saves what is suggested.

mod evidence;
mod field;
mod layout;
mod limits;
#[cfg(test)]
mod property_tests;
mod scan;
#[cfg(test)]
mod vendor_styles;

pub use field::{FieldAlternative, FieldRequest, FieldSuggestion, FieldSuggestionError, field};
pub use layout::{LayoutSuggestion, layouts};
pub use limits::MAX_TEXT_BYTES;
