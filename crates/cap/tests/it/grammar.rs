//! Checks XML by a grammar: which elements, how often, in which order, with which values.

use roxmltree::{Document, Node};

/// An element and its place among its siblings.
pub(crate) struct Element {
    pub(crate) name: &'static str,
    pub(crate) times: Times,
    pub(crate) content: Content,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Times {
    One,
    AtMostOne,
    AtLeastOne,
    Any,
}

pub(crate) enum Content {
    /// A value, and what makes it valid.
    Value(fn(&str) -> bool),
    OneOf(&'static [&'static str]),
    /// Child elements in this order.
    Sequence(&'static [Element]),
    /// Child elements in any order, and the attributes that must be there.
    Set(&'static [Element]),
    /// No content; the named attributes must be there.
    Attributes(&'static [&'static str]),
}

pub(crate) const fn element(name: &'static str, times: Times, content: Content) -> Element {
    Element { name, times, content }
}

/// What is wrong with a document, one line each.
pub(crate) fn violations(xml: &str, namespace: &str, root: &Element) -> Vec<String> {
    let document = match Document::parse(xml) {
        Ok(document) => document,
        Err(error) => return vec![format!("not XML: {error}")],
    };
    let mut found = Vec::new();
    let node = document.root_element();
    if node.tag_name().name() == root.name {
        check(node, namespace, root, &mut found);
    } else {
        found.push(format!("the document is a {}", node.tag_name().name()));
    }
    found
}

fn check(node: Node<'_, '_>, namespace: &str, rule: &Element, found: &mut Vec<String>) {
    if node.tag_name().namespace() != Some(namespace) {
        found.push(format!("{} is in another namespace", rule.name));
    }
    let text = node.text().unwrap_or_default();
    let has_children = node.children().any(|child| child.is_element());
    match &rule.content {
        Content::Value(_) | Content::OneOf(_) if has_children => found.push(format!("{} has elements", rule.name)),
        Content::Value(is_valid) if !is_valid(text) => found.push(format!("{} is {text:?}", rule.name)),
        Content::OneOf(values) if !values.contains(&text) => found.push(format!("{} is {text:?}", rule.name)),
        Content::Attributes(names) => {
            let is_missing = |name: &&&str| node.attribute(**name).is_none_or(str::is_empty);
            found.extend(names.iter().filter(is_missing).map(|name| format!("{} has no {name}", rule.name)));
        }
        Content::Sequence(children) => check_children(node, namespace, (rule.name, children, true), found),
        Content::Set(children) => check_children(node, namespace, (rule.name, children, false), found),
        Content::Value(_) | Content::OneOf(_) => {}
    }
}

fn check_children(
    node: Node<'_, '_>,
    namespace: &str,
    (parent, rules, is_ordered): (&str, &[Element], bool),
    found: &mut Vec<String>,
) {
    let mut counts = vec![0; rules.len()];
    let mut position = 0;
    for child in node.children() {
        if child.is_text() && child.text().is_some_and(|text| !text.trim().is_empty()) {
            found.push(format!("{parent} has text"));
        }
        if !child.is_element() {
            continue;
        }
        let name = child.tag_name().name();
        let Some(index) = rules.iter().position(|rule| rule.name == name) else {
            found.push(format!("{parent} has the unknown element {name}"));
            continue;
        };
        if is_ordered && index < position {
            found.push(format!("{name} is too late in {parent}"));
        }
        position = position.max(index);
        counts[index] += 1;
        check(child, namespace, &rules[index], found);
    }
    for (rule, count) in rules.iter().zip(counts) {
        let is_missing = count == 0 && matches!(rule.times, Times::One | Times::AtLeastOne);
        let is_repeated = count > 1 && matches!(rule.times, Times::One | Times::AtMostOne);
        if is_missing {
            found.push(format!("{parent} has no {}", rule.name));
        }
        if is_repeated {
            found.push(format!("{parent} has {count} times {}", rule.name));
        }
    }
}
