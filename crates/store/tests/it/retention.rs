//! Retention: old finished messages lose their envelope and are still known.

use crate::claims::{claim, claim_at};
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::{Clock, earlier};
use stormwire_store::tables::{retention, system};
use stormwire_store::{Schema, StoreError};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

on_both_databases! {
    async fn old_finished_message_loses_its_envelope_but_stays_known(db: &TestDb) {
        let now = db.clock.now();
        let all = [("old", 500, "Success"), ("open", 500, "Processing"), ("dismissed", 500, "Processing"), ("new", 10, "Success")];
        for (key, days, status) in all {
            let at = earlier(now, Duration::from_hours(24 * days));
            db.store.write(Schema::It, move |conn| claim_at(conn, 1, key, at)).await.unwrap();
            DirectConnection::connect(&db.database).await.execute(&format!(
                "update it.MailboxWatcherLog set Status = '{status}', Subject = 's', FromAddress = 'f' where MessageKey = '{key}'"
            )).await.unwrap();
        }
        db.execute("update it.MailboxWatcherLog set DismissedAt = DetectedAt where MessageKey = 'dismissed'").await;
        let cutoff = earlier(now, Duration::from_hours(24 * 400));
        let purged = db.store.write(Schema::It, move |conn| retention::purge(conn, cutoff, 100).boxed()).await;
        assert_eq!(purged.unwrap(), 2, "old and dismissed");
        assert_eq!(db.count("select count(*) from it.MailboxWatcherLog where Subject = 's'").await, 2);
        let known = db.store.write(Schema::It, |conn| claim(conn, 1, "old")).await;
        assert_eq!(known.unwrap(), None, "the pair of watcher and message is never deleted");
        let rest = db.store.write(Schema::It, move |conn| retention::purge(conn, cutoff, 100).boxed()).await;
        assert_eq!(rest.unwrap(), 0, "what is purged is not purged again");
    }

    async fn growth_is_known_after_several_hours(db: &TestDb) {
        let now = db.clock.now();
        let growth = async || system::growth_per_day(&mut db.store.reader().await.unwrap(), 1_500, now).await.unwrap();
        for (hours, bytes) in [(10 * 24, 7), (24, 1_000), (1, 1_400)] {
            let at = earlier(now, Duration::from_hours(hours));
            db.store.write(Schema::It, move |conn| {
                async move { system::record_disk_use(conn, bytes, at).await }.boxed()
            }).await.unwrap();
        }
        assert_eq!(growth().await, Some(500), "measurements of more than a week ago do not count");
        assert_eq!(db.count("select count(*) from it.DiskUse").await, 2, "they are deleted");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_purged_rows_return_to_the_disk() {
    let db = TestDb::sqlite().await;
    db.execute(
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000) \
         insert into it.WorkflowEffect (MailboxWatcherJobId, MessageKey, MailboxWatcherActionId, RequestHash, State, \
         IntendedAt, Output) select i, 'k', 1, printf('%064d', i), 'Done', '2026-05-01T12:00:00.000000Z', \
         hex(zeroblob(4000)) from n",
    )
    .await;
    db.execute("update it.WorkflowEffect set Output = null").await;
    let pages = async || db.count("select page_count from pragma_page_count('it')").await;
    let before = pages().await;
    let reclaim = || db.store.write::<_, StoreError, _>(Schema::It, |conn| retention::reclaim(conn).boxed());
    while reclaim().await.unwrap() > 0 {}
    let after = pages().await;
    assert!(after * 3 < before * 2, "{before} pages before, {after} after");
    assert_eq!(db.count("select count(*) from it.WorkflowEffect").await, 3_000);
    db.end().await;
}
