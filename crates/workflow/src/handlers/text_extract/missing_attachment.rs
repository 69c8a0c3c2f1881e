//! Why `Op.Source` leads to no text of an attachment. Says what an administrator can do about it.

use crate::Context;
use crate::text::count_of;
use serde_json::Value;

/// Of names in the error.
const MAX_NAMES: usize = 5;
const MAX_NAME_CHARS: usize = 80;

/// `None` if the path does not name the text of an attachment.
pub(super) fn reason(context: &Context, path: &str) -> Option<String> {
    let is_of_attachment = ["$.Attachments", "$['Attachments']", "$[\"Attachments\"]"];
    let owner = [".Text", "['Text']", "[\"Text\"]"].iter().find_map(|key| path.strip_suffix(key))?;
    if !is_of_attachment.iter().any(|start| owner.starts_with(start)) {
        return None;
    }
    match context.all(owner).ok()?.as_slice() {
        [] => Some(format!("no attachment at {owner}. {}", list_attachments(context))),
        // Several texts are a mistake of the path; several attachments of which none has a text are not.
        found if found.iter().filter(|one| one.get("Text").is_some()).count() > 1 => None,
        found => found.iter().find_map(|one| one.get("TextError")?.as_str()).map(str::to_owned),
    }
}

fn list_attachments(context: &Context) -> String {
    let none = Vec::new();
    let all = context.root()["Attachments"].as_array().unwrap_or(&none);
    if all.is_empty() {
        return "The message has no attachments.".into();
    }
    let name = |one: &Value| {
        let name: String = one["Name"].as_str().unwrap_or_default().chars().take(MAX_NAME_CHARS).collect();
        format!("{name:?}")
    };
    let names: Vec<String> = all.iter().take(MAX_NAMES).map(name).collect();
    let more = if all.len() > MAX_NAMES { ", …" } else { "" };
    format!("The message has {}: {}{more}", count_of(all.len() as u64, "attachment"), names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_reason_names_the_attachment() {
        let Value::Object(root) = json!({"BodyText": "x", "Attachments": [
            {"Name": "a.csv", "Text": "1"},
            {"Name": "b.pdf", "TextError": "attachment \"b.pdf\" is not a text file"},
            {"Name": "c.csv", "Text": "2"},
        ]}) else {
            unreachable!()
        };
        let context = Context::new(root);
        let listed = "The message has 3 attachments: \"a.csv\", \"b.pdf\", \"c.csv\"";
        for (path, expected) in [
            ("$.Attachments[1].Text", Some("attachment \"b.pdf\" is not a text file".to_owned())),
            ("$['Attachments'][1]['Text']", Some("attachment \"b.pdf\" is not a text file".to_owned())),
            ("$.Attachments[?@.Name=='b.pdf'].Text", Some("attachment \"b.pdf\" is not a text file".to_owned())),
            ("$.Attachments[7].Text", Some(format!("no attachment at $.Attachments[7]. {listed}"))),
            (
                "$.Attachments[?@.Name=='x.csv'].Text",
                Some(format!("no attachment at $.Attachments[?@.Name=='x.csv']. {listed}")),
            ),
            ("$.Attachments[*].Text", None),
            ("$.Nothing.Text", None),
            ("$.BodyTex", None),
        ] {
            assert_eq!(reason(&context, path), expected, "{path}");
        }
        let empty = reason(&Context::default(), "$.Attachments[0].Text").unwrap();
        assert_eq!(empty, "no attachment at $.Attachments[0]. The message has no attachments.");
    }
}
