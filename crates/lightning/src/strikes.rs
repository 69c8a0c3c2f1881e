//! Strikes in memory: those of a stretch of time, and the newest one before it.

mod held;

pub(super) use held::Held;

use super::time::{moment, timestamp};
use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_geo::{Strike, StrikeHistory};
use stormwire_store::tables::strike::{self, StrikeRow, StrikeSearch};
use stormwire_store::{Conn, StoreError};

/// What the vendor calls a strike.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StrikeLabel {
    pub name: String,
    pub kind: String,
}

/// The strikes of a stretch of time.
#[derive(Debug)]
pub struct Strikes {
    from: Timestamp,
    /// By time, same instants by id.
    all: Vec<Strike>,
    before: Option<Strike>,
    words: Arc<[StrikeLabel]>,
}

/// Strikes that were looked for, oldest first.
#[derive(Debug, Clone)]
pub struct FoundStrikes {
    /// The newest of them.
    pub strikes: Vec<Strike>,
    /// Whether there are more.
    pub truncated: bool,
    words: Arc<[StrikeLabel]>,
}

/// Puts rows together; each pair of words is kept once.
#[derive(Default)]
struct Reading {
    words: Vec<StrikeLabel>,
    known: HashMap<StrikeLabel, u32>,
}

impl Reading {
    /// Goes on with words that were read before.
    fn knowing(words: &[StrikeLabel]) -> Self {
        let known = words.iter().cloned().zip(0..).collect();
        Self { words: words.to_vec(), known }
    }

    fn take(&mut self, row: StrikeRow) -> Strike {
        let words = StrikeLabel { name: row.name, kind: row.kind };
        let next = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        let label = *self.known.entry(words).or_insert_with_key(|words| {
            self.words.push(words.clone());
            next
        });
        Strike { id: row.id.get(), at: moment(row.at), position: row.position, tag: label }
    }

    /// One on the edge is found too; that does not matter, because the newer ones come first.
    async fn newest_before(&mut self, conn: &mut Conn, from: Timestamp) -> Result<Option<Strike>, StoreError> {
        let older = StrikeSearch { from: first(), to: from, bounds: None, kind: None, most: 1 };
        Ok(strike::newest(conn, older).await?.pop().map(|row| self.take(row)))
    }
}

impl Strikes {
    /// Reads them, both ends included.
    pub(super) async fn read(conn: &mut Conn, from: Timestamp, to: Timestamp) -> Result<Self, StoreError> {
        let mut reading = Reading::default();
        let mut all = Vec::new();
        strike::window(conn, from, to, None, |row| all.push(reading.take(row))).await?;
        let before = reading.newest_before(conn, from).await?;
        Ok(Self { from, all, before, words: reading.words.into() })
    }

    /// Whether no strike since then is missing.
    pub fn is_whole_since(&self, from: Timestamp) -> bool {
        self.from <= from
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// As `earth` looks at them.
    pub fn sky(&self) -> StrikeHistory<'_> {
        StrikeHistory { strikes: &self.all, before: self.before }
    }

    /// What the vendor calls one of them.
    pub fn label(&self, strike: &Strike) -> &StrikeLabel {
        &self.words[strike.tag as usize]
    }

    /// The newest that struck by then.
    pub fn newest(&self, by: Timestamp) -> Option<&Strike> {
        let known = self.all.partition_point(|strike| strike.at <= moment(by));
        self.all[..known].last().or(self.before.as_ref().filter(|strike| strike.at <= moment(by)))
    }

    /// How many struck in a stretch of time, both ends included.
    pub fn count(&self, from: Timestamp, to: Timestamp) -> usize {
        let (from, to) = (moment(from), moment(to));
        let end = self.all.partition_point(|strike| strike.at <= to);
        end.saturating_sub(self.all.partition_point(|strike| strike.at < from))
    }

    /// The first one that has not struck yet at that time.
    pub(super) fn next_after(&self, at: Timestamp) -> Option<Timestamp> {
        let known = self.all.partition_point(|strike| strike.at <= moment(at));
        self.all.get(known).map(|strike| timestamp(strike.at))
    }

    /// The newest of what is looked for.
    pub(super) fn find(&self, search: &StrikeSearch) -> FoundStrikes {
        let (from, to) = (moment(search.from), moment(search.to));
        let is_kind = |strike: &Strike| {
            search.kind.as_ref().is_none_or(|kind| self.label(strike).kind.eq_ignore_ascii_case(kind))
        };
        let is_inside = |strike: &Strike| search.bounds.is_none_or(|bounds| bounds.contains(strike.position));
        let end = self.all.partition_point(|strike| strike.at <= to);
        let newest_first = self.all[..end].iter().rev().take_while(|strike| strike.at >= from);
        let most = search.most as usize;
        let wanted = newest_first.filter(|strike| is_kind(strike) && is_inside(strike));
        let mut strikes: Vec<Strike> = wanted.take(most + 1).copied().collect();
        let truncated = strikes.len() > most;
        strikes.truncate(most);
        strikes.reverse();
        FoundStrikes { strikes, truncated, words: self.words.clone() }
    }
}

impl FoundStrikes {
    /// From rows, newest first, of which at most so many are wanted.
    pub(super) fn newest_first(mut rows: Vec<StrikeRow>, most: u32) -> Self {
        let truncated = rows.len() > most as usize;
        rows.truncate(most as usize);
        let mut reading = Reading::default();
        let strikes = rows.into_iter().rev().map(|row| reading.take(row)).collect();
        Self { strikes, truncated, words: reading.words.into() }
    }

    /// What the vendor calls one of them.
    pub fn label(&self, strike: &Strike) -> &StrikeLabel {
        &self.words[strike.tag as usize]
    }
}

/// The first time that can be written.
fn first() -> Timestamp {
    earlier(Timestamp::UNIX_EPOCH, Duration::MAX)
}
