//! The probe inside the call that makes a subscription: the address must echo a token within ten seconds.

use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::http::{StatusCode, header};
use std::time::Duration;
use stormwire_clock::Clock;

const LIMIT: Duration = Duration::from_secs(10);
/// An echo is short; what is longer is something else.
const LONGEST: usize = 4096;

/// Probes one address.
pub(crate) async fn probe(shared: &Shared, url: &str) -> Result<(), Refusal> {
    let token = format!(
        "Validation: Testing client application reachability for subscription Request-Id: {}",
        shared.chance.id()
    );
    let encoded: String = form_urlencoded::byte_serialize(token.as_bytes()).collect();
    let joint = if url.contains('?') { '&' } else { '?' };
    let request = shared
        .http
        .post(format!("{url}{joint}validationToken={encoded}"))
        .header(header::CONTENT_TYPE, "text/plain; charset=utf-8")
        .send();
    let answer = async {
        let response = request.await.map_err(|_| failed())?;
        if response.status() != StatusCode::OK {
            return Err(failed());
        }
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_text = kind.is_some_and(|kind| kind.to_lowercase().starts_with("text/plain"));
        let body = response.bytes().await.map_err(|_| failed())?;
        if body == token.as_bytes() && is_text { Ok(()) } else { Err(wrong(&body)) }
    };
    tokio::select! {
        outcome = answer => outcome,
        () = shared.clock.sleep(LIMIT) => Err(refusal("Subscription validation request timed out.")),
    }
}

fn failed() -> Refusal {
    refusal(
        "Subscription validation request failed. Notification endpoint must respond with 200 OK to validation request.",
    )
}

/// What came instead is said, as far as it goes.
fn wrong(body: &[u8]) -> Refusal {
    let text = String::from_utf8_lossy(&body[..body.len().min(LONGEST)]);
    let text: String = text.chars().take(200).collect();
    refusal(&format!(
        "Subscription validation request failed. The response body must be the validation token as text/plain; got: {text}"
    ))
}

fn refusal(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "ValidationError", message)
}
