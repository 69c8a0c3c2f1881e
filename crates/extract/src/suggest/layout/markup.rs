//! Table rows, elements and objects: records in HTML, XML and JSON.

use indexmap::{IndexMap, IndexSet};

use super::candidate::LayoutCandidate;
use super::json_keys::own_keys;
use crate::deadline::DeadlineCheck;
use crate::source::TextSource;
use crate::suggest::scan::{find_all, literal};

const MAX_NAMES: usize = 12;
/// Elements of HTML that are never a record: what is around all of them, what is not shown, and what only styles a word.
const NO_RECORDS: [&str; 20] = [
    "html", "head", "body", "title", "meta", "link", "style", "script", "br", "hr", "img", "th", "a", "b", "i", "u",
    "em", "strong", "font", "small",
];
/// Elements of HTML that are records more often than others.
const ITEMS: [&str; 5] = ["li", "p", "div", "article", "section"];
/// Later objects have the same keys.
const MAX_OBJECTS: usize = 1_000;

pub(super) fn candidates(text: &str, source: TextSource, is_expired: DeadlineCheck) -> Vec<LayoutCandidate> {
    let mut found = elements(text, source, is_expired);
    found.extend(objects(text, is_expired));
    found
}

/// Elements by their name. A start tag starts a record and the next one ends it, so that rows inside of a layout row are
/// records of their own.
fn elements(text: &str, source: TextSource, is_expired: DeadlineCheck) -> Vec<LayoutCandidate> {
    let mut names: IndexMap<String, usize> = IndexMap::new();
    for tag in find_all(r"<[A-Za-z][\w:.-]*", text, is_expired) {
        let name = text.get(tag.start + 1..tag.end).unwrap_or_default();
        *names.entry(name.to_owned()).or_default() += 1;
    }
    let is_html = source == TextSource::HtmlBody;
    if is_html {
        names.retain(|name, _| !NO_RECORDS.contains(&name.to_ascii_lowercase().as_str()));
    }
    let mut found = Vec::new();
    for name in most_frequent(names) {
        let is_row = is_html && name.eq_ignore_ascii_case("tr");
        let label = if is_row { "HTML table rows".to_owned() } else { format!("Elements <{name}>") };
        let is_item = ITEMS.contains(&name.to_ascii_lowercase().as_str());
        let preference = match (is_row, is_html) {
            (true, _) => 90,
            (false, true) if is_item => 25,
            (false, true) => 20,
            (false, false) => 85,
        };
        let case = if is_html { "(?i)" } else { "" };
        let start = format!(r"{case}<{}\b[^>]*>", literal(&name));
        let open = LayoutCandidate::open(label, preference, start);
        let is_closed = text.contains(&format!("</{name}>"));
        if is_closed {
            let close = open.clone().closed_by(&format!("{case}</{}>", literal(&name)));
            found.push(LayoutCandidate { preference: preference - 1, ..close });
        }
        // Elements of HTML are often nested in each other. In XML, text after the end is not part of the record.
        if is_html || !is_closed {
            found.push(open);
        }
    }
    found
}

/// JSON objects by their first key, and by any of their own keys: an object whose keys have another order is a record too.
fn objects(text: &str, is_expired: DeadlineCheck) -> Vec<LayoutCandidate> {
    let mut counts: IndexMap<String, usize> = IndexMap::new();
    let mut own: IndexMap<String, IndexSet<String>> = IndexMap::new();
    let mut first_values: IndexMap<String, usize> = IndexMap::new();
    for start in find_all(r#"\{\s*"[^"\\\n]{1,60}"\s*:"#, text, is_expired).into_iter().take(MAX_OBJECTS) {
        let keys = own_keys(text.get(start.start..).unwrap_or_default());
        let Some(first) = keys.first() else { continue };
        *counts.entry((*first).to_owned()).or_default() += 1;
        let value = text.get(start.end..).unwrap_or_default().trim_start().strip_prefix('"');
        if let Some((value, _)) = value.and_then(|value| value.split_once('"')).filter(|(value, _)| is_name(value)) {
            let pattern = format!(r#"\{{\s*"{}"\s*:\s*"{}""#, literal(first), literal(value));
            *first_values.entry(pattern).or_default() += 1;
        }
        own.entry((*first).to_owned()).or_default().extend(keys.into_iter().map(literal));
    }
    let mut found = Vec::new();
    for first in most_frequent(counts) {
        let keys: Vec<String> = own.get(&first).into_iter().flatten().take(MAX_NAMES).cloned().collect();
        let by_any_key = format!(r#"\{{\s*"(?:{})"\s*:"#, keys.join("|"));
        let by_first_key = format!(r#"\{{\s*"{}"\s*:"#, literal(&first));
        found.push(LayoutCandidate::open("JSON objects", 87, by_any_key));
        found.push(LayoutCandidate::open("JSON objects", 86, by_first_key));
    }
    // Needs no filter where objects around and inside the records begin with the same key. Otherwise a key is safer: the
    // records of other mails may have other values.
    first_values.retain(|_, count| *count > 1);
    let by_value = |(index, pattern)| LayoutCandidate::open("JSON objects", 84 - index, pattern);
    found.extend((0_u32..).zip(most_frequent(first_values)).map(by_value));
    found
}

/// True for a value such as `Feature`.
fn is_name(value: &str) -> bool {
    (1..=40).contains(&value.len()) && value.chars().all(|character| character.is_alphabetic() || character == '_')
}

fn most_frequent(counts: IndexMap<String, usize>) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.truncate(MAX_NAMES);
    counts.into_iter().map(|(name, _)| name).collect()
}
