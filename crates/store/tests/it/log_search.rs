//! Searching the log reads a bounded number of rows at a time and misses none.

use crate::claims::claim_at;
use jiff::{Timestamp, ToSpan};
use stormwire_store::tables::log::{LogSearch, LogStatus};
use stormwire_store::tables::log_search::{list_unskipped, search};
use stormwire_store::{Schema, WatcherId};
use stormwire_testkit::{TestDb, on_both_databases};

/// Two messages per minute, `m0` and `m1` in the first, of the watchers 1 and 2.
async fn claim_messages(db: &TestDb, count: i64) {
    let noon: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
    for number in 0..count {
        let (watcher, key, at) = (1 + number % 2, format!("m{number}"), noon + (number / 2).minutes());
        db.store.write(Schema::It, move |conn| claim_at(conn, watcher, &key, at)).await.unwrap();
    }
}

/// The keys on each page, up to the end of the log.
async fn pages(db: &TestDb, mut wanted: LogSearch, max_scanned: u32) -> Vec<Vec<String>> {
    let mut conn = db.store.reader().await.unwrap();
    let mut pages = Vec::new();
    loop {
        let found = search(&mut conn, wanted.clone(), max_scanned).await.unwrap();
        pages.push(found.rows.into_iter().map(|row| row.message_key).collect());
        let Some(end) = found.searched_to else { return pages };
        wanted.before = Some(end);
    }
}

fn text(text: &str) -> LogSearch {
    LogSearch { text: Some(text.into()), most: 100, ..LogSearch::default() }
}

on_both_databases! {
    async fn each_page_searches_a_bounded_number_of_rows(db: &TestDb) {
        claim_messages(db, 10).await;
        assert_eq!(pages(db, text("m0"), 4).await, [vec![], vec![], vec!["m0"]]);
        assert_eq!(pages(db, text("m9"), 4).await, [vec!["m9"], vec![], vec![]]);
        assert_eq!(pages(db, text("m0"), 100).await, [["m0"]], "the log is shorter than that");
    }

    async fn each_row_is_on_one_page(db: &TestDb) {
        claim_messages(db, 10).await;
        let expected: Vec<String> = (0..10).rev().map(|number| format!("m{number}")).collect();
        for max_scanned in 1..12 {
            assert_eq!(pages(db, text("m"), max_scanned).await.concat(), expected, "{max_scanned} at a time");
        }
    }

    async fn filters_are_searched_completely(db: &TestDb) {
        claim_messages(db, 10).await;
        let of_watcher = LogSearch { watcher_id: Some(WatcherId::new(2)), ..text("m") };
        assert_eq!(pages(db, of_watcher, 3).await, [vec!["m9", "m7", "m5"], vec!["m3", "m1"]]);
        let late = LogSearch { from: Some("2026-05-01T12:04:00Z".parse().unwrap()), ..text("m") };
        assert_eq!(pages(db, late, 3).await, [["m9", "m8"]], "older rows are not wanted");
        let early = LogSearch { to: Some("2026-05-01T12:00:00Z".parse().unwrap()), ..text("m") };
        assert_eq!(pages(db, early, 2).await.concat(), ["m1", "m0"]);
        db.execute("update it.MailboxWatcherLog set Status = 'Failed' where MessageKey = 'm0'").await;
        let failed = LogSearch { status: Some(LogStatus::Failed), ..text("m") };
        assert_eq!(pages(db, failed, 2).await, [["m0"]], "few rows have this status");
    }

    async fn skipped_messages_are_left_out_of_a_bounded_number_of_rows(db: &TestDb) {
        claim_messages(db, 20).await;
        db.execute("update it.MailboxWatcherLog set Status = 'Skipped' where MessageKey not in ('m1', 'm3', 'm18', 'm19')").await;
        let cases: [(u16, u16, u32, &[&str]); 6] = [
            (0, 2, 10, &["m19", "m3"]),
            (1, 2, 10, &["m3", "m1"]),
            (2, 2, 100, &["m1"]),
            (3, 2, 100, &[]),
            (0, 9, 9, &["m19", "m3"]),
            (0, 9, 8, &["m19"]),
        ];
        for (skip, count, max_scanned, expected) in cases {
            let mut conn = db.store.reader().await.unwrap();
            let found = list_unskipped(&mut conn, WatcherId::new(2), skip, count, max_scanned).await.unwrap();
            let keys: Vec<&str> = found.iter().map(|row| row.message_key.as_str()).collect();
            assert_eq!(keys, expected, "{count} after {skip} of {max_scanned}");
        }
    }

    async fn a_full_page_continues_at_its_last_row(db: &TestDb) {
        claim_messages(db, 10).await;
        let mut conn = db.store.reader().await.unwrap();
        let found = search(&mut conn, LogSearch { most: 2, ..text("m") }, 4).await.unwrap();
        assert_eq!((found.rows.len(), found.searched_to), (2, None));
    }
}
