//! Row ids, one type per table, so that the compiler rejects a watcher's id where a log row's is needed.
//!
//! In SQL, JSON and text an id is the bare number (a [`RunId`] the bare text).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx_macros::Type)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(i64);

        impl $name {
            pub const fn new(id: i64) -> Self {
                Self(id)
            }

            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(out)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }
    )*};
}

ids! {
    /// A row of `it.MailboxWatcherJob`.
    WatcherId,
    /// A row of `it.MailboxWatcherAction`.
    ActionId,
    /// A row of `it.MailboxWatcherLog`: one message of one watcher.
    LogId,
    /// A row of `it.WorkflowStep`.
    StepId,
    /// A row of `it.WorkflowEffect`.
    EffectId,
    /// A row of `it.WorkOrder`.
    WorkOrderId,
    /// A row of `it.ActionSample`.
    SampleId,
    /// A row of `it.Credential`.
    CredentialId,
    /// A row of `it.UserAccount`.
    UserId,
    /// A row of `it.ApiToken`.
    TokenId,
    /// A row of `it.Session`.
    SessionId,
    /// A row of `it.Audit` or `organization.Audit`; the two count separately.
    AuditId,
    /// A row of `it.Queue`.
    QueueItemId,
    /// A row of `it.Process`. Not the operating system's process id, which is reused.
    ProcessId,
    /// A row of `organization.Facility`.
    FacilityId,
    /// A row of `organization.Policy`.
    PolicyId,
    /// A row of `organization.AerialTile`.
    TileId,
    /// A row of `organization.MapLayer`.
    MapLayerId,
    /// A row of `data.LightningStrike`.
    StrikeId,
    /// A row of `it.StatusEvent`.
    StatusEventId,
    /// A row of `it.PushSubscription`.
    PushSubscriptionId,
    /// A row of `it.EventSink`.
    EventSinkId,
    /// A row of `it.Revision` or `organization.Revision`; the two count separately.
    RevisionId,
}

/// A row of `it.WorkflowRun`. A message gets a new one with every retry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx_macros::Type)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct RunId(String);

impl RunId {
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_bare_values_in_json_and_text() {
        assert_eq!(serde_json::json!({"id": WatcherId::new(7)}), serde_json::json!({"id": 7}));
        assert_eq!(serde_json::json!(RunId::new("r")), serde_json::json!("r"));
        assert_eq!("7".parse(), Ok(LogId::new(7)));
        assert_eq!(LogId::new(7).to_string(), "7");
        assert!("x".parse::<LogId>().is_err());
    }
}
