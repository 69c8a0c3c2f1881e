//! Workflow templates: the actions of a watcher as one unit that can be shown, stored in a file and imported into a watcher.
//! The built-in ones are listed here; a city can have its own in files of the same format.
//!
//! A null in a `Data` action that sets constants is a setting without a default: the import must give it a value.

mod layouts;

pub use layouts::{ReadyLayout, ready_layouts};

use super::ConfigViolation;
use super::constants;
use lettre::message::Mailboxes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use stormwire_store::tables::action::ActionFields;

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

impl Workflow {
    /// All settings with their defaults; null if the import must give a value.
    pub fn settings(&self) -> Map<String, Value> {
        let constants = self.actions.iter().filter_map(WorkflowAction::constants);
        constants.flat_map(|all| all.iter().map(|(name, value)| (name.clone(), value.clone()))).collect()
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

    fn fields(&self, settings: &Map<String, Value>) -> ActionFields {
        let mut config = self.config.clone();
        for name in self.constants().into_iter().flat_map(Map::keys) {
            config["Data"][name] = settings[name].clone();
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
            actions: vec![extract_strikes(), store_strikes()],
        },
        Workflow {
            name: "Lightning ingest with facility mail".into(),
            description: "Also emails a list of recipients the status, closest strike and strike count of each facility. \
                          Sends at most one email per interval unless a status changes, and one when all facilities are \
                          clear. Replaces forwarding the vendor's email."
                .into(),
            actions: vec![extract_strikes(), store_strikes(), settings(), calculate_threat(), send_facility_mail()],
        },
        Workflow {
            name: "Lightning ingest from CSV files".into(),
            description: "For a watcher of files: reads the strikes of a CSV file with the columns Name, Timestamp, Type, \
                          Latitude and Longitude, and stores them in data.LightningStrike. Times without an offset are UTC. The \
                          patterns of the first action must fit the columns of your files."
                .into(),
            actions: vec![extract_csv_strikes(), store_strikes()],
        },
    ]
}

fn action(name: &str, action_type: &str, is_phase_one: bool, config: Value) -> WorkflowAction {
    WorkflowAction { name: name.into(), action_type: action_type.into(), config, is_phase_one }
}

fn settings() -> WorkflowAction {
    let data = json!({ "Recipients": null, "QuietMinutes": 10 });
    action("Settings", "Data", true, json!({"Op": {"Action": "Set"}, "Data": data}))
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

/// Lines with a position are strikes, so that a line with the names of the columns is none.
fn extract_csv_strikes() -> WorkflowAction {
    let column = |number: usize, kind: &str| {
        let pattern = format!(r#"\A(?:[^,\n]*,){{{number}}}\s*"?([^,"\n]*[^,"\s])"#);
        json!({"Pattern": pattern, "Type": kind, "Required": true})
    };
    let config = json!({
        "Op": {"Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract", "Strict": true},
        "Segment": {"StartPattern": r"(?m)^(?:[^,\n]*,){2,}[^,\n]*\d\.\d"},
        "Fields": {
            "Name": column(0, "string"),
            "Timestamp": column(1, "datetime"),
            "Type": column(2, "string"),
            "Latitude": column(3, "latitude"),
            "Longitude": column(4, "longitude"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handlers::text_extract;
    use stormwire_extract::TextSource;

    fn with_mail() -> Workflow {
        ready_workflows().remove(1)
    }

    fn actions(settings: &Value) -> Result<Vec<ActionFields>, Vec<String>> {
        let settings = settings.as_object().unwrap();
        let texts = |violations: Vec<ConfigViolation>| violations.iter().map(ToString::to_string).collect();
        with_mail().actions(settings).map_err(texts)
    }

    #[test]
    fn missing_invalid_and_unknown_settings_are_rejected() {
        assert_eq!(actions(&json!({})).unwrap_err(), ["settings.Recipients: a value is required"]);
        for invalid in [json!("crew"), json!(""), json!([]), json!(7), json!(["a@b.gov", "x"])] {
            let error = actions(&json!({"Recipients": invalid})).unwrap_err().remove(0);
            assert!(error.contains("is not a comma-separated list of email addresses"), "{error}");
        }
        let unknown = actions(&json!({"Recipients": "a@b.gov", "Color": 1})).unwrap_err();
        let expected = "settings.Color: \"Color\" is not one of Recipients, QuietMinutes";
        assert!(unknown[0].starts_with(expected), "{unknown:?}");
        let none = ready_workflows()[0].actions(json!({"A": 1}).as_object().unwrap()).unwrap_err();
        assert_eq!(none[0].to_string(), "settings.A: this workflow has no settings");
    }

    #[test]
    fn settings_are_written_to_the_action_that_sets_them() {
        let actions = actions(&json!({"Recipients": "A <a@b.gov>, c@d.gov", "QuietMinutes": 5})).unwrap();
        assert_eq!(actions[2].config["Data"]["Recipients"], "A <a@b.gov>, c@d.gov");
        assert_eq!(actions[2].config["Data"]["QuietMinutes"], 5);
        let phases: Vec<bool> = actions.iter().map(|action| action.is_phase_one).collect();
        assert_eq!(phases, [true, true, true, false, false], "the mail is sent after the strikes are stored");
    }

    #[test]
    fn strikes_without_blank_lines_are_all_extracted() {
        let (_, extractor) = text_extract::compile(&extract_strikes().config).unwrap();
        let strike = |class: &str, minute: u8| {
            format!(
                "{class}Ground Stroke Lightning detected on 5/1/2026 7:{minute:02}:00 AM -05:00\nat latitude 34.7, longitude -86.6\n"
            )
        };
        let extract = |text: &str| extractor.extract(text, TextSource::Text, &mut || false);
        let text =
            strike("ALERT: ", 1) + &strike("  WARNING: ", 2) + &strike("ALERT: ", 3) + "\nYou receive this mail.\n";
        assert_eq!(extract(&text).unwrap().count, 3);
        let error = extract(&(strike("ALERT: ", 1) + &strike("", 2))).unwrap_err();
        assert!(error.to_string().contains("record 1: required field Name is missing"), "{error}");
    }

    #[test]
    fn the_strikes_of_a_csv_file_are_read() {
        let (_, extractor) = text_extract::compile(&extract_csv_strikes().config).unwrap();
        let extract = |text: &str| extractor.extract(text, TextSource::Text, &mut || false);
        let file = "Name,Timestamp,Type,Latitude,Longitude\n\
                    ALERT,2026-05-01T12:00:00Z,Cloud-to-Ground,34.7283,-86.5477\n\
                    \"WARNING\", 2026-05-01T07:00:30-05:00,In-Cloud,34.7291,-86.5466\n";
        let found = extract(file).unwrap();
        assert_eq!(found.count, 2);
        let second = json!({
            "Name": "WARNING", "Timestamp": "2026-05-01T12:00:30Z", "Type": "In-Cloud", "Latitude": 34.7291,
            "Longitude": -86.5466,
        });
        assert_eq!(Value::from(found.items[1].clone()), second);
        assert!(extract("ALERT,2026-05-01T12:00:00Z,,34.7283,-86.5477\n").is_err(), "a strike without its type");
    }

    #[test]
    fn a_workflow_survives_a_file_unchanged() {
        for workflow in ready_workflows() {
            let text = serde_json::to_string_pretty(&workflow).unwrap();
            assert_eq!(serde_json::from_str::<Workflow>(&text).unwrap(), workflow);
        }
    }
}
