//! Strikes in memory: those since a time, and the newest one before it.

mod strike_cache;

pub(super) use strike_cache::StrikeCache;

use super::time::{to_timestamp, to_unix_micros};
use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::Arc;
use stormwire_geo::{Strike, StrikeHistory, StrikeKind};
use stormwire_store::tables::strike::{self, StrikeRow, StrikeSearch};
use stormwire_store::{Conn, StoreError};

/// What the vendor calls a strike, and what that means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrikeLabel {
    pub vendor: VendorLabel,
    pub kind: StrikeKind,
}

/// The vendor's alert class and type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VendorLabel {
    pub name: String,
    pub vendor_type: String,
}

#[derive(Debug)]
pub struct Strikes {
    from: Timestamp,
    /// By time and id.
    all: Vec<Strike>,
    before: Option<Strike>,
    labels: Arc<[StrikeLabel]>,
}

/// The result of a search.
#[derive(Debug, Clone)]
pub struct FoundStrikes {
    /// The newest matching strikes, oldest first.
    pub strikes: Vec<Strike>,
    /// Whether there are more.
    pub truncated: bool,
    labels: Arc<[StrikeLabel]>,
}

/// Converts rows to strikes; each label is stored once, and its kind is derived once.
#[derive(Default)]
struct RowReader {
    labels: Vec<StrikeLabel>,
    indexes: HashMap<VendorLabel, u32>,
}

impl RowReader {
    fn with_labels(labels: &[StrikeLabel]) -> Self {
        let indexes = labels.iter().map(|label| label.vendor.clone()).zip(0..).collect();
        Self { labels: labels.to_vec(), indexes }
    }

    fn strike(&mut self, row: StrikeRow) -> Strike {
        let vendor = VendorLabel { name: row.name, vendor_type: row.vendor_type };
        let next = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        let label = *self.indexes.entry(vendor).or_insert_with_key(|vendor| {
            let kind = StrikeKind::from_vendor_text(&vendor.vendor_type);
            self.labels.push(StrikeLabel { vendor: vendor.clone(), kind });
            next
        });
        Strike { id: row.id.get(), at: to_unix_micros(row.at), position: row.position, tag: label }
    }

    /// May return a strike at `from` itself, which is harmless because the strikes in memory take precedence.
    async fn newest_before(&mut self, conn: &mut Conn, from: Timestamp) -> Result<Option<Strike>, StoreError> {
        Ok(strike::newest_by(conn, from).await?.map(|row| self.strike(row)))
    }
}

impl Strikes {
    /// Both ends are inclusive.
    pub(super) async fn read(conn: &mut Conn, from: Timestamp, to: Timestamp) -> Result<Self, StoreError> {
        let mut reader = RowReader::default();
        let mut all = Vec::new();
        strike::window(conn, from, to, None, |row| all.push(reader.strike(row))).await?;
        let before = reader.newest_before(conn, from).await?;
        Ok(Self { from, all, before, labels: reader.labels.into() })
    }

    /// Strikes by time and id, without labels.
    #[cfg(test)]
    pub(super) fn from_sorted(all: Vec<Strike>) -> Self {
        Self { from: Timestamp::MIN, all, before: None, labels: Arc::default() }
    }

    /// Whether no strike since that time is missing.
    pub fn is_complete_since(&self, from: Timestamp) -> bool {
        self.from <= from
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// For the evaluation in `geo`.
    pub fn history(&self) -> StrikeHistory<'_> {
        StrikeHistory { strikes: &self.all, before: self.before }
    }

    pub fn label(&self, strike: &Strike) -> &StrikeLabel {
        &self.labels[strike.tag as usize]
    }

    /// Whether the tags of earlier strikes still mean the same labels.
    pub(super) fn keeps_labels_of(&self, before: &Self) -> bool {
        Arc::ptr_eq(&self.labels, &before.labels) || self.labels.starts_with(&before.labels)
    }

    /// The newest strike at or before that time.
    pub fn newest(&self, by: Timestamp) -> Option<&Strike> {
        let known = self.all.partition_point(|strike| strike.at <= to_unix_micros(by));
        self.all[..known].last().or(self.before.as_ref().filter(|strike| strike.at <= to_unix_micros(by)))
    }

    /// Both ends are inclusive.
    pub fn count(&self, from: Timestamp, to: Timestamp) -> usize {
        let (from, to) = (to_unix_micros(from), to_unix_micros(to));
        let end = self.all.partition_point(|strike| strike.at <= to);
        end.saturating_sub(self.all.partition_point(|strike| strike.at < from))
    }

    /// The time of the first strike after that time.
    pub(super) fn next_after(&self, at: Timestamp) -> Option<Timestamp> {
        let known = self.all.partition_point(|strike| strike.at <= to_unix_micros(at));
        self.all.get(known).map(|strike| to_timestamp(strike.at))
    }

    pub(super) fn find(&self, search: &StrikeSearch) -> FoundStrikes {
        let (from, to) = (to_unix_micros(search.from), to_unix_micros(search.to));
        let is_of_type = |strike: &Strike| {
            let StrikeLabel { vendor, kind } = self.label(strike);
            search.filter.as_ref().is_none_or(|filter| filter.matches(&vendor.vendor_type, *kind))
        };
        let is_inside = |strike: &Strike| search.bounds.is_none_or(|bounds| bounds.contains(strike.position));
        let end = self.all.partition_point(|strike| strike.at <= to);
        let newest_first = self.all[..end].iter().rev().take_while(|strike| strike.at >= from);
        let most = search.most as usize;
        let wanted = newest_first.filter(|strike| is_of_type(strike) && is_inside(strike));
        let mut strikes: Vec<Strike> = wanted.take(most + 1).copied().collect();
        let truncated = strikes.len() > most;
        strikes.truncate(most);
        strikes.reverse();
        FoundStrikes { strikes, truncated, labels: self.labels.clone() }
    }
}

impl FoundStrikes {
    /// From rows, newest first; more than `most` rows are truncated.
    pub(super) fn newest_first(mut rows: Vec<StrikeRow>, most: u32) -> Self {
        let truncated = rows.len() > most as usize;
        rows.truncate(most as usize);
        let mut reader = RowReader::default();
        let strikes = rows.into_iter().rev().map(|row| reader.strike(row)).collect();
        Self { strikes, truncated, labels: reader.labels.into() }
    }

    pub fn label(&self, strike: &Strike) -> &StrikeLabel {
        &self.labels[strike.tag as usize]
    }
}
