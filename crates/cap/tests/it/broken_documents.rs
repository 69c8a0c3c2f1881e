//! The rules reject what breaks them. Each row is a valid document with one replacement.

use crate::documents::{area, documents, storm};
use crate::{atom_rules, cap_rules};
use jiff::Timestamp;
use stormwire_cap::{Feed, FeedEntry, messages};

/// What is replaced, by what, and the rule that rejects it; empty if that is still valid.
const BROKEN_ALERTS: &[(&str, &str, &str)] = &[
    ("<alert ", "<alert x ", "not XML"),
    ("<alert xmlns", "<alert x", "another namespace"),
    ("emergency:cap:1.2", "emergency:cap:1.1", "another namespace"),
    ("<identifier>storm", "<identifier>st orm", "identifier is"),
    ("<identifier>storm", "<identifier>st,orm", "identifier is"),
    ("<identifier>storm", "<identifier>st&lt;orm", "identifier is"),
    ("<sender>stormwire@", "<sender>storm&amp;wire@", "sender is"),
    ("<sent>2026-05-01T12:42:07-00:00", "<sent>2026-05-01T12:42:07Z", "sent is"),
    ("<sent>2026-05-01T12:42:07-00:00", "<sent>2026-05-01T12:42:07+00:00", "sent is"),
    ("<sent>2026-05-01T12:42:07-00:00", "<sent>2026-05-01T12:42:07.25-05:00", "sent is"),
    ("<sent>2026-05-01T12:42:07-00:00", "<sent>2026-13-01T12:42:07-05:00", "sent is"),
    ("<status>Actual", "<status>actual", "status is"),
    ("  <status>Actual</status>\n", "", "alert has no status"),
    ("<msgType>Update", "<msgType>Change", "msgType is"),
    ("<msgType>Update", "<msgType>Alert", "an Alert refers"),
    ("<scope>Public", "<scope>Everybody", "scope is"),
    ("  <scope>Public</scope>\n", "", "alert has no scope"),
    ("  <scope>Public</scope>\n", "  <scope>Public</scope>\n  <scope>Public</scope>\n", "2 times scope"),
    ("<references>stormwire@storm.example.gov,", "<references>", "references is"),
    ("storm.example.gov.evt.41,2026", "storm.example.gov.evt.41 2026", "references is"),
    ("storm.example.gov.evt.41,2026", "storm.example.gov.evt.42,2026", "refers to itself"),
    ("<references>", "<note>a</note><references>", ""),
    ("<references>", "<source>a</source><references>", "source is too late"),
    ("<language>es-US", "<language>en-US", "one language"),
    ("<language>en-US", "<language>en US", "language is"),
    ("<category>Met", "<category>Weather", "category is"),
    ("    <category>Met</category>\n", "", "info has no category"),
    ("    <event>Lightning</event>\n", "", "info has no event"),
    ("<responseType>Shelter", "<responseType>Hide", "responseType is"),
    ("<urgency>Expected", "<urgency>Soon", "urgency is"),
    ("<severity>Moderate", "<severity>Bad", "severity is"),
    ("<certainty>Likely", "<certainty>Sure", "certainty is"),
    ("<expires>2026-05-02", "<expires>2026-04-02", "expires before"),
    ("<headline>", "<instruction>a</instruction><headline>", "headline is too late"),
    ("<web>https://", "<web>", "web is"),
    ("<valueName>stormwire.status</valueName>", "", "parameter has no valueName"),
    ("<areaDesc>Municipal Pool</areaDesc>", "", "area has no areaDesc"),
    ("<areaDesc>Municipal Pool", "<areaDesc> ", "areaDesc is"),
    ("<polygon>34.", "<polygon>35.", "polygon is"),
    ("<polygon>", "<polygon>34.0,-86.0 </polygon><polygon>", "polygon is"),
    ("<polygon>", "<polygon>1,1 2,2 1,1</polygon><polygon>", "polygon is"),
    ("<polygon>", "<polygon>1,1 2,2 91,3 1,1</polygon><polygon>", "polygon is"),
    ("<polygon>", "<polygon>1,1 2,2 3 1,1</polygon><polygon>", "polygon is"),
    ("<polygon>", "<polygon>1,1 2,2 3,3 1,1</polygon><polygon>", ""),
    ("12.875</circle>", "12.875 km</circle>", "circle is"),
    ("12.875</circle>", "-1</circle>", "circle is"),
    ("<circle>", "text<circle>", "area has text"),
    ("<circle>", "<place>a</place><circle>", "unknown element place"),
];

