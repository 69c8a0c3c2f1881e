//! The configuration as a file has it: by names, without ids and secrets.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_store::tables::credential::CredentialPurpose;
use stormwire_store::tables::event_sink::SinkKind;
use stormwire_store::tables::status_event::FacilityStatus;

/// Of the format. A file with another one is rejected.
pub(crate) const VERSION: u32 = 1;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Document {
    pub version: u32,
    #[serde(default)]
    pub credentials: Vec<CredentialEntry>,
    #[serde(default)]
    pub policies: Vec<PolicyEntry>,
    #[serde(default)]
    pub watchers: Vec<WatcherEntry>,
    #[serde(default)]
    pub sinks: Vec<SinkEntry>,
}

impl Default for Document {
    fn default() -> Self {
        Self { version: VERSION, credentials: vec![], policies: vec![], watchers: vec![], sinks: vec![] }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CredentialEntry {
    pub name: String,
    pub client_id: String,
    pub namespace: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<CredentialPurpose>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PolicyEntry {
    pub name: String,
    /// The city's default, whatever its name.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_default: bool,
    pub radius_miles: f64,
    pub danger_minutes: f64,
    pub all_clear_minutes: f64,
    pub history_hours: f64,
    #[serde(default)]
    pub rings: Vec<RingEntry>,
    /// The names of the facilities that have this policy. All others have the city's default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facilities: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RingEntry {
    pub name: String,
    pub radius_miles: f64,
    pub clear_minutes: f64,
}

/// The settings are those of the watcher's kind, named as in the API, except for references: `credential` and `facilities`
/// have names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WatcherEntry {
    #[serde(flatten)]
    pub settings: Map<String, Value>,
    /// In their order.
    #[serde(default)]
    pub actions: Vec<ActionEntry>,
}

impl WatcherEntry {
    pub fn name(&self) -> &str {
        self.settings.get("name").and_then(Value::as_str).unwrap_or_default()
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActionEntry {
    pub name: String,
    pub action_type: String,
    #[serde(default = "default_true")]
    pub is_phase_one: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credential: Option<String>,
    /// With a mask instead of each secret.
    pub config: Value,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SinkEntry {
    pub name: String,
    pub kind: SinkKind,
    /// With a mask instead of its query, which may be a key.
    pub url: String,
    /// `None`: all facilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facilities: Option<Vec<String>>,
    /// `None`: all statuses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statuses: Option<Vec<FacilityStatus>>,
    #[serde(default)]
    pub is_enabled: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

const fn default_true() -> bool {
    true
}
