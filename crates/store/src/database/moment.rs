//! How a time is written: fixed-width text on SQLite, `timestamptz` on PostgreSQL, microseconds on both.

use jiff::Timestamp;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArgumentBuffer, PgTypeInfo, PgValueFormat, PgValueRef};
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Encode, Postgres, Sqlite, Type};

/// A time in a statement or a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct At(pub Timestamp);

/// 2000-01-01T00:00:00Z in Unix microseconds: where PostgreSQL counts from.
const POSTGRES_EPOCH_MICROSECONDS: i64 = 946_684_800_000_000;

impl At {
    fn text(self) -> String {
        format!("{:.6}", self.0)
    }

    fn postgres(self) -> i64 {
        self.0.as_microsecond() - POSTGRES_EPOCH_MICROSECONDS
    }
}

impl Type<Sqlite> for At {
    fn type_info() -> SqliteTypeInfo {
        <String as Type<Sqlite>>::type_info()
    }

    fn compatible(ty: &SqliteTypeInfo) -> bool {
        <String as Type<Sqlite>>::compatible(ty)
    }
}

impl Encode<'_, Sqlite> for At {
    fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(self.text(), buffer)
    }
}

impl<'r> Decode<'r, Sqlite> for At {
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self(<&str as Decode<Sqlite>>::decode(value)?.parse()?))
    }
}

impl Type<Postgres> for At {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_name("timestamptz")
    }
}

impl Encode<'_, Postgres> for At {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode(self.postgres(), buffer)
    }
}

impl<'r> Decode<'r, Postgres> for At {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        if value.format() == PgValueFormat::Text {
            return Err("a timestamptz came as text".into());
        }
        let since = <i64 as Decode<Postgres>>::decode(value)?;
        let unix = since.checked_add(POSTGRES_EPOCH_MICROSECONDS).ok_or("a timestamptz beyond the calendar")?;
        Ok(Self(Timestamp::from_microsecond(unix)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_fixed_width_so_that_text_order_is_time_order() {
        let cases = [
            ("2025-05-01T12:00:00Z", "2025-05-01T12:00:00.000000Z"),
            ("2025-05-01T12:00:00.5Z", "2025-05-01T12:00:00.500000Z"),
            ("2025-05-01T12:00:00.123456Z", "2025-05-01T12:00:00.123456Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"),
        ];
        for (given, expected) in cases {
            assert_eq!(At(given.parse().unwrap()).text(), expected);
        }
    }

    #[test]
    fn postgres_counts_from_the_year_2000() {
        assert_eq!(At("2000-01-01T00:00:00.000001Z".parse().unwrap()).postgres(), 1);
        assert_eq!(At("1999-12-31T23:59:59Z".parse().unwrap()).postgres(), -1_000_000);
    }
}
