//! An entry of the audit trail as the API returns it.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use stormwire_city::accounts::audit::AuditEntry;
use stormwire_city::accounts::audit_sentence;
use utoipa::ToSchema;

/// An entry of the audit trail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditView {
    #[schema(value_type = String, format = DateTime)]
    pub(super) at: Timestamp,
    pub(super) username: String,
    /// The address of the client, if it is known.
    pub(super) address: Option<String>,
    /// The change as a sentence, such as `ann retried message 1014`.
    pub(super) sentence: String,
    /// `create`, `update`, `delete`, `sign-in`, `sign-in-failed`, `sign-out` and the like.
    pub(super) action: String,
    /// `facility`, `user`, `session`, `token`, `credential` and the like.
    pub(super) resource: String,
    pub(super) resource_id: Option<i64>,
    /// Values before the change; null if the resource was created.
    pub(super) before: Option<Value>,
    /// Values after the change; null if the resource was deleted.
    pub(super) after: Option<Value>,
    pub(super) request_id: Option<String>,
}

impl From<AuditEntry> for AuditView {
    fn from(entry: AuditEntry) -> Self {
        let sentence = audit_sentence(&entry);
        let AuditEntry { at, username, address, action, resource, resource_id, before, after, request_id, .. } = entry;
        Self { at, username, address, sentence, action, resource, resource_id, before, after, request_id }
    }
}
