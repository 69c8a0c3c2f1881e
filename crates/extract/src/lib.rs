//! Extracts records from text: the `TextExtract` workflow action.
//!
//! Covers segmentation, fields and their types, date formats, and converting HTML mail to text. Pure: no async, no clock, no
//! I/O. The caller passes the text and a function that reports when the time is up. A mail with thousands of records is read
//! by a few threads, which end before the call returns. Input is an [`ExtractConfig`] as JSON; output is an [`Extraction`].
//!
//! ```
//! use serde_json::json;
//! use stormwire_extract::{ExtractConfig, Extractor, TextSource, preset};
//!
//! let config = json!({
//!     "Op": { "Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract" },
//!     "Segment": { "StartPattern": preset::PARAGRAPH.start_pattern },
//!     "Fields": { "Lat": { "Pattern": r"Lat: (\S+)", "Type": "number", "Required": true } }
//! });
//! let config = ExtractConfig::parse(&config).expect("a valid configuration");
//! let extractor = Extractor::new(&config).expect("a parsed configuration compiles");
//! let records = extractor.extract("Lat: 34.73\n\nLat: 34.75", TextSource::Text, &mut || false).expect("two records");
//! assert_eq!(records.count, 2);
//! ```

mod compile;
mod config;
mod config_pattern;
mod coordinate;
mod deadline;
mod error;
mod extraction;
mod extractor;
mod field;
mod heads;
mod html;
mod limits;
mod matcher;
mod parallel;
mod pattern;
pub mod preset;
mod quote;
mod record_batch;
mod segment;
mod source;
mod span;
mod stray;
pub mod suggest;
mod time;
mod value;
mod value_parser;

pub use config::{ConfigViolation, ConfigWarning, ExtractConfig, FieldSpec, FieldType, Op, OpAction, SegmentSpec};
pub use error::ExtractError;
pub use extraction::{Extraction, ExtractionPreview, MissingValue};
pub use extractor::Extractor;
pub use html::{html_to_text, normalize_line_endings};
pub use limits::ExtractLimits;
pub use matcher::PatternMatcher;
pub use pattern::PatternError;
pub use source::{DEFAULT_SOURCE, TextSource};
pub use span::{RecordSpan, UnreadKind, UnreadSpan, ValueSpan, utf16_to_byte_range};
pub use time::parse_timestamp;
pub use value::parse_number;
