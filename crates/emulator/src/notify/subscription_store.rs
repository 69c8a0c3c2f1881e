use crate::auth::application::Application;
use crate::faults::LifecycleEvent;
use crate::notify::notification::{Notification, SubscriptionId};
use crate::notify::subscription::Subscription;
use crate::store::event::MailboxEvent;
use crate::store::mailbox::Mailbox;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Default)]
pub(crate) struct SubscriptionStore {
    /// Includes expired subscriptions.
    all: BTreeMap<SubscriptionId, Subscription>,
    /// Notification URLs that have passed validation.
    pub(crate) validated_urls: BTreeSet<String>,
}

impl SubscriptionStore {
    /// Subscriptions that have not expired.
    pub(crate) fn live(&self, now: Timestamp) -> impl Iterator<Item = &Subscription> {
        self.all.values().filter(move |subscription| subscription.expires_at > now)
    }

    /// An application finds only its own subscriptions.
    pub(crate) fn get(&self, id: &str, app: &Application, now: Timestamp) -> Option<&Subscription> {
        self.live(now).find(|subscription| subscription.id.0.eq_ignore_ascii_case(id) && subscription.app == *app)
    }

    pub(crate) fn insert_or_replace(&mut self, subscription: Subscription) {
        self.all.insert(subscription.id.clone(), subscription);
    }

    /// Ignores case.
    pub(crate) fn remove(&mut self, id: &str) {
        self.all.remove(&SubscriptionId(id.to_lowercase()));
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    pub(crate) fn notifications(&self, mailbox: &Mailbox, event: &MailboxEvent, now: Timestamp) -> Vec<Notification> {
        self.live(now).filter_map(|subscription| subscription.notification(mailbox, event)).collect()
    }

    /// One notification for each live subscription that has a lifecycle URL.
    pub(crate) fn lifecycle_notifications(&self, event: LifecycleEvent, now: Timestamp) -> Vec<Notification> {
        self.live(now).filter_map(|subscription| subscription.lifecycle_notification(event)).collect()
    }
}
