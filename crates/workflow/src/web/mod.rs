//! Calls to the web on behalf of a workflow: where they may go, how long they may take, how much of an answer is read.
//!
//! Redirects are not followed and no proxy of the environment is used: either could lead where nobody has looked. A name
//! is resolved once, its addresses are judged, and the connection is made to one that was judged.

mod address;
mod plan;
mod url;

pub(super) use url::{HttpUrl, fault as url_fault};

use super::effects::AttemptError;
use ::url::{Host, Url};
use address::Reach;
use ipnet::IpNet;
use plan::{Tried, next_wait};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Client, Method, Response, redirect};
use std::error::Error as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_graph::{root_cause, tls};
use thiserror::Error;

/// The most that is read of an answer.
const ANSWER_BYTES: usize = 1024 * 1024;
const CONNECT: Duration = Duration::from_secs(10);

/// The web as workflows see it.
#[derive(Clone)]
pub struct Web {
    client: Client,
    clock: Arc<dyn Clock>,
    reach: Reach,
}

pub(super) struct Ask {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<String>,
    /// Of the effect: whoever gets the same one twice knows the second for a repetition.
    pub(super) key: String,
    /// For all of it.
    pub(super) limit: Duration,
}

/// An answer, of whatever status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) is_json: bool,
    pub(super) body: Vec<u8>,
    retry_after: Option<Duration>,
}

/// An answer, for tests of whoever judges it.
#[cfg(test)]
pub(super) fn reply(status: u16, body: &str) -> Reply {
    Reply { status, is_json: true, body: body.into(), retry_after: None }
}

/// The web cannot be called.
#[derive(Debug, Error)]
#[error("calls to the web cannot be made: {0}")]
pub struct WebError(String);

#[derive(Debug, Error)]
#[error("{0} leads to {1}, which is not in workflow.allow_addresses")]
struct NotAllowed(String, IpAddr);

