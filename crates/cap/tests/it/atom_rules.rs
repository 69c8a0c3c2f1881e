//! The rules of the Atom Syndication Format (RFC 4287), as far as a feed of alerts can break them.

use crate::grammar::Content::{Attributes, Set, Value};
use crate::grammar::Times::{Any, AtLeastOne, AtMostOne, One};
use crate::grammar::{self, Element, element};
use jiff::Timestamp;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

const NAMESPACE: &str = "http://www.w3.org/2005/Atom";

const PERSON: &[Element] = &[
    element("name", One, Value(is_text)),
    element("uri", AtMostOne, Value(is_iri)),
    element("email", AtMostOne, Value(is_text)),
];

const ENTRY: &[Element] = &[
    element("id", One, Value(is_iri)),
    element("title", One, Value(is_text)),
    element("updated", One, Value(is_time)),
    element("published", AtMostOne, Value(is_time)),
    element("author", Any, Set(PERSON)),
    // Required here because no entry has content (section 4.1.2).
    element("link", AtLeastOne, Attributes(&["href", "rel", "type"])),
    element("category", Any, Attributes(&["term"])),
    element("summary", AtMostOne, Value(is_text)),
];

const FEED: Element = element(
    "feed",
    One,
    Set(&[
        element("id", One, Value(is_iri)),
        element("title", One, Value(is_text)),
        element("subtitle", AtMostOne, Value(is_text)),
        element("updated", One, Value(is_time)),
        element("author", AtLeastOne, Set(PERSON)),
        element("link", AtLeastOne, Attributes(&["href", "rel", "type"])),
        element("entry", Any, Set(ENTRY)),
    ]),
);

/// What is wrong with a feed, one line each.
pub(crate) fn violations(xml: &str) -> Vec<String> {
    let mut found = grammar::violations(xml, NAMESPACE, &FEED);
    let Ok(document) = Document::parse(xml) else { return found };
    let feed = document.root_element();
    let links = |node: Node<'_, '_>, rel: &str| {
        node.children().filter(|child| child.tag_name().name() == "link" && child.attribute("rel") == Some(rel)).count()
    };
    if links(feed, "self") != 1 {
        found.push("the feed has no link to itself".into());
    }
    let mut ids = BTreeSet::new();
    for entry in feed.children().filter(|child| child.tag_name().name() == "entry") {
        if links(entry, "alternate") != 1 {
            found.push("an entry has no alternate link".into());
        }
        let id = entry.children().find(|child| child.tag_name().name() == "id").and_then(|id| id.text());
        if !ids.insert(id) {
            found.push(format!("two entries have the id {id:?}"));
        }
    }
    found
}

fn is_text(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Absolute.
fn is_iri(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| !scheme.is_empty() && !rest.is_empty()) && !text.contains(' ')
}

/// RFC 3339 with an upper-case T, and Z without a numeric offset.
fn is_time(text: &str) -> bool {
    text.contains('T') && !text.contains(['t', 'z', ' ']) && text.parse::<Timestamp>().is_ok()
}
