//! Claims the status events that are new since the last poll. They are in the same database, so no page is ever lost.

use super::Intake;
use crate::detection::{DetectedMessage, Detection};
use crate::error::WatcherError;
use crate::status_event::{event_key, exclusion_reason};
use futures_util::FutureExt;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::status_event::{self, StatusEvent};
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Schema, StatusEventId, StoreError};

/// Events of one unit.
const PAGE: u32 = 500;

impl Intake {
    /// Returns whether events were claimed.
    pub(super) async fn follow_status_events(&self, watcher: &Watcher) -> Result<bool, WatcherError> {
        let mut cursor = watcher.state.event_cursor.unwrap_or(StatusEventId::new(0));
        let mut found_new = false;
        loop {
            let events = status_event::list(&mut self.store.reader().await?, cursor, None, PAGE).await?;
            let Some(last) = events.last().map(|event| event.id) else { return Ok(found_new) };
            found_new |= self.claim_events(watcher, &events, last).await? > 0;
            cursor = last;
        }
    }

    /// The cursor moves in the unit of the claims. Events that the filters exclude get no row.
    async fn claim_events(
        &self,
        watcher: &Watcher,
        events: &[StatusEvent],
        last: StatusEventId,
    ) -> Result<usize, StoreError> {
        let included = events.iter().filter(|event| exclusion_reason(&watcher.fields, event).is_none());
        let detected =
            included.map(|event| DetectedMessage { message_key: event_key(event.id), received_at: Some(event.at.0) });
        let (id, now, trigger) = (watcher.id, self.clock.now(), TriggerEvent::Reconciliation);
        let detection = Detection::new(id, trigger, detected.collect(), self.rng.as_ref(), now).of_status_events();
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                let claimed = detection.claim(conn).await?;
                watcher::put_event_cursor(conn, id, last).await?;
                Ok(claimed.len())
            }
            .boxed()
        });
        unit.await
    }
}
