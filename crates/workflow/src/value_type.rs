//! The type of a value, as a person names it when choosing a path or a column.

use stormwire_store::user_tables::catalog::ColumnKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    Text,
    Number,
    Boolean,
    Datetime,
    Date,
    /// A time of day.
    Time,
    List,
    Object,
    /// Known only when the workflow runs, or of a type that has no other name here.
    Any,
}

impl ValueType {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Datetime => "datetime",
            Self::Date => "date",
            Self::Time => "time",
            Self::List => "list",
            Self::Object => "object",
            Self::Any => "any",
        }
    }

    /// Of the values in a column.
    pub(crate) fn of_column(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Integer(..) | ColumnKind::Decimal(_) | ColumnKind::Double | ColumnKind::Single => Self::Number,
            ColumnKind::Boolean | ColumnKind::Flag => Self::Boolean,
            ColumnKind::Time | ColumnKind::LocalTime => Self::Datetime,
            ColumnKind::Date => Self::Date,
            ColumnKind::TimeOfDay => Self::Time,
            ColumnKind::Text(_) | ColumnKind::Geometry => Self::Text,
            ColumnKind::Json | ColumnKind::JsonText | ColumnKind::Void | ColumnKind::Other => Self::Any,
        }
    }

    /// Of the values of a `TextExtract` field with this `Type`.
    pub(crate) fn of_field(field_type: Option<&str>) -> Self {
        match field_type {
            None | Some("string") => Self::Text,
            Some("number" | "latitude" | "longitude") => Self::Number,
            Some("boolean") => Self::Boolean,
            Some("datetime") => Self::Datetime,
            Some(_) => Self::Any,
        }
    }
}
