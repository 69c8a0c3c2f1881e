//! One POST without retries, for callers that retry in their own way.

use super::{HttpClient, SendError};
use ::url::Url;
use std::net::IpAddr;
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

impl HttpClient {
    /// Whether an address may be called.
    pub fn may_call(&self, address: IpAddr) -> bool {
        self.policy.allows(address)
    }

    /// The error is a text for people.
    pub async fn post(&self, post: Post) -> Result<PostResponse, String> {
        self.check_ip_literal(&post.url).map_err(|error| error.to_string())?;
        let Post { url, headers, body, timeout } = post;
        let mut builder = self.client.post(url).body(body);
        for (name, value) in headers {
            builder = builder.header(name, value);
        }
        let sending = async {
            let response = builder.send().await.map_err(|error| SendError::new(&error))?;
            let retry_after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
            let retry_after = retry_after.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
            Ok::<_, SendError>(PostResponse { status: response.status().as_u16(), retry_after })
        };
        tokio::select! {
            biased;
            outcome = sending => outcome.map_err(|error| error.to_string()),
            () = self.clock.sleep(timeout) => Err(format!("no response within {} s", timeout.as_secs())),
        }
    }
}
