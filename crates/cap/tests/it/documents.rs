//! Alerts and feeds of all kinds obey the rules of their standards.

use crate::{atom_rules, cap_rules};
use jiff::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use roxmltree::Document;
use stormwire_cap::{
    Alert, AlertArea, AlertRule, AlertStatus, Feed, FeedEntry, Issuer, Purpose, StatusChange, messages,
};
use stormwire_geo::{LonLat, Miles};

pub(crate) fn issuer() -> Issuer {
    Issuer::new("Example City", "https://storm.example.gov/", "storm.example.gov")
}

pub(crate) fn area() -> AlertArea {
    let rule = Some(AlertRule { radius: Miles(8.0), clear_minutes: 30.0 });
    AlertArea { position: LonLat::new(-86.5861, 34.7304).ok(), rule }
}

pub(crate) fn change(event_id: i64, status: AlertStatus) -> StatusChange {
    let at: Timestamp = "2026-05-01T12:00:07.25Z".parse().unwrap();
    let noticed_at = at + jiff::SignedDuration::from_mins(event_id);
    let facility_name = "Municipal Pool".into();
    StatusChange { event_id, facility_id: 3, facility_name, ring: None, status, at: noticed_at, noticed_at }
}

/// Active, Clearing, Unknown, Clear.
pub(crate) fn storm() -> Vec<StatusChange> {
    let statuses = [AlertStatus::Active, AlertStatus::Clearing, AlertStatus::Unknown, AlertStatus::Clear];
    (41..).zip(statuses).map(|(id, status)| change(id, status)).collect()
}

pub(crate) fn documents(changes: &[StatusChange], area: &AlertArea) -> Vec<String> {
    let render = |message| Alert { issuer: &issuer(), message, area, purpose: Purpose::Actual }.to_xml();
    messages(changes).iter().map(render).collect()
}

