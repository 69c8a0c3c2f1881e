//! Microsoft Graph: the only room that sees its JSON, its addresses and its HTTP statuses.
//!
//! [`plan`] decides what follows a try, [`fault`] what a refusal means, [`path`] how a folder is found; [`caller`] does.
//! What can be asked lies in one file per noun: [`folders`], [`changes`], [`messages`], [`attachments`],
//! [`subscriptions`], [`sending`].

mod account;
mod attachments;
mod call;
mod caller;
mod changes;
mod client;
mod date;
mod exchange;
mod fault;
mod folders;
mod gate;
mod json;
mod mailbox;
mod messages;
mod options;
mod path;
mod plan;
mod sending;
mod subscriptions;
mod token;
mod url;

pub use account::{Account, Credential};
pub use options::{GraphOptions, Limits};

use crate::MailError;
use ::url::Url;
use account::Registration;
use exchange::Exchange;
use secrecy::ExposeSecret;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The provider. One for the process: what is known about accounts and mailboxes is shared through it.
pub struct Graph {
    provider: Arc<Provider>,
    accounts: Mutex<HashMap<Registered, Arc<Account>>>,
}

/// Tenant and client id, in small letters.
type Registered = (String, String);

/// What all accounts use.
struct Provider {
    exchange: Exchange,
    base: Url,
    authority: Url,
    scope: String,
}

impl Graph {
    /// With secure connections by ring, whether or not the process has installed a provider of its own.
    pub fn new(options: GraphOptions) -> Result<Self, MailError> {
        options.check()?;
        let http = client::build(&options)?;
        let GraphOptions { base_url, authority, scope, clock, chance, limits, .. } = options;
        let exchange = Exchange { http, clock, chance, limits };
        let provider = Arc::new(Provider { exchange, base: base_url, authority, scope });
        Ok(Self { provider, accounts: Mutex::default() })
    }

    /// An account. The same credential gives the same one, with its token; a new secret signs in anew and keeps what is
    /// known of the mailboxes, because the provider counts calls by application.
    pub fn account(&self, credential: &Credential) -> Arc<Account> {
        let registered = (credential.tenant.to_lowercase(), credential.client_id.to_lowercase());
        let mut accounts = self.accounts.lock().expect("nothing panics while it looks up an account");
        let known = accounts.get(&registered);
        if let Some(account) = known
            && account.secret().expose_secret() == credential.client_secret.expose_secret()
        {
            return Arc::clone(account);
        }
        let registration = known.map_or_else(|| Arc::new(Registration::default()), |account| account.registration());
        let account = Arc::new(Account::new(Arc::clone(&self.provider), credential.clone(), registration));
        accounts.insert(registered, Arc::clone(&account));
        account
    }
}
