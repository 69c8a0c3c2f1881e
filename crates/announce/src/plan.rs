//! Which events a sink gets, which deliveries start, and when a failed one is tried again. Pure.

use jiff::Timestamp;
use std::collections::BTreeSet;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::queue::Backoff;
use stormwire_store::tables::event_delivery::{RetryWindow, WaitingDelivery};
use stormwire_store::tables::event_sink::{SinkFields, SinkKind};
use stormwire_store::tables::status_event::StatusEvent;
use stormwire_store::{EventSinkId, FacilityId};

/// How long a delivery is retried.
const RETRY_PERIOD: Duration = Duration::from_hours(24);
const BACKOFF: Backoff = Backoff { first: Duration::from_secs(1), ceiling: Duration::from_mins(15) };
/// Deliveries to one sink at the same time. With the limit of sinks this is also the limit of all.
const MAX_PER_SINK: usize = 4;

/// What must not be in progress twice: a later event of a facility waits for the earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DeliveryKey {
    pub(crate) sink: EventSinkId,
    pub(crate) facility: FacilityId,
}

impl From<&WaitingDelivery> for DeliveryKey {
    fn from(waiting: &WaitingDelivery) -> Self {
        Self { sink: waiting.sink_id, facility: waiting.event.facility_id }
    }
}

/// Whether the sink gets the event. Events about rings go only to sinks without a filter of statuses: a receiver that asks
/// for Active alone must not take a ring that is active for the facility. A topic of a broker has the status of the facility.
pub(crate) fn is_wanted(fields: &SinkFields, event: &StatusEvent) -> bool {
    let is_ring_wanted = fields.kind != SinkKind::Mqtt && fields.statuses.is_none();
    (event.ring.is_none() || is_ring_wanted)
        && fields.facility_ids.as_ref().is_none_or(|ids| ids.contains(&event.facility_id))
        && fields.statuses.as_ref().is_none_or(|statuses| statuses.contains(&event.to))
}

/// For deliveries that are planned now.
pub(crate) fn retry_window(now: Timestamp) -> RetryWindow {
    RetryWindow { from: now, until: later(now, RETRY_PERIOD) }
}

/// Which deliveries start now. `due` has at most one of each sink and facility.
pub(crate) fn to_start(due: Vec<WaitingDelivery>, in_flight: &BTreeSet<DeliveryKey>) -> Vec<WaitingDelivery> {
    let mut started = in_flight.clone();
    let mut starts = |waiting: &WaitingDelivery| {
        let key = DeliveryKey::from(waiting);
        let of_sink = started.iter().filter(|other| other.sink == key.sink).count();
        of_sink < MAX_PER_SINK && started.insert(key)
    };
    due.into_iter().filter(|waiting| starts(waiting)).collect()
}

/// When a delivery is tried again after it has failed. `None` if that was the last attempt. `jitter` is in `[0, 1)`.
pub(crate) fn next_attempt(
    failed: &WaitingDelivery,
    retry_after: Option<Duration>,
    now: Timestamp,
    jitter: f64,
) -> Option<Timestamp> {
    let until = failed.retry_until.0;
    if now >= until {
        return None;
    }
    let attempts = u32::try_from(failed.attempts).unwrap_or(0).saturating_add(1);
    let wait = BACKOFF.delay_after(attempts, jitter).max(retry_after.unwrap_or_default());
    // The end of the period has an attempt of its own.
    Some(later(now, wait).min(until))
}

#[cfg(test)]
mod tests;
