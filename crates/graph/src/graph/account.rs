//! An application registration at the provider, and what is known about it.

use super::Provider;
use super::caller::Caller;
use super::gate::Gate;
use super::mailbox::GraphMailbox;
use super::token::Tokens;
use crate::{MailError, Mailbox};
use jiff::SignedDuration;
use secrecy::SecretString;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// An application registration.
#[derive(Debug, Clone)]
pub struct Credential {
    /// The tenant's id or domain.
    pub tenant: String,
    /// The application's id.
    pub client_id: String,
    /// Its secret.
    pub client_secret: SecretString,
}

/// A credential in use: one token, and one gate per mailbox.
pub struct Account {
    provider: Arc<Provider>,
    registration: Arc<Registration>,
    tokens: Arc<Tokens>,
}

/// What outlives a change of the secret.
#[derive(Default)]
pub(super) struct Registration {
    gates: Mutex<HashMap<String, Arc<Gate>>>,
    clock_difference: Mutex<Option<SignedDuration>>,
}

impl Account {
    pub(super) fn new(provider: Arc<Provider>, credential: Credential, registration: Arc<Registration>) -> Self {
        let tokens = Arc::new(Tokens::new(Arc::clone(&provider), credential));
        Self { provider, registration, tokens }
    }

    /// A mailbox by its address. All handles to one mailbox share its slots and pauses.
    pub fn mailbox(&self, address: &str) -> Arc<dyn Mailbox> {
        let address = address.trim();
        let provider = Arc::clone(&self.provider);
        let registration = Arc::clone(&self.registration);
        let gate = self.gate(address);
        let caller = Caller { provider, registration, tokens: Arc::clone(&self.tokens), gate };
        Arc::new(GraphMailbox { caller, address: address.to_owned() })
    }

    /// Signs in now, also where a token is at hand: whether the secret is good is told by nothing else.
    pub async fn sign_in(&self) -> Result<(), MailError> {
        self.tokens.anew().await
    }

    /// How far the provider's clock is ahead of ours, to about a second, as the newest reply to this account tells.
    pub fn clock_difference(&self) -> Option<SignedDuration> {
        *self.registration.clock_difference.lock().expect("nothing panics while it holds this")
    }

    pub(super) fn secret(&self) -> &SecretString {
        &self.tokens.credential().client_secret
    }

    pub(super) fn registration(&self) -> Arc<Registration> {
        Arc::clone(&self.registration)
    }

    fn gate(&self, address: &str) -> Arc<Gate> {
        let exchange = &self.provider.exchange;
        let mut gates = self.registration.gates.lock().expect("nothing panics while it looks up a gate");
        let make = || Arc::new(Gate::new(exchange.limits.in_flight, Arc::clone(&exchange.clock)));
        Arc::clone(gates.entry(address.to_lowercase()).or_insert_with(make))
    }
}

impl Registration {
    pub(super) fn note_clock_difference(&self, difference: SignedDuration) {
        *self.clock_difference.lock().expect("nothing panics while it holds this") = Some(difference);
    }
}
