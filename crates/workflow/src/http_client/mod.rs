//! HTTP client of workflows and of event sinks: restricts the addresses, the duration and the size of a response.
//!
//! What leaves it goes through an [`HttpDoor`]. In front of the door are the check of addresses in URLs, retries and the limits;
//! the door of real calls, [`CheckedClient`], also checks the addresses of names.

mod address;
mod checked_client;
mod exposure;
mod resolve;
mod retry;
mod url;

pub use address::AddressPolicy;
pub use checked_client::HttpClientError;
pub(super) use exposure::is_unencrypted;
pub use exposure::key_in_query;
pub use resolve::{ResolveError, resolve_allowed};
pub(super) use url::HttpUrl;
pub use url::validate as validate_url;

use super::effects::AttemptError;
use ::url::{Host, Url};
use checked_client::CheckedClient;
use ipnet::IpNet;
use reqwest::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Method, Request, Response};
use resolve::NotAllowed;
use retry::{AttemptResult, next_delay, read_retry_after};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_graph::{CallError, HttpDoor, root_cause};

const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

#[derive(Clone)]
pub struct HttpClient {
    door: Arc<dyn HttpDoor>,
    clock: Arc<dyn Clock>,
    policy: AddressPolicy,
}

pub struct HttpRequest {
    pub method: Method,
    pub url: Url,
    pub headers: HeaderMap,
    pub body: Option<Vec<u8>>,
    pub idempotency_key: String,
    /// For all attempts together.
    pub timeout: Duration,
}

/// Of any status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpResponse {
    pub status: u16,
    pub is_json: bool,
    pub body: Vec<u8>,
    /// The pause that the receiver asks for.
    pub retry_after: Option<Duration>,
}

#[cfg(test)]
pub(super) fn json_response(status: u16, body: &str) -> HttpResponse {
    HttpResponse { status, is_json: true, body: body.into(), retry_after: None }
}

impl HttpClient {
    /// `allowed` are private networks that may be called.
    pub fn new(clock: Arc<dyn Clock>, allowed: Vec<IpNet>) -> Result<Self, HttpClientError> {
        let policy = AddressPolicy::new(allowed);
        let door = Arc::new(CheckedClient::new(policy.clone())?);
        Ok(Self { door, clock, policy })
    }

    /// Like [`HttpClient::new`], with another door for the calls, which decides what a name in a URL means.
    pub fn with_door(clock: Arc<dyn Clock>, allowed: Vec<IpNet>, door: Arc<dyn HttpDoor>) -> Self {
        Self { door, clock, policy: AddressPolicy::new(allowed) }
    }

    /// Sends a request, with retries while the receiver certainly has not processed it.
    pub(super) async fn send(&self, request: &HttpRequest) -> Result<HttpResponse, AttemptError> {
        self.check_ip_literal(&request.url).map_err(|error| AttemptError::Failed(error.to_string()))?;
        let deadline = later(self.clock.now(), request.timeout);
        let timeout = self.clock.sleep(request.timeout);
        tokio::pin!(timeout);
        let mut attempts = 0;
        loop {
            attempts += 1;
            let outcome = tokio::select! {
                biased;
                outcome = self.send_once(request) => outcome,
                () = &mut timeout => {
                    return Err(no_response(request.timeout));
                }
            };
            let result = match &outcome {
                Ok(response) => AttemptResult::Response { status: response.status, retry_after: response.retry_after },
                Err(SendError::Call(CallError::NotConnected(_))) => AttemptResult::NotConnected,
                Err(_) => AttemptResult::Final,
            };
            match next_delay(result, attempts) {
                Some(delay) if later(self.clock.now(), delay) < deadline => self.clock.sleep(delay).await,
                _ => return outcome.map_err(AttemptError::from),
            }
        }
    }

    /// Sends a request once. The error says why there is no response.
    pub async fn try_once(&self, request: &HttpRequest) -> Result<HttpResponse, String> {
        self.check_ip_literal(&request.url).map_err(|error| error.to_string())?;
        let outcome = tokio::select! {
            biased;
            outcome = self.send_once(request) => outcome.map_err(AttemptError::from),
            () = self.clock.sleep(request.timeout) => Err(no_response(request.timeout)),
        };
        outcome.map_err(AttemptError::into_text)
    }

