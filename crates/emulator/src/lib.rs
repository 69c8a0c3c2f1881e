//! Microsoft Graph mail, emulated: tokens, mailboxes, delta queries, subscriptions and their notifications, with the
//! traps that are met in practice, faults on demand and a clock that can be moved.
//!
//! Data enters as HTTP through [`Emulator::listen`] (`http.rs` has the routes) or through the few functions of
//! [`Emulator`], and leaves as answers and as notifications. Shares no type with the client in `crates/mail`: two copies
//! of one mistake would agree with each other.

mod control;
mod faults;
mod graph;
mod http;
mod notify;
mod odata;
mod page;
mod refusal;
mod settings;
mod shared;
mod sign_in;
mod store;
mod throttle;
mod tls;
mod wire;

pub use faults::{FaultSet, Lifecycle};
pub use settings::{DeltaLoss, DeltaTop, Settings};
pub use tls::Certificate;

use http::{Origin, router};
use notify::outbox::{self, Outbox};
use notify::subscription::Subscription;
use serde_json::Value;
use shared::Shared;
use sign_in::Application;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::mailbox::Access;
use stormwire_clock::VirtualClock;
use stormwire_clock::Rng;
use stormwire_clock::later;
use tls::TlsListener;
use tokio::net::TcpListener;
use wire::incoming::Letter;

/// A running emulator. It ends when this is dropped.
pub struct Emulator {
    shared: Arc<Shared>,
}

impl Emulator {
    /// An emulator without mailboxes that nobody can reach yet.
    pub fn new(clock: Arc<VirtualClock>, chance: Box<dyn Rng>) -> io::Result<Self> {
        let (outbox, inbox) = Outbox::new();
        let shared = Arc::new(Shared::new(clock, chance, client()?, outbox));
        shared.spawn(outbox::run(Arc::clone(&shared), inbox));
        Ok(Self { shared })
    }

    /// Listens on an address; port 0 picks a free one. Returns where it is reached.
    pub async fn listen(&self, address: SocketAddr) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        self.serve(listener, Origin { scheme: "http", address: address.to_string() });
        Ok(address)
    }

    /// Listens over TLS.
    pub async fn listen_tls(&self, address: SocketAddr, certificate: &Certificate) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        self.serve(TlsListener::new(listener, certificate)?, Origin { scheme: "https", address: address.to_string() });
        Ok(address)
    }

    fn serve<L: axum::serve::Listener>(&self, listener: L, origin: Origin)
    where
        L::Addr: std::fmt::Debug,
    {
        let router = router(Arc::clone(&self.shared), origin);
        self.shared.spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the emulator stopped listening");
            }
        });
    }

    /// Makes a mailbox with the well-known folders, unless it is there.
    pub fn add_mailbox(&self, address: &str) -> Result<(), String> {
        control::check_address(address)?;
        self.shared.state().store.ensure(address);
        Ok(())
    }

    /// Delivers a Graph `message` into a folder, which is made where it is missing. Returns its immutable id.
    pub fn deliver(&self, address: &str, folder: &str, message: Value) -> Result<String, String> {
        let letter: Letter = serde_json::from_value(message).map_err(|error| error.to_string())?;
        control::put(&self.shared, address, Some(folder), letter.accept()?).map_err(|complaint| complaint.1)
    }

    /// Everything in a mailbox, as the control route shows it.
    pub fn messages(&self, address: &str) -> Vec<Value> {
        control::all_messages(&self.shared, address).unwrap_or_default()
    }

    /// Removes a folder with all that is in it, as its owner may do at any time.
    pub fn remove_folder(&self, address: &str, path: &str) {
        if let Some(mailbox) = self.shared.state().store.get_mut(address) {
            let folder = mailbox.folder_at(path);
            // Those who subscribed to it are told nothing: nothing new came.
            let _ = mailbox.remove_folder(folder);
        }
    }

    /// Lets applications into a mailbox, or keeps them out.
    pub fn deny(&self, address: &str, denied: bool) {
        if let Some(mailbox) = self.shared.state().store.get_mut(address) {
            mailbox.access = if denied { Access::Denied } else { Access::Open };
        }
    }

    /// A subscription to an Inbox that another program has made, without a probe. Returns its id.
    pub fn subscribe(&self, address: &str, app: &str, tenant: &str, notification_url: &str) -> String {
        let id = self.shared.chance.id();
        let mut state = self.shared.state();
        let user = state.store.ensure(address).guid.clone();
        let app = Application { id: app.to_owned(), tenant: tenant.to_owned() };
        let expires_at = later(self.shared.now(), Duration::from_hours(24));
        state.subscriptions.put(Subscription::of_another(id.clone(), app, user, notification_url, expires_at));
        id
    }

    /// The secret that a subscription's notifications carry.
    pub fn client_state(&self, id: &str) -> Option<String> {
        let state = self.shared.state();
        let mut all = state.subscriptions.live(self.shared.now());
        all.find(|subscription| subscription.id == id)?.client_state.clone()
    }

    /// The ids of all live subscriptions, of whatever application.
    pub fn subscriptions(&self) -> Vec<String> {
        let state = self.shared.state();
        state.subscriptions.live(self.shared.now()).map(|subscription| subscription.id.clone()).collect()
    }

    /// Replaces the faults in force.
    pub fn set_faults(&self, faults: FaultSet) -> Result<(), String> {
        control::apply_faults(&self.shared, faults).map_err(|complaint| complaint.1)
    }

    /// Changes how the emulated service behaves.
    pub fn set_settings(&self, settings: Settings) {
        self.shared.state().settings = settings;
    }

    /// What was asked of it: `{"calls": {…}, "maxConcurrency": {…}, "notifications": {…}}`.
    pub fn stats(&self) -> Value {
        self.shared.state().throttle.stats()
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        self.shared.end.cancel();
    }
}

/// Calls subscribers directly, whatever proxies the surroundings name, and follows them nowhere else.
fn client() -> io::Result<reqwest::Client> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
        .map_err(io::Error::other)
}
