//! One line per kind of receiver.

use crate::cap::CapAlerts;
use crate::delivery::{Announcement, DeliveryError, SinkTarget};
use crate::http_sender::HttpSender;
use crate::mqtt::{MqttDeps, MqttPublisher};
use crate::{cap_post, webhook};
use rustls::ClientConfig;
use std::sync::Arc;
use stormwire_city::city_settings::CityIdentity;
use stormwire_clock::{Clock, Rng};
use stormwire_lightning::Lightning;
use stormwire_store::Store;
use stormwire_store::tables::event_sink::SinkKind;
use stormwire_workflow::HttpClient;
use url::Url;

/// The service that announces events.
pub struct AnnouncingService {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub lightning: Lightning,
    pub city: CityIdentity,
    pub public_url: Arc<Url>,
}

/// What deliveries of all kinds need.
#[derive(Clone)]
pub struct DeliveryDeps {
    sender: HttpSender,
    cap: CapAlerts,
    mqtt: MqttPublisher,
}

impl DeliveryDeps {
    /// Receivers of all kinds may have the addresses that `http` may call.
    pub fn new(service: AnnouncingService, http: HttpClient, tls: ClientConfig) -> Self {
        let AnnouncingService { store, clock, rng, lightning, city, public_url } = service;
        let cap = CapAlerts::new(store.clone(), lightning, city, public_url.clone());
        let policy = http.address_policy().clone();
        let mqtt = MqttPublisher::new(MqttDeps { store, clock: clock.clone(), rng, policy, tls, public_url });
        Self { sender: HttpSender { http, clock }, cap, mqtt }
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.sender.clock
    }

    pub(crate) fn mqtt(&self) -> &MqttPublisher {
        &self.mqtt
    }

    pub(crate) async fn deliver(&self, target: &SinkTarget, announcement: &Announcement) -> Result<(), DeliveryError> {
        match target.kind {
            SinkKind::Webhook => webhook::deliver(target, announcement, &self.sender).await,
            SinkKind::Cap => cap_post::deliver(target, announcement, &self.sender, &self.cap).await,
            SinkKind::Mqtt => self.mqtt.deliver(target, announcement).await,
        }
    }
}
