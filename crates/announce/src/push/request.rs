//! The request that carries one notification to a push service. Pure, except for the key of each message.

use super::deps::PushSource;
use super::encryption::{BrowserKeys, encrypt};
use super::error::PushError;
use super::message::{MessageTime, payload};
use super::vapid::{VapidClaims, VapidKey};
use jiff::Timestamp;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::tables::push_subscription::DueNotification;
use stormwire_store::tables::status_event::FacilityStatus;
use stormwire_workflow::HttpRequest;
use url::Url;

const TIMEOUT: Duration = Duration::from_secs(10);
/// Of the token that a push service checks.
const TOKEN_LIFETIME: Duration = Duration::from_hours(12);

#[derive(Debug, Clone, Copy)]
pub(super) struct MessageInputs {
    pub(super) now: Timestamp,
    pub(super) useful_until: Timestamp,
    /// Random.
    pub(super) salt: [u8; 16],
}

/// `None` if the subscription has no usable endpoint or keys.
pub(super) fn build_request(
    source: &PushSource,
    key: &VapidKey,
    due: &DueNotification,
    inputs: MessageInputs,
) -> Result<Option<HttpRequest>, PushError> {
    let (Ok(url), Ok(keys)) = (Url::parse(&due.endpoint), BrowserKeys::parse(&due.p256dh, &due.auth)) else {
        return Ok(None);
    };
    let MessageInputs { now, useful_until, salt } = inputs;
    let time = MessageTime { zone: source.city.current().timezone.clone(), until: useful_until };
    let body = encrypt(&keys, salt, &payload(due, &source.public_url, time)).map_err(|_| PushError::Key)?;
    let audience = url.origin().ascii_serialization();
    let claims = VapidClaims { audience: &audience, contact: &source.contact, expires_at: later(now, TOKEN_LIFETIME) };
    let seconds_left = useful_until.duration_since(now).as_secs().max(0);
    let urgency = if due.status == FacilityStatus::Active { "high" } else { "normal" };
    let headers = [
        ("authorization", key.authorization(claims)?),
        ("content-type", "application/octet-stream".into()),
        ("content-encoding", "aes128gcm".into()),
        ("ttl", seconds_left.to_string()),
        ("urgency", urgency.into()),
        // The push service keeps only the newest message of a facility for a browser that is offline.
        ("topic", format!("facility-{}", due.facility_id)),
    ];
    let header = |(name, value): (&'static str, String)| {
        Ok((HeaderName::from_static(name), HeaderValue::from_str(&value).map_err(|_| PushError::Key)?))
    };
    Ok(Some(HttpRequest {
        method: Method::POST,
        url,
        headers: headers.into_iter().map(header).collect::<Result<HeaderMap, PushError>>()?,
        body: Some(body),
        idempotency_key: format!("{}-{}", due.id, due.event_id),
        timeout: TIMEOUT,
    }))
}
