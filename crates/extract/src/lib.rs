//! Text in, records out: the `TextExtract` action.
//!
//! Owns segmentation, fields and their types, date formats, and the readable text of HTML mail. Pure: no async, no clock, no I/O;
//! whoever calls hands in the text and says when the time is up. A mail of thousands of records is read by a few threads, which
//! end with it. A [`Config`] comes in as JSON, an [`Extraction`] goes out.
//!
//! ```
//! use serde_json::json;
//! use stormwire_extract::{Config, Extractor, Source, preset};
//!
//! let config = json!({
//!     "Op": { "Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract" },
//!     "Segment": { "StartPattern": preset::PARAGRAPH.start_pattern },
//!     "Fields": { "Lat": { "Pattern": r"Lat: (\S+)", "Type": "number", "Required": true } }
//! });
//! let config = Config::parse(&config).expect("a configuration without faults");
//! let extractor = Extractor::new(&config).expect("what was parsed compiles");
//! let records = extractor.extract("Lat: 34.73\n\nLat: 34.75", Source::Text, &mut || false).expect("two records");
//! assert_eq!(records.count, 2);
//! ```

mod config;
mod error;
mod extractor;
mod field;
mod html;
mod matcher;
mod pattern;
pub mod preset;
mod segment;
mod share;
mod span;
mod time;
mod value;

pub use config::{Config, ConfigFault, ConfigWarning, DEFAULT_SOURCE, FieldSpec, Kind, Op, SegmentSpec};
pub use error::{ExtractError, PatternTrouble};
pub use extractor::{Examination, Extraction, Extractor, Limits, Miss, Source};
pub use html::{body_text, plain_text};
pub use matcher::Matcher;
pub use span::{Scope, Span};
pub use time::read_moment;
pub use value::number as read_number;
