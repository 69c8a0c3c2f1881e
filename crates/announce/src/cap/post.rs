//! Sends alerts by POST, signed like webhooks.

use crate::delivery::{Announcement, DeliveryDeps, DeliveryError, SinkTarget};
use crate::webhook::{SignedPost, send};

const CONTENT_TYPE: &str = "application/cap+xml";

/// An event that needs no alert counts as delivered: nothing was in force that it could end.
pub(crate) async fn deliver(
    target: &SinkTarget,
    announcement: &Announcement,
    deps: &DeliveryDeps,
) -> Result<(), DeliveryError> {
    let document = if announcement.is_test {
        Some(deps.cap.test_document(announcement.event.at.0))
    } else {
        let found = deps.cap.document(announcement.event.id).await;
        found.map_err(|error| DeliveryError::retry(format!("the alert could not be written: {error}")))?
    };
    let Some(document) = document else { return Ok(()) };
    send(target, announcement, SignedPost { content_type: CONTENT_TYPE, body: document.xml }, deps).await
}
