//! Suggests how a marked value is found in every record.
//!
//! Generators propose patterns by what is next to the value, by its cell and by its position. Each pattern must read the marked
//! value in its own record; the one that reads most other records, with valid values, is suggested.

mod ambiguity;
mod axis;
mod by_cell;
mod by_key;
mod by_label;
mod by_position;
mod east_or_west;
mod existing;
#[cfg(test)]
mod existing_tests;
mod label_tokens;
mod marked_value;
mod pattern_candidate;
mod record_test;
mod selection;
mod spec_options;
mod suggestion;
#[cfg(test)]
mod tests;
mod time_shape;
mod time_tokens;
mod value_shape;
pub(super) mod zones;

pub use suggestion::{FieldAlternative, FieldRequest, FieldSuggestion, FieldSuggestionError, field};
