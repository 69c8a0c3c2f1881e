use crate::id::{FolderId, SubscriptionId};
use jiff::Timestamp;
use secrecy::SecretString;

/// Parameters of a new subscription to the messages that arrive in a folder.
#[derive(Debug, Clone)]
pub struct SubscriptionRequest {
    pub folder: FolderId,
    /// Receives notifications. The provider validates it during the call, so it must already respond.
    pub notification_url: String,
    /// Receives lifecycle notifications. Validated in the same way.
    pub lifecycle_url: String,
    /// Sent back with every notification. The provider never returns it otherwise.
    pub client_state: SecretString,
    /// The requested lifetime.
    pub minutes: u32,
}

/// A subscription that exists at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    pub id: SubscriptionId,
    /// Set by the provider; may differ from the requested lifetime.
    pub expires_at: Timestamp,
    /// Empty if the provider does not return it.
    pub notification_url: String,
}
