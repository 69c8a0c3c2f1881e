use serde_json::Value;
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub(crate) struct SubscriptionId(pub(crate) String);

impl fmt::Display for SubscriptionId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A change or lifecycle notification to be sent.
#[derive(Debug, Clone)]
pub(crate) struct Notification {
    pub(crate) url: String,
    pub(crate) body: Value,
    /// The subscription that gets a `missed` lifecycle notification if this one is lost. `None` for lifecycle
    /// notifications themselves.
    pub(crate) report_loss_to: Option<SubscriptionId>,
}

impl Notification {
    /// `None` for lifecycle notifications.
    pub(crate) fn message_id(&self) -> Option<String> {
        self.body["resourceData"]["id"].as_str().map(str::to_owned)
    }
}
