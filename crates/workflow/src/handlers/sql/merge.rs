//! Writes the rows of a `Merge` or `Insert` inside the caller's transaction, and counts the changes.

use super::config::{Config, Operation};
use super::error::SqlError;
use super::rows::PreparedRows;
use super::statement::{postgres, sqlite};
use super::target::Table;
use crate::text::count_of;
use serde_json::{Value, json};
use stormwire_store::user_tables::generated::{MatchCount, count, execute};
use stormwire_store::{Conn, Dialect};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct RowCounts {
    rows: u64,
    inserted: u64,
    updated: u64,
    /// Existed before and were not written.
    unchanged: u64,
}

impl RowCounts {
    fn output(self) -> Value {
        let Self { rows, inserted, updated, unchanged } = self;
        json!({"Rows": rows, "Inserted": inserted, "Updated": updated, "Known": unchanged})
    }
}

/// The result for the log.
pub(super) fn summary(operation: Operation, output: &Value) -> String {
    let number = |key: &str| output[key].as_u64().unwrap_or(0);
    let rows = count_of(number("Rows"), "row");
    match (operation, number("Inserted"), number("Updated"), number("Known")) {
        (Operation::Insert, ..) => format!("{rows} inserted"),
        (_, inserted, 0, unchanged) if unchanged > 0 => {
            format!("{rows}: {inserted} inserted, {unchanged} unchanged")
        }
        (_, inserted, updated, _) => format!("{rows}: {inserted} inserted, {updated} updated"),
    }
}

/// The caller rolls its transaction back if this fails.
pub(super) async fn write(
    conn: &mut Conn,
    table: &Table,
    prepared: &PreparedRows,
    config: &Config,
    dialect: Dialect,
) -> Result<Value, SqlError> {
    config.check_row_count(prepared.count)?;
    let counts = match (config.op.action, dialect) {
        (Operation::Merge, Dialect::Sqlite) => merge_sqlite(conn, table, prepared).await?,
        (Operation::Merge, Dialect::Postgres) => merge_postgres(conn, table, prepared).await?,
        _ => insert(conn, table, prepared, dialect).await?,
    };
    Ok(RowCounts { rows: prepared.count as u64, ..counts }.output())
}

/// What [`write()`] would change, from rows that exist now. Only reads, so constraints of the table are not checked.
pub(super) async fn count_changes(
    conn: &mut Conn,
    table: &Table,
    prepared: &PreparedRows,
    config: &Config,
    dialect: Dialect,
) -> Result<Value, SqlError> {
    config.check_row_count(prepared.count)?;
    let rows = prepared.count as u64;
    if config.op.action != Operation::Merge {
        return Ok(RowCounts { rows, inserted: rows, ..RowCounts::default() }.output());
    }
    let statement = match dialect {
        Dialect::Sqlite => sqlite::count_matches(table, &prepared.plan),
        Dialect::Postgres => postgres::count_matches(table, &prepared.plan),
    };
    let keeps_existing = prepared.plan.is_insert_only();
    let mut matched = 0;
    for chunk in &prepared.chunks {
        let counted = count(conn, &statement, Some(chunk)).await?;
        matched += if keeps_existing { counted.matched.unsigned_abs() } else { matched_row_count(table, counted)? };
    }
    let inserted = rows.saturating_sub(matched);
    let counts = if keeps_existing {
        RowCounts { rows, inserted, unchanged: rows - inserted, ..RowCounts::default() }
    } else {
        RowCounts { rows, inserted, updated: matched, ..RowCounts::default() }
    };
    Ok(counts.output())
}

async fn merge_sqlite(conn: &mut Conn, table: &Table, prepared: &PreparedRows) -> Result<RowCounts, SqlError> {
    let merge = sqlite::merge(table, &prepared.plan);
    execute(conn, &merge.make, None).await?;
    for chunk in &prepared.chunks {
        execute(conn, &merge.stage, Some(chunk)).await?;
    }
    let updated = match &merge.count {
        Some(statement) => matched_row_count(table, count(conn, statement, None).await?)?,
        None => 0,
    };
    if let Some(update) = &merge.update {
        execute(conn, update, None).await?;
    }
    let inserted = execute(conn, &merge.insert, None).await?;
    execute(conn, &merge.clear, None).await?;
    let unchanged = if merge.update.is_none() { prepared.count as u64 - inserted } else { 0 };
    Ok(RowCounts { inserted, updated, unchanged, ..RowCounts::default() })
}

async fn merge_postgres(conn: &mut Conn, table: &Table, prepared: &PreparedRows) -> Result<RowCounts, SqlError> {
    let merge = postgres::merge(table, &prepared.plan);
    let rows = prepared.chunks.first().map_or("[]", String::as_str);
    let Some(statement) = &merge.count else {
        let inserted = execute(conn, &merge.merge, Some(rows)).await?;
        return Ok(RowCounts { inserted, unchanged: prepared.count as u64 - inserted, ..RowCounts::default() });
    };
    let counted = count(conn, statement, Some(rows)).await?;
    let updated = matched_row_count(table, counted)?;
    let (sources, changed) = (counted.sources.unsigned_abs(), counted.changed.unsigned_abs());
    // An email that repeats known rows writes nothing, and nobody reads the table again because of it.
    let is_known = sources == prepared.count as u64 && changed == 0;
    let written = if is_known { 0 } else { execute(conn, &merge.merge, Some(rows)).await? };
    Ok(RowCounts { inserted: written.saturating_sub(changed), updated, ..RowCounts::default() })
}

async fn insert(
    conn: &mut Conn,
    table: &Table,
    prepared: &PreparedRows,
    dialect: Dialect,
) -> Result<RowCounts, SqlError> {
    let statement = match dialect {
        Dialect::Sqlite => sqlite::insert(table, &prepared.plan),
        Dialect::Postgres => postgres::insert(table, &prepared.plan),
    };
    let mut inserted = 0;
    for chunk in &prepared.chunks {
        inserted += execute(conn, &statement, Some(chunk)).await?;
    }
    Ok(RowCounts { inserted, ..RowCounts::default() })
}

/// The number of matched rows. Two source rows that match the same row are an error, as in SQL `merge`.
fn matched_row_count(table: &Table, counted: MatchCount) -> Result<u64, SqlError> {
    match (counted.first, counted.second) {
        (Some(first), Some(second)) => Err(SqlError::DoubleMatch { table: table.label(), first, second }),
        _ => Ok(counted.matched.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_counts_the_changes() {
        let text = |operation, rows, inserted, updated, unchanged| {
            summary(operation, &RowCounts { rows, inserted, updated, unchanged }.output())
        };
        assert_eq!(text(Operation::Merge, 12, 10, 2, 0), "12 rows: 10 inserted, 2 updated");
        assert_eq!(text(Operation::Merge, 1, 0, 1, 0), "1 row: 0 inserted, 1 updated");
        assert_eq!(text(Operation::Merge, 3, 1, 0, 2), "3 rows: 1 inserted, 2 unchanged");
        assert_eq!(text(Operation::Merge, 2, 2, 0, 0), "2 rows: 2 inserted, 0 updated");
        assert_eq!(text(Operation::Insert, 12, 12, 0, 0), "12 rows inserted");
        assert_eq!(text(Operation::Merge, 0, 0, 0, 0), "0 rows: 0 inserted, 0 updated");
    }
}
