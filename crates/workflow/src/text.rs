//! Text with holes: `{{ $.Message.Subject }}` is filled with what stands at that path of the context. What is filled in
//! is text and nothing else: a hole that comes with it stays as it is.

use super::context::{one, parse};
use super::{Context, ContextError};
use serde_json::Value;

/// What is wrong with the holes of a text, if anything is.
pub(super) fn fault(text: &str) -> Option<String> {
    pieces(text).find_map(|piece| match piece {
        Piece::Hole(path) => parse(path).err().map(|error| error.to_string()),
        Piece::Open(rest) => {
            Some(format!("a hole is opened and not closed: {}", rest.chars().take(40).collect::<String>()))
        }
        Piece::Text(_) => None,
    })
}

/// The text with its holes filled.
pub(super) fn fill(text: &str, context: &Context) -> Result<String, ContextError> {
    fill_with(text, context, str::to_owned)
}

/// The text with its holes filled, each value escaped for the place where it goes.
pub(super) fn fill_with(
    text: &str,
    context: &Context,
    escape: impl Fn(&str) -> String,
) -> Result<String, ContextError> {
    let mut filled = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) | Piece::Open(text) => filled.push_str(text),
            Piece::Hole(path) => filled.push_str(&escape(&plain(one(context.root(), &parse(path)?)?))),
        }
    }
    Ok(filled)
}

/// The path, where the whole text is one hole: what stands there need not be text.
pub(super) fn sole_hole(text: &str) -> Option<&str> {
    let mut pieces = pieces(text.trim());
    match (pieces.next(), pieces.next()) {
        (Some(Piece::Hole(path)), None) => Some(path),
        _ => None,
    }
}

/// A value as text: a string as it is, nothing for null, JSON for the rest.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

enum Piece<'t> {
    Text(&'t str),
    Hole(&'t str),
    Open(&'t str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
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
                Some(Piece::Hole(path.trim()))
            }
            None => Some(Piece::Open(std::mem::take(&mut rest))),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn holes_are_filled_once() {
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
            assert_eq!(fill(text, &context).as_deref(), Ok(expected), "{text}");
            assert_eq!(fault(text), None, "{text}");
        }
        assert_eq!(fill("{{ $.E }}", &context), Err(ContextError::Nothing("$.E".into())));
    }

    #[test]
    fn a_hole_that_cannot_be_filled_is_found_when_the_action_is_saved() {
        assert!(fault("a {{ Message }} b").unwrap().contains("Message"));
        assert_eq!(fault("a {{ $.B ").unwrap(), "a hole is opened and not closed: {{ $.B ");
    }
}
