use super::call_runner::CallRunner;
use super::credential::{ClientProof, Credential};
use super::graph_mailbox::GraphMailbox;
use super::mailbox_client::MailboxClient;
use super::provider::Provider;
use super::registration::Registration;
use super::token::TokenCache;
use crate::error::MailError;
use crate::mailbox::Mailbox;
use jiff::SignedDuration;
use std::sync::Arc;

/// A credential in use, with its token and one limiter per mailbox.
pub struct GraphAccount {
    provider: Arc<Provider>,
    registration: Arc<Registration>,
    tokens: Arc<TokenCache>,
}

impl GraphAccount {
    pub(super) fn new(provider: Arc<Provider>, credential: Credential, registration: Arc<Registration>) -> Self {
        let tokens = Arc::new(TokenCache::new(Arc::clone(&provider), credential));
        Self { provider, registration, tokens }
    }

    /// The mailbox with this address. All handles to one mailbox share its concurrency limit and its pauses.
    pub fn mailbox(&self, address: &str) -> Arc<dyn Mailbox> {
        let address = address.trim();
        let exchange = &self.provider.exchange;
        let limiter = self.registration.limiter(address, exchange.limits.concurrent_calls, &exchange.clock);
        let runner = CallRunner {
            provider: Arc::clone(&self.provider),
            registration: Arc::clone(&self.registration),
            tokens: Arc::clone(&self.tokens),
            limiter,
        };
        Arc::new(GraphMailbox(MailboxClient { runner, address: address.to_owned() }))
    }

    /// Signs in even if there is a valid token, because only that proves that the secret is valid.
    pub async fn sign_in(&self) -> Result<(), MailError> {
        self.tokens.renew().await
    }

    /// How far the provider's clock is ahead of ours, to about a second, from the latest response to this account.
    pub fn clock_difference(&self) -> Option<SignedDuration> {
        self.registration.clock_difference()
    }

    pub(super) fn has_proof(&self, proof: &ClientProof) -> bool {
        self.tokens.credential().proof.secret_text() == proof.secret_text()
    }

    pub(super) fn registration(&self) -> Arc<Registration> {
        Arc::clone(&self.registration)
    }
}
