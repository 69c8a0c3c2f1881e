//! The kind of values in a column, derived from its declaration.

/// The kind of values in a column, as far as converting to it needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Minimum and maximum.
    Integer(i64, i64),
    /// Precision and scale; `None`: unlimited.
    Decimal(Option<(i32, i32)>),
    /// 64-bit floating point.
    Double,
    /// 32-bit floating point.
    Single,
    Boolean,
    /// Boolean stored as 1 or 0.
    Flag,
    Time,
    /// Date and time of day without a zone.
    LocalTime,
    Date,
    TimeOfDay,
    /// Maximum number of characters.
    Text(Option<usize>),
    Json,
    /// JSON stored as text.
    JsonText,
    /// Read and written as EWKT.
    Geometry,
    Void,
    /// Any other type; the database checks the values.
    Other,
}

/// How the check of a time column begins in the service's own tables: see the migrations.
const TIME_CHECK: &str = "glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]t";

impl ColumnKind {
    /// By the name of the PostgreSQL type and its modifier.
    pub fn of_postgres(base: &str, modifier: i32) -> Self {
        // PostgreSQL adds the size of a header to lengths and precisions.
        let size = (modifier >= 4).then_some(modifier - 4);
        match base {
            "int2" => Self::Integer(i64::from(i16::MIN), i64::from(i16::MAX)),
            "int4" => Self::Integer(i64::from(i32::MIN), i64::from(i32::MAX)),
            "int8" => Self::Integer(i64::MIN, i64::MAX),
            "numeric" => Self::Decimal(size.map(|size| (size >> 16, ((size & 0x7ff) ^ 0x400) - 0x400))),
            "float4" => Self::Single,
            "float8" => Self::Double,
            "bool" => Self::Boolean,
            "timestamptz" => Self::Time,
            "timestamp" => Self::LocalTime,
            "date" => Self::Date,
            "time" => Self::TimeOfDay,
            "varchar" | "bpchar" => Self::Text(size.and_then(|size| usize::try_from(size).ok())),
            "text" | "name" | "citext" => Self::Text(None),
            "json" | "jsonb" => Self::Json,
            "geometry" | "geography" => Self::Geometry,
            "void" => Self::Void,
            _ => Self::Other,
        }
    }

    /// By the declaration in a SQLite table, which may be any text. A text column contains times if its check says so.
    pub(crate) fn of_sqlite(column: &str, declared: &str, definition: &str) -> Self {
        let declared = declared.to_lowercase();
        let sizes: Vec<i32> =
            declared.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
        let is = |names: &[&str]| names.iter().any(|name| declared.contains(name));
        if is(&["bool"]) {
            Self::Flag
        } else if is(&["timestamp", "datetime"]) {
            Self::Time
        } else if is(&["date"]) {
            Self::Date
        } else if is(&["time"]) {
            Self::TimeOfDay
        } else if is(&["json"]) {
            Self::JsonText
        } else if is(&["point"]) {
            Self::Geometry
        } else if is(&["int"]) {
            Self::Integer(i64::MIN, i64::MAX)
        } else if is(&["decimal", "numeric"]) {
            match sizes.as_slice() {
                [precision, scale] => Self::Decimal(Some((*precision, *scale))),
                [precision] => Self::Decimal(Some((*precision, 0))),
                _ => Self::Decimal(None),
            }
        } else if is(&["real", "floa", "doub"]) {
            Self::Double
        } else if is(&["char", "text", "clob"]) {
            if holds_times(column, definition) {
                return Self::Time;
            }
            Self::Text(sizes.first().and_then(|size| usize::try_from(*size).ok()))
        } else {
            Self::Other
        }
    }
}

fn holds_times(column: &str, definition: &str) -> bool {
    let plain: String = definition.to_lowercase().chars().filter(|letter| !"\"`[]".contains(*letter)).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let check: String = TIME_CHECK.chars().filter(|letter| !"[]".contains(*letter)).collect();
    let check = format!("{} {check}", column.to_lowercase());
    let plain = words.join(" ");
    plain
        .match_indices(&check)
        .any(|(at, _)| !plain[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_sqlite_declarations_in_usual_spellings() {
        for (declared, expected) in [
            ("INTEGER", ColumnKind::Integer(i64::MIN, i64::MAX)),
            ("bigint", ColumnKind::Integer(i64::MIN, i64::MAX)),
            ("decimal(9,6)", ColumnKind::Decimal(Some((9, 6)))),
            ("NUMERIC (12)", ColumnKind::Decimal(Some((12, 0)))),
            ("numeric", ColumnKind::Decimal(None)),
            ("double precision", ColumnKind::Double),
            ("Boolean", ColumnKind::Flag),
            ("timestamptz", ColumnKind::Time),
            ("DATETIME2", ColumnKind::Time),
            ("date", ColumnKind::Date),
            ("varchar(50)", ColumnKind::Text(Some(50))),
            ("text", ColumnKind::Text(None)),
            ("jsonb", ColumnKind::JsonText),
            ("", ColumnKind::Other),
            ("blob", ColumnKind::Other),
        ] {
            assert_eq!(ColumnKind::of_sqlite("C", declared, ""), expected, "{declared}");
        }
    }

    #[test]
    fn text_with_a_time_check_contains_times() {
        let check = "create table T (Late text, At  text not null check (\"At\"\n GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2]*'))";
        assert_eq!(ColumnKind::of_sqlite("At", "text", check), ColumnKind::Time);
        assert_eq!(ColumnKind::of_sqlite("Late", "text", check), ColumnKind::Text(None));
        assert_eq!(ColumnKind::of_sqlite("t", "text", check), ColumnKind::Text(None));
    }

    #[test]
    fn parses_postgres_type_modifiers() {
        assert_eq!(ColumnKind::of_postgres("numeric", ((9 << 16) | 6) + 4), ColumnKind::Decimal(Some((9, 6))));
        assert_eq!(ColumnKind::of_postgres("numeric", ((5 << 16) | 0x7fe) + 4), ColumnKind::Decimal(Some((5, -2))));
        assert_eq!(ColumnKind::of_postgres("numeric", -1), ColumnKind::Decimal(None));
        assert_eq!(ColumnKind::of_postgres("varchar", 54), ColumnKind::Text(Some(50)));
        assert_eq!(ColumnKind::of_postgres("varchar", -1), ColumnKind::Text(None));
    }
}
