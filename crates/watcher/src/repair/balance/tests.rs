use super::*;
use crate::test_fixture::fields;
use jiff::civil::date;
use stormwire_graph::MessageKey;
use stormwire_store::DbTimestamp;
use stormwire_store::tables::watcher::{WatcherFields, WatcherState};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn row(id: i64, key: &str, received: &str, status: LogStatus) -> BalanceEntry {
    let received = DbTimestamp(at(received));
    BalanceEntry {
        id: LogId::new(id),
        message_key: key.into(),
        subject: None,
        received_at: received,
        detected_at: received,
        status,
        is_dismissed: false,
        is_test: false,
    }
}

fn dismissed(row: BalanceEntry) -> BalanceEntry {
    BalanceEntry { is_dismissed: true, ..row }
}

fn in_folder(folder: FolderRole, key: &str, received: &str) -> FolderMessage {
    let message =
        MessageSummary { key: MessageKey::new(key), subject: None, from: None, received_at: Some(at(received)) };
    FolderMessage { folder, message }
}

const NOW: &str = "2026-05-02T18:00:00Z";

fn balance(
    fields: WatcherFields,
    rows: &[BalanceEntry],
    messages: Option<&[FolderMessage]>,
) -> (BTreeMap<Date, BalanceDay>, Vec<(String, String)>) {
    let zone = TimeZone::get("America/Chicago").unwrap();
    let state = WatcherState { created_at: at("2026-01-01T00:00:00Z"), ..WatcherState::default() };
    let (watcher, now) = (Watcher { id: WatcherId::new(1), fields, state }, at(NOW));
    let since = start_of_first_day(now, 2, &zone);
    let scope = BalanceScope { watcher: &watcher, since, now, zone: &zone, is_complete: true };
    let known = keys_in_log(rows);
    let missing = missing_messages(&scope, &known, messages.unwrap_or_default());
    let found = discrepancies(&scope, rows, messages, missing);
    (count_days(&scope, rows, messages), found.into_iter().map(|one| (one.message_key, one.text)).collect())
}

#[test]
fn days_follow_the_city_time_zone_and_add_up() {
    let rows = [
        row(1, "a", "2026-05-02T04:59:59Z", LogStatus::Success),
        row(2, "b", "2026-05-02T05:00:00Z", LogStatus::Failed),
        row(3, "c", "2026-05-02T17:59:00Z", LogStatus::Detected),
        row(4, "d", "2026-05-02T12:00:00Z", LogStatus::Skipped),
        row(5, "too old", "2026-05-01T04:59:59Z", LogStatus::Success),
    ];
    let messages = [
        in_folder(FolderRole::Processed, "a", "2026-05-02T04:59:59Z"),
        in_folder(FolderRole::Failed, "b", "2026-05-02T05:00:00Z"),
    ];
    let (days, _) = balance(fields(), &rows, Some(&messages));
    let day = |seen, succeeded, failed, skipped, waiting, in_folders| BalanceDay {
        seen,
        succeeded,
        failed,
        skipped,
        waiting,
        in_folders,
    };
    assert_eq!(
        days,
        [(date(2026, 5, 1), day(1, 1, 0, 0, 0, Some(1))), (date(2026, 5, 2), day(3, 0, 1, 1, 1, Some(1)))].into()
    );
}

#[test]
fn unread_folders_cause_no_discrepancies() {
    let (days, discrepancies) = balance(fields(), &[row(1, "a", "2026-05-02T12:00:00Z", LogStatus::Success)], None);
    assert_eq!((days[&date(2026, 5, 2)].in_folders, discrepancies), (None, vec![]));
}

