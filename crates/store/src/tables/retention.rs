//! Purging old envelopes, steps, errors, outputs of effects, status events and their deliveries, periods of the feed, and
//! revisions. The pair (watcher, message key) is never deleted, so an old
//! message that appears again is still known; neither is the fact that an effect was done.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, StoreError};
use jiff::Timestamp;

const ENVELOPES: Sql = sql!("retention/envelopes");
const RUNS: Sql = sql!("retention/runs");
const EFFECTS: Sql = sql!("retention/effects");
const STATUS_EVENTS: Sql = sql!("retention/status_events");
const EVENT_DELIVERIES: Sql = sql!("retention/event_deliveries");
const FEED_PERIODS: Sql = sql!("retention/feed_periods");
const REVISIONS_IT: Sql = sql!("retention/revisions_it");
const REVISIONS_ORGANIZATION: Sql = sql!("retention/revisions_organization");
const FREE_PAGES: Sql = sql!("retention/free_pages" per database);
const ALL_PAGES: Sql = sql!("retention/all_pages" per database);
const RECLAIM: Sql = sql!("retention/reclaim" per database);

/// Purges finished rows older than `cutoff`, at most `most` of each kind. Returns how many were affected.
pub async fn purge(conn: &mut Conn, cutoff: Timestamp, most: u32) -> Result<u64, StoreError> {
    let envelopes = run!(conn, ENVELOPES, [DbTimestamp(cutoff), i64::from(most)])?;
    let runs = run!(conn, RUNS, [DbTimestamp(cutoff), i64::from(most)])?;
    let outputs = run!(conn, EFFECTS, [DbTimestamp(cutoff), i64::from(most)])?;
    let events = run!(conn, STATUS_EVENTS, [DbTimestamp(cutoff), i64::from(most)])?;
    let deliveries = run!(conn, EVENT_DELIVERIES, [i64::from(most)])?;
    let periods = run!(conn, FEED_PERIODS, [DbTimestamp(cutoff), i64::from(most)])?;
    let revisions = run!(conn, REVISIONS_IT, [DbTimestamp(cutoff), i64::from(most)])?;
    Ok(envelopes + runs + outputs + events + deliveries + periods + revisions)
}

/// The same for the schema `organization`. The last revision of what still exists is kept.
pub async fn purge_organization(conn: &mut Conn, cutoff: Timestamp, most: u32) -> Result<u64, StoreError> {
    run!(conn, REVISIONS_ORGANIZATION, [DbTimestamp(cutoff), i64::from(most)])
}

/// Pages of `it.db` without rows. SQLite fills them before the file grows, so a share of them is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FreePages {
    free: i64,
    total: i64,
}

impl FreePages {
    async fn read(conn: &mut Conn) -> Result<Self, StoreError> {
        let (free,) = run!(conn, FREE_PAGES, [] => fetch_one as (i64,))?;
        let (total,) = run!(conn, ALL_PAGES, [] => fetch_one as (i64,))?;
        Ok(Self { free, total })
    }

    /// More than a fifth of a file of more than a few megabytes.
    fn are_many(self) -> bool {
        self.free > 1_000 && self.free > self.total / 5
    }
}

/// Returns some free pages to the disk if there are many. Returns how many; 0 when it is done. PostgreSQL does this itself
/// (autovacuum), as far as it returns space to the disk at all.
pub async fn reclaim(conn: &mut Conn) -> Result<u64, StoreError> {
    let before = FreePages::read(conn).await?;
    if !before.are_many() {
        return Ok(0);
    }
    run!(conn, RECLAIM, [])?;
    let after = FreePages::read(conn).await?;
    // A file of an earlier version keeps its pages.
    Ok(u64::try_from(before.free - after.free).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_returned_only_if_they_are_many() {
        for (free, total, expected) in [(0, 0, false), (900, 1_000, false), (1_001, 6_000, false), (2_000, 6_000, true)]
        {
            assert_eq!(FreePages { free, total }.are_many(), expected, "{free} of {total}");
        }
    }
}
