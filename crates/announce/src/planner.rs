//! Turns new events into deliveries. The deliveries and the position of the sink are one unit, so that a crash repeats and
//! loses none.

use crate::plan::{is_wanted, retry_window};
use futures_util::FutureExt;
use jiff::Timestamp;
use stormwire_store::tables::{event_delivery, event_sink, status_event};
use stormwire_store::{Conn, EventSinkId, LockTarget, Schema, Store, StoreError, lock_for_update};

/// Events of one sink in one unit.
const BATCH_EVENTS: u32 = 500;

/// Plans what all enabled sinks have not seen yet. Returns the number of enabled sinks.
pub(crate) async fn plan_deliveries(store: &Store, now: Timestamp) -> Result<usize, StoreError> {
    loop {
        let mut conn = store.reader().await?;
        let mut sinks = event_sink::list(&mut conn, None).await?;
        let last_id = status_event::last_id(&mut conn).await?;
        drop(conn);
        sinks.retain(|sink| sink.fields.is_enabled);
        let behind = sinks.iter().filter(|sink| sink.planned_through < last_id);
        let mut behind: Vec<EventSinkId> = behind.map(|sink| sink.id).collect();
        if behind.is_empty() {
            return Ok(sinks.len());
        }
        // Two processes lock in the same order.
        behind.sort_unstable();
        let unit = store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                for id in behind {
                    plan_sink(conn, id, now).await?;
                }
                Ok(())
            }
            .boxed()
        });
        unit.await?;
    }
}

async fn plan_sink(conn: &mut Conn, id: EventSinkId, now: Timestamp) -> Result<(), StoreError> {
    lock_for_update(conn, LockTarget::EventSink(id)).await?;
    // Read again under the lock: an administrator or another process may have changed it.
    let Some(sink) = event_sink::get(conn, id).await?.filter(|sink| sink.fields.is_enabled) else { return Ok(()) };
    let events = status_event::list(conn, sink.planned_through, None, BATCH_EVENTS).await?;
    let Some(last) = events.last() else { return Ok(()) };
    let wanted: Vec<_> = events.iter().filter(|event| is_wanted(&sink.fields, event)).collect();
    if !wanted.is_empty() {
        event_delivery::insert_many(conn, id, &wanted, retry_window(now)).await?;
    }
    event_sink::set_planned_through(conn, id, last.id).await
}
