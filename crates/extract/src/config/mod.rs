//! The configuration of a `TextExtract` action: its keys, how they are parsed from JSON, and warnings.
//!
//! Patterns, formats and zones are checked where they are compiled; see `compile.rs`.

mod json;
mod spec;
#[cfg(test)]
mod tests;
mod violation;
mod warnings;

pub(crate) use json::{fold_map_key, parse_field_settings, parse_json};
pub use spec::{ExtractConfig, FieldSpec, FieldType, Op, OpAction, SegmentSpec};
pub use violation::{ConfigViolation, ConfigWarning};
