use crate::auth::application::{Application, ClientId};
use crate::control::actions::{all_messages, apply_faults, check_address, deliver};
use crate::delivery::dispatcher::dispatch_notifications;
use crate::faults::FaultSet;
use crate::http::{ListenerOrigin, router};
use crate::notification_door::{NotificationClient, NotificationDoor};
use crate::notify::notification::SubscriptionId;
use crate::notify::outbox::Outbox;
use crate::notify::subscription::Subscription;
use crate::settings::Settings;
use crate::shared::EmulatorShared;
use crate::store::mailbox::MailboxAccess;
use crate::tls::{Certificate, TlsListener};
use crate::wire::message_input::MessageInput;
use axum::Router;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Rng, VirtualClock, later};
use tokio::net::TcpListener;

/// A running emulator. Dropping it stops all listeners and background tasks.
pub struct Emulator {
    shared: Arc<EmulatorShared>,
}

impl Emulator {
    /// An emulator without mailboxes and listeners.
    pub fn new(clock: Arc<VirtualClock>, rng: Box<dyn Rng>) -> io::Result<Self> {
        Ok(Self::with_door(clock, rng, Arc::new(NotificationClient::new()?)))
    }

    /// Like [`Emulator::new`], with another door for its requests to notification URLs.
    pub fn with_door(clock: Arc<VirtualClock>, rng: Box<dyn Rng>, door: Arc<dyn NotificationDoor>) -> Self {
        let (outbox, queue) = Outbox::new();
        let shared = Arc::new(EmulatorShared::new(clock, rng, door, outbox));
        shared.spawn(dispatch_notifications(Arc::clone(&shared), queue));
        Self { shared }
    }

    /// Listens on an address; port 0 picks a free port. Returns the actual address.
    pub async fn listen(&self, address: SocketAddr) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        self.serve(listener, ListenerOrigin { scheme: "http", address: address.to_string() });
        Ok(address)
    }

    /// Like [`Emulator::listen`], with TLS.
    pub async fn listen_tls(&self, address: SocketAddr, certificate: &Certificate) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let origin = ListenerOrigin { scheme: "https", address: address.to_string() };
        self.serve(TlsListener::new(listener, certificate)?, origin);
        Ok(address)
    }

    fn serve<L: axum::serve::Listener>(&self, listener: L, origin: ListenerOrigin)
    where
        L::Addr: std::fmt::Debug,
    {
        let router = self.router(origin);
        self.shared.spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "emulator stopped listening");
            }
        });
    }

    /// All routes, for callers without a connection.
    pub fn router(&self, origin: ListenerOrigin) -> Router {
        router(Arc::clone(&self.shared), origin)
    }

    /// Creates a mailbox with the well-known folders. Does nothing if it exists.
    pub fn add_mailbox(&self, address: &str) -> Result<(), String> {
        check_address(address)?;
        self.shared.state().mailboxes.ensure(address);
        Ok(())
    }

    /// Delivers a message, given as Graph's JSON, to a path of folders, which are created if missing. Returns the
    /// immutable id.
    pub fn deliver(&self, address: &str, folder: &str, message: Value) -> Result<String, String> {
        let message: MessageInput = serde_json::from_value(message).map_err(|error| error.to_string())?;
        let message = message.into_new_message()?;
        deliver(&self.shared, address, Some(folder), message).map_err(|error| error.message)
    }

    /// All messages of a mailbox, as `GET /_emulator/mailboxes/{address}/messages` returns them. Empty if there is no
    /// such mailbox.
    pub fn messages(&self, address: &str) -> Vec<Value> {
        all_messages(&self.shared, address).unwrap_or_default()
    }

    /// Creates the folders of a path that are missing.
    pub fn add_folder(&self, address: &str, path: &str) {
        if let Some(mailbox) = self.shared.state().mailboxes.get_mut(address) {
            mailbox.folders.ensure_path(path);
        }
    }

    /// Deletes the messages of a folder, without notifications.
    pub fn empty_folder(&self, address: &str, path: &str) {
        if let Some(mailbox) = self.shared.state().mailboxes.get_mut(address) {
            mailbox.empty_folder(path);
        }
    }

    /// Removes a folder and everything in it, without notifications. Does nothing to a well-known folder.
    pub fn remove_folder(&self, address: &str, path: &str) {
        if let Some(mailbox) = self.shared.state().mailboxes.get_mut(address) {
            let folder = mailbox.folders.ensure_path(path);
            let _ = mailbox.remove_folder(folder);
        }
    }

    /// Sets whether applications are denied access to a mailbox.
    pub fn set_access_denied(&self, address: &str, denied: bool) {
        if let Some(mailbox) = self.shared.state().mailboxes.get_mut(address) {
            mailbox.access = if denied { MailboxAccess::Denied } else { MailboxAccess::Open };
        }
    }

    /// A full mailbox takes no new mail from `sendMail`.
    pub fn set_full(&self, address: &str, is_full: bool) {
        if let Some(mailbox) = self.shared.state().mailboxes.get_mut(address) {
            mailbox.is_full = is_full;
        }
    }

    /// A rule of the mailbox moves new mail from `sendMail` to this path. Empty removes the rule.
    pub fn set_rule_folder(&self, address: &str, path: &str) {
        if let Some(mailbox) = self.shared.state().mailboxes.get_mut(address) {
            mailbox.set_rule_folder(path);
        }
    }

    /// Creates a subscription to a mailbox, as another program of the application would have, without validating the
    /// URL. Creates the mailbox if missing. Returns the id.
    pub fn add_subscription(&self, address: &str, app: &str, tenant: &str, notification_url: &str) -> String {
        let id = SubscriptionId(self.shared.rng.uuid());
        let mut state = self.shared.state();
        let user_id = state.mailboxes.ensure(address).user_id.clone();
        let app = Application { id: ClientId(app.to_owned()), tenant: tenant.to_owned() };
        let expires_at = later(self.shared.now(), Duration::from_hours(24));
        let subscription = Subscription::to_mailbox(id.clone(), app, user_id, notification_url, expires_at);
        state.subscriptions.insert_or_replace(subscription);
        id.0
    }

    /// The `clientState` of a live subscription.
    pub fn subscription_client_state(&self, id: &str) -> Option<String> {
        let state = self.shared.state();
        let mut live = state.subscriptions.live(self.shared.now());
        live.find(|subscription| subscription.id.0 == id)?.client_state.clone()
    }

    /// The ids of the messages whose notification was answered with 2xx: the provider does not send it again, so the
    /// receiver must not lose it.
    pub fn acknowledged_messages(&self) -> BTreeSet<String> {
        self.shared.state().acknowledged_messages.clone()
    }

    /// The ids of the live subscriptions of all applications.
    pub fn subscription_ids(&self) -> Vec<String> {
        let state = self.shared.state();
        state.subscriptions.live(self.shared.now()).map(|subscription| subscription.id.0.clone()).collect()
    }

    /// Replaces all faults.
    pub fn set_faults(&self, faults: FaultSet) -> Result<(), String> {
        apply_faults(&self.shared, faults).map_err(|error| error.message)
    }

    /// Replaces all settings.
    pub fn set_settings(&self, settings: Settings) {
        self.shared.state().settings = settings;
    }

    /// The counters of calls and notifications: `{"calls": {…}, "maxConcurrency": {…}, "notifications": {…}}`.
    pub fn stats(&self) -> Value {
        self.shared.state().stats()
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        self.shared.shutdown.cancel();
    }
}
