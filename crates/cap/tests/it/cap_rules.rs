//! The rules of the Common Alerting Protocol 1.2 (OASIS Standard, 1 July 2010): the schema of section 3.4 and the notes of 3.2.

use crate::grammar::Content::{OneOf, Sequence, Value};
use crate::grammar::Times::{Any, AtLeastOne, AtMostOne, One};
use crate::grammar::{self, Element, element};
use jiff::Timestamp;
use roxmltree::Document;

const NAMESPACE: &str = "urn:oasis:names:tc:emergency:cap:1.2";

const STATUSES: &[&str] = &["Actual", "Exercise", "System", "Test", "Draft"];
const MESSAGE_TYPES: &[&str] = &["Alert", "Update", "Cancel", "Ack", "Error"];
const SCOPES: &[&str] = &["Public", "Restricted", "Private"];
const CATEGORIES: &[&str] =
    &["Geo", "Met", "Safety", "Security", "Rescue", "Fire", "Health", "Env", "Transport", "Infra", "CBRNE", "Other"];
const RESPONSES: &[&str] =
    &["Shelter", "Evacuate", "Prepare", "Execute", "Avoid", "Monitor", "Assess", "AllClear", "None"];
const URGENCIES: &[&str] = &["Immediate", "Expected", "Future", "Past", "Unknown"];
const SEVERITIES: &[&str] = &["Extreme", "Severe", "Moderate", "Minor", "Unknown"];
const CERTAINTIES: &[&str] = &["Observed", "Likely", "Possible", "Unlikely", "Unknown"];

const PAIR: &[Element] = &[element("valueName", One, Value(is_text)), element("value", One, Value(any_text))];

const RESOURCE: &[Element] = &[
    element("resourceDesc", One, Value(is_text)),
    element("mimeType", One, Value(is_text)),
    element("size", AtMostOne, Value(is_decimal)),
    element("uri", AtMostOne, Value(is_uri)),
    element("derefUri", AtMostOne, Value(any_text)),
    element("digest", AtMostOne, Value(any_text)),
];

const AREA: &[Element] = &[
    element("areaDesc", One, Value(is_text)),
    element("polygon", Any, Value(is_polygon)),
    element("circle", Any, Value(is_circle)),
    element("geocode", Any, Sequence(PAIR)),
    element("altitude", AtMostOne, Value(is_decimal)),
    element("ceiling", AtMostOne, Value(is_decimal)),
];

const INFO: &[Element] = &[
    element("language", AtMostOne, Value(is_language)),
    element("category", AtLeastOne, OneOf(CATEGORIES)),
    element("event", One, Value(is_text)),
    element("responseType", Any, OneOf(RESPONSES)),
    element("urgency", One, OneOf(URGENCIES)),
    element("severity", One, OneOf(SEVERITIES)),
    element("certainty", One, OneOf(CERTAINTIES)),
    element("audience", AtMostOne, Value(any_text)),
    element("eventCode", Any, Sequence(PAIR)),
    element("effective", AtMostOne, Value(is_time)),
    element("onset", AtMostOne, Value(is_time)),
    element("expires", AtMostOne, Value(is_time)),
    element("senderName", AtMostOne, Value(any_text)),
    element("headline", AtMostOne, Value(is_headline)),
    element("description", AtMostOne, Value(any_text)),
    element("instruction", AtMostOne, Value(any_text)),
    element("web", AtMostOne, Value(is_uri)),
    element("contact", AtMostOne, Value(any_text)),
    element("parameter", Any, Sequence(PAIR)),
    element("resource", Any, Sequence(RESOURCE)),
    element("area", Any, Sequence(AREA)),
];

const ALERT: Element = element(
    "alert",
    One,
    Sequence(&[
        element("identifier", One, Value(is_identifier)),
        element("sender", One, Value(is_identifier)),
        element("sent", One, Value(is_time)),
        element("status", One, OneOf(STATUSES)),
        element("msgType", One, OneOf(MESSAGE_TYPES)),
        element("source", AtMostOne, Value(any_text)),
        element("scope", One, OneOf(SCOPES)),
        element("restriction", AtMostOne, Value(any_text)),
        element("addresses", AtMostOne, Value(any_text)),
        element("code", Any, Value(any_text)),
        element("note", AtMostOne, Value(any_text)),
        element("references", AtMostOne, Value(are_references)),
        element("incidents", AtMostOne, Value(any_text)),
        element("info", Any, Sequence(INFO)),
    ]),
);

