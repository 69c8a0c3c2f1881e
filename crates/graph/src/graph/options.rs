//! Where the provider is and how much is asked of it.

use crate::MailError;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Rng;
use stormwire_clock::Clock;
use url::Url;

/// Where the provider is and what the calls are made with.
#[derive(Clone)]
pub struct GraphOptions {
    /// The API with its version. Links that lead elsewhere are never followed.
    pub base_url: Url,
    /// Where tokens are given.
    pub authority: Url,
    /// What tokens are asked for.
    pub scope: String,
    /// A proxy for all calls. The environment's is not used.
    pub proxy: Option<Url>,
    /// Measures every wait and every limit but that of connecting.
    pub clock: Arc<dyn Clock>,
    /// Spreads the waits.
    pub chance: Arc<dyn Rng>,
    /// How much and how long.
    pub limits: Limits,
}

/// How much and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Tries of one call.
    pub tries: u32,
    /// The time of one try, from its start to the last byte of the reply.
    pub exchange: Duration,
    /// The time to connect, on the machine's clock.
    pub connect: Duration,
    /// The time between two pieces of a download.
    pub idle: Duration,
    /// How long one call waits in all between its tries and for a pause of the mailbox to end.
    pub patience: Duration,
    /// Calls at the same time per credential and mailbox: the provider allows four.
    pub in_flight: usize,
    /// The size of a reply that is read as a whole, a message with its body included.
    pub reply_bytes: usize,
    /// Items on a page of changes.
    pub changes_page: u16,
    /// Items on a page of the listing; large ones make the provider time out.
    pub listing_page: u16,
    /// Requests of one listing of folders, attachments or subscriptions.
    pub pages: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tries: 4,
            exchange: Duration::from_mins(1),
            connect: Duration::from_secs(10),
            idle: Duration::from_secs(30),
            patience: Duration::from_mins(1),
            in_flight: 4,
            // A body of 25 MB, where JSON writes some of its characters with six.
            reply_bytes: 64 * 1024 * 1024,
            changes_page: 200,
            listing_page: 500,
            pages: 500,
        }
    }
}

impl GraphOptions {
    /// Microsoft's public cloud with the usual limits.
    pub fn microsoft(clock: Arc<dyn Clock>, chance: Arc<dyn Rng>) -> Self {
        let fixed = |text: &str| Url::parse(text).expect("a fixed address");
        Self {
            base_url: fixed("https://graph.microsoft.com/v1.0"),
            authority: fixed("https://login.microsoftonline.com"),
            scope: "https://graph.microsoft.com/.default".into(),
            proxy: None,
            clock,
            chance,
            limits: Limits::default(),
        }
    }

    /// Refuses addresses that cannot be called.
    pub(super) fn check(&self) -> Result<(), MailError> {
        for (name, url) in [("base URL", &self.base_url), ("authority", &self.authority)] {
            let callable = matches!(url.scheme(), "http" | "https") && url.has_host();
            if !callable || url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
                return Err(MailError::Setup { why: format!("the {name} {url} is not an http or https address") });
            }
        }
        Ok(())
    }

    /// Whether any call goes over TLS.
    pub(super) fn is_secure(&self) -> bool {
        [Some(&self.base_url), Some(&self.authority), self.proxy.as_ref()]
            .into_iter()
            .flatten()
            .any(|url| url.scheme() == "https")
    }
}
