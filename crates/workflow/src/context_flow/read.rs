//! What an action reads from the context.

use crate::handlers::text_extract::source_path;
use crate::text::placeholders;
use serde_json::Value;

/// Keys whose text is a path as a whole. Any other text can contain placeholders.
const PATH_KEYS: [&str; 5] = ["Source", "Minutes", "RadiusMiles", "DangerMinutes", "AllClearMinutes"];

/// The paths of a config that start at the root. A comparison that accepts a missing value is left out.
pub(super) fn read_paths<'c>(action_type: &str, config: &'c Value) -> Vec<&'c str> {
    let mut paths = Vec::new();
    match action_type {
        "TextExtract" => paths.push(source_path(config)),
        "Condition" => {
            let lists = ["All", "Any"].iter().filter_map(|list| config["When"][list].as_array());
            let needs_value = |one: &&Value| !matches!(one["Is"].as_str(), Some("Exists" | "Missing" | "NotEquals"));
            paths.extend(lists.flatten().filter(needs_value).filter_map(|one| one["Path"].as_str()));
        }
        _ => {
            // `Data` has fixed values. The keys of `Op.Target` and `Op.Output` are written or name a table.
            let parts = config.as_object().into_iter().flatten().filter(|(key, _)| *key != "Data");
            parts.for_each(|(key, part)| collect(key, part, key == "FieldMap", &mut paths));
        }
    }
    paths
}

fn collect<'c>(key: &str, part: &'c Value, is_field_map: bool, paths: &mut Vec<&'c str>) {
    match part {
        Value::String(text) if (is_field_map || PATH_KEYS.contains(&key)) && text.starts_with('$') => paths.push(text),
        Value::String(text) => paths.extend(placeholders(text).filter(|path| path.starts_with('$'))),
        Value::Array(all) => all.iter().for_each(|one| collect(key, one, is_field_map, paths)),
        Value::Object(all) => all
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "Target" | "Output") || is_field_map)
            .for_each(|(key, one)| collect(key, one, is_field_map, paths)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_handler_reads_its_paths() {
        for (action_type, config, expected) in [
            ("TextExtract", json!({"Op": {}, "Segment": {"StartPattern": "$.x"}}), &["$.BodyText"][..]),
            ("TextExtract", json!({"Op": {"Source": "$.Attachments[0].Text"}}), &["$.Attachments[0].Text"]),
            (
                "Condition",
                json!({"When": {"All": [
                    {"Path": "$.A", "Is": "Equals", "Value": "$.V"}, {"Path": "$.B", "Is": "Missing"}, {"Path": "$.C", "Is": "Exists"},
                ]}}),
                &["$.A"],
            ),
            (
                "Sql",
                json!({"Op": {"Action": "Merge", "Target": "$.T", "Source": "$.Extract.Items", "Output": "$.O"},
                    "Data": {"Note": "$.D {{ $.E }}"}, "FieldMap": {"Lat": "Latitude", "By": "$.Message.From"}}),
                &["$.Extract.Items", "$.Message.From"],
            ),
            (
                "Http",
                json!({"Op": {"Url": "https://x/{{ $.A }}/{{$.B.C}}", "Headers": {"X": "{{ $.H }}"}, "Output": "$.O"}}),
                &["$.A", "$.B.C", "$.H"],
            ),
            (
                "Email",
                json!({"Op": {"To": ["{{ $.R }}"], "Text": "{{- $.A | upper }} {{ B }} costs $.50"},
                    "Quiet": {"Minutes": "$.Q", "RadiusMiles": 8}}),
                &["$.R", "$.A | upper", "$.Q"],
            ),
            ("Data", json!({"Op": {"Action": "Remove", "Target": ["$.A"]}}), &[]),
        ] {
            assert_eq!(read_paths(action_type, &config), expected, "{action_type} {config}");
        }
    }
}
