//! HTTP client of workflows and of event sinks: restricts the addresses, the duration and the size of a response.
//!
//! Redirects are not followed and no proxy of the environment is used, because either could lead to an unchecked address. A
//! name is resolved once, its addresses are checked, and the connection is made to one of the checked addresses.

mod address;
mod exposure;
mod resolve;
mod retry;
mod url;

pub use address::AddressPolicy;
pub(super) use exposure::is_unencrypted;
pub use exposure::key_in_query;
pub use resolve::{ResolveError, resolve_allowed};
pub(super) use url::HttpUrl;
pub use url::validate as validate_url;

use super::effects::AttemptError;
use ::url::{Host, Url};
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Client, Method, Response, redirect};
use resolve::NotAllowed;
use retry::{AttemptResult, next_delay, read_retry_after};
use std::error::Error as _;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_graph::{root_cause, tls};
use thiserror::Error;

const MAX_RESPONSE_BYTES: usize = 1024 * 1024;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub struct HttpClient {
    client: Client,
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

#[derive(Debug, Error)]
#[error("cannot set up the HTTP client: {0}")]
pub struct HttpClientError(String);

impl HttpClient {
    /// `allowed` are private networks that may be called.
    pub fn new(clock: Arc<dyn Clock>, allowed: Vec<IpNet>) -> Result<Self, HttpClientError> {
        let policy = AddressPolicy::new(allowed);
        let client = Client::builder()
            .tls_backend_preconfigured(tls::client_config(true).map_err(|error| HttpClientError(root_cause(&error)))?)
            .user_agent(concat!("stormwire/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT_TIMEOUT)
            // Each call has its own connection, to an address that was checked for it.
            .pool_max_idle_per_host(0)
            .dns_resolver(CheckingResolver(policy.clone()));
        let client = client.build().map_err(|error| HttpClientError(root_cause(&error)))?;
        Ok(Self { client, clock, policy })
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
                Err(SendError::NotConnected(_)) => AttemptResult::NotConnected,
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
        let HttpRequest { method, url, headers, body, idempotency_key, .. } = request;
        let mut builder = self.client.request(method.clone(), url.clone()).headers(headers.clone());
        builder = builder.header("idempotency-key", idempotency_key);
        if let Some(body) = body {
            builder = builder.body(body.clone());
        }
        let response = builder.send().await.map_err(|error| SendError::new(&error))?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        let now = self.clock.now();
        let retry_after = header(RETRY_AFTER.as_str()).and_then(|text| read_retry_after(text, now));
        let is_json = header("content-type").is_some_and(|kind| kind.to_ascii_lowercase().contains("json"));
        let status = response.status().as_u16();
        let body = read_body(response).await?;
        Ok(HttpResponse { status, is_json, body, retry_after })
    }
}

fn no_response(timeout: Duration) -> AttemptError {
    AttemptError::Unknown(format!("no response within {} s", timeout.as_secs()))
}

/// Reads the body up to the size limit.
async fn read_body(mut response: Response) -> Result<Vec<u8>, SendError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| SendError::new(&error))? {
        if bytes.len() + chunk.len() > MAX_RESPONSE_BYTES {
            return Err(SendError::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

enum SendError {
    NotAllowed(String),
    NotConnected(String),
    /// The request may have arrived.
    Interrupted(String),
    TooLarge,
}

impl SendError {
    fn new(error: &reqwest::Error) -> Self {
        let mut cause = error.source();
        while let Some(inner) = cause {
            if let Some(error) = inner.downcast_ref::<NotAllowed>() {
                return Self::NotAllowed(error.to_string());
            }
            cause = inner.source();
        }
        let text = root_cause(error);
        if error.is_connect() || error.is_builder() { Self::NotConnected(text) } else { Self::Interrupted(text) }
    }
}

impl From<SendError> for AttemptError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::NotAllowed(error) => Self::Failed(error),
            SendError::NotConnected(error) => Self::Failed(format!("cannot connect: {error}")),
            SendError::Interrupted(error) => Self::Unknown(format!("connection interrupted: {error}")),
            SendError::TooLarge => {
                Self::Failed(format!("the response is larger than {} KiB", MAX_RESPONSE_BYTES / 1024))
            }
        }
    }
}

/// Resolves a name to those of its addresses that may be called.
struct CheckingResolver(AddressPolicy);

impl Resolve for CheckingResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let policy = self.0.clone();
        Box::pin(async move {
            match resolve_allowed(&policy, name.as_str(), 0).await {
                Ok(allowed) => Ok(Box::new(allowed.into_iter()) as Addrs),
                Err(ResolveError::NotAllowed(error)) => Err(error.into()),
                Err(ResolveError::Lookup(error)) => Err(error.into()),
            }
        })
    }
}

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
