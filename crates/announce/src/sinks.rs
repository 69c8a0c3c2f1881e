//! What administrators do with sinks: set up, test, see what was delivered, deliver again.

use crate::announcer::EventAnnouncer;
use crate::attempt::AttemptDeps;
use crate::delivery::SinkTarget;
use crate::kinds::DeliveryDeps;
use crate::mqtt::MqttPresence;
use crate::sink_unit::{SinkError, change, delete_sink, insert_sink, update_sink};
use crate::test_event::test_announcement;
use crate::validation::{SinkInput, violation};
use crate::webhook_secret::WebhookSecret;
use futures_util::FutureExt;
use secrecy::SecretString;
use serde_json::json;
use std::sync::Arc;
use stormwire_city::Recorder;
use stormwire_city::accounts::audit;
use stormwire_city::revisions::{Revision, note_restored};
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_lightning::Lightning;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::event_delivery::{self, DeliveryStatus, LoggedDelivery};
use stormwire_store::tables::event_sink::{self as rows, EventSink, SinkFields, SinkKind};
use stormwire_store::tables::facility;
use stormwire_store::{EventSinkId, LockTarget, Schema, StatusEventId, Store, StoreError, lock_for_update};
use tokio_util::sync::CancellationToken;

/// A sink that was just created.
pub struct NewSink {
    pub sink: EventSink,
    /// If it was generated: this is the only time that it is shown.
    pub generated_secret: Option<SecretString>,
}

#[derive(Clone)]
pub struct EventSinks(AttemptDeps);

impl EventSinks {
    pub fn new(store: Store, rng: Arc<dyn Rng>, secrets: Secrets, delivery: DeliveryDeps) -> Self {
        Self(AttemptDeps { store, rng, secrets, delivery })
    }

    /// The duty that delivers events to the sinks.
    pub fn announcer(&self, lightning: Lightning, shutdown: CancellationToken) -> EventAnnouncer {
        EventAnnouncer::new(self.0.clone(), lightning, shutdown)
    }

    /// The duty that keeps connections to brokers open.
    pub fn mqtt_presence(&self, shutdown: CancellationToken) -> MqttPresence {
        MqttPresence::new(self.0.delivery.mqtt().clone(), self.0.secrets.clone(), shutdown)
    }

    fn clock(&self) -> &dyn Clock {
        self.0.delivery.clock().as_ref()
    }

    /// By name.
    pub async fn list(&self) -> Result<Vec<EventSink>, StoreError> {
        rows::list(&mut self.0.store.reader().await?, None).await
    }

    pub async fn get(&self, id: EventSinkId) -> Result<Option<EventSink>, StoreError> {
        rows::get(&mut self.0.store.reader().await?, id).await
    }

    pub async fn create(&self, input: SinkInput, actor: Actor) -> Result<NewSink, SinkError> {
        let fields = self.validate(&input).await?;
        let is_generated = input.secret.is_none() && fields.kind == SinkKind::Webhook;
        let generated_secret = is_generated.then(|| WebhookSecret::generate(self.0.rng.as_ref()));
        let secret = input.secret.or_else(|| generated_secret.clone());
        let (now, secrets) = (self.clock().now(), self.0.secrets.clone());
        let unit = self.0.store.write(Schema::It, move |conn| {
            async move {
                let recorder = Recorder { secrets: &secrets, actor: &actor, now };
                insert_sink(conn, &fields, secret.as_ref(), recorder).await
            }
            .boxed()
        });
        let sink = unit.await?;
        Ok(NewSink { sink, generated_secret })
    }

    /// What waits is tried at once: the reason why it failed may be gone. A sink that is disabled gets nothing from then on,
    /// and one that is enabled gets the events from now on. `None` if there is no such sink.
    pub async fn update(
        &self,
        id: EventSinkId,
        input: SinkInput,
        actor: Actor,
    ) -> Result<Option<EventSink>, SinkError> {
        self.save(id, input, actor, None).await
    }

    /// Updates the sink of a revision to the state of that revision, which the caller has read as `input`, except that it stays
    /// enabled or disabled. `None` if there is no such sink any more.
    pub async fn restore(
        &self,
        revision: Revision,
        input: SinkInput,
        actor: Actor,
    ) -> Result<Option<EventSink>, SinkError> {
        self.save(EventSinkId::new(revision.target.id), input, actor, Some(revision)).await
    }

