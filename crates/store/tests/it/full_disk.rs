//! A full disk: writes fail with words, reads go on, and writes go on when there is space again.

use crate::claims::claim;
use futures_util::FutureExt;
use stormwire_store::user_tables::generated::{self, GeneratedSql};
use stormwire_store::{Schema, Store, StoreError};
use stormwire_testkit::TestDb;

/// Limits a file of the store to its size and a few pages more; `None`: no limit.
async fn limit_file(store: &Store, schema: Schema, more: Option<i64>) {
    let name = schema.name();
    let count = GeneratedSql::new(format!("select page_count, 0, 0, null, null from pragma_page_count('{name}')"));
    let size = store.write::<_, StoreError, _>(schema, move |conn| {
        async move { generated::count(conn, &count, None).await.map(|found| found.matched) }.boxed()
    });
    let size = size.await.unwrap();
    let most = more.map_or(1_000_000_000, |more| size + more);
    let limit = GeneratedSql::new(format!("pragma {name}.max_page_count = {most}"));
    let set = store.write::<_, StoreError, _>(schema, move |conn| {
        async move { generated::execute(conn, &limit, None).await }.boxed()
    });
    set.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_disk_is_reported_and_ends_by_itself() {
    let db = TestDb::sqlite().await;
    limit_file(&db.store, Schema::It, Some(4)).await;
    let mut stored = 0;
    let error = loop {
        let claimed = db.store.write(Schema::It, move |conn| claim(conn, stored, "a")).await;
        match claimed {
            Ok(_) => stored += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::DiskFull(_)) && error.is_transient(), "{error:?}");
    assert!(error.to_string().contains("free disk space"), "{error}");
    assert!(db.store.is_disk_full());
    assert_eq!(db.count("select count(*) from it.MailboxWatcherLog").await, stored, "what was acknowledged is stored");
    let other = db.store.write(Schema::Organization, |_| async { Ok::<_, StoreError>(()) }.boxed()).await;
    assert!(other.is_ok(), "another file has space");
    assert!(db.store.is_disk_full(), "it.db is still full");

    limit_file(&db.store, Schema::It, None).await;
    for number in stored..stored + 30 {
        db.store.write(Schema::It, move |conn| claim(conn, number, "a")).await.unwrap();
    }
    assert!(!db.store.is_disk_full());
    assert_eq!(db.count("select count(*) from it.MailboxWatcherLog").await, stored + 30);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_to_other_schemas_end_a_full_disk() {
    let db = TestDb::sqlite().await;
    limit_file(&db.store, Schema::Organization, Some(0)).await;
    let fill = GeneratedSql::new("create table organization.Filler as select zeroblob(1000000) as Bytes".to_owned());
    let filled = db.store.write::<_, StoreError, _>(Schema::Organization, move |conn| {
        async move { generated::execute(conn, &fill, None).await }.boxed()
    });
    assert!(matches!(filled.await, Err(StoreError::DiskFull(_))));
    assert!(db.store.is_disk_full());

    limit_file(&db.store, Schema::Organization, None).await;
    for number in 0..30 {
        db.store.write(Schema::It, move |conn| claim(conn, number, "a")).await.unwrap();
    }
    assert!(!db.store.is_disk_full(), "nobody changed a facility since");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn units_that_share_a_commit_with_a_failed_one_can_be_retried() {
    let db = TestDb::sqlite().await;
    limit_file(&db.store, Schema::It, Some(4)).await;
    let large = |number: i64| {
        let text = "x".repeat(4_000);
        let insert = GeneratedSql::new(format!(
            "insert into it.WorkflowEffect (MailboxWatcherJobId, MessageKey, MailboxWatcherActionId, RequestHash, State, \
             IntendedAt, Output) values ({number}, 'k', 1, '{}', 'Done', '2026-05-01T12:00:00.000000Z', '{text}')",
            "a".repeat(64)
        ));
        db.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { generated::execute(conn, &insert, None).await }.boxed()
        })
    };
    let results = futures_util::future::join_all((0..40).map(large)).await;
    let acknowledged = results.iter().filter(|result| result.is_ok()).count();
    assert!(acknowledged < 40);
    for error in results.iter().filter_map(|result| result.as_ref().err()) {
        assert!(matches!(error, StoreError::DiskFull(_)), "{error:?}");
    }
    let stored = db.count("select count(*) from it.WorkflowEffect").await;
    assert_eq!(stored, i64::try_from(acknowledged).unwrap(), "exactly what was acknowledged is stored");
    db.end().await;
}
