//! Searches the log, a bounded number of rows at a time. There is no index for parts of words, so a text that few messages
//! have would otherwise be searched in all of them.

use super::log::{LogEntry, LogPosition, LogSearch, LogStatus, earliest_timestamp, latest_position, list};
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, LogId, StoreError, WatcherId};

const POSITION: Sql = sql!("log/position");
const POSITION_OF_WATCHER: Sql = sql!("log/position_of_watcher");
const LIST_UNSKIPPED: Sql = sql!("log/list_unskipped");

#[derive(Debug)]
pub struct LogMatches {
    /// Newest first.
    pub rows: Vec<LogEntry>,
    /// Older rows than this one were not searched. `None` if all were, or if `rows` has as many as were asked for.
    pub searched_to: Option<LogPosition>,
}

/// Looks for the text in at most `max_scanned` rows.
pub async fn search(conn: &mut Conn, mut search: LogSearch, max_scanned: u32) -> Result<LogMatches, StoreError> {
    let (from, most) = (search.from, search.most);
    let end = if reads_many_rows(&search) { last_scanned(conn, &search, max_scanned).await? } else { None };
    let end = end.filter(|end| from.is_none_or(|from| from <= end.at));
    if let Some(end) = end {
        search.from = Some(end.at);
    }
    let mut rows = list(conn, search).await?;
    // Other rows may have been detected at the same time.
    rows.retain(|row| end.is_none_or(|end| LogPosition { at: row.detected_at.0, id: row.id } >= end));
    let is_full = rows.len() >= most as usize;
    Ok(LogMatches { rows, searched_to: end.filter(|_| !is_full) })
}

/// `count` messages of a watcher after the first `skip`, newest first and without skipped ones. A watcher may skip almost all of
/// its messages, so at most about `max_scanned` rows are read.
pub async fn list_unskipped(
    conn: &mut Conn,
    watcher: WatcherId,
    skip: u16,
    count: u16,
    max_scanned: u32,
) -> Result<Vec<LogEntry>, StoreError> {
    let last_scanned = i64::from(max_scanned.saturating_sub(1));
    let (earliest, count, skip) = (DbTimestamp(earliest_timestamp()), i64::from(count), i64::from(skip));
    run!(conn, LIST_UNSKIPPED, [watcher, last_scanned, earliest, count, skip] => fetch_all as LogEntry)
}

/// Messages in all other statuses are few, and an index finds them.
fn reads_many_rows(search: &LogSearch) -> bool {
    let is_common = matches!(search.status, None | Some(LogStatus::Success | LogStatus::Skipped));
    search.text.is_some() && is_common && !search.phase_two_failed
}

/// `None` if there are no more rows than that.
async fn last_scanned(
    conn: &mut Conn,
    search: &LogSearch,
    max_scanned: u32,
) -> Result<Option<LogPosition>, StoreError> {
    let LogPosition { at, id } = search.before.unwrap_or_else(latest_position);
    let at = search.to.map_or(at, |to| at.min(to));
    let (at, skipped) = (DbTimestamp(at), i64::from(max_scanned.saturating_sub(1)));
    let found = match search.watcher_id {
        None => run!(conn, POSITION, [at, id, skipped] => fetch_optional as (DbTimestamp, LogId)),
        Some(watcher) => {
            run!(conn, POSITION_OF_WATCHER, [at, id, skipped, watcher] => fetch_optional as (DbTimestamp, LogId))
        }
    };
    Ok(found?.map(|(at, id)| LogPosition { at: at.0, id }))
}