#[test]
fn each_discrepancy_has_its_text() {
    let noon = "2026-05-02T12:00:00Z";
    let texts = |fields: WatcherFields, rows: &[BalanceEntry], messages: &[FolderMessage]| {
        let found = balance(fields, rows, Some(messages)).1;
        found.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
    };
    let marked = || WatcherFields { move_on_process: false, ..fields() };
    let fresh = || WatcherFields { process_existing: Some(false), ..fields() };
    let moved = "it was moved or deleted.";
    for (name, found, part) in [
        ("unclaimed", texts(fields(), &[], &[in_folder(FolderRole::Watched, "a", noon)]), "not in the log"),
        ("just arrived", texts(fields(), &[], &[in_folder(FolderRole::Watched, "a", "2026-05-02T17:55:00Z")]), ""),
        (
            "older than the watcher",
            texts(fresh(), &[], &[in_folder(FolderRole::Watched, "a", "2025-05-02T12:00:00Z")]),
            "",
        ),
        (
            "unknown in Processed",
            texts(fields(), &[], &[in_folder(FolderRole::Processed, "a", noon)]),
            "In Processed, but not",
        ),
        ("unknown in Failed", texts(fields(), &[], &[in_folder(FolderRole::Failed, "a", noon)]), "In Failed, but not"),
        (
            "filed as expected",
            texts(fields(), &[row(1, "a", noon, LogStatus::Skipped)], &[in_folder(FolderRole::Processed, "a", noon)]),
            "",
        ),
        (
            "not filed",
            texts(fields(), &[row(1, "a", noon, LogStatus::Success)], &[in_folder(FolderRole::Watched, "a", noon)]),
            "still in",
        ),
        (
            "only marked",
            texts(marked(), &[row(1, "a", noon, LogStatus::Success)], &[in_folder(FolderRole::Watched, "a", noon)]),
            "",
        ),
        (
            "wrong folder",
            texts(fields(), &[row(1, "a", noon, LogStatus::Failed)], &[in_folder(FolderRole::Processed, "a", noon)]),
            "in Processed",
        ),
        ("deleted", texts(fields(), &[row(1, "a", noon, LogStatus::Success)], &[]), moved),
        ("stuck", texts(fields(), &[row(1, "a", noon, LogStatus::Processing)], &[]), "Retry or dismiss the message."),
        ("dismissed", texts(fields(), &[dismissed(row(1, "a", noon, LogStatus::Processing))], &[]), ""),
        ("slow", texts(fields(), &[row(1, "a", noon, LogStatus::Detected)], &[]), "Not finished"),
        ("running", texts(fields(), &[row(1, "a", "2026-05-02T17:30:00Z", LogStatus::Processing)], &[]), ""),
    ] {
        assert_eq!(found.is_empty(), part.is_empty(), "{name}: {found}");
        assert!(found.contains(part), "{name}: {found}");
    }
}

#[test]
fn a_duplicate_is_the_file_with_the_same_name_and_content() {
    let noon = "2026-05-02T12:00:00Z";
    let original = format!("{}:a.csv", "0".repeat(64));
    let duplicate = format!("{}~1777723200000000:a.csv", "0".repeat(64));
    let skipped = row(2, &duplicate, noon, LogStatus::Skipped);
    let in_processed = || in_folder(FolderRole::Processed, &original, noon);
    let both = [row(1, &original, noon, LogStatus::Success), skipped.clone()];
    let (days, found) = balance(fields(), &both, Some(&[in_processed(), in_processed()]));
    assert_eq!((found, days[&date(2026, 5, 2)].in_folders), (vec![], Some(2)));
    let later = [skipped];
    assert!(keys_in_log(&later).contains(&original), "the original may be older than the first day");
    assert!(balance(fields(), &later, Some(&[in_processed()])).1.is_empty());
    let (_, found) = balance(fields(), &later, Some(&[]));
    assert!(found.len() == 1 && found[0].1.contains("it was moved or deleted"), "{found:?}");
}

#[test]
fn only_skipped_messages_may_be_left_in_the_watched_folder() {
    let noon = "2026-05-02T12:00:00Z";
    for (status, expected) in [(LogStatus::Skipped, 0), (LogStatus::Failed, 1), (LogStatus::Success, 1)] {
        let left = WatcherFields { leave_unmatched: true, ..fields() };
        let rows = [row(1, "a", noon, status)];
        let (_, found) = balance(left, &rows, Some(&[in_folder(FolderRole::Watched, "a", noon)]));
        assert_eq!(found.len(), expected, "{status}: {found:?}");
    }
}
