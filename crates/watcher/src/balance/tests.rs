use super::*;
use crate::jobs::tests::fields;
use jiff::civil::date;
use stormwire_graph::MessageKey;
use stormwire_store::At;
use stormwire_store::tables::job::{JobFields, JobState};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn row(id: i64, key: &str, received: &str, status: &str) -> Entry {
    let received = At(at(received));
    Entry {
        id,
        message_key: key.into(),
        subject: None,
        received_at: received,
        detected_at: received,
        status: status.into(),
    }
}

fn lies(place: Place, key: &str, received: &str) -> (Place, Glance) {
    (place, Glance { key: MessageKey::new(key), subject: None, from: None, received_at: Some(at(received)) })
}

const NOW: &str = "2026-05-02T18:00:00Z";

fn weighed(
    fields: JobFields,
    rows: &[Entry],
    lying: Option<&[(Place, Glance)]>,
) -> (BTreeMap<Date, Day>, Vec<(String, String)>) {
    let zone = TimeZone::get("America/Chicago").unwrap();
    let state = JobState { created_at: at("2026-01-01T00:00:00Z"), ..JobState::default() };
    let (job, now) = (Job { id: 1, fields, state }, at(NOW));
    let since = first_moment(now, 2, &zone);
    let scope = Scope { job: &job, since, now, zone: &zone, is_whole: true };
    let (days, odd) = weigh(&scope, rows, lying);
    (days, odd.into_iter().map(|one| (one.message_key, one.words)).collect())
}

#[test]
fn a_day_is_a_day_where_the_city_lies_and_its_parts_make_its_whole() {
    let rows = [
        row(1, "a", "2026-05-02T04:59:59Z", "Success"),
        row(2, "b", "2026-05-02T05:00:00Z", "Failed"),
        row(3, "c", "2026-05-02T17:59:00Z", "Detected"),
        row(4, "d", "2026-05-02T12:00:00Z", "Skipped"),
        row(5, "too old", "2026-05-01T04:59:59Z", "Success"),
    ];
    let lying = [lies(Place::Processed, "a", "2026-05-02T04:59:59Z"), lies(Place::Failed, "b", "2026-05-02T05:00:00Z")];
    let (days, _) = weighed(fields(), &rows, Some(&lying));
    let day =
        |seen, succeeded, failed, skipped, waiting, lying| Day { seen, succeeded, failed, skipped, waiting, lying };
    assert_eq!(
        days,
        [(date(2026, 5, 1), day(1, 1, 0, 0, 0, Some(1))), (date(2026, 5, 2), day(3, 0, 1, 1, 1, Some(1)))].into()
    );
}

#[test]
fn without_the_folders_nothing_is_said_about_them() {
    let (days, odd) = weighed(fields(), &[row(1, "a", "2026-05-02T12:00:00Z", "Success")], None);
    assert_eq!((days[&date(2026, 5, 2)].lying, odd), (None, vec![]));
}

#[test]
fn what_does_not_add_up_is_named() {
    let noon = "2026-05-02T12:00:00Z";
    let said = |fields: JobFields, rows: &[Entry], lying: &[(Place, Glance)]| {
        let odd = weighed(fields, rows, Some(lying)).1;
        odd.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(" ")
    };
    let marked = || JobFields { move_on_process: false, ..fields() };
    let fresh = || JobFields { process_existing: Some(false), ..fields() };
    let moved = "somebody has moved or deleted it.";
    for (name, found, part) in [
        ("unseen", said(fields(), &[], &[lies(Place::Watched, "a", noon)]), "not in the log"),
        ("just come", said(fields(), &[], &[lies(Place::Watched, "a", "2026-05-02T17:55:00Z")]), ""),
        ("not wanted", said(fresh(), &[], &[lies(Place::Watched, "a", "2025-05-02T12:00:00Z")]), ""),
        ("put there by others", said(fields(), &[], &[lies(Place::Processed, "a", noon)]), ""),
        ("as it should be", said(fields(), &[row(1, "a", noon, "Skipped")], &[lies(Place::Processed, "a", noon)]), ""),
        (
            "not put away",
            said(fields(), &[row(1, "a", noon, "Success")], &[lies(Place::Watched, "a", noon)]),
            "still in",
        ),
        ("only marked", said(marked(), &[row(1, "a", noon, "Success")], &[lies(Place::Watched, "a", noon)]), ""),
        (
            "wrong place",
            said(fields(), &[row(1, "a", noon, "Failed")], &[lies(Place::Processed, "a", noon)]),
            "in Processed",
        ),
        ("gone", said(fields(), &[row(1, "a", noon, "Success")], &[]), moved),
        ("stuck", said(fields(), &[row(1, "a", noon, "Processing")], &[]), "Retry it."),
        ("slow", said(fields(), &[row(1, "a", noon, "Detected")], &[]), "waiting for more than an hour"),
        ("in hand", said(fields(), &[row(1, "a", "2026-05-02T17:30:00Z", "Processing")], &[]), ""),
    ] {
        assert_eq!(found.is_empty(), part.is_empty(), "{name}: {found}");
        assert!(found.contains(part), "{name}: {found}");
    }
}