/// What is wrong with an alert, one line each.
pub(crate) fn violations(xml: &str) -> Vec<String> {
    let mut found = grammar::violations(xml, NAMESPACE, &ALERT);
    if let Ok(document) = Document::parse(xml) {
        check_across_elements(&document, &mut found);
    }
    found
}

/// Rules about several elements.
fn check_across_elements(document: &Document<'_>, found: &mut Vec<String>) {
    let first = |name: &str| {
        let mut nodes = document.descendants().filter(|node| node.tag_name().name() == name);
        nodes.next().and_then(|node| node.text())
    };
    let refers = first("references").is_some();
    match first("msgType") {
        Some("Update" | "Cancel" | "Ack" | "Error") if !refers => found.push("nothing is referred to".into()),
        Some("Alert") if refers => found.push("an Alert refers to something".into()),
        _ => {}
    }
    let is_own = |identifier| first("references").is_some_and(|all| all.contains(&format!(",{identifier},")));
    if first("identifier").is_some_and(is_own) {
        found.push("a message refers to itself".into());
    }
    if let (Some(effective), Some(expires)) = (first("effective").and_then(instant), first("expires").and_then(instant))
        && effective >= expires
    {
        found.push("it expires before it is effective".into());
    }
    let languages: Vec<_> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "language")
        .filter_map(|node| node.text())
        .collect();
    if languages.len() > 1 && languages.windows(2).any(|pair| pair[0] == pair[1]) {
        found.push("two infos have one language".into());
    }
}

fn any_text(_: &str) -> bool {
    true
}

fn is_text(text: &str) -> bool {
    !text.trim().is_empty()
}

fn is_headline(text: &str) -> bool {
    is_text(text) && text.chars().count() <= 160
}

/// No spaces, commas or restricted characters (< and &).
fn is_identifier(text: &str) -> bool {
    !text.is_empty() && !text.contains([' ', '\t', '\n', '\r', ',', '<', '&'])
}

/// `\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[-,+]\d\d:\d\d`, and a real time. UTC is -00:00.
fn is_time(text: &str) -> bool {
    let pattern = "dddd-dd-ddTdd:dd:ddsdd:dd";
    let fits = text.len() == pattern.len()
        && text.chars().zip(pattern.chars()).all(|(character, kind)| match kind {
            'd' => character.is_ascii_digit(),
            's' => character == '-' || character == '+',
            other => character == other,
        });
    fits && !text.ends_with("+00:00") && instant(text).is_some()
}

fn instant(text: &str) -> Option<Timestamp> {
    text.replace("-00:00", "+00:00").parse().ok()
}

fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    parts.next().is_some_and(|primary| is_part(primary) && primary.bytes().all(|byte| byte.is_ascii_alphabetic()))
        && parts.all(is_part)
}

fn is_uri(text: &str) -> bool {
    let has_scheme = text.split_once("://").is_some_and(|(scheme, rest)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !rest.is_empty()
    });
    has_scheme && text.is_ascii() && !text.contains([' ', '<', '>', '"'])
}

fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// WGS 84 latitude and longitude.
fn is_pair(text: &str) -> bool {
    text.split_once(',').is_some_and(|(lat, lon)| {
        let within =
            |text: &str, limit: f64| is_decimal(text) && text.parse::<f64>().is_ok_and(|value| value.abs() <= limit);
        within(lat, 90.0) && within(lon, 180.0)
    })
}

/// At least four pairs, the last equal to the first.
fn is_polygon(text: &str) -> bool {
    let pairs: Vec<&str> = text.split(' ').collect();
    pairs.len() >= 4 && pairs.first() == pairs.last() && pairs.iter().all(|pair| is_pair(pair))
}

/// A center, and a radius in kilometers.
fn is_circle(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(center, radius)| {
        is_pair(center) && is_decimal(radius) && radius.parse::<f64>().is_ok_and(|radius| radius >= 0.0)
    })
}

/// `sender,identifier,sent`, separated by white space.
fn are_references(text: &str) -> bool {
    let is_reference = |reference: &str| {
        let parts: Vec<&str> = reference.split(',').collect();
        matches!(parts[..], [sender, identifier, sent] if is_identifier(sender) && is_identifier(identifier) && is_time(sent))
    };
    !text.is_empty() && text.split_whitespace().all(is_reference)
}
