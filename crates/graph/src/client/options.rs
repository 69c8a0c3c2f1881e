use crate::error::MailError;
use crate::http_door::HttpDoor;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, Rng};
use url::Url;

/// The addresses of the provider, and what calls are made with.
#[derive(Clone)]
pub struct GraphOptions {
    /// The API with its version. Links to other hosts are never followed.
    pub base_url: Url,
    /// Issues tokens.
    pub authority: Url,
    /// The scope of requested tokens.
    pub scope: String,
    /// A proxy for all calls. Proxy environment variables are ignored.
    pub proxy: Option<Url>,
    /// What makes the calls. `None`: a client of our own, built from these options.
    pub door: Option<Arc<dyn HttpDoor>>,
    /// Measures all waits and timeouts except the connect timeout.
    pub clock: Arc<dyn Clock>,
    /// Spreads retries over time.
    pub rng: Arc<dyn Rng>,
    pub limits: CallLimits,
}

/// Limits of single calls and of the load on the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// Attempts of one call.
    pub max_attempts: u32,
    /// For one attempt, from its start to the last byte of the response.
    pub request_timeout: Duration,
    /// Measured by the system clock. A door that is set in the options has a limit of its own.
    pub connect_timeout: Duration,
    /// For the time between two chunks of a download.
    pub download_idle_timeout: Duration,
    /// The total time that one call may wait between its attempts and for pauses of the mailbox.
    pub retry_timeout: Duration,
    /// Per credential and mailbox. The provider allows four.
    pub concurrent_calls: usize,
    /// For responses that are read into memory, such as a message with its body.
    pub max_response_bytes: usize,
    /// Items per page of changes.
    pub changes_page_size: u16,
    /// Items per page of a listing. Large pages make the provider time out.
    pub listing_page_size: u16,
    /// Requests for one list of folders, attachments or subscriptions.
    pub max_pages: usize,
}

impl Default for CallLimits {
    fn default() -> Self {
        Self {
            max_attempts: 5,
            request_timeout: Duration::from_mins(1),
            connect_timeout: Duration::from_secs(10),
            download_idle_timeout: Duration::from_secs(30),
            retry_timeout: Duration::from_mins(1),
            concurrent_calls: 4,
            // A body of 25 MB, some of whose characters JSON escapes with six bytes.
            max_response_bytes: 64 * 1024 * 1024,
            changes_page_size: 200,
            listing_page_size: 500,
            max_pages: 500,
        }
    }
}

impl GraphOptions {
    /// Microsoft's public cloud with default limits.
    pub fn microsoft(clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        let fixed = |text: &str| Url::parse(text).expect("a constant URL is valid");
        Self {
            base_url: fixed("https://graph.microsoft.com/v1.0"),
            authority: fixed("https://login.microsoftonline.com"),
            scope: "https://graph.microsoft.com/.default".into(),
            proxy: None,
            door: None,
            clock,
            rng,
            limits: CallLimits::default(),
        }
    }

    /// Rejects URLs that cannot be called.
    pub(super) fn check(&self) -> Result<(), MailError> {
        for (name, url) in [("base URL", &self.base_url), ("authority", &self.authority)] {
            let is_callable = matches!(url.scheme(), "http" | "https") && url.has_host();
            if !is_callable || url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
                return Err(MailError::Setup { cause: format!("the {name} {url} is not a plain http or https URL") });
            }
        }
        Ok(())
    }

    /// Whether any call uses TLS.
    pub(super) fn uses_tls(&self) -> bool {
        [Some(&self.base_url), Some(&self.authority), self.proxy.as_ref()]
            .into_iter()
            .flatten()
            .any(|url| url.scheme() == "https")
    }
}
