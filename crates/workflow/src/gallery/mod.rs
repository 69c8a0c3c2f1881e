//! Workflow templates: the actions of a watcher as one unit that can be shown, stored in a file and imported into a watcher.
//! The built-in ones are listed here; a city can have its own in files of the same format.
//!
//! A null in a `Data` action that sets constants is a setting without a default: the import must give it a value. So is a null
//! as the webhook URL of a `Chat` action, which is a secret and different for every channel.

mod layouts;

pub use layouts::{ReadyLayout, ready_layouts};

use super::ConfigViolation;
use super::constants;
use lettre::message::Mailboxes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use stormwire_store::tables::action::ActionFields;
use stormwire_store::tables::watcher::WatcherKind;

/// An HTML mail: the shared frame around a title and a content.
macro_rules! html_mail {
    ($values:expr, $title:literal, $content:literal) => {
        concat!(
            $values,
            include_str!("frame-head.html"),
            $title,
            include_str!("frame-body.html"),
            include_str!($content),
            include_str!("frame-end.html")
        )
    };
}

const FACILITY_MAIL_HTML: &str =
    html_mail!(include_str!("facility-mail-values.html"), "Lightning near the city's facilities", "facility-mail.html");
const ALL_CLEAR_HTML: &str = html_mail!("", "All clear", "all-clear.html");

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Workflow {
    /// Also the name of a watcher that is created for it.
    pub name: String,
    pub description: String,
    /// What must start the watcher that it is imported into; `None`: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<WatcherKind>,
    /// In run order.
    pub actions: Vec<WorkflowAction>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkflowAction {
    pub name: String,
    pub action_type: String,
    pub config: Value,
    pub is_phase_one: bool,
}

/// The setting that must be email addresses.
const RECIPIENTS: &str = "Recipients";
/// The settings of a `Chat` action without a webhook URL, and the keys of `Op` that they replace.
const CHAT_SETTINGS: [(&str, &str); 2] = [("WebhookUrl", "Url"), ("Platform", "Platform")];

impl Workflow {
    /// All settings with their defaults; null if the import must give a value.
    pub fn settings(&self) -> Map<String, Value> {
        self.actions.iter().flat_map(WorkflowAction::settings).collect()
    }

    /// Returns the actions with these settings, or all violations at once.
    pub fn actions(&self, settings: &Map<String, Value>) -> Result<Vec<ActionFields>, Vec<ConfigViolation>> {
        let (mut values, mut violations) = (self.settings(), Vec::new());
        for (name, value) in settings {
            let names = values.keys().cloned().collect::<Vec<_>>().join(", ");
            match values.get_mut(name) {
                Some(default) => *default = value.clone(),
                None if names.is_empty() => violations.push(violation(name, "this workflow has no settings")),
                None => violations.push(violation(name, format!("{name:?} is not one of {names}"))),
            }
        }
        for (name, value) in &values {
            if value.is_null() {
                violations.push(violation(name, "a value is required"));
            } else if name == RECIPIENTS && !are_addresses(value) {
                violations.push(violation(name, format!("{value} is not a comma-separated list of email addresses")));
            }
        }
        if !violations.is_empty() {
            return Err(violations);
        }
        Ok(self.actions.iter().map(|action| action.fields(&values)).collect())
    }
}

fn violation(name: &str, message: impl Into<String>) -> ConfigViolation {
    ConfigViolation::new(format!("settings.{name}"), message)
}

fn are_addresses(value: &Value) -> bool {
    let is_list = |value: &Value| {
        value.as_str().is_some_and(|text| text.parse::<Mailboxes>().is_ok_and(|all| all.iter().count() > 0))
    };
    value.as_array().map_or_else(|| is_list(value), |all| !all.is_empty() && all.iter().all(is_list))
}

impl WorkflowAction {
    fn constants(&self) -> Option<&Map<String, Value>> {
        constants::set_by(&self.action_type, &self.config)
    }

    fn needs_webhook(&self) -> bool {
        self.action_type == "Chat" && self.config.pointer("/Op/Url") == Some(&Value::Null)
    }

    /// Names and defaults.
    fn settings(&self) -> Vec<(String, Value)> {
        let constants = self.constants().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone()));
        let chat = CHAT_SETTINGS.iter().filter(|_| self.needs_webhook());
        constants.chain(chat.map(|(name, key)| ((*name).to_owned(), self.config["Op"][*key].clone()))).collect()
    }

    fn fields(&self, settings: &Map<String, Value>) -> ActionFields {
        let mut config = self.config.clone();
        for name in self.constants().into_iter().flat_map(Map::keys) {
            config["Data"][name] = settings[name].clone();
        }
        for (name, key) in CHAT_SETTINGS.iter().filter(|_| self.needs_webhook()) {
            config["Op"][*key] = settings[*name].clone();
        }
        let Self { name, action_type, is_phase_one, .. } = self.clone();
        ActionFields { name, action_type, config, order: None, credential_id: None, is_phase_one }
    }
}

