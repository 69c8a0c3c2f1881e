//! Sends announcements by POST, with the headers and the signature of Standard Webhooks.

use crate::delivery::{Announcement, DeliveryError, SinkTarget};
use crate::webhook_secret::WebhookSecret;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_workflow::{HttpClient, HttpRequest, HttpResponse};

/// What takes longer is tried again.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Of a receiver's error page, in characters.
const MAX_EXCERPT: usize = 200;

#[derive(Clone)]
pub(crate) struct HttpSender {
    pub(crate) http: HttpClient,
    pub(crate) clock: Arc<dyn Clock>,
}

pub(crate) struct PostBody {
    pub(crate) content_type: &'static str,
    pub(crate) text: String,
}

impl HttpSender {
    /// Without a secret it is sent unsigned, which only CAP alerts may be.
    pub(crate) async fn post(
        &self,
        target: &SinkTarget,
        announcement: &Announcement,
        body: PostBody,
    ) -> Result<(), DeliveryError> {
        let url = target.url.parse().map_err(|error| DeliveryError::retry(format!("the URL is invalid: {error}")))?;
        let mut headers = self.headers(target, announcement, &body.text)?;
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(body.content_type));
        let request = HttpRequest {
            method: Method::POST,
            url,
            headers,
            body: Some(body.text.into_bytes()),
            idempotency_key: announcement.key.clone(),
            timeout: TIMEOUT,
        };
        let response = self.http.try_once(&request).await.map_err(DeliveryError::retry)?;
        read_response(&response)
    }

    fn headers(
        &self,
        target: &SinkTarget,
        announcement: &Announcement,
        body: &str,
    ) -> Result<HeaderMap, DeliveryError> {
        let timestamp = self.clock.now().as_second();
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
}

/// Any status of 2xx is a delivery. Other errors of the receiver are retried too: receivers get fixed.
fn read_response(response: &HttpResponse) -> Result<(), DeliveryError> {
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
        assert_eq!(retry_after, Some(Duration::from_mins(2)));
        assert!(error.starts_with("the receiver answered 503: <h1> Out of order </h1>xxx"), "{error}");
        assert!(error.len() < 260, "{error}");
    }
}
