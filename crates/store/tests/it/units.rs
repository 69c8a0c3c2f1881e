//! Units of work: atomic, durable when acknowledged, independent of each other.

use crate::claims::claim;
use futures_util::FutureExt;
use stormwire_store::{Schema, StoreError, queue};
use stormwire_testkit::on_both_databases;

on_both_databases! {
    async fn failing_unit_is_rolled_back(db: &TestDb) {
        let failed = db.store.write(Schema::It, |conn| async move {
            claim(conn, 1, "half").await?;
            Err::<(), _>(StoreError::Unreadable("on purpose".into()))
        }.boxed()).await;
        assert!(matches!(failed, Err(StoreError::Unreadable(_))), "{failed:?}");
        let again = db.store.write(Schema::It, |conn| claim(conn, 1, "half")).await;
        assert!(again.unwrap().is_some(), "the first claim was rolled back, so the second is new");
    }

    async fn panicking_unit_is_rolled_back_and_the_next_one_works(db: &TestDb) {
        let failed = db.store.write(Schema::It, |conn| async move {
            claim(conn, 1, "panics").await?;
            assert!(!always(), "on purpose");
            Ok(())
        }.boxed()).await;
        assert!(matches!(failed, Err(StoreError::Panicked)), "{failed:?}");
        let again = db.store.write(Schema::It, |conn| claim(conn, 1, "panics")).await;
        assert!(again.unwrap().is_some());
    }

    async fn unit_may_panic_before_its_first_await(db: &TestDb) {
        let failed = db.store.write(Schema::It, |_| {
            assert!(!always(), "on purpose");
            async { Ok::<(), StoreError>(()) }.boxed()
        }).await;
        assert!(matches!(failed, Err(StoreError::Panicked)), "{failed:?}");
        db.store.write(Schema::It, |conn| claim(conn, 1, "next")).await.unwrap();
    }

    async fn unit_that_swallows_an_error_is_not_reported_committed(db: &TestDb) {
        let unit = db.store.write(Schema::It, |conn| async move {
            claim(conn, 1, "kept").await?;
            let swallowed = claim(conn, 1, &"x".repeat(600)).await;
            assert!(swallowed.is_err());
            Ok::<(), StoreError>(())
        }.boxed()).await;
        let rows = crate::claims::count(db, Some(1)).await;
        assert_eq!(unit.is_ok(), rows == 1, "{unit:?} with {rows} rows");
    }

    async fn rejected_change_is_a_conflict_or_statement_error(db: &TestDb) {
        let too_long = "x".repeat(600);
        let rejected = db.store.write(Schema::It, move |conn| claim(conn, 1, &too_long)).await;
        // SQLite has a check where PostgreSQL has varchar(512), whose violation is not a constraint violation.
        assert!(matches!(rejected, Err(StoreError::Conflict(_) | StoreError::Statement(_))), "{rejected:?}");
    }

    async fn concurrent_units_fail_and_succeed_independently(db: &TestDb) {
        let units = (0..200).map(|n| {
            let store = db.store.clone();
            tokio::spawn(async move {
                loop {
                    let unit = store.write(Schema::It, move |conn| async move {
                        claim(conn, n, "same").await?;
                        if n % 3 == 0 { Err(StoreError::Unreadable("on purpose".into())) } else { Ok(n) }
                    }.boxed());
                    match unit.await {
                        // A busy machine: it got no connection in time, and has written nothing.
                        Err(error) if error.is_transient() => {}
                        ended => return ended,
                    }
                }
            })
        });
        let mut good = 0;
        for (n, unit) in units.enumerate().collect::<Vec<_>>() {
            let result = unit.await.unwrap();
            assert_eq!(result.is_ok(), n % 3 != 0, "{n}: {result:?}");
            good += i64::from(result.is_ok());
        }
        assert_eq!(crate::claims::count(db, None).await, good);
    }

    async fn unit_continues_when_its_caller_is_gone(db: &TestDb) {
        let (started, has_started) = tokio::sync::oneshot::channel();
        let (go, may_go) = tokio::sync::oneshot::channel::<()>();
        let store = db.store.clone();
        let caller = tokio::spawn(async move {
            store.write(Schema::It, move |conn| async move {
                claim(conn, 1, "orphan").await?;
                started.send(()).unwrap();
                may_go.await.unwrap();
                claim(conn, 2, "orphan").await
            }.boxed()).await
        });
        has_started.await.unwrap();
        caller.abort();
        assert!(caller.await.unwrap_err().is_cancelled());
        go.send(()).unwrap();
        // The next unit of the same file waits for this one on SQLite; on PostgreSQL the unique key makes it wait.
        let known = db.store.write(Schema::It, |conn| claim(conn, 1, "orphan")).await;
        assert_eq!(known.unwrap(), None, "the orphaned unit was committed");
        assert_eq!(crate::claims::count(db, Some(2)).await, 1);
    }

    async fn reader_sees_acknowledged_units_and_all_schemas(db: &TestDb) {
        db.store.write(Schema::It, |conn| claim(conn, 1, "seen")).await.unwrap();
        assert_eq!(crate::claims::count(db, Some(1)).await, 1);
        let mut conn = db.store.reader().await.unwrap();
        assert!(queue::summary(&mut conn).await.unwrap().is_empty());
    }
}

/// True, but the compiler does not know.
fn always() -> bool {
    std::hint::black_box(true)
}
