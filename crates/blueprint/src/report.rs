//! A readable difference. Pure.

use crate::difference::FieldChange;
use crate::plan::{Change, PlannedChange, Section};
use serde_json::Value;

/// In characters. A long value is shown in part.
const MAX_VALUE_LENGTH: usize = 200;

/// One line for each entry, and one for each field that changes.
pub fn report(changes: &[PlannedChange]) -> String {
    changes.iter().map(entry_text).collect()
}

fn entry_text(planned: &PlannedChange) -> String {
    let (what, name) = (section_name(planned.section), &planned.name);
    match &planned.change {
        Change::Add => format!("+ {what} {name:?}\n"),
        Change::Remove => format!("- {what} {name:?}\n"),
        Change::Update(fields) => {
            let lines: String = fields.iter().map(field_text).collect();
            format!("~ {what} {name:?}\n{lines}")
        }
    }
}

const fn section_name(section: Section) -> &'static str {
    match section {
        Section::Credential => "credential",
        Section::Policy => "policy",
        Section::Watcher => "watcher",
        Section::Sink => "sink",
    }
}

fn field_text(field: &FieldChange) -> String {
    let path = &field.path;
    match (&field.before, &field.after) {
        (None, Some(after)) => format!("    + {path}: {}\n", value_text(after)),
        (Some(before), None) => format!("    - {path}: {}\n", value_text(before)),
        (before, after) => {
            let [before, after] = [before, after].map(|value| value.as_ref().map_or_else(String::new, value_text));
            format!("    ~ {path}: {before} → {after}\n")
        }
    }
}

/// On one line: JSON escapes line breaks and control characters.
fn value_text(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= MAX_VALUE_LENGTH {
        return text;
    }
    format!("{}…", text.chars().take(MAX_VALUE_LENGTH).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_change_is_a_line() {
        let field = |path: &str, before, after| FieldChange { path: path.into(), before, after };
        let planned = |section, name: &str, change| PlannedChange { section, name: name.into(), change };
        let fields = vec![
            field("folderPath", Some(json!("Inbox")), Some(json!("Inbox/\nAlerts"))),
            field("credential", None, Some(json!("City"))),
            field("fromFilter", Some(json!("x".repeat(500))), None),
        ];
        let changes = [
            planned(Section::Credential, "City", Change::Add),
            planned(Section::Watcher, "Strikes", Change::Update(fields)),
            planned(Section::Sink, "Siren", Change::Remove),
        ];
        let text = report(&changes);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "+ credential \"City\"",
                "~ watcher \"Strikes\"",
                "    ~ folderPath: \"Inbox\" → \"Inbox/\\nAlerts\"",
                "    + credential: \"City\"",
            ]
        );
        assert!(lines[4].starts_with("    - fromFilter: \"xxx") && lines[4].ends_with('…'), "{text}");
        assert_eq!(lines[5..], ["- sink \"Siren\""]);
    }
}
