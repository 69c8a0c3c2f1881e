//! Text with placeholders: `{{ $.Message.Subject }}` is replaced by the value at that path of the context. Values are never
//! parsed: a placeholder inside a value stays as it is.

use super::context::{parse_path, value_at};
use super::{Context, ContextError};
use serde_json::Value;

/// Returns the first invalid placeholder.
pub(super) fn validate(text: &str) -> Option<String> {
    split_placeholders(text).find_map(|piece| match piece {
        Piece::Placeholder(path) => parse_path(path).err().map(|error| error.to_string()),
        Piece::Unclosed(rest) => {
            Some(format!("a placeholder is not closed with }}}}: {}", rest.chars().take(40).collect::<String>()))
        }
        Piece::Text(_) => None,
    })
}

/// Replaces the placeholders.
pub(super) fn fill_placeholders(text: &str, context: &Context) -> Result<String, ContextError> {
    fill_placeholders_escaped(text, context, str::to_owned)
}

/// Replaces the placeholders, each value escaped for its destination.
pub(super) fn fill_placeholders_escaped(
    text: &str,
    context: &Context,
    escape: impl Fn(&str) -> String,
) -> Result<String, ContextError> {
    let mut filled = String::with_capacity(text.len());
    for piece in split_placeholders(text) {
        match piece {
            Piece::Text(text) | Piece::Unclosed(text) => filled.push_str(text),
            Piece::Placeholder(path) => {
                filled.push_str(&escape(&value_to_text(value_at(context.root(), &parse_path(path)?)?)));
            }
        }
    }
    Ok(filled)
}

/// The path, if the whole text is one placeholder. Its value need not be text.
pub(super) fn only_placeholder(text: &str) -> Option<&str> {
    let mut pieces = split_placeholders(text.trim());
    match (pieces.next(), pieces.next()) {
        (Some(Piece::Placeholder(path)), None) => Some(path),
        _ => None,
    }
}

/// The paths of the placeholders. In a template, filters may follow a path.
pub(super) fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    split_placeholders(text).filter_map(|piece| match piece {
        Piece::Placeholder(path) => Some(path.trim_matches(['-', '+', ' '])),
        Piece::Text(_) | Piece::Unclosed(_) => None,
    })
}

/// `1 row`, `2 rows`.
pub(super) fn count_of(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The JSON of a value, cut to this many characters.
pub(super) fn preview(value: &Value, max_chars: usize) -> String {
    let json = value.to_string();
    match json.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", &json[..end]),
        None => json,
    }
}

/// A value as text: a string unchanged, null as empty text, the rest as JSON.
pub(super) fn value_to_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

enum Piece<'t> {
    Text(&'t str),
    Placeholder(&'t str),
    Unclosed(&'t str),
}

fn split_placeholders(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(inside) = rest.strip_prefix("{{") else {
            let (before, after) = rest.split_at(rest.find("{{").unwrap_or(rest.len()));
            rest = after;
            return Some(Piece::Text(before));
        };
        match inside.split_once("}}") {
            Some((path, after)) => {
                rest = after;
                Some(Piece::Placeholder(path.trim()))
            }
            None => Some(Piece::Unclosed(std::mem::take(&mut rest))),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn placeholders_are_replaced_once() {
        let Value::Object(root) = json!({"A": "{{ $.B }}", "B": 1.5, "C": null, "D": [1, "x"]}) else { unreachable!() };
        let context = Context::new(root);
        for (text, expected) in [
            ("plain", "plain"),
            ("", ""),
            ("{{ $.A }}", "{{ $.B }}"),
            ("a {{$.B}}b{{  $.C  }}c", "a 1.5bc"),
            ("{{ $.D }}", "[1,\"x\"]"),
            ("} {{ $.D[1] }} {", "} x {"),
        ] {
            assert_eq!(fill_placeholders(text, &context).as_deref(), Ok(expected), "{text}");
            assert_eq!(validate(text), None, "{text}");
        }
        assert_eq!(fill_placeholders("{{ $.E }}", &context), Err(ContextError::NotFound("$.E".into())));
    }

    #[test]
    fn invalid_placeholders_are_reported_on_save() {
        assert!(validate("a {{ Message }} b").unwrap().contains("Message"));
        assert_eq!(validate("a {{ $.B ").unwrap(), "a placeholder is not closed with }}: {{ $.B ");
    }
}