impl Web {
    /// These networks may be reached although they are private.
    pub fn new(clock: Arc<dyn Clock>, allowed: Vec<IpNet>) -> Result<Self, WebError> {
        let reach = Reach::new(allowed);
        let client = Client::builder()
            .tls_backend_preconfigured(tls::client_config(true).map_err(|error| WebError(root_cause(&error)))?)
            .user_agent(concat!("stormwire/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT)
            // Each call has a connection of its own, to an address that was judged for it.
            .pool_max_idle_per_host(0)
            .dns_resolver(Judge(reach.clone()));
        let client = client.build().map_err(|error| WebError(root_cause(&error)))?;
        Ok(Self { client, clock, reach })
    }

    /// Makes a call, and makes it again a little later while it surely has not been taken.
    pub(super) async fn ask(&self, ask: &Ask) -> Result<Reply, AttemptError> {
        self.judge_literal(&ask.url).map_err(|error| AttemptError::Failed(error.to_string()))?;
        let deadline = later(self.clock.now(), ask.limit);
        let limit = self.clock.sleep(ask.limit);
        tokio::pin!(limit);
        let mut tries = 0;
        loop {
            tries += 1;
            let outcome = tokio::select! {
                biased;
                outcome = self.exchange(ask) => outcome,
                () = &mut limit => {
                    return Err(AttemptError::Unknown(format!("no answer within {} s", ask.limit.as_secs())));
                }
            };
            let came_to = match &outcome {
                Ok(reply) => Tried::Replied { status: reply.status, retry_after: reply.retry_after },
                Err(Broken::NotConnected(_)) => Tried::NotConnected,
                Err(_) => Tried::Settled,
            };
            match next_wait(came_to, tries) {
                Some(wait) if later(self.clock.now(), wait) < deadline => self.clock.sleep(wait).await,
                _ => return outcome.map_err(Broken::mishap),
            }
        }
    }

    /// An address that stands in the URL itself is never resolved, so it is judged here.
    fn judge_literal(&self, url: &Url) -> Result<(), NotAllowed> {
        let address = match url.host() {
            Some(Host::Ipv4(address)) => IpAddr::from(address),
            Some(Host::Ipv6(address)) => IpAddr::from(address),
            Some(Host::Domain(_)) | None => return Ok(()),
        };
        if self.reach.allows(address) {
            return Ok(());
        }
        Err(NotAllowed(url.host_str().unwrap_or_default().to_owned(), address))
    }

    async fn exchange(&self, ask: &Ask) -> Result<Reply, Broken> {
        let mut request = self.client.request(ask.method.clone(), ask.url.clone()).headers(ask.headers.clone());
        request = request.header("idempotency-key", &ask.key);
        if let Some(body) = &ask.body {
            request = request.body(body.clone());
        }
        let response = request.send().await.map_err(|error| Broken::new(&error))?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        let retry_after = header(RETRY_AFTER.as_str()).and_then(|text| text.trim().parse().ok());
        let is_json = header("content-type").is_some_and(|kind| kind.to_ascii_lowercase().contains("json"));
        let status = response.status().as_u16();
        let body = whole(response).await?;
        Ok(Reply { status, is_json, body, retry_after: retry_after.map(Duration::from_secs) })
    }
}

/// The whole body, up to the cap, as it comes.
async fn whole(mut response: Response) -> Result<Vec<u8>, Broken> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| Broken::new(&error))? {
        if bytes.len() + chunk.len() > ANSWER_BYTES {
            return Err(Broken::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Why there is no answer.
enum Broken {
    NotAllowed(String),
    NotConnected(String),
    /// The connection broke; the request may have arrived.
    Midway(String),
    TooLarge,
}

impl Broken {
    fn new(error: &reqwest::Error) -> Self {
        let mut cause = error.source();
        while let Some(inner) = cause {
            if let Some(refused) = inner.downcast_ref::<NotAllowed>() {
                return Self::NotAllowed(refused.to_string());
            }
            cause = inner.source();
        }
        let words = root_cause(error);
        if error.is_connect() || error.is_builder() { Self::NotConnected(words) } else { Self::Midway(words) }
    }

    fn mishap(self) -> AttemptError {
        match self {
            Self::NotAllowed(why) => AttemptError::Failed(why),
            Self::NotConnected(why) => AttemptError::Failed(format!("no connection: {why}")),
            Self::Midway(why) => AttemptError::Unknown(format!("the connection broke: {why}")),
            Self::TooLarge => AttemptError::Failed(format!("the answer is larger than {} KiB", ANSWER_BYTES / 1024)),
        }
    }
}

/// Resolves names to the addresses that may be called.
struct Judge(Reach);

impl Resolve for Judge {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0.clone();
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let (open, closed): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| reach.allows(found.ip()));
            match (open.is_empty(), closed.first()) {
                (true, Some(closed)) => Err(NotAllowed(name.as_str().to_owned(), closed.ip()).into()),
                _ => Ok(Box::new(open.into_iter()) as Addrs),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::VirtualClock;

    #[tokio::test]
    async fn names_and_literals_that_lead_inside_are_refused_whatever_their_form() {
        let web = Web::new(Arc::new(VirtualClock::frozen()), Vec::new()).unwrap();
        for url in [
            "http://localhost:9/",
            "http://127.0.0.1:9/",
            "http://2130706433:9/",
            "http://0x7f.1:9/",
            "http://[::1]:9/",
            "http://[::ffff:127.0.0.1]:9/",
            "http://169.254.169.254/latest/meta-data/",
        ] {
            let ask = Ask {
                method: Method::GET,
                url: url.parse().unwrap(),
                headers: HeaderMap::new(),
                body: None,
                key: "0".repeat(64),
                limit: Duration::from_secs(5),
            };
            let Err(AttemptError::Failed(why)) = web.ask(&ask).await else { panic!("{url} was called") };
            assert!(why.contains("not in workflow.allow_addresses"), "{url}: {why}");
        }
    }
}
