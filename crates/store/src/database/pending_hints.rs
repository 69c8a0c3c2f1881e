//! What this process has committed, for the other processes on the same PostgreSQL database. [`crate::hints`] sends it.

use std::sync::atomic::{AtomicU8, Ordering};
use tokio::sync::Notify;

/// What others may want to read. Only a hint: they also poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HintKind {
    /// A job was enqueued.
    Work,
    /// Strikes, or other tables of `data`.
    Data,
    /// Facilities, policies, tiles, map layers.
    Organization,
    StatusEvents,
}

impl HintKind {
    pub(crate) const ALL: [Self; 4] = [Self::Work, Self::Data, Self::Organization, Self::StatusEvents];
    pub(crate) const CHANNEL: &'static str = "stormwire";

    /// As in the payload of a notification. Triggers of migrations send some of them, too.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Work => "work",
            Self::Data => "data",
            Self::Organization => "organization",
            Self::StatusEvents => "events",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Collected until they are sent: a thousand commits are one hint.
#[derive(Debug, Default)]
pub(crate) struct PendingHints {
    kinds: AtomicU8,
    added: Notify,
}

impl PendingHints {
    pub(crate) fn add(&self, kind: HintKind) {
        if self.kinds.fetch_or(kind.bit(), Ordering::Release) & kind.bit() == 0 {
            self.added.notify_one();
        }
    }

    /// Waits until there is at least one. Each is returned once.
    pub(crate) async fn take(&self) -> Vec<HintKind> {
        loop {
            let kinds = self.kinds.swap(0, Ordering::Acquire);
            if kinds != 0 {
                return HintKind::ALL.into_iter().filter(|kind| kinds & kind.bit() != 0).collect();
            }
            self.added.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn many_commits_are_one_hint_of_each_kind() {
        let pending = PendingHints::default();
        for _ in 0..3 {
            pending.add(HintKind::StatusEvents);
            pending.add(HintKind::Work);
        }
        assert_eq!(pending.take().now_or_never().unwrap(), [HintKind::Work, HintKind::StatusEvents]);
        assert!(pending.take().now_or_never().is_none(), "each is returned once");
        pending.add(HintKind::Data);
        assert_eq!(pending.take().now_or_never().unwrap(), [HintKind::Data]);
    }
}
