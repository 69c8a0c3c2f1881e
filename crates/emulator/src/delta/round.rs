//! The rounds of a delta query. Pure: from a folder and the position in the round to the next page.
//!
//! The first round returns the contents of the folder, newest first. Later rounds return what changed since. Changes
//! during the first round are returned in the second, so some messages are returned twice.

use crate::odata::query::AttachmentExpansion;
use crate::settings::{DeltaTopHandling, Settings};
use crate::store::event::ChangeType;
use crate::store::exchange_id::IdType;
use crate::store::folder::{Folder, FolderChange, FolderChangeKind, ReceivedOrder};
use crate::store::keys::{MessageKey, Version};
use crate::store::message::MessageIdentity;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// With a filter, the first round returns no more messages than this.
const FILTERED_LIMIT: usize = 5_000;

/// The state in a delta or next link: the position in the round, and the query options of the first request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeltaRound {
    position: RoundPosition,
    /// Earlier rounds have returned all changes up to this version.
    since: Version,
    /// How many entries this round has returned.
    returned: usize,
    empty_pages: u8,
    pub(crate) options: DeltaOptions,
}

/// The options of a delta query. They apply to all rounds of a chain.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeltaOptions {
    pub(crate) select: Option<Vec<String>>,
    pub(crate) attachments: Option<AttachmentExpansion>,
    pub(crate) received_from: Option<ReceivedFrom>,
    pub(crate) change_type: Option<ChangeType>,
    pub(crate) top: Option<usize>,
}

/// `receivedDateTime ge …` or `receivedDateTime gt …`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReceivedFrom {
    pub(crate) time: Timestamp,
    pub(crate) is_inclusive: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum RoundPosition {
    /// The first round. `next_round_from` is the version of the mailbox when it started.
    Contents { next_round_from: Version, before: Option<ReceivedOrder> },
    /// A later round.
    Changes { after: Version },
}

/// A message in a delta response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeltaEntry {
    Present(MessageKey),
    Removed(MessageIdentity),
}

#[derive(Debug)]
pub(crate) struct DeltaPage {
    pub(crate) entries: Vec<DeltaEntry>,
    /// The state for the link: the rest of this round, or the start of the next one.
    pub(crate) next: DeltaRound,
    /// Whether this round continues.
    pub(crate) has_more: bool,
}

/// Entries from a position on, and the position after them.
struct Batch {
    entries: Vec<DeltaEntry>,
    position: RoundPosition,
    has_more: bool,
}

impl DeltaRound {
    pub(crate) fn first(version: Version, options: DeltaOptions) -> Self {
        let position = RoundPosition::Contents { next_round_from: version, before: None };
        Self { position, since: Version(0), returned: 0, empty_pages: 0, options }
    }

    /// The next page with at most `size` entries.
    pub(crate) fn page(&self, folder: &Folder, size: usize, id_type: IdType, settings: &Settings) -> DeltaPage {
        let remaining = self.remaining_entries(settings);
        let size = remaining.map_or(size, |remaining| size.min(remaining));
        let Batch { entries, position, has_more } = match self.position {
            RoundPosition::Contents { next_round_from, before } => {
                self.contents_batch(folder, size, next_round_from, before)
            }
            RoundPosition::Changes { after } => {
                let is_returned = |change: &FolderChange| self.is_returned(change, folder, id_type, settings);
                changes(folder, after, size, settings.delta_repeats_moved, &is_returned)
            }
        };
        let is_limited = remaining.is_some_and(|remaining| entries.len() >= remaining);
        let mut next = Self { position, returned: self.returned + entries.len(), ..self.clone() };
        if has_more && !is_limited {
            return DeltaPage { entries, next, has_more: true };
        }
        // A round with several pages ends with empty ones that still have a next link.
        let empty_pages = settings.delta_empty_pages;
        if self.returned > 0 && empty_pages > 0 && self.empty_pages <= empty_pages && self.empty_pages < u8::MAX {
            next.empty_pages += 1;
            return DeltaPage { entries, next, has_more: true };
        }
        DeltaPage { entries, next: next.next_round(settings), has_more: false }
    }

