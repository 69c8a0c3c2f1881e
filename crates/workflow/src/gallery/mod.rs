//! Workflows that are ready to use: what a watcher does with a message, as one thing that can be shown, kept in a file and
//! put into a watcher. The product's own are listed here; a city may keep its own in files of the same form.
//!
//! A `Data` action that sets a null asks for a value: who puts the workflow into a watcher has to give it.

use super::ConfigViolation;
use super::constants::literals;
use lettre::message::Mailboxes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use stormwire_store::tables::action::ActionFields;

/// An HTML mail: the frame that all of them share, around a title and a content of its own.
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
    /// For people; a watcher that is made for it is called so.
    pub name: String,
    pub description: String,
    /// Its actions, in their order.
    pub actions: Vec<Step>,
}

/// An action of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Step {
    pub name: String,
    pub action_type: String,
    /// What the handler is told.
    pub config: Value,
    /// Before disposition, or after it.
    pub is_phase_one: bool,
}

/// Addresses, wherever a workflow asks for them.
const RECIPIENTS: &str = "Recipients";

impl Workflow {
    /// Everything that it lets be set, with the value that it has; null where one must be given.
    pub fn settings(&self) -> Map<String, Value> {
        let literals = self.actions.iter().filter_map(Step::literals);
        literals.flat_map(|all| all.iter().map(|(name, value)| (name.clone(), value.clone()))).collect()
    }

