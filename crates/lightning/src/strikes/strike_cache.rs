//! The strikes of the live picture, kept in sync with the database: read completely once, then only new rows, as long as
//! the fingerprint of the cached rows matches the database. Reading half a million strikes again with every email would
//! take seconds.

use super::{RowReader, Strikes};
use crate::time::to_unix_micros;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_geo::{Strike, UnixMicros};
use stormwire_store::tables::strike::{self, StrikeCheck, StrikeFingerprint, StrikeRow};
use stormwire_store::{Conn, StoreError, StrikeId};

/// Strikes with their fingerprint.
#[derive(Debug)]
pub(crate) struct StrikeCache {
    strikes: Arc<Strikes>,
    fingerprint: StrikeFingerprint,
    /// The highest id that a check has found.
    max_id: Option<StrikeId>,
}

impl StrikeCache {
    pub(crate) fn strikes(&self) -> &Arc<Strikes> {
        &self.strikes
    }

    pub(crate) fn from(&self) -> Timestamp {
        self.strikes.from
    }

    /// All strikes since a time; cached strikes are not read again if they are unchanged.
    pub(crate) async fn read(
        conn: &mut Conn,
        from: Timestamp,
        before: Option<&Arc<Self>>,
    ) -> Result<Arc<Self>, StoreError> {
        let empty = Arc::new(Self::new_empty(from));
        let cached = before.filter(|cached| cached.from() <= from && !cached.has_unused_labels()).unwrap_or(&empty);
        // Before the rows, so that the next check finds what is changed meanwhile.
        let check = strike::check(conn, cached.from(), cached.max_id).await?;
        let cached = if check.is_unchanged(&cached.fingerprint) { cached } else { &empty };
        let mut newer = NewerStrikes::new_after_cache(cached, from, check);
        match (cached.max_id, check.newest_id) {
            (_, None) => {}
            (Some(known), Some(newest)) => strike::newer(conn, from, known, newest, |row| newer.push(row)).await?,
            (None, newest) => {
                let end = later(Timestamp::UNIX_EPOCH, Duration::MAX);
                strike::window(conn, from, end, newest, |row| newer.push(row)).await?;
            }
        }
        newer.before = newer.reader.newest_before(conn, from).await?;
        Ok(if newer.changes(cached) { Arc::new(cached.merge(newer)) } else { cached.clone() })
    }

    fn new_empty(from: Timestamp) -> Self {
        let strikes = Strikes { from, all: Vec::new(), before: None, labels: Arc::default() };
        let fingerprint = StrikeFingerprint::default();
        Self { strikes: Arc::new(strikes), fingerprint, max_id: None }
    }

    /// Labels stay when their strikes are dropped. Everything is read again once there are more labels than strikes, so that
    /// a vendor who labels every strike differently does not fill the memory.
    fn has_unused_labels(&self) -> bool {
        self.strikes.labels.len() > self.strikes.all.len() + 1
    }

    /// Adds the newer strikes and drops those before `newer.from`.
    fn merge(&self, newer: NewerStrikes) -> Self {
        let NewerStrikes { from, check, mut rows, before, reader } = newer;
        rows.sort_by_key(sort_key);
        let cached = &self.strikes.all;
        let (dropped, kept) = cached.split_at(cached.partition_point(|strike| strike.at < to_unix_micros(from)));
        let fingerprint = check.fingerprint(self.fingerprint, ids(&rows), ids(dropped));
        // Almost always no cached strike is later than the first new one.
        let first = rows.first().map_or(kept.len(), |new| kept.partition_point(|old| sort_key(old) < sort_key(new)));
        let mut all = Vec::with_capacity(kept.len() + rows.len());
        all.extend_from_slice(kept);
        all.extend(rows);
        all[first..].sort_by_key(sort_key);
        let strikes = Strikes { from, all, before, labels: reader.labels.into() };
        Self { strikes: Arc::new(strikes), fingerprint, max_id: check.newest_id }
    }
}

fn ids(strikes: &[Strike]) -> impl Iterator<Item = StrikeId> {
    strikes.iter().map(|strike| StrikeId::new(strike.id))
}

fn sort_key(strike: &Strike) -> (UnixMicros, i64) {
    (strike.at, strike.id)
}

/// Strikes that are not in the cache yet.
struct NewerStrikes {
    from: Timestamp,
    check: StrikeCheck,
    rows: Vec<Strike>,
    before: Option<Strike>,
    reader: RowReader,
}

impl NewerStrikes {
    fn new_after_cache(cached: &StrikeCache, from: Timestamp, check: StrikeCheck) -> Self {
        let reader = RowReader::with_labels(&cached.strikes.labels);
        Self { from, check, rows: Vec::new(), before: None, reader }
    }

    fn push(&mut self, row: StrikeRow) {
        self.rows.push(self.reader.strike(row));
    }

    fn changes(&self, cached: &StrikeCache) -> bool {
        let cached = (cached.from(), cached.fingerprint.edits, cached.strikes.before);
        !self.rows.is_empty() || (self.from, self.check.edits(), self.before) != cached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::LonLat;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn labels_of_dropped_strikes_do_not_accumulate() {
        let empty = StrikeCache::new_empty(at(0));
        let mut newer = NewerStrikes::new_after_cache(&empty, at(0), StrikeCheck::default());
        for id in 1..=5 {
            let position = LonLat::new(-86.6, 34.7).unwrap();
            newer.push(StrikeRow {
                id: StrikeId::new(id),
                name: format!("ALERT {id}"),
                at: at(id),
                vendor_type: "Ground".into(),
                position,
            });
        }
        let cached = empty.merge(newer);
        assert!(cached.strikes.len() == 5 && !cached.has_unused_labels());
        let trimmed = cached.merge(NewerStrikes::new_after_cache(&cached, at(4), StrikeCheck::default()));
        assert!(trimmed.strikes.len() == 2 && trimmed.has_unused_labels(), "the next check reads everything again");
    }
}
