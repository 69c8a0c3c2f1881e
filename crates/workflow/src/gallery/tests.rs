use super::*;
use crate::handlers::text_extract;
use stormwire_extract::{Extraction, TextSource};

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

const CSV_HEADER: &str = "Name,Timestamp,Type,Latitude,Longitude\n";
const CSV_STRIKE: &str = "ALERT,2026-05-01T12:00:00Z,Cloud-to-Ground,34.7283,-86.5477\n";

fn extract_csv(text: &str) -> Result<Extraction, String> {
    let (_, extractor) = text_extract::compile(&extract_csv_strikes().config).unwrap();
    extractor.extract(text, TextSource::Text, &mut || false).map_err(|error| error.to_string())
}

#[test]
fn the_strikes_of_a_csv_file_are_read() {
    let file = "Name,Timestamp,Type,Latitude,Longitude\n\
                ALERT,2026-05-01T12:00:00Z,Cloud-to-Ground,34.7283,-86.5477\n\
                \"WARNING\", 2026-05-01T07:00:30-05:00,In-Cloud,34.7291,-86.5466\n";
    let found = extract_csv(file).unwrap();
    assert_eq!((found.count, found.unread), (2, 0));
    let second = json!({
        "Name": "WARNING", "Timestamp": "2026-05-01T12:00:30Z", "Type": "In-Cloud", "Latitude": 34.7291,
        "Longitude": -86.5466,
    });
    assert_eq!(Value::from(found.items[1].clone()), second);
}

#[test]
fn csv_files_may_have_quotes_line_ends_of_windows_and_a_byte_order_mark() {
    let plain = format!("{CSV_HEADER}{CSV_STRIKE}");
    let quoted = "\"Name\",\"Timestamp\",\"Type\",\"Latitude\",\"Longitude\"\n\
                  \"ALERT\",\"2026-05-01T12:00:00Z\",\"Cloud-to-Ground\",\"34.7283\",\"-86.5477\"\n";
    let expected = extract_csv(&plain).unwrap().items;
    for text in [
        quoted.to_owned(),
        plain.replace('\n', "\r\n"),
        quoted.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        format!("\u{feff}{quoted}"),
        plain.trim_end().to_owned(),
        format!("{plain}\n\r\n"),
    ] {
        assert_eq!(extract_csv(&text).unwrap().items, expected, "{text:?}");
    }
}

#[test]
fn a_csv_row_that_cannot_be_read_fails_the_file() {
    for row in [
        "ALERT,2026-05-01T12:00:01Z,Cloud-to-Ground",
        "ALERT;2026-05-01T12:00:01Z;Cloud-to-Ground;34.7283;-86.5477",
        "ALERT,2026-05-01T12:00:01Z,Cloud-to-Ground,N/A,N/A",
        "ALERT,2026-05-01T12:00:01Z,Cloud-to-Ground,,",
        "ALERT,2026-05-01T12:00:01Z,Cloud-to-Ground,34.7283,",
        "ALERT,2026-05-01T12:00:01Z,,34.7283,-86.5477",
        "ALERT,,Cloud-to-Ground,34.7283,-86.5477",
        ",2026-05-01T12:00:01Z,Cloud-to-Ground,34.7283,-86.5477",
        "ALERT,2026-05-01T12:00:01Z,Cloud-to-Ground,34,72,-86,54",
        "ALERT,N/A,Cloud-to-Ground,N/A,N/A",
        "# end of file",
        "Name,Timestamp,Type,Latitude,Longitude",
    ] {
        for rows in
            [format!("{CSV_STRIKE}{row}\n"), format!("{row}\n{CSV_STRIKE}"), format!("{CSV_STRIKE}{row}\n{CSV_STRIKE}")]
        {
            for text in [format!("{CSV_HEADER}{rows}"), format!("\u{feff}{CSV_HEADER}{rows}").replace('\n', "\r\n")] {
                assert!(extract_csv(&text).is_err(), "{text:?}");
            }
        }
    }
    let whole_degrees = "WARNING,2026-05-01T12:00:01Z,Cloud-to-Ground,34,-86\n";
    let found = extract_csv(&format!("{CSV_HEADER}{CSV_STRIKE}{whole_degrees}")).unwrap();
    assert_eq!((found.count, &found.items[1]["Latitude"]), (2, &json!(34.0)), "whole degrees are a position");
}

#[test]
fn a_csv_file_with_another_header_fails_with_both_headers() {
    for header in [
        "Name,Timestamp,Type,Longitude,Latitude",
        "Name,Timestamp,Latitude,Longitude,Type",
        "Name;Timestamp;Type;Latitude;Longitude",
        "Name,Timestamp,Type,Latitude,Longitude,Peak",
        "\u{feff}\"Name\",\"Timestamp\",\"Type\",\"Longitude\",\"Latitude\"",
    ] {
        let error = extract_csv(&format!("{header}\n{CSV_STRIKE}")).unwrap_err();
        let found = format!("but line 1 is `{}`", header.trim_start_matches('\u{feff}'));
        assert!(error.contains(&found), "{error}");
        assert!(error.contains("the header must be `Name,Timestamp,Type,Latitude,Longitude`"), "{error}");
    }
    let error = extract_csv(CSV_STRIKE).unwrap_err();
    assert!(error.contains("but line 1 is `ALERT,2026-05-01T12:00:00Z"), "{error}");
    assert_eq!(
        extract_csv(CSV_HEADER).unwrap_err(),
        "no record found below the header `Name,Timestamp,Type,Latitude,Longitude`"
    );
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
