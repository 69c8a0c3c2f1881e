//! A round of a delta query: from a folder and what was told so far to the next page. Pure.
//!
//! The first round walks what lies in the folder, newest first. Later rounds walk what has changed since. What changes
//! while the first round is under way is told in the second, so some of it is told twice.

use crate::odata::query::Enclosed;
use crate::settings::{DeltaTop, Settings};
use crate::store::folder::{Change, ChangeKind, Folder};
use crate::store::id::IdType;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// With a filter the service tells of no more than this.
const FILTER_CAP: usize = 5_000;

/// What a link stands for: where the round is, and what was asked for when it began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) at: Place,
    /// The version up to which earlier rounds have told.
    since: u64,
    told: usize,
    empty_pages: u8,
    pub(crate) wish: Wish,
}

/// What stays the same over all rounds of a chain.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub(crate) select: Option<Vec<String>>,
    pub(crate) enclosed: Option<Enclosed>,
    pub(crate) received_from: Option<(Timestamp, bool)>,
    pub(crate) change_type: Option<String>,
    pub(crate) top: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Place {
    /// Walking what lies there; the horizon is where the next round begins.
    Contents {
        horizon: u64,
        after: Option<(Timestamp, u64)>,
    },
    Changes {
        after: u64,
    },
}

/// One thing to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    Here { item: u64 },
    Gone { item: u64, placement: u32 },
}

/// A page, and where to go on.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) told: Vec<Told>,
    pub(crate) round: Round,
    /// Whether this round goes on, or the next one begins there.
    pub(crate) more: bool,
}

impl Round {
    pub(crate) fn first(version: u64, wish: Wish) -> Self {
        Self { at: Place::Contents { horizon: version, after: None }, since: 0, told: 0, empty_pages: 0, wish }
    }

    /// The next page of at most `size`.
    pub(crate) fn page(&self, folder: &Folder, size: usize, ids: IdType, settings: &Settings) -> Page {
        let size = self.allowance(settings).map_or(size, |left| size.min(left));
        let (told, at, rest) = match &self.at {
            Place::Contents { horizon, after } => self.contents(folder, size, *horizon, *after),
            Place::Changes { after } => self.changes(folder, size, ids, (*after, settings)),
        };
        let count = self.told + told.len();
        let capped = self.allowance(settings).is_some_and(|left| told.len() >= left);
        let mut next = Self { at, told: count, ..self.clone() };
        if rest && !capped {
            return Page { told, round: next, more: true };
        }
        // A round of several pages ends in empty ones that still have a next link.
        let empty = settings.delta_empty_pages;
        if self.told > 0 && empty > 0 && self.empty_pages <= empty && self.empty_pages < u8::MAX {
            next.empty_pages += 1;
            return Page { told, round: next, more: true };
        }
        Page { told, round: next.following(settings), more: false }
    }

    /// How many more may be told in this round, where that is limited.
    fn allowance(&self, settings: &Settings) -> Option<usize> {
        let top = self.wish.top.filter(|_| settings.delta_top == DeltaTop::Caps);
        let filtered = self.wish.received_from.map(|_| FILTER_CAP);
        let cap = top.into_iter().chain(filtered).min()?;
        matches!(self.at, Place::Contents { .. }).then(|| cap.saturating_sub(self.told))
    }

    fn following(&self, settings: &Settings) -> Self {
        let since = match self.at {
            Place::Contents { horizon, .. } => horizon,
            Place::Changes { after } => after,
        };
        let at = Place::Changes { after: since.saturating_sub(settings.delta_replays) };
        Self { at, since, told: 0, empty_pages: 0, wish: self.wish.clone() }
    }

    fn contents(
        &self,
        folder: &Folder,
        size: usize,
        horizon: u64,
        after: Option<(Timestamp, u64)>,
    ) -> (Vec<Told>, Place, bool) {
        let here = match after {
            Some(after) => folder.by_received.range(..after),
            None => folder.by_received.range(..),
        };
        let wanted = |at: Timestamp| {
            self.wish.received_from.is_none_or(|(from, inclusive)| at > from || (inclusive && at == from))
        };
        let mut rest = here.rev().take_while(|(at, _)| wanted(*at)).peekable();
        let mut told = Vec::new();
        let mut last = after;
        while told.len() < size {
            let Some((at, item)) = rest.next() else { break };
            told.push(Told::Here { item: *item });
            last = Some((*at, *item));
        }
        let more = rest.peek().is_some();
        // Nothing lies before this: what arrives late is a change.
        let last = if more { last } else { Some((Timestamp::MIN, 0)) };
        (told, Place::Contents { horizon, after: last }, more)
    }

    fn changes(
        &self,
        folder: &Folder,
        size: usize,
        ids: IdType,
        (after, settings): (u64, &Settings),
    ) -> (Vec<Told>, Place, bool) {
        let shown = |change: &&Change| {
            let hidden = settings.delta_loses_returns && folder.hides(change, self.since, ids);
            !hidden && self.lets_through(change.kind, settings.delta_noise)
        };
        let mut told = Vec::new();
        let mut last = after;
        let mut rest = folder.changes_after(after).peekable();
        while let Some(change) = rest.next_if(|_| told.len() < size) {
            last = change.version;
            if !shown(&change) {
                continue;
            }
            let Change { item, placement, kind, .. } = *change;
            let one = if kind == ChangeKind::Left { Told::Gone { item, placement } } else { Told::Here { item } };
            let times = if kind == ChangeKind::MovedIn && settings.delta_repeats_moved { 2 } else { 1 };
            told.extend(std::iter::repeat_n(one, times));
        }
        // What is hidden at the end is passed over, or the next round would tell of it.
        while let Some(change) = rest.next_if(|change| !shown(change)) {
            last = change.version;
        }
        (told, Place::Changes { after: last }, rest.peek().is_some())
    }

    /// `changeType` narrows what is told, and not as much as it promises.
    fn lets_through(&self, kind: ChangeKind, noise: bool) -> bool {
        let is_noise = matches!(kind, ChangeKind::Left | ChangeKind::Read);
        let wanted = match self.wish.change_type.as_deref() {
            None => true,
            Some("created") => matches!(kind, ChangeKind::Arrived | ChangeKind::MovedIn),
            Some("updated") => matches!(kind, ChangeKind::Updated | ChangeKind::Read),
            Some("deleted") => kind == ChangeKind::Left,
            Some(_) => false,
        };
        wanted || (noise && is_noise)
    }
}

#[cfg(test)]
mod tests;
