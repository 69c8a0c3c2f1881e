//! The rows of a `Merge` or `Insert`, written inside the caller's transaction, and what became of them.

use super::config::{Config, Verb};
use super::error::SqlError;
use super::rows::Prepared;
use super::statement::{postgres, sqlite};
use super::target::Table;
use serde_json::{Value, json};
use stormwire_store::user_tables::generated::{MatchCount, count, execute};
use stormwire_store::{Conn, Dialect};

/// What became of the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    rows: u64,
    inserted: u64,
    /// Known, and written again.
    updated: u64,
    /// Known, and left as they were.
    known: u64,
}

impl Tally {
    fn output(self) -> Value {
        let Self { rows, inserted, updated, known } = self;
        json!({"Rows": rows, "Inserted": inserted, "Updated": updated, "Known": known})
    }
}

/// What became of the rows, in words.
pub(super) fn summary(verb: Verb, output: &Value) -> String {
    let number = |key: &str| output[key].as_u64().unwrap_or(0);
    let rows = counted(number("Rows"));
    match (verb, number("Inserted"), number("Updated"), number("Known")) {
        (Verb::Insert, ..) => format!("{rows} inserted"),
        (_, inserted, 0, known) if known > 0 => format!("{rows}: {inserted} inserted, {known} known"),
        (_, inserted, updated, _) => format!("{rows}: {inserted} inserted, {updated} updated"),
    }
}

/// A number of rows, in words.
pub(super) fn counted(rows: u64) -> String {
    if rows == 1 { "1 row".into() } else { format!("{rows} rows") }
}

/// Writes the rows; the caller's transaction is undone when this fails.
pub(super) async fn write(
    conn: &mut Conn,
    table: &Table,
    prepared: &Prepared,
    config: &Config,
    dialect: Dialect,
) -> Result<Value, SqlError> {
    config.expect(prepared.count)?;
    let tally = match (config.op.action, dialect) {
        (Verb::Merge, Dialect::Sqlite) => merge_sqlite(conn, table, prepared).await?,
        (Verb::Merge, Dialect::Postgres) => merge_postgres(conn, table, prepared).await?,
        _ => insert(conn, table, prepared, dialect).await?,
    };
    Ok(Tally { rows: prepared.count as u64, ..tally }.output())
}

async fn merge_sqlite(conn: &mut Conn, table: &Table, prepared: &Prepared) -> Result<Tally, SqlError> {
    let merge = sqlite::merge(table, &prepared.plan);
    execute(conn, &merge.make, None).await?;
    for chunk in &prepared.chunks {
        execute(conn, &merge.stage, Some(chunk)).await?;
    }
    if let Some(statement) = &merge.count {
        matched(table, count(conn, statement, None).await?)?;
    }
    let updated = match &merge.update {
        Some(update) => execute(conn, update, None).await?,
        None => 0,
    };
    let inserted = execute(conn, &merge.insert, None).await?;
    execute(conn, &merge.clear, None).await?;
    let known = if merge.update.is_none() { prepared.count as u64 - inserted } else { 0 };
    Ok(Tally { inserted, updated, known, ..Tally::default() })
}

async fn merge_postgres(conn: &mut Conn, table: &Table, prepared: &Prepared) -> Result<Tally, SqlError> {
    let merge = postgres::merge(table, &prepared.plan);
    let rows = prepared.chunks.first().map_or("[]", String::as_str);
    let updated = match &merge.count {
        Some(statement) => matched(table, count(conn, statement, Some(rows)).await?)?,
        None => 0,
    };
    let touched = execute(conn, &merge.merge, Some(rows)).await?;
    let inserted = touched.saturating_sub(updated);
    let known = if merge.count.is_none() { prepared.count as u64 - inserted } else { 0 };
    Ok(Tally { inserted, updated, known, ..Tally::default() })
}

async fn insert(conn: &mut Conn, table: &Table, prepared: &Prepared, dialect: Dialect) -> Result<Tally, SqlError> {
    let statement = match dialect {
        Dialect::Sqlite => sqlite::insert(table, &prepared.plan),
        Dialect::Postgres => postgres::insert(table, &prepared.plan),
    };
    let mut inserted = 0;
    for chunk in &prepared.chunks {
        inserted += execute(conn, &statement, Some(chunk)).await?;
    }
    Ok(Tally { inserted, ..Tally::default() })
}

/// How many rows of the table are matched; two source rows that match the same one are an error, as `merge` has it.
fn matched(table: &Table, counted: MatchCount) -> Result<u64, SqlError> {
    match (counted.first, counted.second) {
        (Some(first), Some(second)) => Err(SqlError::DoubleMatch { table: table.label(), first, second }),
        _ => Ok(counted.matched.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_says_what_became_of_the_rows() {
        let words =
            |verb, rows, inserted, updated, known| summary(verb, &Tally { rows, inserted, updated, known }.output());
        assert_eq!(words(Verb::Merge, 12, 10, 2, 0), "12 rows: 10 inserted, 2 updated");
        assert_eq!(words(Verb::Merge, 1, 0, 1, 0), "1 row: 0 inserted, 1 updated");
        assert_eq!(words(Verb::Merge, 3, 1, 0, 2), "3 rows: 1 inserted, 2 known");
        assert_eq!(words(Verb::Merge, 2, 2, 0, 0), "2 rows: 2 inserted, 0 updated");
        assert_eq!(words(Verb::Insert, 12, 12, 0, 0), "12 rows inserted");
        assert_eq!(words(Verb::Merge, 0, 0, 0, 0), "0 rows: 0 inserted, 0 updated");
    }
}
