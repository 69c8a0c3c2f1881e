//! Validates a notification URL: the endpoint must return a token within ten seconds.

use crate::graph_error::GraphError;
use crate::notification_door::NotificationRequest;
use crate::shared::EmulatorShared;
use axum::body::to_bytes;
use axum::http::{StatusCode, header};
use std::time::Duration;
use stormwire_clock::Clock;

const TIMEOUT: Duration = Duration::from_secs(10);
/// How much of a wrong response body appears in the error.
const QUOTED_CHARS: usize = 200;
/// Enough bytes for [`QUOTED_CHARS`].
const QUOTED_BYTES: usize = 4096;

pub(crate) async fn validate_notification_url(shared: &EmulatorShared, url: &str) -> Result<(), GraphError> {
    if shared.state().settings.reject_notification_urls {
        return Err(request_failed());
    }
    let token = format!(
        "Validation: Testing client application reachability for subscription Request-Id: {}",
        shared.rng.uuid()
    );
    let encoded: String = form_urlencoded::byte_serialize(token.as_bytes()).collect();
    let separator = if url.contains('?') { '&' } else { '?' };
    let url = format!("{url}{separator}validationToken={encoded}");
    let request = NotificationRequest { url, content_type: "text/plain; charset=utf-8", body: String::new() };
    let validation = async {
        let response = shared.door.post(request).await.map_err(|_| request_failed())?;
        if response.status() != StatusCode::OK {
            return Err(request_failed());
        }
        let content_type = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_text = content_type.is_some_and(|value| value.to_lowercase().starts_with("text/plain"));
        let body = to_bytes(response.into_body(), usize::MAX).await.map_err(|_| request_failed())?;
        if body == token.as_bytes() && is_text { Ok(()) } else { Err(wrong_body(&body)) }
    };
    tokio::select! {
        biased;
        result = validation => result,
        () = shared.clock.sleep(TIMEOUT) => Err(validation_error("Subscription validation request timed out.")),
    }
}

fn request_failed() -> GraphError {
    validation_error(
        "Subscription validation request failed. Notification endpoint must respond with 200 OK to validation request.",
    )
}

fn wrong_body(body: &[u8]) -> GraphError {
    let text = String::from_utf8_lossy(&body[..body.len().min(QUOTED_BYTES)]);
    let text: String = text.chars().take(QUOTED_CHARS).collect();
    validation_error(&format!(
        "Subscription validation request failed. The response body must be the validation token as text/plain; got: {text}"
    ))
}

fn validation_error(message: &str) -> GraphError {
    GraphError::new(StatusCode::BAD_REQUEST, "ValidationError", message)
}