fn texts(xml: &str, name: &str) -> Vec<String> {
    let document = Document::parse(xml).unwrap();
    let named = document.descendants().filter(|node| node.tag_name().name() == name);
    named.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_storm_is_alert_updates_and_cancel() {
    let documents = documents(&storm(), &area());
    let reference =
        |id: i64, time: &str| format!("stormwire@storm.example.gov,storm.example.gov.evt.{id},2026-05-01T{time}-00:00");
    let first = reference(41, "12:41:07");
    let second = format!("{first} {}", reference(42, "12:42:07"));
    let third = format!("{second} {}", reference(43, "12:43:07"));
    let expected = [
        ("Alert", "", "Shelter", "Severe"),
        ("Update", &first, "Shelter", "Moderate"),
        ("Update", &second, "Monitor", "Unknown"),
        ("Cancel", &third, "AllClear", "Minor"),
    ];
    assert_eq!(documents.len(), expected.len());
    for (document, (kind, references, response, severity)) in documents.iter().zip(expected) {
        assert_eq!(cap_rules::violations(document), Vec::<String>::new(), "{document}");
        assert_eq!(texts(document, "msgType"), [kind]);
        assert_eq!(texts(document, "references").concat(), references);
        assert_eq!(texts(document, "responseType"), [response, response]);
        assert_eq!(texts(document, "severity"), [severity, severity]);
        assert_eq!(texts(document, "language"), ["en-US", "es-US"]);
        assert_eq!(texts(document, "polygon").len(), 2);
    }
    assert_eq!(texts(&documents[0], "sent"), ["2026-05-01T12:41:07-00:00"]);
    assert_eq!(texts(&documents[0], "headline")[0], "Lightning near Municipal Pool: go inside now");
    assert_eq!(texts(&documents[3], "headline")[0], "All clear at Municipal Pool");
    assert_eq!(texts(&documents[0], "web")[0], "https://storm.example.gov/f/3");
}

#[test]
fn the_end_of_a_ring_is_no_all_clear() {
    let ring = |change: StatusChange| StatusChange { ring: Some("Warning".into()), ..change };
    let changes = [ring(change(1, AlertStatus::Active)), ring(change(2, AlertStatus::Clear))];
    let documents = documents(&changes, &area());
    assert_eq!(texts(&documents[0], "responseType")[0], "Prepare");
    assert_eq!(
        (texts(&documents[1], "msgType"), texts(&documents[1], "responseType")[0].as_str()),
        (vec!["Cancel".into()], "Monitor")
    );
    assert!(documents.iter().all(|document| cap_rules::violations(document).is_empty()));
}

#[test]
fn a_test_says_that_it_is_one() {
    let change = change(7, AlertStatus::Active);
    let changes = [change];
    let message = &messages(&changes)[0];
    let xml = Alert { issuer: &issuer(), message, area: &area(), purpose: Purpose::Test }.to_xml();
    assert_eq!(cap_rules::violations(&xml), Vec::<String>::new());
    assert_eq!(texts(&xml, "status"), ["Test"]);
    assert!(texts(&xml, "identifier")[0].starts_with("storm.example.gov.test."));
    assert!(texts(&xml, "headline")[0].starts_with("TEST: "));
}

#[test]
fn a_facility_without_a_location_has_a_name_alone() {
    for area in [AlertArea::default(), AlertArea { position: LonLat::new(180.0, 89.9).ok(), ..area() }] {
        let xml = &documents(&[change(1, AlertStatus::Active)], &area)[0];
        assert_eq!(cap_rules::violations(xml), Vec::<String>::new());
        assert_eq!((texts(xml, "areaDesc")[0].as_str(), texts(xml, "polygon").len()), ("Municipal Pool", 0));
    }
}

fn feed(changes: &[StatusChange], city: &str) -> String {
    let issuer = Issuer::new(city, "https://storm.example.gov", "storm.example.gov");
    let entry = |message| FeedEntry { message, rule: area().rule };
    let entries: Vec<_> = messages(changes).into_iter().map(entry).rev().collect();
    Feed { issuer: &issuer, updated: Timestamp::UNIX_EPOCH, entries: &entries }.to_xml()
}

#[test]
fn a_feed_links_every_alert() {
    let xml = feed(&storm(), "Example City");
    assert_eq!(atom_rules::violations(&xml), Vec::<String>::new(), "{xml}");
    assert!(xml.contains("href=\"https://storm.example.gov/cap/storm.example.gov.evt.44.xml\""));
    assert_eq!(texts(&xml, "title")[1], "All clear at Municipal Pool");
    assert_eq!(atom_rules::violations(&feed(&[], "Example City")), Vec::<String>::new());
}

fn any_change() -> impl Strategy<Value = StatusChange> {
    // Times that both formats can write.
    let time = (0_i64..4_000_000_000_000_000).prop_map(|micros| Timestamp::from_microsecond(micros).unwrap());
    let name = prop_oneof!["\\PC{1,40}", any::<String>(), Just("<!--\0]]>&\u{202e}⚡".to_owned())];
    let status = prop::sample::select(AlertStatus::ALL.to_vec());
    let ring = proptest::option::of(any::<String>());
    (1_i64.., 1_i64.., (name, ring), status, (time.clone(), time)).prop_map(
        |(event_id, facility_id, (name, ring), status, (at, noticed_at))| {
            // The database allows no empty name.
            let facility_name = format!("{name}.");
            let at = at.min(noticed_at);
            StatusChange { event_id, facility_id, facility_name, ring, status, at, noticed_at }
        },
    )
}

fn any_area() -> impl Strategy<Value = AlertArea> {
    let position = (-180.0..=180.0_f64, -90.0..=90.0_f64).prop_map(|(lon, lat)| LonLat::new(lon, lat).unwrap());
    let rule = (0.001..=500.0_f64, 0.1..=1_440.0_f64)
        .prop_map(|(radius, clear_minutes)| AlertRule { radius: Miles(radius), clear_minutes });
    (proptest::option::of(position), proptest::option::of(rule))
        .prop_map(|(position, rule)| AlertArea { position, rule })
}

proptest! {
    #[test]
    fn every_series_of_changes_gives_valid_documents(
        mut changes in vec(any_change(), 0..6), area in any_area(), city in any::<String>(),
    ) {
        for (index, change) in changes.iter_mut().enumerate() {
            change.event_id = i64::try_from(index).unwrap() + 1;
        }
        for document in documents(&changes, &area) {
            prop_assert_eq!(cap_rules::violations(&document), Vec::<String>::new(), "{}", document);
        }
        let xml = feed(&changes, &format!("{city}."));
        prop_assert_eq!(atom_rules::violations(&xml), Vec::<String>::new(), "{}", xml);
    }
}