    /// The actions with these settings; everything that is wrong with them at once.
    pub fn actions(&self, settings: &Map<String, Value>) -> Result<Vec<ActionFields>, Vec<ConfigViolation>> {
        let (mut known, mut faults) = (self.settings(), Vec::new());
        for (name, value) in settings {
            let names = known.keys().cloned().collect::<Vec<_>>().join(", ");
            match known.get_mut(name) {
                Some(place) => *place = value.clone(),
                None if names.is_empty() => faults.push(fault(name, "this workflow has no settings")),
                None => faults.push(fault(name, format!("is not one of {names}"))),
            }
        }
        for (name, value) in &known {
            if value.is_null() {
                faults.push(fault(name, "a value is needed"));
            } else if name == RECIPIENTS && !is_addresses(value) {
                faults.push(fault(name, format!("{value} is not mail addresses with commas between them")));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(self.actions.iter().map(|step| step.fields(&known)).collect())
    }
}

fn fault(name: &str, message: impl Into<String>) -> ConfigViolation {
    ConfigViolation::new(format!("settings.{name}"), message)
}

fn is_addresses(value: &Value) -> bool {
    let good = |value: &Value| {
        value.as_str().is_some_and(|text| text.parse::<Mailboxes>().is_ok_and(|all| all.iter().count() > 0))
    };
    value.as_array().map_or_else(|| good(value), |all| !all.is_empty() && all.iter().all(good))
}

impl Step {
    /// What it sets, where it is an action that sets literals.
    fn literals(&self) -> Option<&Map<String, Value>> {
        literals(&self.action_type, &self.config)
    }

    fn fields(&self, settings: &Map<String, Value>) -> ActionFields {
        let mut config = self.config.clone();
        for name in self.literals().into_iter().flat_map(Map::keys) {
            config["Data"][name] = settings[name].clone();
        }
        let Self { name, action_type, is_phase_one, .. } = self.clone();
        ActionFields { name, action_type, config, order: None, credential_id: None, is_phase_one }
    }
}

pub fn gallery() -> Vec<Workflow> {
    vec![
        Workflow {
            name: "Lightning ingest".into(),
            description:
                "Reads the strikes out of the vendor's mail and merges them into data.LightningStrike. Fit the \
                          patterns of the first action to your vendor's layout."
                    .into(),
            actions: vec![read(), merge()],
        },
        Workflow {
            name: "Lightning ingest with facility mail".into(),
            description:
                "The same, and tells a list of people per facility: status, closest strike, count. At most one mail \
                          in a time that you choose, unless a status changes, and one when all is clear. Replaces a job \
                          that forwards the vendor's mail."
                    .into(),
            actions: vec![read(), merge(), settings(), reckon(), mail()],
        },
    ]
}

fn step(name: &str, action_type: &str, is_phase_one: bool, config: Value) -> Step {
    Step { name: name.into(), action_type: action_type.into(), config, is_phase_one }
}

fn settings() -> Step {
    let data = json!({
        "Recipients": null, "QuietMinutes": 10, "RadiusMiles": 8, "DangerMinutes": 30, "AllClearMinutes": 30,
    });
    step("Settings", "Data", true, json!({"Op": {"Action": "Set"}, "Data": data}))
}

fn read() -> Step {
    let field = |pattern: &str, kind: &str| json!({"Pattern": pattern, "Type": kind, "Required": true});
    let config = json!({
        "Op": {"Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract"},
        "Segment": {"StartPattern": r"(?m)^(?:ALERT|WARNING): ", "ClosePattern": r"\n[ \t]*\n"},
        "Fields": {
            "Name": field(r"\A\w+", "string"),
            "Timestamp": {
                "Pattern": r"detected on (\S+ \S+ [AP]M \S+)", "Type": "datetime", "Format": "M/d/yyyy h:mm:ss tt zzz",
                "Required": true,
            },
            "Type": field(r"(?:Cloud|Ground) Stroke Lightning", "string"),
            "Latitude": field(r"latitude ([^\s,]+)", "number"),
            "Longitude": field(r"longitude ([^\s,]+)", "number"),
        },
    });
    step("Read the strikes", "TextExtract", true, config)
}

fn merge() -> Step {
    let config = json!({
        "Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items", "Distinct": true},
        "MatchOn": ["Timestamp", "Latitude", "Longitude", "Name", "Type"],
    });
    step("Merge the strikes", "Sql", true, config)
}

fn reckon() -> Step {
    let config = json!({
        "Op": {"Action": "Query", "Target": "data.BatchThreat", "Source": "$.Extract.Items", "Output": "$.Batch"},
        "FieldMap": {
            "RadiusMiles": "$.RadiusMiles", "DangerMinutes": "$.DangerMinutes", "AllClearMinutes": "$.AllClearMinutes",
            "AsOf": "$.DetectedAt",
        },
    });
    step("Reckon per facility", "Sql", false, config)
}

fn mail() -> Step {
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
            "Minutes": "$.QuietMinutes", "RadiusMiles": "$.RadiusMiles", "DangerMinutes": "$.DangerMinutes",
            "AllClearMinutes": "$.AllClearMinutes",
            "AllClear": {
                "Subject": "Lightning: all clear, {{ AllClear.At | local }}",
                "Html": ALL_CLEAR_HTML, "Text": include_str!("all-clear.txt"),
            },
        },
    });
    step("Mail the facilities", "Email", false, config)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_mail() -> Workflow {
        gallery().remove(1)
    }

    fn told(settings: &Value) -> Result<Vec<ActionFields>, Vec<String>> {
        let settings = settings.as_object().unwrap();
        let words = |faults: Vec<ConfigViolation>| faults.iter().map(ToString::to_string).collect();
        with_mail().actions(settings).map_err(words)
    }

    #[test]
    fn what_a_workflow_asks_for_must_be_given_and_be_what_it_is_called() {
        assert_eq!(told(&json!({})).unwrap_err(), ["settings.Recipients: a value is needed"]);
        for bad in [json!("nobody"), json!(""), json!([]), json!(7), json!(["a@b.gov", "x"])] {
            assert!(told(&json!({"Recipients": bad})).unwrap_err()[0].contains("is not mail addresses"), "{bad}");
        }
        let unknown = told(&json!({"Recipients": "a@b.gov", "Colour": 1})).unwrap_err();
        assert!(unknown[0].starts_with("settings.Colour: is not one of Recipients, QuietMinutes"), "{unknown:?}");
        let none = gallery()[0].actions(json!({"A": 1}).as_object().unwrap()).unwrap_err();
        assert_eq!(none[0].to_string(), "settings.A: this workflow has no settings");
    }

    #[test]
    fn settings_stand_in_the_action_that_sets_them_and_nowhere_else() {
        let actions = told(&json!({"Recipients": "A <a@b.gov>, c@d.gov", "QuietMinutes": 5})).unwrap();
        assert_eq!(actions[2].config["Data"]["Recipients"], "A <a@b.gov>, c@d.gov");
        assert_eq!(actions[2].config["Data"]["QuietMinutes"], 5);
        assert_eq!(actions[2].config["Data"]["RadiusMiles"], 8);
        let phases: Vec<bool> = actions.iter().map(|action| action.is_phase_one).collect();
        assert_eq!(phases, [true, true, true, false, false], "the mail waits until the strikes are stored");
    }

    #[test]
    fn a_workflow_is_the_same_after_it_was_in_a_file() {
        for workflow in gallery() {
            let text = serde_json::to_string_pretty(&workflow).unwrap();
            assert_eq!(serde_json::from_str::<Workflow>(&text).unwrap(), workflow);
        }
    }
}
