//! A subscription, and the notifications that an event causes.

use crate::auth::application::Application;
use crate::auth::tenant::tenant_id;
use crate::faults::LifecycleEvent;
use crate::guid::stable_guid;
use crate::notify::notification::{Notification, SubscriptionId};
use crate::odata::filter::Filter;
use crate::store::event::{ChangeType, MailboxEvent};
use crate::store::exchange_id::IdType;
use crate::store::keys::{FolderKey, UserId};
use crate::store::mailbox::Mailbox;
use crate::store::message::Message;
use crate::wire::message::etag;
use crate::wire::message_filter::matches_filter;
use crate::wire::time_format::seven_digits;
use jiff::Timestamp;
use serde_json::{Value, json};

#[derive(Debug, Clone)]
pub(crate) struct Subscription {
    pub(crate) id: SubscriptionId,
    pub(crate) app: Application,
    /// As the client wrote it.
    pub(crate) resource: String,
    pub(crate) user_id: UserId,
    /// `None` means all folders.
    pub(crate) folder: Option<FolderKey>,
    pub(crate) filter: Option<Filter>,
    pub(crate) change_types: ChangeTypes,
    pub(crate) notification_url: String,
    pub(crate) lifecycle_url: Option<String>,
    pub(crate) client_state: Option<String>,
    pub(crate) expires_at: Timestamp,
    /// Chosen when the subscription is created; cannot be changed.
    pub(crate) id_type: IdType,
}

/// The `changeType` of a subscription: a list separated by commas.
#[derive(Debug, Clone)]
pub(crate) struct ChangeTypes {
    /// As the client wrote it.
    pub(crate) text: String,
    types: Vec<ChangeType>,
}

impl ChangeTypes {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let types: Option<Vec<_>> = text.split(',').map(|name| ChangeType::parse(name.trim())).collect();
        Some(Self { text: text.to_owned(), types: types? })
    }

    pub(crate) fn from_one(change_type: ChangeType) -> Self {
        Self { text: change_type.name().to_owned(), types: vec![change_type] }
    }
}

impl Subscription {
    /// A subscription to a whole mailbox, as another program would have created it.
    pub(crate) fn to_mailbox(
        id: SubscriptionId,
        app: Application,
        user_id: UserId,
        notification_url: &str,
        expires_at: Timestamp,
    ) -> Self {
        Self {
            id,
            app,
            resource: format!("users/{user_id}/messages"),
            user_id,
            folder: None,
            filter: None,
            change_types: ChangeTypes::from_one(ChangeType::Created),
            notification_url: notification_url.to_owned(),
            lifecycle_url: None,
            client_state: None,
            expires_at,
            id_type: IdType::Default,
        }
    }

    /// `None` if the subscription does not cover the event.
    pub(crate) fn notification(&self, mailbox: &Mailbox, event: &MailboxEvent) -> Option<Notification> {
        let covers = self.user_id == mailbox.user_id && self.folder.is_none_or(|folder| folder == event.folder);
        let change_type = if covers { self.change_type_of(event)? } else { return None };
        if !self.change_types.types.contains(&change_type) {
            return None;
        }
        let message = event.after.as_ref().or(event.before.as_ref())?;
        let id = mailbox.message_id(message.identity(), self.id_type);
        let resource = format!("Users/{}/Messages/{id}", mailbox.user_id);
        let body = json!({
            "subscriptionId": self.id,
            "subscriptionExpirationDateTime": seven_digits(self.expires_at).replace('Z', "+00:00"),
            "changeType": change_type.name(),
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
        Some(Notification { url: self.notification_url.clone(), body, report_loss_to: Some(self.id.clone()) })
    }

    /// With a filter, a message that starts to match counts as created, and one that stops matching as deleted.
    fn change_type_of(&self, event: &MailboxEvent) -> Option<ChangeType> {
        let Some(filter) = &self.filter else { return Some(event.change_type) };
        let matches =
            |message: &Option<Message>| message.as_ref().is_some_and(|message| matches_filter(message, filter));
        match (matches(&event.before), matches(&event.after)) {
            (false, true) => Some(ChangeType::Created),
            (true, true) => Some(ChangeType::Updated),
            (true, false) => Some(ChangeType::Deleted),
            (false, false) => None,
        }
    }

    /// `None` if the subscription has no URL for lifecycle notifications.
    pub(crate) fn lifecycle_notification(&self, event: LifecycleEvent) -> Option<Notification> {
        let body = json!({
            "subscriptionId": self.id,
            "subscriptionExpirationDateTime": seven_digits(self.expires_at),
            "tenantId": tenant_id(&self.app.tenant),
            "clientState": self.client_state,
            "lifecycleEvent": event.name(),
        });
        Some(Notification { url: self.lifecycle_url.clone()?, body, report_loss_to: None })
    }

    /// Only the response to the creation contains the client state.
    pub(crate) fn to_json(&self, with_client_state: bool) -> Value {
        json!({
            "id": self.id,
            "resource": self.resource,
            "applicationId": self.app.id.0,
            "changeType": self.change_types.text,
            "clientState": if with_client_state { self.client_state.clone() } else { None },
            "notificationUrl": self.notification_url,
            "notificationQueryOptions": null,
            "notificationContentType": null,
            "lifecycleNotificationUrl": self.lifecycle_url,
            "expirationDateTime": seven_digits(self.expires_at),
            "creatorId": stable_guid(&format!("service principal of {}", self.app.id.0)),
            "includeResourceData": null,
            "latestSupportedTlsVersion": "v1_2",
            "encryptionCertificate": null,
            "encryptionCertificateId": null,
            "notificationUrlAppId": null,
        })
    }
}
