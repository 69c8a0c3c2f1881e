//! Version, size, growth and contents of the database.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, StoreError};
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::earlier;

const DATABASE: Sql = sql!("system/database" per database);
const SCHEMA_VERSIONS: Sql = sql!("system/schema_versions");
const TABLE_COUNTS: Sql = sql!("system/table_counts");
const RECORD_DISK_USE: Sql = sql!("system/record_disk_use");
const PURGE_DISK_USE: Sql = sql!("system/purge_disk_use");
const EARLIEST_DISK_USE: Sql = sql!("system/earliest_disk_use");

/// The growth per day is that of this time. Older measurements are deleted.
const GROWTH_PERIOD: Duration = Duration::from_hours(7 * 24);
/// A shorter time says nothing about a day.
const MIN_GROWTH_SECONDS: i64 = 6 * 3_600;
const DAY_SECONDS: f64 = 86_400.0;

#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct DatabaseInfo {
    /// Such as `PostgreSQL 16.2`.
    pub version: String,
    /// Size on disk.
    pub bytes: i64,
}

pub async fn database(conn: &mut Conn) -> Result<DatabaseInfo, StoreError> {
    run!(conn, DATABASE, [] => fetch_one as DatabaseInfo)
}

/// The newest migration of a schema.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SchemaVersion {
    pub name: String,
    pub version: i64,
}

pub async fn schema_versions(conn: &mut Conn) -> Result<Vec<SchemaVersion>, StoreError> {
    run!(conn, SCHEMA_VERSIONS, [] => fetch_all as SchemaVersion)
}

#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct TableCount {
    /// What is counted, as people say it.
    pub name: String,
    pub items: i64,
}

/// Counts every row, so it takes a while on a large database.
pub async fn table_counts(conn: &mut Conn) -> Result<Vec<TableCount>, StoreError> {
    run!(conn, TABLE_COUNTS, [] => fetch_all as TableCount)
}

/// The size of the database at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct DiskUse {
    pub measured_at: DbTimestamp,
    pub bytes: i64,
}

pub async fn record_disk_use(conn: &mut Conn, bytes: i64, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PURGE_DISK_USE, [DbTimestamp(earlier(now, GROWTH_PERIOD))])?;
    run!(conn, RECORD_DISK_USE, [DbTimestamp(now), bytes]).map(|_| ())
}

/// Bytes per day in the last week; negative if it shrinks. `None` until there are measurements of several hours.
pub async fn growth_per_day(conn: &mut Conn, bytes: i64, now: Timestamp) -> Result<Option<i64>, StoreError> {
    let since = DbTimestamp(earlier(now, GROWTH_PERIOD));
    let earliest = run!(conn, EARLIEST_DISK_USE, [since] => fetch_optional as DiskUse)?;
    Ok(earliest.and_then(|earliest| growth(earliest, DiskUse { measured_at: DbTimestamp(now), bytes })))
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "an estimate for people")]
fn growth(from: DiskUse, to: DiskUse) -> Option<i64> {
    let seconds = to.measured_at.0.duration_since(from.measured_at.0).as_secs();
    let grown = (to.bytes - from.bytes) as f64;
    (seconds >= MIN_GROWTH_SECONDS).then(|| (grown / seconds as f64 * DAY_SECONDS).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_per_day_and_needs_several_hours() {
        let at = |time: &str, bytes| DiskUse { measured_at: DbTimestamp(time.parse().unwrap()), bytes };
        let start = at("2026-05-01T00:00:00Z", 1_000_000);
        assert_eq!(growth(start, at("2026-05-01T05:59:59Z", 9_000_000)), None);
        assert_eq!(growth(start, at("2026-05-01T12:00:00Z", 1_500_000)), Some(1_000_000));
        assert_eq!(growth(start, at("2026-05-03T00:00:00Z", 800_000)), Some(-100_000));
        assert_eq!(growth(start, at("2026-04-30T00:00:00Z", 0)), None, "the clock was set back");
    }
}
