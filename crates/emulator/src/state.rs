//! The emulator's mutable state.

use crate::auth::client_assertion::UsedAssertions;
use crate::delta::chains::DeltaChains;
use crate::faults::FaultInjector;
use crate::graph_error::GraphError;
use crate::notify::counts::NotificationCounts;
use crate::notify::subscription_store::SubscriptionStore;
use crate::settings::Settings;
use crate::store::mailbox::Mailbox;
use crate::store::mailbox_store::MailboxStore;
use crate::throttle::Throttle;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub(crate) struct EmulatorState {
    pub(crate) mailboxes: MailboxStore,
    pub(crate) settings: Settings,
    pub(crate) used_assertions: UsedAssertions,
    pub(crate) faults: FaultInjector,
    pub(crate) delta_chains: DeltaChains,
    pub(crate) subscriptions: SubscriptionStore,
    pub(crate) throttle: Throttle,
    pub(crate) notification_counts: NotificationCounts,
    /// The ids of messages in notifications that were answered with 2xx.
    pub(crate) acknowledged_messages: BTreeSet<String>,
}

impl EmulatorState {
    pub(crate) fn mailbox(&self, user: &str) -> Result<&Mailbox, GraphError> {
        self.mailboxes.get(user).ok_or_else(|| GraphError::user_not_found(user))
    }

    pub(crate) fn mailbox_mut(&mut self, user: &str) -> Result<&mut Mailbox, GraphError> {
        self.mailboxes.get_mut(user).ok_or_else(|| GraphError::user_not_found(user))
    }

    /// The body of `GET /_emulator/stats`.
    pub(crate) fn stats(&self) -> Value {
        let NotificationCounts { created, delivered, dropped, requests, failed_requests } = self.notification_counts;
        json!({
            "calls": self.throttle.calls,
            "maxConcurrency": self.throttle.max_concurrency,
            "notifications": {
                "made": created,
                "delivered": delivered,
                "dropped": dropped,
                "requests": requests,
                "failedRequests": failed_requests,
            },
        })
    }
}
