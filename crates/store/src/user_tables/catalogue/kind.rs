//! What the values of a column are, read from its declaration.

/// What a column holds, as far as a value has to be brought to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers from the first to the second.
    Integer(i64, i64),
    /// Exact numbers: digits in all, digits behind the point. `None`: as many as are given.
    Decimal(Option<(i32, i32)>),
    /// Floating point of 64 bits.
    Double,
    /// Floating point of 32 bits.
    Single,
    Boolean,
    /// True or false as 1 or 0.
    Flag,
    Time,
    /// Date and time of day without a zone.
    LocalTime,
    Date,
    /// A time of day.
    DayTime,
    /// Text of at most that many characters.
    Text(Option<usize>),
    Json,
    /// JSON kept as text.
    JsonText,
    /// A place, read and written as EWKT.
    Shape,
    Void,
    /// Whatever else the database knows; it judges the values itself.
    Other,
}

/// What a check of the service's own tables begins with when the column holds a time: see the migrations.
const TIME_CHECK: &str = "glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]t";

impl Kind {
    /// By PostgreSQL's name of the type, and its modifier.
    pub fn of_postgres(base: &str, modifier: i32) -> Self {
        // Lengths and precisions are stored with the size of a header added.
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
            "time" => Self::DayTime,
            "varchar" | "bpchar" => Self::Text(size.and_then(|size| usize::try_from(size).ok())),
            "text" | "name" | "citext" => Self::Text(None),
            "json" | "jsonb" => Self::Json,
            "geometry" | "geography" => Self::Shape,
            "void" => Self::Void,
            _ => Self::Other,
        }
    }

    /// By the declaration in a SQLite table, which may be any words; a column of text holds times when its check says so.
    pub(crate) fn of_sqlite(column: &str, declared: &str, definition: &str) -> Self {
        let declared = declared.to_lowercase();
        let sizes: Vec<i32> =
            declared.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
        let is = |words: &[&str]| words.iter().any(|word| declared.contains(word));
        if is(&["bool"]) {
            Self::Flag
        } else if is(&["timestamp", "datetime"]) {
            Self::Time
        } else if is(&["date"]) {
            Self::Date
        } else if is(&["time"]) {
            Self::DayTime
        } else if is(&["json"]) {
            Self::JsonText
        } else if is(&["point"]) {
            Self::Shape
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
    fn declarations_of_sqlite_are_read_as_people_write_them() {
        for (declared, expected) in [
            ("INTEGER", Kind::Integer(i64::MIN, i64::MAX)),
            ("bigint", Kind::Integer(i64::MIN, i64::MAX)),
            ("decimal(9,6)", Kind::Decimal(Some((9, 6)))),
            ("NUMERIC (12)", Kind::Decimal(Some((12, 0)))),
            ("numeric", Kind::Decimal(None)),
            ("double precision", Kind::Double),
            ("Boolean", Kind::Flag),
            ("timestamptz", Kind::Time),
            ("DATETIME2", Kind::Time),
            ("date", Kind::Date),
            ("varchar(50)", Kind::Text(Some(50))),
            ("text", Kind::Text(None)),
            ("jsonb", Kind::JsonText),
            ("", Kind::Other),
            ("blob", Kind::Other),
        ] {
            assert_eq!(Kind::of_sqlite("C", declared, ""), expected, "{declared}");
        }
    }

    #[test]
    fn text_whose_check_asks_for_a_time_holds_times() {
        let check = "create table T (Late text, At  text not null check (\"At\"\n GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2]*'))";
        assert_eq!(Kind::of_sqlite("At", "text", check), Kind::Time);
        assert_eq!(Kind::of_sqlite("Late", "text", check), Kind::Text(None));
        assert_eq!(Kind::of_sqlite("t", "text", check), Kind::Text(None));
    }

    #[test]
    fn modifiers_of_postgres_are_read() {
        assert_eq!(Kind::of_postgres("numeric", ((9 << 16) | 6) + 4), Kind::Decimal(Some((9, 6))));
        assert_eq!(Kind::of_postgres("numeric", ((5 << 16) | 0x7fe) + 4), Kind::Decimal(Some((5, -2))));
        assert_eq!(Kind::of_postgres("numeric", -1), Kind::Decimal(None));
        assert_eq!(Kind::of_postgres("varchar", 54), Kind::Text(Some(50)));
        assert_eq!(Kind::of_postgres("varchar", -1), Kind::Text(None));
    }
}
