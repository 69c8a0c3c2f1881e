//! One line per kind of receiver.

use crate::cap::CapAlerts;
use crate::delivery::{Announcement, DeliveryError, SinkTarget};
use crate::http_sender::HttpSender;
use crate::{cap_post, webhook};
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::event_sink::SinkKind;

/// What deliveries of all kinds need.
#[derive(Clone)]
pub struct DeliveryDeps {
    pub sender: HttpSender,
    pub cap: CapAlerts,
}

impl DeliveryDeps {
    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.sender.clock
    }

    pub(crate) async fn deliver(&self, target: &SinkTarget, announcement: &Announcement) -> Result<(), DeliveryError> {
        match target.kind {
            SinkKind::Webhook => webhook::deliver(target, announcement, &self.sender).await,
            SinkKind::Cap => cap_post::deliver(target, announcement, &self.sender, &self.cap).await,
            SinkKind::Mqtt => Err(DeliveryError::retry("MQTT is not supported by this version")),
        }
    }
}
