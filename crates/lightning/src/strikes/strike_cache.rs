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
use stormwire_store::tables::strike::{self, StrikeFingerprint, StrikeRow};
use stormwire_store::{Conn, StoreError, StrikeId};

/// Strikes with their fingerprint.
#[derive(Debug)]
pub(crate) struct StrikeCache {
    strikes: Arc<Strikes>,
    fingerprint: StrikeFingerprint,
    /// The highest id that was read.
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
        let found = strike::fingerprint(conn, cached.from(), cached.max_id).await?;
        let cached = if found == cached.fingerprint { cached } else { &empty };
        let mut newer = NewerStrikes::new_after_cache(cached, from, found.edits);
        let end = later(Timestamp::UNIX_EPOCH, Duration::MAX);
        strike::window(conn, from, end, cached.max_id, |row| newer.push(row)).await?;
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
        let NewerStrikes { from, edits, max_id, rows, before, reader } = newer;
        let cached = &self.strikes.all;
        let dropped = cached.partition_point(|strike| strike.at < to_unix_micros(from));
        let mut fingerprint = self.fingerprint;
        fingerprint.edits = edits;
        for strike in &cached[..dropped] {
            fingerprint.remove(StrikeId::new(strike.id));
        }
        for strike in &rows {
            fingerprint.add(StrikeId::new(strike.id));
        }
        // Almost always no cached strike is later than the first new one.
        let first =
            rows.first().map_or(cached.len(), |new| cached.partition_point(|old| sort_key(old) < sort_key(new)));
        let mut last: Vec<Strike> = cached[first..].iter().copied().chain(rows).collect();
        last.sort_by_key(sort_key);
        let mut all = cached[dropped..first].to_vec();
        all.extend(last);
        let strikes = Strikes { from, all, before, labels: reader.labels.into() };
        Self { strikes: Arc::new(strikes), fingerprint, max_id }
    }
}

fn sort_key(strike: &Strike) -> (UnixMicros, i64) {
    (strike.at, strike.id)
}

/// Strikes that are not in the cache yet.
struct NewerStrikes {
    from: Timestamp,
    edits: i64,
    max_id: Option<StrikeId>,
    rows: Vec<Strike>,
    before: Option<Strike>,
    reader: RowReader,
}

impl NewerStrikes {
    fn new_after_cache(cached: &StrikeCache, from: Timestamp, edits: i64) -> Self {
        let reader = RowReader::with_labels(&cached.strikes.labels);
        Self { from, edits, max_id: cached.max_id, rows: Vec::new(), before: None, reader }
    }

    fn push(&mut self, row: StrikeRow) {
        self.max_id = self.max_id.max(Some(row.id));
        self.rows.push(self.reader.strike(row));
    }

    fn changes(&self, cached: &StrikeCache) -> bool {
        let cached = (cached.from(), cached.fingerprint.edits, cached.strikes.before);
        !self.rows.is_empty() || (self.from, self.edits, self.before) != cached
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
        let mut newer = NewerStrikes::new_after_cache(&empty, at(0), 0);
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
        let trimmed = cached.merge(NewerStrikes::new_after_cache(&cached, at(4), 0));
        assert!(trimmed.strikes.len() == 2 && trimmed.has_unused_labels(), "the next check reads everything again");
    }
}
