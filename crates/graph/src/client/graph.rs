use super::account::GraphAccount;
use super::credential::Credential;
use super::http_client;
use super::http_exchange::HttpExchange;
use super::options::GraphOptions;
use super::provider::Provider;
use super::registration::Registration;
use crate::error::MailError;
use crate::http_door::HttpDoor;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The client for Microsoft Graph. Use one per process: tokens, throttling and concurrency limits are shared through it.
pub struct GraphClient {
    provider: Arc<Provider>,
    accounts: Mutex<HashMap<RegistrationKey, Arc<GraphAccount>>>,
}

/// In lower case.
#[derive(PartialEq, Eq, Hash)]
struct RegistrationKey {
    tenant: String,
    client_id: String,
}

impl GraphClient {
    /// TLS uses ring, whether or not the process has installed another crypto provider.
    pub fn new(options: GraphOptions) -> Result<Self, MailError> {
        options.check()?;
        let door: Arc<dyn HttpDoor> = match &options.door {
            Some(door) => Arc::clone(door),
            None => Arc::new(http_client::build(&options)?),
        };
        let GraphOptions { base_url, authority, scope, clock, rng, limits, .. } = options;
        let exchange = HttpExchange { door, clock, rng, limits };
        let provider = Arc::new(Provider { exchange, base_url, authority, scope });
        Ok(Self { provider, accounts: Mutex::default() })
    }

    /// The account for a credential. The same credential gives the same account with its token. A new secret gives a new
    /// account that keeps the mailbox state of the registration.
    pub fn account(&self, credential: &Credential) -> Arc<GraphAccount> {
        let key = RegistrationKey {
            tenant: credential.tenant.to_lowercase(),
            client_id: credential.client_id.to_lowercase(),
        };
        let mut accounts = self.accounts.lock().expect("no code panics while it holds this lock");
        let known = accounts.get(&key);
        if let Some(account) = known
            && account.has_proof(&credential.proof)
        {
            return Arc::clone(account);
        }
        let registration = known.map_or_else(|| Arc::new(Registration::default()), |account| account.registration());
        let account = Arc::new(GraphAccount::new(Arc::clone(&self.provider), credential.clone(), registration));
        accounts.insert(key, Arc::clone(&account));
        account
    }
}
