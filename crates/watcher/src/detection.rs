//! Turns a detected message into a claim and a queue item, in one unit.

use crate::abandoned::end_abandoned;
use crate::jobs::message::MessageJob;
use jiff::Timestamp;
use std::collections::{HashMap, HashSet};
use stormwire_clock::Rng;
use stormwire_store::queue;
use stormwire_store::tables::claim::{self, ClaimedLogRow, NewClaim, NewClaims, TriggerEvent};
use stormwire_store::tables::watcher::{self, WatcherKind};
use stormwire_store::{Conn, RunId, StoreError, WatcherId};

/// The length of the log's column, in characters.
const MAX_KEY_CHARS: usize = 512;

/// Whether the log can store the provider's id of a message.
pub(crate) fn is_storable(message_key: &str) -> bool {
    (1..=MAX_KEY_CHARS).contains(&message_key.chars().count()) && !message_key.contains('\0')
}

/// A message that may be new.
#[derive(Debug, Clone)]
pub(crate) struct DetectedMessage {
    pub(crate) message_key: String,
    /// When the mailbox received it, if known.
    pub(crate) received_at: Option<Timestamp>,
}

/// Messages of one watcher that were detected together.
#[derive(Debug, Clone)]
pub(crate) struct Detection {
    watcher_id: WatcherId,
    received: HashMap<String, Option<Timestamp>>,
    claims: NewClaims,
    kind: WatcherKind,
}

impl Detection {
    /// Each message gets a new run. Duplicates count once.
    pub(crate) fn new(
        watcher_id: WatcherId,
        trigger: TriggerEvent,
        messages: Vec<DetectedMessage>,
        rng: &dyn Rng,
        now: Timestamp,
    ) -> Self {
        let mut seen = HashSet::new();
        let keys = messages.iter().map(|one| &one.message_key);
        let new = keys.filter(|key| is_storable(key) && seen.insert((*key).clone()));
        let mut new: Vec<NewClaim> =
            new.map(|key| NewClaim { message_key: key.clone(), run_id: RunId::new(rng.uuid()) }).collect();
        // Two units that claim the same messages in different orders would wait for each other.
        new.sort_unstable_by(|a, b| a.message_key.cmp(&b.message_key));
        let claims = NewClaims { watcher_id, trigger, detected_at: now, messages: new };
        let received = messages.into_iter().map(|one| (one.message_key, one.received_at)).collect();
        Self { watcher_id, received, claims, kind: WatcherKind::Mailbox }
    }

    /// They are status events, not messages.
    pub(crate) fn of_status_events(self) -> Self {
        Self { kind: WatcherKind::StatusEvent, ..self }
    }

    /// Claims new messages and enqueues them: newest first, notified messages before polled ones. A unit changes the row of
    /// the watcher only after this: all units lock in one order, so that two never wait for each other.
    pub(crate) async fn claim(self, conn: &mut Conn) -> Result<Vec<ClaimedLogRow>, StoreError> {
        let Self { watcher_id, received, claims, kind } = self;
        let (now, trigger) = (claims.detected_at, claims.trigger);
        if claims.messages.is_empty() {
            return Ok(Vec::new());
        }
        let claimed = claim::insert_many(conn, claims).await?;
        // Nobody would process a message of a watcher that was deleted since it was read.
        if !claimed.is_empty() && !watcher::keep(conn, watcher_id).await? {
            end_abandoned(conn, now).await?;
            return Ok(Vec::new());
        }
        let job = |one: &ClaimedLogRow| {
            let received_at = received.get(&one.message_key).copied().flatten().unwrap_or(now);
            match kind {
                WatcherKind::Mailbox | WatcherKind::File => MessageJob::new(one.id, watcher_id, trigger, received_at),
                WatcherKind::StatusEvent => MessageJob::of_status_event(one.id, watcher_id, received_at),
            }
        };
        let jobs: Vec<MessageJob> = claimed.iter().map(job).collect();
        queue::enqueue_many(conn, &jobs, now).await?;
        if trigger == TriggerEvent::Notification {
            watcher::put_notified(conn, watcher_id, now).await?;
        }
        let counter = metrics::counter!("stormwire_detections_total", "trigger" => trigger.name());
        counter.increment(claimed.len() as u64);
        Ok(claimed)
    }
}
