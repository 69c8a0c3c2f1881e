//! The results of an extraction.

use serde_json::{Map, Value};

use crate::error::ExtractError;
use crate::span::{RecordSpan, UnreadSpan, ValueSpan};

/// The records of a text, as written to the target key.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Extraction {
    /// One object per record, with keys in the order of the configuration.
    pub items: Vec<Map<String, Value>>,
    pub count: usize,
    /// How many start matches are inside other records, how many other texts look like a strike that no record reads, and how
    /// many first lines of records are read by the record before.
    #[serde(skip)]
    pub unread: usize,
}

/// Everything found in a text, even if the extraction fails.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtractionPreview {
    /// One object per record, with null for each missing value.
    pub items: Vec<Map<String, Value>>,
    /// The location of each record.
    pub scopes: Vec<RecordSpan>,
    /// The location of each value.
    pub spans: Vec<ValueSpan>,
    /// Start matches inside other records and possible strikes, which are not read, and misplaced first lines. In the order of
    /// the text.
    pub unread: Vec<UnreadSpan>,
    /// Fields that were not found or could not be parsed.
    pub misses: Vec<MissingValue>,
    /// Set if the extraction fails.
    pub error: Option<ExtractError>,
}

/// A field without a value in one record.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct MissingValue {
    /// Index of the record after filtering, from 0.
    pub record: usize,
    pub field: String,
    pub pattern: String,
}