pub fn ready_workflows() -> Vec<Workflow> {
    vec![
        Workflow {
            name: "Lightning ingest".into(),
            description: "Extracts the strikes from the vendor's email and stores them in data.LightningStrike. The \
                          patterns of the first action must fit your vendor's mail format."
                .into(),
            kind: Some(WatcherKind::Mailbox),
            actions: vec![extract_strikes(), store_strikes()],
        },
        Workflow {
            name: "Lightning ingest with facility mail".into(),
            description: "Also emails a list of recipients the status, closest strike and strike count of each facility. \
                          Sends at most one email per interval unless a status changes, and one when all facilities are \
                          clear. Replaces forwarding the vendor's email."
                .into(),
            kind: Some(WatcherKind::Mailbox),
            actions: vec![
                extract_strikes(),
                store_strikes(),
                settings(&json!({ "Recipients": null, "QuietMinutes": 10 })),
                calculate_threat(),
                send_facility_mail(),
            ],
        },
        Workflow {
            name: "Chat message when a status changes".into(),
            description: "Posts each change of status to a channel of Teams, Slack, Mattermost or Discord. For watchers \
                          of status changes, which choose the facilities and the statuses."
                .into(),
            kind: Some(WatcherKind::StatusEvent),
            actions: vec![post_status_change()],
        },
        Workflow {
            name: "Email when a status changes".into(),
            description: "Emails a list of recipients each change of status. For an all-clear email, choose Clear as the \
                          only status of the watcher."
                .into(),
            kind: Some(WatcherKind::StatusEvent),
            actions: vec![settings(&json!({ "Recipients": null })), send_status_mail()],
        },
        Workflow {
            name: "Lightning ingest from CSV files".into(),
            description: "For a watcher of files: reads the strikes of a CSV file with the columns Name, Timestamp, Type, \
                          Latitude and Longitude, and stores them in data.LightningStrike. Times without an offset are UTC. The \
                          file must have this header. If your files have other columns, change Header and the patterns of the \
                          first action."
                .into(),
            kind: Some(WatcherKind::File),
            actions: vec![extract_csv_strikes(), store_strikes()],
        },
    ]
}

fn action(name: &str, action_type: &str, is_phase_one: bool, config: Value) -> WorkflowAction {
    WorkflowAction { name: name.into(), action_type: action_type.into(), config, is_phase_one }
}

fn settings(defaults: &Value) -> WorkflowAction {
    action("Settings", "Data", true, json!({"Op": {"Action": "Set"}, "Data": defaults}))
}

fn extract_strikes() -> WorkflowAction {
    let field = |pattern: &str, kind: &str| json!({"Pattern": pattern, "Type": kind, "Required": true});
    let config = json!({
        "Op": {"Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract", "Strict": true},
        // A strike without its class is a record too, which then fails. There is no close pattern: it could end a record after
        // the start of the next one, which would not be read.
        "Segment": {"StartPattern": r"(?m)^(?:[ \t]*(?:ALERT|WARNING):|[^\n]*Stroke Lightning detected)"},
        "Fields": {
            "Name": field(r"\A\s*(\w+):", "string"),
            "Timestamp": {
                "Pattern": r"detected on (\S+ \S+ [AP]M \S+)", "Type": "datetime", "Format": "M/d/yyyy h:mm:ss tt zzz",
                "Required": true,
            },
            "Type": field(r"(?:Cloud|Ground) Stroke Lightning", "string"),
            "Latitude": field(r"latitude ([^\s,]+)", "latitude"),
            "Longitude": field(r"longitude ([^\s,]+)", "longitude"),
        },
    });
    action("Extract strikes", "TextExtract", true, config)
}

