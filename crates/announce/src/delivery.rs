//! One announcement to one receiver, whatever its kind.

use crate::cap::{self, CapAlerts};
use crate::webhook;
use secrecy::SecretString;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_store::tables::event_sink::SinkKind;
use stormwire_store::tables::status_event::StatusEvent;
use stormwire_workflow::{HttpClient, HttpResponse};
use thiserror::Error;

/// A receiver waits for nobody: what takes longer is tried again.
pub(crate) const DELIVERY_TIMEOUT: Duration = Duration::from_secs(10);
/// Of a receiver's error page, in characters.
const MAX_EXCERPT: usize = 200;

/// What a receiver is told.
#[derive(Debug, Clone)]
pub struct Announcement {
    /// The same for every attempt, so that a receiver recognizes an event that it has got twice.
    pub key: String,
    pub event: StatusEvent,
    /// Nothing has happened: a person tests the sink.
    pub is_test: bool,
}

impl Announcement {
    pub fn event(event: StatusEvent) -> Self {
        Self { key: format!("evt_{}", event.id), event, is_test: false }
    }
}

/// Where an announcement goes.
#[derive(Debug, Clone)]
pub struct SinkTarget {
    pub kind: SinkKind,
    pub url: String,
    /// Signs webhooks, or is the password of a broker.
    pub secret: Option<SecretString>,
}

#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum DeliveryError {
    #[error("{error}")]
    Retry {
        error: String,
        /// The receiver asks for this pause.
        retry_after: Option<Duration>,
    },
    /// The receiver wants no more events.
    #[error("{0}")]
    Gone(String),
}

impl DeliveryError {
    pub(crate) fn retry(error: impl Into<String>) -> Self {
        Self::Retry { error: error.into(), retry_after: None }
    }
}

/// What deliveries of all kinds need.
#[derive(Clone)]
pub struct DeliveryDeps {
    pub http: HttpClient,
    pub clock: Arc<dyn Clock>,
    pub cap: CapAlerts,
}

pub(crate) async fn deliver(
    target: &SinkTarget,
    announcement: &Announcement,
    deps: &DeliveryDeps,
) -> Result<(), DeliveryError> {
    match target.kind {
        SinkKind::Webhook => webhook::deliver(target, announcement, deps).await,
        SinkKind::Cap => cap::deliver(target, announcement, deps).await,
        SinkKind::Mqtt => Err(DeliveryError::retry("MQTT is not supported by this version")),
    }
}

/// Any status of 2xx is a delivery. Other errors of the receiver are retried too: receivers get fixed.
pub(crate) fn read_response(response: &HttpResponse) -> Result<(), DeliveryError> {
    match response.status {
        200..=299 => Ok(()),
        410 => Err(DeliveryError::Gone("the receiver answered 410 Gone: it wants no more events".into())),
        300..=399 => Err(DeliveryError::retry(format!(
            "the receiver answered {}, a redirect, which is not followed; enter the final URL",
            response.status
        ))),
        status => {
            let excerpt = excerpt(&response.body);
            let separator = if excerpt.is_empty() { "" } else { ": " };
            let error = format!("the receiver answered {status}{separator}{excerpt}");
            Err(DeliveryError::Retry { error, retry_after: response.retry_after })
        }
    }
}

/// The start of a text, on one line.
fn excerpt(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|character| !character.is_control()).take(MAX_EXCERPT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, body: &str, retry_after: Option<u64>) -> HttpResponse {
        HttpResponse { status, is_json: false, body: body.into(), retry_after: retry_after.map(Duration::from_secs) }
    }

    #[test]
    fn only_success_is_a_delivery_and_only_gone_ends_the_sink() {
        for status in [200, 202, 204] {
            assert_eq!(read_response(&response(status, "", None)), Ok(()), "{status}");
        }
        for status in [301, 400, 401, 404, 408, 425, 429, 500, 503] {
            let error = read_response(&response(status, "", Some(7))).unwrap_err();
            assert!(matches!(error, DeliveryError::Retry { .. }), "{status}: {error}");
            assert!(error.to_string().contains(&status.to_string()), "{status}: {error}");
        }
        assert!(matches!(read_response(&response(410, "", None)), Err(DeliveryError::Gone(_))));
    }

    #[test]
    fn an_error_has_the_pause_and_the_start_of_the_page() {
        let page = format!("<h1>\n  Out\u{0} of order </h1>{}", "x".repeat(500));
        let error = read_response(&response(503, &page, Some(120))).unwrap_err();
        let DeliveryError::Retry { error, retry_after } = error else { panic!("{error}") };
        assert_eq!(retry_after, Some(Duration::from_secs(120)));
        assert!(error.starts_with("the receiver answered 503: <h1> Out of order </h1>xxx"), "{error}");
        assert!(error.len() < 260, "{error}");
    }
}
