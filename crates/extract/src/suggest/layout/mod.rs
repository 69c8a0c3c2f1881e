//! Proposes how a text is split into records.
//!
//! Generators propose candidates from what they see: table rows, delimited lines, blocks of keys and values, and others. Each
//! candidate is then run by the segmentation that mail goes through, and ranked by how well its records look like one strike
//! each. Nothing is proposed that was not run.

mod candidate;
mod delimited;
mod filter;
mod header;
mod json_keys;
mod key_value;
mod line_shape;
mod markup;
mod paragraphs;
mod rank;
mod separator;
mod text_lines;

mod proposal;
pub use proposal::{LayoutSuggestion, layouts};
#[cfg(test)]
mod style_tests;
#[cfg(test)]
mod tests;
