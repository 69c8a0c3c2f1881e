//! Delivers events to brokers: through the connection that this process keeps open, else through one of their own.

use super::broker::Broker;
use super::connection::{ClientIdentity, Connector};
use super::error::MqttError;
use super::topics::{self, RetainedMessage};
use crate::delivery::{Announcement, DeliveryError, SinkTarget};
use rustls::ClientConfig;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stormwire_clock::{Clock, Rng};
use stormwire_store::tables::facility;
use stormwire_store::tables::status_event::{self, StatusEvent};
use stormwire_store::{Store, StoreError};
use stormwire_workflow::AddressPolicy;
use tokio::sync::{mpsc, oneshot};
use url::Url;

/// Deliveries that may wait for an open connection. What does not fit gets a connection of its own.
const MAX_WAITING: usize = 64;
/// Newer events of a facility that are read.
const MAX_NEWER: u32 = 1_000;
/// Characters of the random part of a client id. Brokers must accept 23 characters, not more.
const CLIENT_ID_LENGTH: usize = 12;

/// What publishing needs.
pub struct MqttDeps {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub policy: AddressPolicy,
    pub tls: ClientConfig,
    pub public_url: Arc<Url>,
}

#[derive(Clone)]
pub struct MqttPublisher(Arc<Inner>);

struct Inner {
    store: Store,
    rng: Arc<dyn Rng>,
    connector: Connector,
    public_url: Arc<Url>,
    /// Held by the delivery that has a connection of its own to a broker.
    connecting: Mutex<HashMap<TargetKey, Arc<tokio::sync::Mutex<()>>>>,
    sessions: Mutex<HashMap<TargetKey, mpsc::Sender<PublishRequest>>>,
}

/// Differs for every URL and every password.
type TargetKey = [u8; 32];

/// What an open connection does for a delivery.
pub(super) struct PublishRequest {
    pub(super) messages: Vec<RetainedMessage>,
    pub(super) done: oneshot::Sender<Result<(), MqttError>>,
}

/// While it exists, deliveries to the same broker use the open connection.
pub(super) struct OpenSession {
    publisher: MqttPublisher,
    key: TargetKey,
    pub(super) requests: mpsc::Receiver<PublishRequest>,
}

impl MqttPublisher {
    pub fn new(deps: MqttDeps) -> Self {
        let MqttDeps { store, clock, rng, policy, mut tls, public_url } = deps;
        // The protocols that HTTP offers.
        tls.alpn_protocols.clear();
        let connector = Connector { clock, policy, tls: Arc::new(tls) };
        let (connecting, sessions) = (Mutex::default(), Mutex::default());
        Self(Arc::new(Inner { store, rng, connector, public_url, connecting, sessions }))
    }

    pub(super) fn connector(&self) -> &Connector {
        &self.0.connector
    }

    pub(super) fn clock(&self) -> &dyn Clock {
        self.0.connector.clock.as_ref()
    }

    pub(super) fn rng(&self) -> &dyn Rng {
        self.0.rng.as_ref()
    }

    pub(super) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(super) fn public_url(&self) -> &str {
        self.0.public_url.as_str()
    }

    /// Returns when the broker has acknowledged it.
    pub(crate) async fn deliver(&self, target: &SinkTarget, announcement: &Announcement) -> Result<(), DeliveryError> {
        let event = &announcement.event;
        let messages = if announcement.is_test {
            topics::test_messages(event)
        } else if event.ring.is_some() {
            // The topic has the status of the facility.
            return Ok(());
        } else {
            let current = self.current_messages(event).await;
            current.map_err(|error| DeliveryError::retry(error.to_string()))?
        };
        self.publish(target, messages).await.map_err(|error| DeliveryError::retry(error.to_string()))
    }

    /// Of the newest event of the facility: what waited for a broker that was not reachable must not replace a newer status,
    /// not even for a moment.
    async fn current_messages(&self, event: &StatusEvent) -> Result<Vec<RetainedMessage>, StoreError> {
        let mut conn = self.0.store.reader().await?;
        let facility = facility::get(&mut conn, event.facility_id).await?;
        let newer = status_event::list(&mut conn, event.id, Some(event.facility_id), MAX_NEWER).await?;
        let newest = newer.iter().rfind(|newer| newer.ring.is_none()).unwrap_or(event);
        Ok(topics::event_messages(newest, facility.as_ref(), self.public_url()))
    }

    async fn publish(&self, target: &SinkTarget, messages: Vec<RetainedMessage>) -> Result<(), MqttError> {
        let key = target_key(target);
        let session = self.sessions().get(&key).cloned();
        if let Some(session) = session {
            let (done, result) = oneshot::channel();
            let request = PublishRequest { messages: messages.clone(), done };
            // If the connection ends meanwhile, what was published already is published again.
            if session.try_send(request).is_ok()
                && let Ok(result) = result.await
            {
                return result;
            }
        }
        let connecting = self.connecting(key);
        let _guard = connecting.lock().await;
        let broker = Broker::parse(&target.url).map_err(MqttError::Url)?;
        let random: String = self.rng().uuid().replace('-', "").chars().take(CLIENT_ID_LENGTH).collect();
        let identity = ClientIdentity {
            client_id: format!("stormwire-{random}"),
            password: password(target),
            will: None,
            keep_alive_seconds: 0,
        };
        let mut connection = self.connector().open(&broker, &identity).await?;
        connection.publish(&messages).await?;
        connection.close().await;
        Ok(())
    }

    pub(super) fn open_session(&self, target: &SinkTarget) -> OpenSession {
        let (sender, requests) = mpsc::channel(MAX_WAITING);
        let key = target_key(target);
        self.sessions().insert(key, sender);
        OpenSession { publisher: self.clone(), key, requests }
    }

    /// One at a time for each broker, so that brokers that do not respond delay no other. In total there are as many
    /// connections as sinks, which are limited.
    fn connecting(&self, key: TargetKey) -> Arc<tokio::sync::Mutex<()>> {
        let mut all = self.0.connecting.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, one| Arc::strong_count(one) > 1);
        all.entry(key).or_default().clone()
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<TargetKey, mpsc::Sender<PublishRequest>>> {
        self.0.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenSession {
    fn drop(&mut self) {
        self.publisher.sessions().remove(&self.key);
    }
}

/// An empty one is none.
pub(super) fn password(target: &SinkTarget) -> Option<SecretString> {
    target.secret.clone().filter(|secret| !secret.expose_secret().is_empty())
}

fn target_key(target: &SinkTarget) -> TargetKey {
    let secret = target.secret.as_ref().map_or("", ExposeSecret::expose_secret);
    let digest = Sha256::new().chain_update(&target.url).chain_update([0]).chain_update(secret).finalize();
    digest.into()
}
