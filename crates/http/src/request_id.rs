//! The id of a request: sent back in `x-request-id`, written to the log and to the audit trail.

use axum::http::{HeaderMap, HeaderName};

pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

#[derive(Debug, Clone)]
pub struct RequestId(pub String);

impl RequestId {
    /// The client's own id, if it is short and harmless in a log line.
    pub fn sent_by_client(headers: &HeaderMap) -> Option<Self> {
        let text = headers.get(&HEADER)?.to_str().ok()?;
        is_harmless(text).then(|| Self(text.to_owned()))
    }
}

fn is_harmless(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
