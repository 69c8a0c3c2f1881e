//! The strikes that live answers are computed from, kept up with the database: read as a whole once, and then only what is
//! new, as long as what was read adds up to what the database has. A storm of half a million strikes would take seconds
//! to read again with every mail.

use super::{Reading, Strikes};
use crate::time::moment;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_geo::{Strike, UnixMicros};
use stormwire_store::tables::strike::{self, StrikeRow, Tally};
use stormwire_store::{Conn, StoreError, StrikeId};

/// Strikes, and what tells whether they are still those of the database.
#[derive(Debug)]
pub(crate) struct Held {
    strikes: Arc<Strikes>,
    /// What wrote each of them, in their order.
    stamps: Vec<i64>,
    tally: Tally,
    /// No strike with a higher id was read.
    known: Option<StrikeId>,
}

impl Held {
    pub(crate) fn strikes(&self) -> &Arc<Strikes> {
        &self.strikes
    }

    /// How far back they reach.
    pub(crate) fn from(&self) -> Timestamp {
        self.strikes.from
    }

    /// All strikes since then; what was held before is not read again where it is unchanged.
    pub(crate) async fn read(
        conn: &mut Conn,
        from: Timestamp,
        before: Option<&Arc<Self>>,
    ) -> Result<Arc<Self>, StoreError> {
        let nothing = Arc::new(Self::nothing(from));
        let held = before.filter(|held| held.from() <= from && held.is_lean()).unwrap_or(&nothing);
        // Before the rows: what is changed meanwhile is found by the next look.
        let found = strike::tally(conn, held.from(), held.known).await?;
        let held = if found == held.tally { held } else { &nothing };
        let mut newer = Newer::after(held, from, found.edits);
        let end = later(Timestamp::UNIX_EPOCH, Duration::MAX);
        strike::window(conn, from, end, held.known, |row| newer.take(row)).await?;
        newer.before = newer.reading.newest_before(conn, from).await?;
        Ok(if newer.changes(held) { Arc::new(held.with(newer)) } else { held.clone() })
    }

    fn nothing(from: Timestamp) -> Self {
        let strikes = Strikes { from, all: Vec::new(), before: None, words: Arc::default() };
        Self { strikes: Arc::new(strikes), stamps: Vec::new(), tally: Tally::default(), known: None }
    }

    /// Words stay when their strikes are dropped. More words than strikes are words of none: time to read all of it again,
    /// so that a vendor who calls every strike otherwise does not fill the memory.
    fn is_lean(&self) -> bool {
        self.strikes.words.len() <= self.strikes.all.len() + 1
    }

    /// With what is newer, and without what is older than all that is wanted.
    fn with(&self, newer: Newer) -> Self {
        let Newer { from, edits, known, rows, before, reading } = newer;
        let held = &self.strikes.all;
        let dropped = held.partition_point(|strike| strike.at < moment(from));
        let mut tally = self.tally;
        tally.edits = edits;
        for (strike, stamp) in held[..dropped].iter().zip(&self.stamps) {
            tally.forget(StrikeId::new(strike.id), *stamp);
        }
        for (strike, stamp) in &rows {
            tally.add(StrikeId::new(strike.id), *stamp);
        }
        // Nearly always nothing that is held comes after the first of those that are new.
        let first = rows.first().map_or(held.len(), |(new, _)| held.partition_point(|old| place(old) < place(new)));
        let moved = held[first..].iter().copied().zip(self.stamps[first..].iter().copied());
        let mut last: Vec<(Strike, i64)> = moved.chain(rows).collect();
        last.sort_by_key(|(strike, _)| place(strike));
        let (mut all, mut stamps) = (held[dropped..first].to_vec(), self.stamps[dropped..first].to_vec());
        all.extend(last.iter().map(|(strike, _)| *strike));
        stamps.extend(last.iter().map(|(_, stamp)| *stamp));
        let strikes = Strikes { from, all, before, words: reading.words.into() };
        Self { strikes: Arc::new(strikes), stamps, tally, known }
    }
}

/// The order of strikes: by time, same instants by id.
fn place(strike: &Strike) -> (UnixMicros, i64) {
    (strike.at, strike.id)
}

/// What was found beyond what is held.
struct Newer {
    from: Timestamp,
    edits: i64,
    known: Option<StrikeId>,
    /// With what wrote each of them.
    rows: Vec<(Strike, i64)>,
    before: Option<Strike>,
    reading: Reading,
}

impl Newer {
    fn after(held: &Held, from: Timestamp, edits: i64) -> Self {
        let reading = Reading::knowing(&held.strikes.words);
        Self { from, edits, known: held.known, rows: Vec::new(), before: None, reading }
    }

    fn take(&mut self, row: StrikeRow) {
        let (id, stamp) = (row.id, row.stamp);
        self.known = self.known.max(Some(id));
        self.rows.push((self.reading.take(row), stamp));
    }

    fn changes(&self, held: &Held) -> bool {
        let same = (self.from, self.edits, self.before) == (held.from(), held.tally.edits, held.strikes.before);
        !self.rows.is_empty() || !same
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
    fn words_of_strikes_that_are_gone_do_not_pile_up() {
        let nothing = Held::nothing(at(0));
        let mut newer = Newer::after(&nothing, at(0), 0);
        for id in 1..=5 {
            let position = LonLat::new(-86.6, 34.7).unwrap();
            newer.take(StrikeRow {
                id: StrikeId::new(id),
                name: format!("ALERT {id}"),
                at: at(id),
                kind: "Ground".into(),
                position,
                stamp: 0,
            });
        }
        let held = nothing.with(newer);
        assert!(held.strikes.len() == 5 && held.is_lean());
        let trimmed = held.with(Newer::after(&held, at(4), 0));
        assert!(trimmed.strikes.len() == 2 && !trimmed.is_lean(), "the next look reads all of it again");
    }
}
