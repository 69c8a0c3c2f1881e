//! A sighting becomes a claim and a place in the queue, in one unit.

use jiff::Timestamp;
use serde_json::json;
use std::collections::HashMap;
use stormwire_clock::Rng;
use stormwire_store::queue::{self, MESSAGE, OneOfMany};
use stormwire_store::tables::claim::{self, Claimed, Sightings, TriggerEvent};
use stormwire_store::tables::job;
use stormwire_store::{Conn, StoreError};

/// What the provider has just told us comes before what we have found.
const NOTIFIED: i64 = 1 << 40;

/// Messages of one watcher that may be new: the provider's ids, with the time at which the mailbox got them if known.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) job_id: i64,
    pub(super) trigger: TriggerEvent,
    pub(super) messages: Vec<(String, Option<Timestamp>)>,
}

impl Seen {
    /// The sightings, each with a run of its own. A message that is seen twice at once counts once.
    pub(super) fn sightings(&self, chance: &dyn Rng, now: Timestamp) -> Sightings {
        let mut known = std::collections::HashSet::new();
        let fits = |key: &str| (1..=512).contains(&key.chars().count()) && !key.contains('\0');
        let fitting = |key: &&String| fits(key) && known.insert((*key).clone());
        let keys = self.messages.iter().map(|(key, _)| key).filter(fitting);
        let messages = keys.map(|key| (key.clone(), chance.id())).collect();
        Sightings { job_id: self.job_id, trigger: self.trigger, detected_at: now, messages }
    }
}

/// Claims what is new and puts it into the queue: newest first, what was notified before what was found.
pub(super) async fn put(conn: &mut Conn, seen: &Seen, sightings: Sightings) -> Result<Vec<Claimed>, StoreError> {
    let (job_id, now, trigger) = (seen.job_id, sightings.detected_at, sightings.trigger);
    if sightings.messages.is_empty() {
        return Ok(Vec::new());
    }
    let claimed = claim::insert_many(conn, sightings).await?;
    let received: HashMap<&str, Option<Timestamp>> =
        seen.messages.iter().map(|(key, at)| (key.as_str(), *at)).collect();
    let items: Vec<OneOfMany> = claimed
        .iter()
        .map(|one| {
            let received_at = received.get(one.message_key.as_str()).copied().flatten();
            item(one.id, trigger, received_at.unwrap_or(now))
        })
        .collect();
    queue::enqueue_many(conn, MESSAGE, &lane(job_id), &items, now).await?;
    if trigger == TriggerEvent::Notification {
        job::notified(conn, job_id, now).await?;
    }
    let counter = metrics::counter!("stormwire_detections_total", "trigger" => trigger.name());
    counter.increment(claimed.len() as u64);
    Ok(claimed)
}

/// A message's place in the queue.
pub(super) fn item(log_id: i64, trigger: TriggerEvent, received_at: Timestamp) -> OneOfMany {
    let ahead = if trigger == TriggerEvent::Reconciliation { 0 } else { NOTIFIED };
    let priority = ahead + received_at.as_second().clamp(0, NOTIFIED - 1);
    OneOfMany { unique_key: log_id.to_string(), payload: json!({ "log": log_id }), priority }
}

/// Messages of one watcher take turns.
pub(super) fn lane(job_id: i64) -> String {
    format!("watcher {job_id}")
}
