//! Watchers of files: their fields, and which of their rows have finished.

use crate::claims::claim_at;
use futures_util::FutureExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_store::queue::{self, Job};
use stormwire_store::tables::log::{self, LogSearch, LogStatus};
use stormwire_store::tables::log_counts::{self, FilingError};
use stormwire_store::tables::watcher::{self, WatcherFields, WatcherKind};
use stormwire_store::{LogId, Schema, StoreError, WatcherId};
use stormwire_testkit::{TestDb, on_both_databases};

fn noon() -> Timestamp {
    "2026-05-01T12:00:00Z".parse().unwrap()
}

async fn insert(db: &TestDb, fields: WatcherFields) -> WatcherId {
    let unit = db.store.write::<_, StoreError, _>(Schema::It, move |conn| {
        async move { watcher::insert(conn, &fields, noon()).await }.boxed()
    });
    unit.await.unwrap()
}

async fn claim(db: &TestDb, watcher: WatcherId, key: &'static str) -> LogId {
    let claimed = db.store.write(Schema::It, move |conn| claim_at(conn, watcher.get(), key, noon())).await;
    claimed.unwrap().unwrap()
}

#[derive(Serialize, Deserialize)]
struct Queued {
    log: LogId,
}

impl Job for Queued {
    const KIND: &'static str = queue::MESSAGE_KIND;

    fn unique_key(&self) -> Option<String> {
        Some(self.log.to_string())
    }
}

async fn enqueue(db: &TestDb, log: LogId) {
    let unit = db.store.write::<_, StoreError, _>(Schema::It, move |conn| {
        async move { queue::enqueue(conn, &Queued { log }, noon(), noon()).await.map(|_| ()) }.boxed()
    });
    unit.await.unwrap();
}

/// A message that has ended, with its item in the queue.
struct Unfiled {
    name: &'static str,
    message: &'static str,
    item: &'static str,
    is_reported: bool,
}

const fn unfiled(name: &'static str, message: &'static str, item: &'static str, is_reported: bool) -> Unfiled {
    Unfiled { name, message, item, is_reported }
}

const FAILED: &str = "Status = 'Failed', ProcessedAt = '2026-05-01T12:01:00.000000Z'";
const LATER: &str = "LastFailureAt = '2026-05-01T12:02:00.000000Z'";

/// At 12:05.
const UNFILED: [Unfiled; 7] = [
    unfiled("failed", FAILED, LATER, true),
    unfiled(
        "skipped",
        "Status = 'Skipped', ProcessedAt = '2026-05-01T12:05:00.000000Z'",
        "LastFailureAt = '2026-05-01T12:05:00.000000Z'",
        true,
    ),
    unfiled(
        "ended later",
        "Status = 'Skipped', ProcessedAt = '2026-05-01T12:05:01.000000Z'",
        "LastFailureAt = '2026-05-01T12:06:00.000000Z'",
        false,
    ),
    unfiled("failed before it ended", FAILED, "LastFailureAt = '2026-05-01T12:00:00.000000Z'", false),
    unfiled("processed", "Status = 'DbComplete'", LATER, false),
    unfiled(
        "dismissed",
        "Status = 'Failed', ProcessedAt = '2026-05-01T12:01:00.000000Z', DismissedAt = '2026-05-01T12:03:00.000000Z'",
        LATER,
        false,
    ),
    unfiled("dead-lettered", FAILED, "State = 'Dead', LastFailureAt = '2026-05-01T12:02:00.000000Z'", false),
];

