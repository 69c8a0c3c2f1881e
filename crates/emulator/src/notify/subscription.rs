//! Subscriptions, and the notices that an event makes for them.

use crate::faults::Lifecycle;
use crate::odata::filter::Filter;
use crate::sign_in::{Application, tenant_id};
use crate::store::id::IdType;
use crate::store::mailbox::{Event, EventKind, Mailbox};
use crate::store::message::Message;
use crate::wire::message::{etag, literal};
use crate::wire::seven_digits;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
pub(crate) struct Subscription {
    pub(crate) id: String,
    pub(crate) app: Application,
    /// As the caller wrote it.
    pub(crate) resource: String,
    /// The mailbox's id.
    pub(crate) user: String,
    /// None: all of them.
    pub(crate) folder: Option<u32>,
    pub(crate) filter: Option<Filter>,
    pub(crate) change_type: String,
    pub(crate) notification_url: String,
    pub(crate) lifecycle_url: Option<String>,
    pub(crate) client_state: Option<String>,
    pub(crate) expires_at: Timestamp,
    /// Chosen when it was made, for life.
    pub(crate) ids: IdType,
}

/// A notification to be sent.
#[derive(Debug, Clone)]
pub(crate) struct Notice {
    pub(crate) url: String,
    pub(crate) body: Value,
    /// Where to say so when it is lost; `None` for what is itself about the subscription's life.
    pub(crate) subscription: Option<String>,
}

/// All subscriptions, by id.
#[derive(Debug, Default)]
pub(crate) struct Subscriptions {
    all: BTreeMap<String, Subscription>,
    /// Addresses that have answered a probe.
    pub(crate) validated: std::collections::BTreeSet<String>,
}

impl Subscriptions {
    /// Those that still live.
    pub(crate) fn live(&self, now: Timestamp) -> impl Iterator<Item = &Subscription> {
        self.all.values().filter(move |subscription| subscription.expires_at > now)
    }

    /// One of an application; another's is as good as none.
    pub(crate) fn get(&self, id: &str, app: &Application, now: Timestamp) -> Option<&Subscription> {
        self.live(now).find(|subscription| subscription.id.eq_ignore_ascii_case(id) && subscription.app == *app)
    }

    pub(crate) fn put(&mut self, subscription: Subscription) {
        self.all.insert(subscription.id.clone(), subscription);
    }

    pub(crate) fn remove(&mut self, id: &str) {
        self.all.remove(&id.to_lowercase());
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    /// What an event is told as, to whom.
    pub(crate) fn notices(&self, mailbox: &Mailbox, event: &Event, now: Timestamp) -> Vec<Notice> {
        let concerned =
            |one: &&Subscription| one.user == mailbox.guid && one.folder.is_none_or(|folder| folder == event.folder);
        self.live(now).filter(concerned).filter_map(|one| one.notice(mailbox, event)).collect()
    }

    /// A lifecycle notice for each live subscription that has an address for it.
    pub(crate) fn lifecycle_notices(&self, what: Lifecycle, now: Timestamp) -> Vec<Notice> {
        self.live(now).filter_map(|one| one.lifecycle_notice(what)).collect()
    }
}

impl Subscription {
    /// One on a whole mailbox that some other program has made.
    pub(crate) fn of_another(id: String, app: Application, user: String, url: &str, expires_at: Timestamp) -> Self {
        Self {
            id,
            app,
            resource: format!("users/{user}/messages"),
            user,
            folder: None,
            filter: None,
            change_type: "created".into(),
            notification_url: url.to_owned(),
            lifecycle_url: None,
            client_state: None,
            expires_at,
            ids: IdType::Default,
        }
    }

    fn notice(&self, mailbox: &Mailbox, event: &Event) -> Option<Notice> {
        let kind = self.seen_as(event)?;
        let name = match kind {
            EventKind::Created => "created",
            EventKind::Updated => "updated",
            EventKind::Deleted => "deleted",
        };
        if !self.change_type.to_lowercase().split(',').any(|wanted| wanted.trim() == name) {
            return None;
        }
        let message = event.after.as_ref().or(event.before.as_ref())?;
        let id = mailbox.message_id(message, self.ids);
        let resource = format!("Users/{}/Messages/{id}", mailbox.guid);
        let body = json!({
            "subscriptionId": self.id,
            "subscriptionExpirationDateTime": seven_digits(self.expires_at).replace('Z', "+00:00"),
            "changeType": name,
            "resource": resource,
            "resourceData": {
                "@odata.type": "#Microsoft.Graph.Message",
                "@odata.id": resource,
                "@odata.etag": etag(message),
                "id": id,
            },
            "clientState": self.client_state,
            "tenantId": tenant_id(&self.app.tenant),
        });
        Some(Notice { url: self.notification_url.clone(), body, subscription: Some(self.id.clone()) })
    }

    /// With a filter, coming under it is being created and leaving it is being deleted.
    fn seen_as(&self, event: &Event) -> Option<EventKind> {
        let Some(filter) = &self.filter else { return Some(event.kind) };
        let meets = |message: &Option<Message>| {
            message.as_ref().is_some_and(|message| filter.matches(&|name| literal(message, name)))
        };
        match (meets(&event.before), meets(&event.after)) {
            (false, true) => Some(EventKind::Created),
            (true, true) => Some(EventKind::Updated),
            (true, false) => Some(EventKind::Deleted),
            (false, false) => None,
        }
    }

    pub(crate) fn lifecycle_notice(&self, what: Lifecycle) -> Option<Notice> {
        let body = json!({
            "subscriptionId": self.id,
            "subscriptionExpirationDateTime": seven_digits(self.expires_at),
            "tenantId": tenant_id(&self.app.tenant),
            "clientState": self.client_state,
            "lifecycleEvent": what.name(),
        });
        Some(Notice { url: self.lifecycle_url.clone()?, body, subscription: None })
    }

    /// As JSON. The client state is told once, to whoever made the subscription.
    pub(crate) fn show(&self, with_client_state: bool) -> Value {
        json!({
            "id": self.id,
            "resource": self.resource,
            "applicationId": self.app.id,
            "changeType": self.change_type,
            "clientState": if with_client_state { self.client_state.clone() } else { None },
            "notificationUrl": self.notification_url,
            "notificationQueryOptions": null,
            "notificationContentType": null,
            "lifecycleNotificationUrl": self.lifecycle_url,
            "expirationDateTime": seven_digits(self.expires_at),
            "creatorId": crate::store::guid(&format!("service principal of {}", self.app.id)),
            "includeResourceData": null,
            "latestSupportedTlsVersion": "v1_2",
            "encryptionCertificate": null,
            "encryptionCertificateId": null,
            "notificationUrlAppId": null,
        })
    }
}
