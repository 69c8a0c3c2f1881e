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
    let text = strike("ALERT: ", 1) + &strike("  WARNING: ", 2) + &strike("ALERT: ", 3) + "\nYou receive this mail.\n";
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

#[test]
fn a_chat_action_without_a_webhook_requires_it() {
    let workflow = ready_workflows().remove(2);
    assert_eq!(Value::Object(workflow.settings()), json!({"WebhookUrl": null, "Platform": "Teams"}));
    let actions = |settings: Value| workflow.actions(settings.as_object().unwrap());
    assert_eq!(actions(json!({})).unwrap_err()[0].to_string(), "settings.WebhookUrl: a value is required");
    let given = json!({"WebhookUrl": "https://chat.example/hook", "Platform": "Slack"});
    let op = actions(given).unwrap().remove(0).config["Op"].clone();
    assert_eq!((&op["Url"], &op["Platform"]), (&json!("https://chat.example/hook"), &json!("Slack")));
    let mut with_credential = workflow.clone();
    with_credential.actions[0].config["Op"].as_object_mut().unwrap().remove("Url");
    assert!(with_credential.settings().is_empty(), "the credential has the URL");
}