on_both_databases! {
    async fn the_fields_of_a_file_watcher_are_stored(db: &TestDb) {
        let fields = WatcherFields {
            pattern: "*.csv".into(),
            rescan_seconds: 7,
            stable_seconds: 0,
            max_file_mb: 3,
            expect_every_minutes: Some(15),
            ..WatcherFields::of_files("Share", "/srv/share")
        };
        let id = insert(db, fields.clone()).await;
        let stored = watcher::get(&mut db.store.reader().await.unwrap(), id).await.unwrap().unwrap();
        assert_eq!(stored.fields, fields);
    }

    async fn a_message_has_finished_when_nothing_is_queued(db: &TestDb) {
        let watcher = insert(db, WatcherFields::of_files("Share", "/srv/share")).await;
        let other = insert(db, WatcherFields::of_files("Other", "/srv/other")).await;
        for key in ["done", "failed", "running", "queued"] {
            let log = claim(db, watcher, key).await;
            if key == "queued" {
                enqueue(db, log).await;
            }
        }
        claim(db, other, "done").await;
        db.execute("update it.MailboxWatcherLog set Status = 'Success', ProcessedAt = '2026-05-01T12:01:00.000000Z' where MessageKey in ('done', 'queued')").await;
        db.execute("update it.MailboxWatcherLog set Status = 'Failed', ProcessedAt = '2026-05-01T12:01:00.000000Z' where MessageKey = 'failed'").await;
        let keys = ["done", "failed", "running", "queued", "unknown"].map(str::to_owned);
        let mut finished = log::list_finished(&mut db.store.reader().await.unwrap(), watcher, &keys).await.unwrap();
        finished.sort_by(|a, b| a.message_key.cmp(&b.message_key));
        let found: Vec<_> = finished.iter().map(|one| (one.message_key.as_str(), one.status)).collect();
        assert_eq!(found, [("done", LogStatus::Success), ("failed", LogStatus::Failed)]);
        assert_eq!(finished[0].ended_at.0.to_string(), "2026-05-01T12:01:00Z");
    }

    async fn filing_errors_are_those_of_processed_messages(db: &TestDb) {
        let watcher = insert(db, WatcherFields::of_files("Share", "/srv/share")).await;
        let other = insert(db, WatcherFields::of_files("Other", "/srv/other")).await;
        for (watcher, key) in [(watcher, "unfiled"), (watcher, "failed"), (other, "filing"), (other, "dismissed")] {
            claim(db, watcher, key).await;
        }
        db.execute("update it.MailboxWatcherLog set Status = 'DbComplete' where MessageKey <> 'failed'").await;
        db.execute("update it.MailboxWatcherLog set Status = 'Failed' where MessageKey = 'failed'").await;
        db.execute("update it.MailboxWatcherLog set ErrorMessage = MessageKey where MessageKey <> 'filing'").await;
        db.execute("update it.MailboxWatcherLog set DismissedAt = '2026-05-01T12:01:00.000000Z' where MessageKey = 'dismissed'").await;
        let expected = vec![FilingError { watcher_id: watcher, error: "unfiled".into() }];
        for (of, expected) in [(None, expected.clone()), (Some(watcher), expected), (Some(other), vec![])] {
            let found = log_counts::filing_errors(&mut db.store.reader().await.unwrap(), of).await.unwrap();
            assert_eq!(found, expected, "{of:?}");
        }
    }

    async fn ended_messages_that_wait_to_be_filed_are_reported(db: &TestDb) {
        let mut expected = Vec::new();
        for case in &UNFILED {
            let watcher = insert(db, WatcherFields::of_files(case.name, "/srv/share")).await;
            let log = claim(db, watcher, case.name).await;
            enqueue(db, log).await;
            db.execute(&format!("update it.MailboxWatcherLog set {} where Id = {log}", case.message)).await;
            let failure = "FirstFailureAt = '2026-05-01T12:00:00.000000Z', LastError";
            db.execute(&format!("update it.Queue set {failure} = '{}', {} where UniqueKey = '{log}'", case.name, case.item)).await;
            if case.is_reported {
                expected.push(FilingError { watcher_id: watcher, error: case.name.into() });
            }
        }
        // Was never tried.
        enqueue(db, claim(db, WatcherId::new(99), "waiting").await).await;
        let mut conn = db.store.reader().await.unwrap();
        let at: Timestamp = "2026-05-01T12:05:00Z".parse().unwrap();
        let mut all = log_counts::unfiled_errors(&mut conn, None, at).await.unwrap();
        all.sort_by_key(|one| one.watcher_id);
        assert_eq!(all, expected);
        let one = log_counts::unfiled_errors(&mut conn, Some(expected[1].watcher_id), at).await.unwrap();
        assert_eq!(one, expected[1..]);
    }

    async fn the_log_can_be_searched_by_kind(db: &TestDb) {
        let files = insert(db, WatcherFields::of_files("Share", "/srv/share")).await;
        let mail = insert(db, WatcherFields::new("Mail", "storm@example.gov")).await;
        claim(db, files, "a.csv").await;
        claim(db, files, "b.csv").await;
        claim(db, mail, "AAk").await;
        db.execute("update it.MailboxWatcherLog set Status = 'Failed' where MessageKey = 'a.csv'").await;
        let of_files = LogSearch { kind: Some(WatcherKind::File), most: 10, ..LogSearch::default() };
        for (search, expected) in [
            (of_files.clone(), vec!["b.csv", "a.csv"]),
            (LogSearch { status: Some(LogStatus::Failed), ..of_files.clone() }, vec!["a.csv"]),
            (LogSearch { watcher_id: Some(mail), ..of_files.clone() }, vec![]),
            (LogSearch { text: Some("B.C".into()), ..of_files.clone() }, vec!["b.csv"]),
            (LogSearch { phase_two_failed: true, ..of_files.clone() }, vec![]),
            (LogSearch { kind: Some(WatcherKind::Mailbox), ..of_files.clone() }, vec!["AAk"]),
        ] {
            let rows = log::list(&mut db.store.reader().await.unwrap(), search.clone()).await.unwrap();
            assert_eq!(rows.iter().map(|row| row.message_key.as_str()).collect::<Vec<_>>(), expected, "{search:?}");
        }
    }
}
