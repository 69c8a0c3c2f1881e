//! A pattern that is not tested yet.

/// What a pattern finds a value by. Decides between patterns that read equally many records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PatternBasis {
    /// A key of JSON, a tag or an attribute.
    Key,
    Label,
    Cell,
    /// A notation that nothing else in the record has.
    Notation,
    Columns,
    FirstWords,
    /// A label that is further away, with other values between.
    DistantLabel,
    Unit,
    Line,
    WordPosition,
    /// The first, second or third value of this shape.
    ShapePosition,
}

impl PatternBasis {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Key => "by its key",
            Self::Label | Self::DistantLabel => "by the text before it",
            Self::Cell => "by its cell",
            Self::Notation => "by how it is written",
            Self::Columns => "by its columns in the line",
            Self::FirstWords => "by the start of the record",
            Self::Unit => "by the text after it",
            Self::Line => "by its line in the record",
            Self::WordPosition => "by position in the line",
            Self::ShapePosition => "by position among similar values",
        }
    }

    /// A pattern without a label also finds something in a record that lacks the value. It has to read clearly more records
    /// to be better.
    pub(super) fn weight(self) -> f64 {
        match self {
            Self::Key | Self::Label | Self::Cell => 1.0,
            Self::Notation | Self::Columns | Self::FirstWords => 0.95,
            Self::DistantLabel | Self::Unit => 0.9,
            Self::Line | Self::WordPosition => 0.65,
            Self::ShapePosition => 0.5,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PatternCandidate {
    pub(super) pattern: String,
    pub(super) basis: PatternBasis,
}

impl PatternCandidate {
    pub(super) fn new(basis: PatternBasis, pattern: impl Into<String>) -> Self {
        Self { pattern: pattern.into(), basis }
    }
}
