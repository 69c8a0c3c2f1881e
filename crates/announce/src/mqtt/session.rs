//! Keeps a connection to one broker open: with it the broker knows whether the service is online.

use super::broker::Broker;
use super::connection::{ClientIdentity, Connection};
use super::error::MqttError;
use super::publisher::{MqttPublisher, OpenSession, password};
use super::topics::{self, RetainedMessage};
use crate::delivery::SinkTarget;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::time::Duration;
use stormwire_store::queue::Backoff;
use stormwire_store::tables::{facility, status_event};
use stormwire_store::{EventSinkId, FacilityId, StatusEventId, StoreError};
use thiserror::Error;
use tokio_util::sync::CancellationToken;

const PING_INTERVAL: Duration = Duration::from_secs(20);
/// After this time without a ping, the broker publishes the last will.
const KEEP_ALIVE_SECONDS: u16 = 60;
const RECONNECT: Backoff = Backoff { first: Duration::from_millis(500), ceiling: Duration::from_secs(30) };
/// A storm may go on while everything is published. Later changes are delivered as events.
const MAX_ROUNDS: usize = 10;

/// What a session is for. Another value needs another session.
#[derive(Clone)]
pub(super) struct SessionSettings {
    pub(super) sink_id: EventSinkId,
    pub(super) target: SinkTarget,
    /// `None`: all facilities.
    pub(super) facility_ids: Option<Vec<FacilityId>>,
}

pub(super) struct Session {
    pub(super) publisher: MqttPublisher,
    pub(super) settings: SessionSettings,
    pub(super) shutdown: CancellationToken,
}

#[derive(Debug, Error)]
enum SessionError {
    #[error(transparent)]
    Mqtt(#[from] MqttError),
    #[error("cannot read the current statuses: {0}")]
    Store(#[from] StoreError),
}

impl Session {
    /// Until the shutdown. Reconnects whenever the connection ends.
    pub(super) async fn keep(self) {
        let (clock, sink_id) = (self.publisher.clock(), self.settings.sink_id);
        let mut failures = 0;
        while !self.shutdown.is_cancelled() {
            let Err(error) = self.serve(&mut failures).await else { return };
            failures += 1;
            let wait = RECONNECT.delay_after(failures, self.publisher.rng().fraction());
            if failures == 1 {
                tracing::warn!(%error, %sink_id, "no connection to the MQTT broker; will reconnect");
            } else {
                tracing::debug!(%error, %sink_id, failures, "no connection to the MQTT broker; will reconnect");
            }
            tokio::select! {
                () = clock.sleep(wait) => {}
                () = self.shutdown.cancelled() => {}
            }
        }
    }

    /// One connection. Ends without an error at the shutdown.
    async fn serve(&self, failures: &mut u32) -> Result<(), SessionError> {
        let broker = Broker::parse(&self.settings.target.url).map_err(MqttError::Url)?;
        let mut connection = self.publisher.connector().open(&broker, &self.identity()).await?;
        // A broker that was restarted may have lost what it had retained.
        self.publish_current(&mut connection).await?;
        connection.publish(&[topics::online()]).await?;
        if *failures > 0 {
            tracing::info!(sink_id = %self.settings.sink_id, "connected to the MQTT broker");
        }
        *failures = 0;
        let mut open = self.publisher.open_session(&self.settings.target);
        let served = self.serve_requests(&mut connection, &mut open).await;
        drop(open);
        served?;
        connection.publish(&[topics::offline()]).await?;
        connection.close().await;
        Ok(())
    }

    /// Until the shutdown.
    async fn serve_requests(&self, connection: &mut Connection, open: &mut OpenSession) -> Result<(), SessionError> {
        loop {
            tokio::select! {
                Some(request) = open.requests.recv() => {
                    let result = connection.publish(&request.messages).await;
                    let is_broken = result.is_err();
                    // The delivery may have been canceled.
                    let _ = request.done.send(result);
                    if is_broken {
                        return Err(MqttError::Closed.into());
                    }
                }
                () = self.publisher.clock().sleep(PING_INTERVAL) => connection.ping().await?,
                error = connection.wait_for_end() => return Err(error.into()),
                () = self.shutdown.cancelled() => return Ok(()),
            }
        }
    }

    /// Another process may deliver a newer event while an older one is published here. So it is compared again afterwards,
    /// until nothing has changed.
    async fn publish_current(&self, connection: &mut Connection) -> Result<(), SessionError> {
        let mut published = BTreeMap::new();
        for _ in 0..MAX_ROUNDS {
            let current = self.current_messages().await?;
            let changed: Vec<RetainedMessage> = current
                .into_iter()
                .filter(|one| published.insert(one.facility, one.event) != Some(one.event))
                .flat_map(|one| one.messages)
                .collect();
            if changed.is_empty() {
                break;
            }
            connection.publish(&changed).await?;
        }
        Ok(())
    }

    async fn current_messages(&self) -> Result<Vec<CurrentMessages>, StoreError> {
        let mut conn = self.publisher.store().reader().await?;
        let events = status_event::list_current(&mut conn).await?;
        let facilities = facility::list(&mut conn, None, u32::MAX).await?;
        drop(conn);
        let url = self.publisher.public_url();
        let find = |id: FacilityId| facilities.iter().find(|facility| facility.id == id);
        // Also of facilities that were deleted while this sink was disabled.
        let with_event = events.iter().map(|event| CurrentMessages {
            facility: event.facility_id,
            event: Some(event.id),
            messages: topics::event_messages(event, find(event.facility_id), url),
        });
        let has_event = |id: FacilityId| events.iter().any(|event| event.facility_id == id);
        let without_event = facilities.iter().filter(|facility| !has_event(facility.id)).map(|facility| {
            CurrentMessages { facility: facility.id, event: None, messages: topics::discovery(facility, url) }
        });
        Ok(with_event.chain(without_event).filter(|one| self.includes(one.facility)).collect())
    }

    fn includes(&self, facility: FacilityId) -> bool {
        self.settings.facility_ids.as_ref().is_none_or(|ids| ids.contains(&facility))
    }

    /// The same for every process, so that a new connection replaces one that is left over.
    fn identity(&self) -> ClientIdentity {
        let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(self.publisher.public_url()));
        ClientIdentity {
            client_id: format!("stormwire-{:08x}-{}", u32::from_be_bytes([a, b, c, d]), self.settings.sink_id),
            password: password(&self.settings.target),
            will: Some(topics::offline()),
            keep_alive_seconds: KEEP_ALIVE_SECONDS,
        }
    }
}

/// What is published about one facility.
struct CurrentMessages {
    facility: FacilityId,
    event: Option<StatusEventId>,
    messages: Vec<RetainedMessage>,
}