/// Each line below the header is a strike, so that a damaged line fails instead of being part of the record above it.
fn extract_csv_strikes() -> WorkflowAction {
    let column = |number: usize, kind: &str, end: &str| {
        let pattern = format!(r#"\A(?:[^,\n]*,){{{number}}}\s*"?([^,"\n]*[^,"\s]){end}"#);
        json!({"Pattern": pattern, "Type": kind, "Required": true})
    };
    let config = json!({
        "Op": {"Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract", "Strict": true},
        "Segment": {"StartPattern": r"(?m)^[^\n]*\S", "Header": "Name,Timestamp,Type,Latitude,Longitude"},
        "Fields": {
            "Name": column(0, "string", ""),
            "Timestamp": column(1, "datetime", ""),
            "Type": column(2, "string", ""),
            "Latitude": column(3, "latitude", ""),
            // A row with more values fails: `34,72,-86,54` is a position with decimal commas.
            "Longitude": column(4, "longitude", r#""?\s*\z"#),
        },
    });
    action("Read the strikes of the file", "TextExtract", true, config)
}

fn store_strikes() -> WorkflowAction {
    let config = json!({
        "Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items", "Distinct": true},
        "MatchOn": ["Timestamp", "Latitude", "Longitude", "Name", "Type"],
    });
    action("Store strikes", "Sql", true, config)
}

fn calculate_threat() -> WorkflowAction {
    let config = json!({
        "Op": {"Action": "Query", "Target": "data.BatchThreat", "Source": "$.Extract.Items", "Output": "$.Batch"},
        "FieldMap": { "AsOf": "$.DetectedAt" },
    });
    action("Calculate threat per facility", "Sql", false, config)
}

fn send_facility_mail() -> WorkflowAction {
    let subject = concat!(
        r#"{% set active = Batch.Items | selectattr("Status", "equalto", "Active") | list | length %}"#,
        r#"Lightning: {{ active ~ " of " ~ Batch.Count ~ " facilities active" if active else "no facility active" }}"#,
        r#", {{ DetectedAt | local }}"#,
    );
    let config = json!({
        "Op": {
            "Action": "Send", "To": "{{ $.Recipients }}", "Subject": subject,
            "Html": FACILITY_MAIL_HTML, "Text": include_str!("facility-mail.txt"),
        },
        "Quiet": {
            "Minutes": "$.QuietMinutes",
            "AllClear": {
                "Subject": "Lightning: all clear, {{ AllClear.At | local }}",
                "Html": ALL_CLEAR_HTML, "Text": include_str!("all-clear.txt"),
            },
        },
    });
    action("Send facility mail", "Email", false, config)
}

fn post_status_change() -> WorkflowAction {
    let config = json!({
        "Op": {
            "Action": "Send", "Platform": "Teams", "Url": null,
            "Title": "{{ $.Event.FacilityName }}: {{ $.Event.To }}", "Text": "{{ $.Event.Text }}",
        },
        // People see which of two messages is newer.
        "FieldMap": {"Since": "$.Event.At", "Cause": "$.Event.Cause"},
    });
    action("Post the change", "Chat", true, config)
}

fn send_status_mail() -> WorkflowAction {
    let config = json!({
        "Op": {
            "Action": "Send", "To": "{{ $.Recipients }}",
            "Subject": "Lightning: {{ Event.Text }}, {{ Event.At | local }}", "Text": include_str!("status-mail.txt"),
        },
    });
    action("Send the change", "Email", false, config)
}

#[cfg(test)]
mod tests;
