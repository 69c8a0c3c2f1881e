//! HTTP client of workflows: restricts the addresses, the duration and the size of a response.
//!
//! Redirects are not followed and no proxy of the environment is used, because either could lead to an unchecked address. A
//! name is resolved once, its addresses are checked, and the connection is made to one of the checked addresses.

mod address;
mod exposure;
mod post;
mod retry;
mod url;

pub(super) use exposure::{is_unencrypted, key_in_query};
pub use post::{Post, PostResponse};
pub(super) use url::{HttpUrl, validate as validate_url};

use super::effects::AttemptError;
use ::url::{Host, Url};
use address::AddressPolicy;
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Client, Method, Response, redirect};
use retry::{AttemptResult, next_delay};
use std::error::Error as _;
use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, SocketAddr};
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

pub(super) struct HttpRequest {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<String>,
    pub(super) idempotency_key: String,
    /// For all attempts together.
    pub(super) timeout: Duration,
}

/// Of any status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HttpResponse {
    pub(super) status: u16,
    pub(super) is_json: bool,
    pub(super) body: Vec<u8>,
    retry_after: Option<Duration>,
}

#[cfg(test)]
pub(super) fn json_response(status: u16, body: &str) -> HttpResponse {
    HttpResponse { status, is_json: true, body: body.into(), retry_after: None }
}

#[derive(Debug, Error)]
#[error("cannot set up the HTTP client: {0}")]
pub struct HttpClientError(String);

#[derive(Debug, Error)]
#[error("{0} resolves to {1}, which is private and not in workflow.allow_addresses")]
struct NotAllowed(String, IpAddr);

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
                    return Err(AttemptError::Unknown(format!("no response within {} s", request.timeout.as_secs())));
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
        let retry_after = header(RETRY_AFTER.as_str()).and_then(|text| text.trim().parse().ok());
        let is_json = header("content-type").is_some_and(|kind| kind.to_ascii_lowercase().contains("json"));
        let status = response.status().as_u16();
        let body = read_body(response).await?;
        Ok(HttpResponse { status, is_json, body, retry_after: retry_after.map(Duration::from_secs) })
    }
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

impl Display for SendError {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed(error) => write!(out, "{error}"),
            Self::NotConnected(error) => write!(out, "cannot connect: {error}"),
            Self::Interrupted(error) => write!(out, "connection interrupted: {error}"),
            Self::TooLarge => write!(out, "the response is larger than {} KiB", MAX_RESPONSE_BYTES / 1024),
        }
    }
}

impl From<SendError> for AttemptError {
    fn from(error: SendError) -> Self {
        match &error {
            SendError::Interrupted(_) => Self::Unknown(error.to_string()),
            SendError::NotAllowed(_) | SendError::NotConnected(_) | SendError::TooLarge => {
                Self::Failed(error.to_string())
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
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let (allowed, rejected): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| policy.allows(found.ip()));
            match (allowed.is_empty(), rejected.first()) {
                (true, Some(rejected)) => Err(NotAllowed(name.as_str().to_owned(), rejected.ip()).into()),
                _ => Ok(Box::new(allowed.into_iter()) as Addrs),
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
