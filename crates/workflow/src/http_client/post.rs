//! One POST without retries, for callers that retry in their own way.

use ::url::Url;
use std::time::Duration;

pub struct Post {
    pub url: Url,
    /// Names in lower case.
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    pub timeout: Duration,
}

/// The response, without its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostResponse {
    pub status: u16,
    pub retry_after: Option<Duration>,
}