#[test]
fn broken_alerts_are_rejected() {
    let valid = documents(&storm(), &area()).remove(1);
    assert_eq!(cap_rules::violations(&valid), Vec::<String>::new());
    for &(from, to, expected) in BROKEN_ALERTS {
        let broken = valid.replacen(from, to, 1);
        assert_ne!(broken, valid, "{from} is not in the document");
        let found = cap_rules::violations(&broken);
        if expected.is_empty() {
            assert_eq!(found, Vec::<String>::new(), "{from} -> {to}");
        } else {
            assert!(found.iter().any(|line| line.contains(expected)), "{from} -> {to}: {found:?}");
        }
    }
}

#[test]
fn long_headlines_are_rejected() {
    let valid = documents(&storm(), &area()).remove(1);
    let broken = valid.replacen("<headline>", &format!("<headline>{}", "x".repeat(150)), 1);
    let found = cap_rules::violations(&broken);
    assert!(found.iter().any(|line| line.contains("headline is")), "{found:?}");
}

#[test]
fn a_cancel_without_references_is_rejected() {
    let cancel = documents(&storm(), &area()).remove(3);
    let start = cancel.find("  <references>").unwrap();
    let end = cancel.find("</references>\n").unwrap() + "</references>\n".len();
    let broken = format!("{}{}", &cancel[..start], &cancel[end..]);
    assert_eq!(cap_rules::violations(&broken), ["nothing is referred to"]);
}

#[test]
fn broken_feeds_are_rejected() {
    let (changes, issuer) = (storm(), crate::documents::issuer());
    let entry = |message| FeedEntry { message, rule: None };
    let entries: Vec<_> = messages(&changes).into_iter().map(entry).collect();
    let valid = Feed { issuer: &issuer, updated: Timestamp::UNIX_EPOCH, entries: &entries }.to_xml();
    assert_eq!(atom_rules::violations(&valid), Vec::<String>::new());
    for (from, to, expected) in [
        ("2005/Atom", "2006/Atom", "another namespace"),
        ("  <updated>1970-01-01T00:00:00Z</updated>\n", "", "feed has no updated"),
        ("<updated>1970-01-01T00:00:00Z", "<updated>1970-01-01", "updated is"),
        ("<updated>1970-01-01T00:00:00Z", "<updated>1970-01-01T00:00:00z", "updated is"),
        ("<id>https://", "<id>", "id is"),
        ("<title>", "<title>a</title><title>", "2 times title"),
        ("rel=\"self\"", "rel=\"up\"", "no link to itself"),
        ("rel=\"alternate\"", "rel=\"related\"", "no alternate link"),
        ("    <name>Example City</name>\n", "", "author has no name"),
        ("evt.42.xml</id>", "evt.41.xml</id>", "two entries"),
        ("term=\"Alert\"", "label2=\"Alert\"", "category has no term"),
        ("<summary>", "<msgType>a</msgType><summary>", "unknown element msgType"),
    ] {
        let broken = valid.replacen(from, to, 1);
        assert_ne!(broken, valid, "{from} is not in the feed");
        let found = atom_rules::violations(&broken);
        assert!(found.iter().any(|line| line.contains(expected)), "{from} -> {to}: {found:?}");
    }
}
