//! Subscriptions: the provider's promise to tell about new messages.

use crate::{FolderId, SubscriptionId};
use jiff::Timestamp;
use secrecy::SecretString;

/// What is asked for.
#[derive(Debug, Clone)]
pub struct SubscriptionRequest {
    /// The folder whose arrivals are told.
    pub folder: FolderId,
    /// Where they are told. It is probed inside the call: its listener must be answering already.
    pub notification_url: String,
    /// Where trouble with the subscription is told; probed alike.
    pub lifecycle_url: String,
    /// Comes with every notification; never given out again by the provider.
    pub client_state: SecretString,
    /// For how long.
    pub minutes: u32,
}

/// What stands at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Its id.
    pub id: SubscriptionId,
    /// As the provider says, which may be sooner or later than asked.
    pub expires_at: Timestamp,
    /// Where it tells; empty when the provider does not say.
    pub notification_url: String,
}
