//! How times are stored: fixed-width text on SQLite, `timestamptz` on PostgreSQL, microseconds on both.

use jiff::Timestamp;
use serde::Serialize;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArgumentBuffer, PgTypeInfo, PgValueFormat, PgValueRef};
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Encode, Postgres, Sqlite, Type};

/// A time as a statement parameter or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct DbTimestamp(pub Timestamp);

/// 2000-01-01T00:00:00Z, PostgreSQL's epoch, in Unix microseconds.
const POSTGRES_EPOCH_MICROSECONDS: i64 = 946_684_800_000_000;

impl DbTimestamp {
    /// As stored by SQLite; PostgreSQL reads it too.
    pub(crate) fn text(self) -> String {
        format!("{:.6}", self.0)
    }

    fn postgres(self) -> i64 {
        self.0.as_microsecond() - POSTGRES_EPOCH_MICROSECONDS
    }
}

impl Type<Sqlite> for DbTimestamp {
    fn type_info() -> SqliteTypeInfo {
        <String as Type<Sqlite>>::type_info()
    }

    fn compatible(ty: &SqliteTypeInfo) -> bool {
        <String as Type<Sqlite>>::compatible(ty)
    }
}

impl Encode<'_, Sqlite> for DbTimestamp {
    fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(self.text(), buffer)
    }
}

impl<'r> Decode<'r, Sqlite> for DbTimestamp {
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self(<&str as Decode<Sqlite>>::decode(value)?.parse()?))
    }
}

impl Type<Postgres> for DbTimestamp {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_name("timestamptz")
    }
}

impl Encode<'_, Postgres> for DbTimestamp {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode(self.postgres(), buffer)
    }
}

impl<'r> Decode<'r, Postgres> for DbTimestamp {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        if value.format() == PgValueFormat::Text {
            return Err("timestamptz in text format".into());
        }
        let since = <i64 as Decode<Postgres>>::decode(value)?;
        let unix = since.checked_add(POSTGRES_EPOCH_MICROSECONDS).ok_or("timestamptz out of range")?;
        Ok(Self(Timestamp::from_microsecond(unix)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_fixed_width_and_sorts_by_time() {
        let cases = [
            ("2025-05-01T12:00:00Z", "2025-05-01T12:00:00.000000Z"),
            ("2025-05-01T12:00:00.5Z", "2025-05-01T12:00:00.500000Z"),
            ("2025-05-01T12:00:00.123456Z", "2025-05-01T12:00:00.123456Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"),
        ];
        for (given, expected) in cases {
            assert_eq!(DbTimestamp(given.parse().unwrap()).text(), expected);
        }
    }

    #[test]
    fn postgres_counts_from_the_year_2000() {
        assert_eq!(DbTimestamp("2000-01-01T00:00:00.000001Z".parse().unwrap()).postgres(), 1);
        assert_eq!(DbTimestamp("1999-12-31T23:59:59Z".parse().unwrap()).postgres(), -1_000_000);
    }
}
