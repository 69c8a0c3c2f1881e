//! What all parts of the emulator share: the state behind one lock, the clock, and the way out for notifications.

use crate::faults::Faults;
use crate::graph::chains::Chains;
use crate::notify::outbox::Outbox;
use crate::notify::subscription::Subscriptions;
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::store::Store;
use crate::store::mailbox::Event;
use crate::store::mailbox::Mailbox;
use crate::throttle::Throttle;
use jiff::Timestamp;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stormwire_clock::VirtualClock;
use stormwire_clock::Rng;
use stormwire_clock::Clock;
use tokio_util::sync::CancellationToken;

pub(crate) struct Shared {
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) chance: Box<dyn Rng>,
    pub(crate) http: reqwest::Client,
    pub(crate) outbox: Outbox,
    /// Cancelled when the emulator ends, and with it everything that it has begun.
    pub(crate) end: CancellationToken,
    state: Mutex<State>,
}

/// Held only for as long as something is looked up or changed, never across an await.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) store: Store,
    pub(crate) settings: Settings,
    pub(crate) faults: Faults,
    pub(crate) chains: Chains,
    pub(crate) subscriptions: Subscriptions,
    pub(crate) throttle: Throttle,
}

impl State {
    pub(crate) fn mailbox(&self, user: &str) -> Result<&Mailbox, Refusal> {
        self.store.get(user).ok_or_else(|| Refusal::invalid_user(user))
    }

    pub(crate) fn mailbox_mut(&mut self, user: &str) -> Result<&mut Mailbox, Refusal> {
        self.store.get_mut(user).ok_or_else(|| Refusal::invalid_user(user))
    }
}

impl Shared {
    pub(crate) fn new(
        clock: Arc<VirtualClock>,
        chance: Box<dyn Rng>,
        http: reqwest::Client,
        outbox: Outbox,
    ) -> Self {
        Self { clock, chance, http, outbox, end: CancellationToken::new(), state: Mutex::default() }
    }

    /// Runs something beside everything else, until it is done or the emulator ends.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let end = self.end.clone();
        tokio::spawn(async move {
            end.run_until_cancelled(task).await;
        });
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// A panic in one call must not end all others.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells whoever has subscribed what happened in a mailbox.
    pub(crate) fn tell(&self, state: &mut State, user: &str, events: &[Event]) {
        let now = self.now();
        let State { store, subscriptions, faults, throttle, .. } = state;
        let Some(mailbox) = store.get(user) else { return };
        for event in events {
            for note in subscriptions.notices(mailbox, event, now) {
                self.outbox.put(&note, faults, throttle, now);
            }
        }
    }
}