    /// How many more entries this round may return; `None` if there is no limit.
    fn remaining_entries(&self, settings: &Settings) -> Option<usize> {
        let top = self.options.top.filter(|_| settings.delta_top == DeltaTopHandling::Caps);
        let filtered = self.options.received_from.map(|_| FILTERED_LIMIT);
        let limit = top.into_iter().chain(filtered).min()?;
        matches!(self.position, RoundPosition::Contents { .. }).then(|| limit.saturating_sub(self.returned))
    }

    fn next_round(&self, settings: &Settings) -> Self {
        let since = match self.position {
            RoundPosition::Contents { next_round_from, .. } => next_round_from,
            RoundPosition::Changes { after } => after,
        };
        let position = RoundPosition::Changes { after: since.saturating_sub(settings.delta_replays) };
        Self { position, since, returned: 0, empty_pages: 0, options: self.options.clone() }
    }

    fn contents_batch(
        &self,
        folder: &Folder,
        size: usize,
        next_round_from: Version,
        before: Option<ReceivedOrder>,
    ) -> Batch {
        let messages = match before {
            Some(before) => folder.by_received.range(..before),
            None => folder.by_received.range(..),
        };
        let is_wanted = |message: &&ReceivedOrder| {
            let from = self.options.received_from;
            from.is_none_or(|from| {
                message.received_at > from.time || (from.is_inclusive && message.received_at == from.time)
            })
        };
        let mut rest = messages.rev().take_while(is_wanted).peekable();
        let mut entries = Vec::new();
        let mut last = before;
        while entries.len() < size {
            let Some(message) = rest.next() else { break };
            entries.push(DeltaEntry::Present(message.message));
            last = Some(*message);
        }
        let has_more = rest.peek().is_some();
        // At the end no message comes before the position: messages that arrive later are changes.
        let before = if has_more { last } else { Some(ReceivedOrder::START) };
        Batch { entries, position: RoundPosition::Contents { next_round_from, before }, has_more }
    }

    fn is_returned(&self, change: &FolderChange, folder: &Folder, id_type: IdType, settings: &Settings) -> bool {
        let is_lost = settings.delta_loses_returns && folder.is_lost_return(change, self.since, id_type);
        !is_lost && self.is_selected(change.kind, settings.delta_noise)
    }

    /// `changeType` selects less strictly than documented: with `noise`, removals and changes of `isRead` always pass.
    fn is_selected(&self, kind: FolderChangeKind, noise: bool) -> bool {
        let is_noise = matches!(kind, FolderChangeKind::Left | FolderChangeKind::ReadStateChanged);
        let is_wanted = match self.options.change_type {
            None => true,
            Some(ChangeType::Created) => matches!(kind, FolderChangeKind::Arrived | FolderChangeKind::MovedIn),
            Some(ChangeType::Updated) => matches!(kind, FolderChangeKind::Updated | FolderChangeKind::ReadStateChanged),
            Some(ChangeType::Deleted) => kind == FolderChangeKind::Left,
        };
        is_wanted || (noise && is_noise)
    }
}

fn changes(
    folder: &Folder,
    after: Version,
    size: usize,
    repeat_moved: bool,
    is_returned: &dyn Fn(&FolderChange) -> bool,
) -> Batch {
    let mut entries = Vec::new();
    let mut last = after;
    let mut rest = folder.changes_after(after).peekable();
    while let Some(change) = rest.next_if(|_| entries.len() < size) {
        last = change.version;
        if !is_returned(change) {
            continue;
        }
        let entry = match change.kind {
            FolderChangeKind::Left => DeltaEntry::Removed(change.message),
            _ => DeltaEntry::Present(change.message.key),
        };
        let times = if change.kind == FolderChangeKind::MovedIn && repeat_moved { 2 } else { 1 };
        entries.extend(std::iter::repeat_n(entry, times));
    }
    // Skip omitted changes at the end too, or the next round would return them.
    while let Some(change) = rest.next_if(|change| !is_returned(change)) {
        last = change.version;
    }
    Batch { entries, position: RoundPosition::Changes { after: last }, has_more: rest.peek().is_some() }
}
