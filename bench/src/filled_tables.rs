//! Tables with many rows, written directly to the database.

use anyhow::{Result, ensure};
use std::ops::RangeInclusive;
use std::process::Command;
use stormwire_testkit::DirectConnection;

/// One statement writes at most this many rows.
const ROWS_PER_STATEMENT: usize = 1_000_000;

/// Watchers with the ids 1 to `count`.
pub(crate) async fn write_watchers(conn: &mut DirectConnection, count: u32) -> Result<()> {
    let at = seconds_ago(conn, "0");
    conn.execute(&format!(
        "insert into it.MailboxWatcherJob (Name, MailboxAddress, CreatedAt, UpdatedAt) {} \
         select 'Watcher ' || i, 'box' || i || '@example.gov', {at}, {at} from numbers",
        numbers(&(1..=u64::from(count)))
    ))
    .await?;
    Ok(())
}

/// Messages of these watchers, the newest last, as they arrive. A third of them belongs to the first watcher.
pub(crate) async fn write_messages(
    conn: &mut DirectConnection,
    watchers: u32,
    count: u64,
    seconds_between: f64,
) -> Result<()> {
    let at = seconds_ago(conn, &format!("({count} - i) * {seconds_between}"));
    insert_numbered(
        conn,
        count,
        "it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, Subject, FromAddress, ReceivedAt, DetectedAt, ProcessedAt, \
         Status, TriggerEvent, WorkflowRunId)",
        &format!(
            "select case when i % 3 = 0 then 1 else 1 + (i * 7 % {watchers}) end, 'AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0A' || i, \
             'Lightning alert number ' || i, 'alerts@vendor.example', at, at, at, \
             case when i % 100 = 7 then 'Failed' when i % 20 = 3 then 'Skipped' else 'Success' end, 'Notification', 'run-' || i \
             from (select i, {at} as at from numbers) a"
        ),
    )
    .await
}

/// The same number of seconds between all strikes, in and around the city, the newest last.
pub(crate) async fn write_strikes_of_years(
    conn: &mut DirectConnection,
    count: u64,
    seconds_between: f64,
) -> Result<()> {
    let at = seconds_ago(conn, &format!("({count} - i) * {seconds_between}"));
    insert_numbered(
        conn,
        count,
        "data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude)",
        &format!(
            "select 'CG', {at}, 'Return Stroke', 34.5304 + i * 7919 % 4000 / 10000.0, -86.8361 + i * 10473 % 5000 / 10000.0 \
             from numbers"
        ),
    )
    .await
}

/// For the plans of later queries. On SQLite from a part of each index: to read all of them takes as long as to fill the tables.
pub(crate) async fn analyze(conn: &mut DirectConnection) -> Result<()> {
    if let DirectConnection::Sqlite(_) = conn {
        conn.execute("pragma analysis_limit = 10000").await?;
    }
    conn.execute("analyze").await?;
    Ok(())
}

/// Waits until the disk has everything: what is still being written would slow down the measurements.
pub(crate) async fn write_to_disk(conn: &mut DirectConnection) -> Result<()> {
    match conn {
        DirectConnection::Sqlite(_) => {
            for schema in ["it", "data", "organization"] {
                conn.execute(&format!("pragma {schema}.wal_checkpoint(truncate)")).await?;
            }
        }
        DirectConnection::Postgres(_) => conn.execute("checkpoint").await?,
    }
    let synced = Command::new("sync").status()?;
    ensure!(synced.success(), "sync failed: {synced}");
    Ok(())
}

/// Inserts `select`, which reads the numbers `i` from 1 to `count` from `numbers`, in statements that do not take too long.
async fn insert_numbered(conn: &mut DirectConnection, count: u64, columns: &str, select: &str) -> Result<()> {
    for rows in chunks(count) {
        conn.execute(&format!("insert into {columns} {} {select}", numbers(&rows))).await?;
    }
    Ok(())
}

fn chunks(count: u64) -> impl Iterator<Item = RangeInclusive<u64>> {
    (1..=count).step_by(ROWS_PER_STATEMENT).map(move |first| first..=count.min(first + ROWS_PER_STATEMENT as u64 - 1))
}

fn numbers(rows: &RangeInclusive<u64>) -> String {
    let (first, last) = (rows.start(), rows.end());
    format!(
        "with recursive numbers(i) as (select cast({first} as bigint) union all select i + 1 from numbers where i < {last})"
    )
}

fn seconds_ago(conn: &DirectConnection, seconds: &str) -> String {
    match conn {
        DirectConnection::Sqlite(_) => {
            format!("strftime('%Y-%m-%dT%H:%M:%S.000000Z', 'now', '-' || ({seconds}) || ' seconds')")
        }
        DirectConnection::Postgres(_) => format!("now() - make_interval(secs => {seconds})"),
    }
}
