//! Finds a value by its JSON key, its XML attribute or its XML element.

use super::marked_value::MarkedValue;
use super::pattern_candidate::{PatternBasis, PatternCandidate};
use crate::source::TextSource;
use crate::suggest::scan::literal;

/// Longer than any key with its value.
const MAX_CONTEXT_BYTES: usize = 400;
const MAX_NAME_CHARS: usize = 60;
/// With its first letter.
const MAX_ELEMENT_CHARS: usize = 61;

pub(super) fn candidates(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let before = marked.before();
    let start = before.ceil_char_boundary(before.len().saturating_sub(MAX_CONTEXT_BYTES));
    let before = before.get(start..).unwrap_or_default();
    let mut patterns = Vec::new();
    if let Some(key) = json_key(before) {
        let key = literal(key);
        patterns.push(format!(r#""{key}"\s*:\s*"((?:[^"\\]|\\.)*)""#));
        patterns.push(format!(r#""{key}"\s*:\s*([^\s,}}\]"]+)"#));
        patterns.push(format!(r#""{key}"\s*:\s*"?{}"#, marked.shape_group()));
    }
    if marked.source == TextSource::Text {
        if let Some(attribute) = xml_attribute(before) {
            let attribute = literal(attribute);
            patterns.push(format!(r#"\s{attribute}\s*=\s*"([^"]*)""#));
            patterns.push(format!(r"\s{attribute}\s*=\s*'([^']*)'"));
            patterns.push(format!(r#"\s{attribute}\s*=\s*["']{}"#, marked.shape_group()));
        }
        if let Some(element) = xml_element(before) {
            let element = literal(element);
            patterns.push(format!(r"<{element}(?:\s[^>]*)?>([^<]*)</"));
            patterns.push(format!(r"<{element}(?:\s[^>]*)?>\s*{}", marked.shape_group()));
        }
    }
    patterns.into_iter().map(|pattern| PatternCandidate::new(PatternBasis::Key, pattern)).collect()
}

// By hand: as patterns, names of up to 60 letters of any language took most of the time of a suggestion to compile.

/// `key` before a value: `"key": ` or `"key": "`.
fn json_key(before: &str) -> Option<&str> {
    let before = before.strip_suffix('"').unwrap_or(before).trim_end();
    let (_, key) = before.strip_suffix(':')?.trim_end().strip_suffix('"')?.rsplit_once('"')?;
    (has_length(key, MAX_NAME_CHARS) && !key.contains(['\\', '\n'])).then_some(key)
}

/// `name` before a value: ` name="` or ` name='`.
fn xml_attribute(before: &str) -> Option<&str> {
    let before = before.strip_suffix(['"', '\''])?.trim_end().strip_suffix('=')?.trim_end();
    let rest = before.trim_end_matches(is_name_char);
    let name = before.get(rest.len()..)?;
    (has_length(name, MAX_NAME_CHARS) && rest.ends_with(char::is_whitespace)).then_some(name)
}

/// `name` before a value: `<name>` or `<name attribute="…">`.
fn xml_element(before: &str) -> Option<&str> {
    let (_, tag) = before.trim_end().strip_suffix('>')?.rsplit_once('<')?;
    let rest = tag.trim_start_matches(is_name_char);
    let name = tag.get(..tag.len() - rest.len())?;
    let is_tag = (rest.is_empty() || rest.starts_with(char::is_whitespace)) && !rest.contains('>');
    let is_name = has_length(name, MAX_ELEMENT_CHARS) && name.starts_with(|first: char| first.is_ascii_alphabetic());
    (is_tag && is_name).then_some(name)
}

fn is_name_char(character: char) -> bool {
    character.is_alphanumeric() || "_:.-".contains(character)
}

fn has_length(name: &str, most: usize) -> bool {
    (1..=most).contains(&name.chars().count())
}

#[cfg(test)]
mod tests {
    use super::{MAX_ELEMENT_CHARS, MAX_NAME_CHARS, json_key, xml_attribute, xml_element};

    #[test]
    fn json_keys() {
        let cases = [
            (r#"{"Lat": "#, Some("Lat")),
            (r#"{"lat" :""#, Some("lat")),
            ("{\"a\": 1,\n \"größe\":\n  ", Some("größe")),
            (r#"{"lat""#, None),
            ("lat: ", None),
            (r#"{"": "#, None),
            (r#"{"a\b": "#, None),
            ("", None),
        ];
        for (before, expected) in cases {
            assert_eq!(json_key(before), expected, "{before}");
        }
        let quoted = |length| format!("\"{}\":", "k".repeat(length));
        assert!(json_key(&quoted(MAX_NAME_CHARS)).is_some());
        assert_eq!(json_key(&quoted(MAX_NAME_CHARS + 1)), None);
    }

    #[test]
    fn xml_names() {
        let cases = [
            (r#"<strike lat=""#, Some("lat"), None),
            ("<strike geo:lat = '", Some("geo:lat"), None),
            (r#"<strike"lat=""#, None, None),
            ("<strike lat=", None, None),
            ("<lat>", None, Some("lat")),
            ("<a><geo:lat unit=\"deg\"> \n", None, Some("geo:lat")),
            ("<1at>", None, None),
            ("<lat/>", None, None),
            ("<a href=\"x>y\">", None, None),
            ("</lat>", None, None),
            ("> ", None, None),
        ];
        for (before, attribute, element) in cases {
            assert_eq!(xml_attribute(before), attribute, "{before}");
            assert_eq!(xml_element(before), element, "{before}");
        }
        let element = |length| format!("<{}>", "n".repeat(length));
        assert!(xml_element(&element(MAX_ELEMENT_CHARS)).is_some());
        assert_eq!(xml_element(&element(MAX_ELEMENT_CHARS + 1)), None);
    }
}
