//! JSON by POST, signed as Standard Webhooks describes.

use crate::delivery::{Announcement, DeliveryError, SinkTarget};
use crate::http_sender::{HttpSender, PostBody};
use serde_json::json;
use stormwire_views::status_event::StatusEventView;

pub(crate) async fn deliver(
    target: &SinkTarget,
    announcement: &Announcement,
    sender: &HttpSender,
) -> Result<(), DeliveryError> {
    if target.secret.is_none() {
        return Err(DeliveryError::retry("the webhook has no secret, so the event cannot be signed; enter a secret"));
    }
    let body = PostBody { content_type: "application/json", text: body(announcement) };
    sender.post(target, announcement, body).await
}

/// The same bytes for every attempt.
fn body(announcement: &Announcement) -> String {
    let kind = if announcement.is_test { "test" } else { "status" };
    let data = StatusEventView::from(announcement.event.clone());
    json!({ "type": kind, "timestamp": announcement.event.at, "data": data }).to_string()
}