    /// For connections that are not HTTP.
    pub fn address_policy(&self) -> &AddressPolicy {
        &self.policy
    }

    /// An IP address in the URL is never resolved, so it is checked here.
    fn check_ip_literal(&self, url: &Url) -> Result<(), NotAllowed> {
        let address = match url.host() {
            Some(Host::Ipv4(address)) => IpAddr::from(address),
            Some(Host::Ipv6(address)) => IpAddr::from(address),
            Some(Host::Domain(_)) | None => return Ok(()),
        };
        if self.policy.allows(address) {
            return Ok(());
        }
        Err(NotAllowed(url.host_str().unwrap_or_default().to_owned(), address))
    }

    async fn send_once(&self, request: &HttpRequest) -> Result<HttpResponse, SendError> {
        let response = self.door.call(prepare(request)?).await?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        let now = self.clock.now();
        let retry_after = header(RETRY_AFTER.as_str()).and_then(|text| read_retry_after(text, now));
        let is_json = header("content-type").is_some_and(|kind| kind.to_ascii_lowercase().contains("json"));
        let status = response.status().as_u16();
        let body = read_body(response).await?;
        Ok(HttpResponse { status, is_json, body, retry_after })
    }
}

fn prepare(request: &HttpRequest) -> Result<Request, CallError> {
    let HttpRequest { method, url, headers, body, idempotency_key, .. } = request;
    let mut prepared = Request::new(method.clone(), url.clone());
    prepared.headers_mut().clone_from(headers);
    let key = HeaderValue::from_str(idempotency_key).map_err(|error| CallError::NotConnected(root_cause(&error)))?;
    prepared.headers_mut().append("idempotency-key", key);
    *prepared.body_mut() = body.clone().map(Into::into);
    Ok(prepared)
}

fn no_response(timeout: Duration) -> AttemptError {
    AttemptError::Unknown(format!("no response within {} s", timeout.as_secs()))
}

/// Reads the body up to the size limit.
async fn read_body(mut response: Response) -> Result<Vec<u8>, SendError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| CallError::Interrupted(root_cause(&error)))? {
        if bytes.len() + chunk.len() > MAX_RESPONSE_BYTES {
            return Err(SendError::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

enum SendError {
    Call(CallError),
    TooLarge,
}

impl From<CallError> for SendError {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

impl From<SendError> for AttemptError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Call(CallError::NotAllowed(error)) => Self::Failed(error),
            SendError::Call(CallError::NotConnected(error)) => Self::Failed(format!("cannot connect: {error}")),
            SendError::Call(CallError::Interrupted(error)) => Self::Unknown(format!("connection interrupted: {error}")),
            SendError::TooLarge => {
                Self::Failed(format!("the response is larger than {} KiB", MAX_RESPONSE_BYTES / 1024))
            }
        }
    }
}

#[cfg(test)]
mod door_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::VirtualClock;

    #[tokio::test]
    async fn private_targets_are_rejected_in_every_notation() {
        let client = HttpClient::new(Arc::new(VirtualClock::frozen()), Vec::new()).unwrap();
        for url in [
            "http://localhost:9/",
            "http://127.0.0.1:9/",
            "http://2130706433:9/",
            "http://0x7f.1:9/",
            "http://[::1]:9/",
            "http://[::ffff:127.0.0.1]:9/",
            "http://169.254.169.254/latest/meta-data/",
        ] {
            let request = HttpRequest {
                method: Method::GET,
                url: url.parse().unwrap(),
                headers: HeaderMap::new(),
                body: None,
                idempotency_key: "0".repeat(64),
                timeout: Duration::from_secs(5),
            };
            let Err(AttemptError::Failed(error)) = client.send(&request).await else { panic!("{url} was called") };
            assert!(error.contains("not in workflow.allow_addresses"), "{url}: {error}");
        }
    }
}
