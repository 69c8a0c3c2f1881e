//! JSON by POST, signed as Standard Webhooks describes.

use crate::delivery::{Announcement, DELIVERY_TIMEOUT, DeliveryDeps, DeliveryError, SinkTarget, read_response};
use crate::webhook_secret::WebhookSecret;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use secrecy::ExposeSecret;
use serde_json::json;
use stormwire_workflow::HttpRequest;

pub(crate) async fn deliver(
    target: &SinkTarget,
    announcement: &Announcement,
    deps: &DeliveryDeps,
) -> Result<(), DeliveryError> {
    let post = SignedPost { content_type: "application/json", body: body(announcement) };
    send(target, announcement, post, deps).await
}

/// The same bytes for every attempt.
fn body(announcement: &Announcement) -> String {
    let kind = if announcement.is_test { "test" } else { "status" };
    json!({ "type": kind, "timestamp": announcement.event.at, "data": announcement.event }).to_string()
}

/// What is sent by POST.
pub(crate) struct SignedPost {
    pub(crate) content_type: &'static str,
    pub(crate) body: String,
}

/// Without a secret it is sent unsigned.
pub(crate) async fn send(
    target: &SinkTarget,
    announcement: &Announcement,
    post: SignedPost,
    deps: &DeliveryDeps,
) -> Result<(), DeliveryError> {
    let url = target.url.parse().map_err(|error| DeliveryError::retry(format!("the URL is invalid: {error}")))?;
    let mut headers = signature_headers(target, announcement, &post.body, deps)?;
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(post.content_type));
    let request = HttpRequest {
        method: Method::POST,
        url,
        headers,
        body: Some(post.body),
        idempotency_key: announcement.key.clone(),
        timeout: DELIVERY_TIMEOUT,
    };
    let response = deps.http.try_once(&request).await.map_err(DeliveryError::retry)?;
    read_response(&response)
}

fn signature_headers(
    target: &SinkTarget,
    announcement: &Announcement,
    body: &str,
    deps: &DeliveryDeps,
) -> Result<HeaderMap, DeliveryError> {
    let timestamp = deps.clock.now().as_second();
    let mut values = vec![("webhook-id", announcement.key.clone()), ("webhook-timestamp", timestamp.to_string())];
    if let Some(secret) = &target.secret {
        let secret = WebhookSecret::parse(secret.expose_secret()).map_err(DeliveryError::retry)?;
        values.push(("webhook-signature", secret.sign(&announcement.key, timestamp, body)));
    }
    let header = |(name, value): (&'static str, String)| {
        let value = HeaderValue::from_str(&value).map_err(|error| DeliveryError::retry(error.to_string()))?;
        Ok((HeaderName::from_static(name), value))
    };
    values.into_iter().map(header).collect()
}
