//! Sends alerts to a receiver by POST.

use crate::delivery::{Announcement, DeliveryDeps, DeliveryError, SinkTarget};
use crate::webhook::{SignedPost, send};

/// Nothing is sent for an event that needs no alert: it counts as delivered.
pub(crate) async fn deliver(
    target: &SinkTarget,
    announcement: &Announcement,
    deps: &DeliveryDeps,
) -> Result<(), DeliveryError> {
    let document = if announcement.is_test {
        Some(deps.cap.test_document(deps.clock.now()))
    } else {
        let found = deps.cap.document(announcement.event.id).await;
        found.map_err(|error| DeliveryError::retry(error.to_string()))?
    };
    let Some(document) = document else { return Ok(()) };
    let post = SignedPost { content_type: "application/cap+xml", body: document.xml };
    send(target, announcement, post, deps).await
}
