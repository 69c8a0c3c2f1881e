//! Sends alerts by POST, signed like webhooks.

use crate::cap::CapAlerts;
use crate::delivery::{Announcement, DeliveryError, SinkTarget};
use crate::http_sender::{HttpSender, PostBody};

const CONTENT_TYPE: &str = "application/cap+xml";

/// An event that needs no alert counts as delivered: nothing was in force that it could end.
pub(crate) async fn deliver(
    target: &SinkTarget,
    announcement: &Announcement,
    sender: &HttpSender,
    alerts: &CapAlerts,
) -> Result<(), DeliveryError> {
    let document = if announcement.is_test {
        Some(alerts.test_document(announcement.event.at.0))
    } else {
        let found = alerts.document(announcement.event.id).await;
        found.map_err(|error| DeliveryError::retry(format!("the alert could not be written: {error}")))?
    };
    let Some(document) = document else { return Ok(()) };
    sender.post(target, announcement, PostBody { content_type: CONTENT_TYPE, text: document.xml }).await
}