    async fn save(
        &self,
        id: EventSinkId,
        input: SinkInput,
        actor: Actor,
        restored: Option<Revision>,
    ) -> Result<Option<EventSink>, SinkError> {
        let fields = self.validate(&input).await?;
        let (now, secrets, secret) = (self.clock().now(), self.0.secrets.clone(), input.secret);
        let unit = self.0.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::EventSink(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                let is_enabled = if restored.is_some() { before.fields.is_enabled } else { fields.is_enabled };
                let fields = SinkFields { is_enabled, ..fields };
                let recorder = Recorder { secrets: &secrets, actor: &actor, now };
                let updated = update_sink(conn, &before, &fields, secret.as_ref(), recorder).await?;
                if let Some(restored) = &restored {
                    note_restored(conn, restored, &actor, now).await?;
                }
                Ok(Some(updated))
            }
            .boxed()
        });
        unit.await
    }

    /// With its log. Returns false if there is no such sink.
    pub async fn delete(&self, id: EventSinkId, actor: Actor) -> Result<bool, SinkError> {
        let now = self.clock().now();
        let unit = self.0.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::EventSink(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(false) };
                delete_sink(conn, &before, &actor, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }

    /// Sends a test event, also to a sink that is disabled. The inner result says what happened. `None` if there is no such
    /// sink.
    pub async fn test(&self, id: EventSinkId) -> Result<Option<Result<String, String>>, SinkError> {
        let Some(sink) = self.get(id).await? else { return Ok(None) };
        let target = SinkTarget::open(&self.0.secrets, sink)?;
        let announcement = test_announcement(self.clock().now(), self.0.rng.as_ref());
        let result = self.0.delivery.deliver(&target, &announcement).await;
        let accepted = || format!("the receiver accepted the test event {}", announcement.key);
        Ok(Some(result.map(|()| accepted()).map_err(|error| error.to_string())))
    }

    /// The log: newest first, with event ids below `before`. `None` if there is no such sink.
    pub async fn deliveries(
        &self,
        id: EventSinkId,
        before: StatusEventId,
        status: Option<DeliveryStatus>,
        most: u32,
    ) -> Result<Option<Vec<LoggedDelivery>>, StoreError> {
        let mut conn = self.0.store.reader().await?;
        if rows::get(&mut conn, id).await?.is_none() {
            return Ok(None);
        }
        event_delivery::list(&mut conn, id, before, status, most).await.map(Some)
    }

    /// Tries a delivery at once. One that had ended is tried once. `None` if there is no such sink or delivery.
    pub async fn retry(
        &self,
        id: EventSinkId,
        event: StatusEventId,
        actor: Actor,
    ) -> Result<Option<LoggedDelivery>, SinkError> {
        let now = self.clock().now();
        let unit = self.0.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::EventSink(id)).await?;
                let Some(sink) = rows::get(conn, id).await? else { return Ok(None) };
                if event_delivery::get(conn, id, event).await?.is_none() {
                    return Ok(None);
                }
                if !sink.fields.is_enabled {
                    return Err(SinkError::NotRetried("the event sink is disabled; enable it first"));
                }
                if sink.fields.kind == SinkKind::Mqtt && event_delivery::has_later_delivered(conn, id, event).await? {
                    let reason = "the broker has a later status of this facility, which the old one would replace";
                    return Err(SinkError::NotRetried(reason));
                }
                if !event_delivery::retry(conn, id, event, now).await? {
                    return Err(SinkError::NotRetried("the event was delivered; there is nothing to retry"));
                }
                let change = change("retry", id, None, Some(json!({ "eventId": event })));
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(event_delivery::get(conn, id, event).await?)
            }
            .boxed()
        });
        unit.await
    }

    /// Facilities are in another schema than sinks, so they are checked before the unit of work.
    async fn validate(&self, input: &SinkInput) -> Result<SinkFields, SinkError> {
        let fields = input.validate().map_err(SinkError::Invalid)?;
        let mut conn = self.0.store.reader().await?;
        for id in fields.facility_ids.iter().flatten() {
            if facility::get(&mut conn, *id).await?.is_none() {
                let message = format!("facility {id} does not exist; remove it, or use null for all facilities");
                return Err(SinkError::Invalid(vec![violation("facilityIds", message)]));
            }
        }
        Ok(fields)
    }
}
