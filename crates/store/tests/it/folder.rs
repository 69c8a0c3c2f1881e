//! The SQLite folder: its lock, its versions, and foreign processes on its files.

use crate::claims::claim;
use futures_util::FutureExt;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use std::sync::Arc;
use stormwire_clock::SystemClock;
use stormwire_store::{Database, FolderLock, Schema, Store, StoreError};
use stormwire_testkit::{DirectConnection, TestDb};

#[tokio::test(flavor = "multi_thread")]
async fn rejects_second_service_and_names_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let lock = FolderLock::acquire(folder.path()).unwrap();
    let error = FolderLock::acquire(folder.path()).unwrap_err().to_string();
    assert!(error.contains(&format!("pid {}", std::process::id())), "{error}");
    assert!(error.contains(&folder.path().display().to_string()), "{error}");
    drop(lock);
    FolderLock::acquire(folder.path()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn command_next_to_a_service_cannot_migrate() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::Sqlite(folder.path().to_owned());
    let lock = FolderLock::acquire(folder.path()).unwrap();
    let early = Store::open(&database, None, Arc::new(SystemClock)).await.unwrap_err();
    assert!(matches!(early, StoreError::OlderInUse(_)), "{early}");
    let service = Store::open(&database, Some(&lock), Arc::new(SystemClock)).await.unwrap();
    let command = Store::open(&database, None, Arc::new(SystemClock)).await.unwrap();
    command.write(Schema::It, |conn| claim(conn, 1, "command")).await.unwrap();
    command.close().await;
    service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_commands_can_open_a_new_folder_together() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::Sqlite(folder.path().to_owned());
    let (one, other) = tokio::join!(
        Store::open(&database, None, Arc::new(SystemClock)),
        Store::open(&database, None, Arc::new(SystemClock))
    );
    one.unwrap().close().await;
    other.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_file_that_is_not_a_database() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("it.db"), "this is not a database, it is plain text").unwrap();
    let error = Store::open(&Database::Sqlite(folder.path().to_owned()), None, Arc::new(SystemClock))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("it.db") && error.contains("cannot open this file as a SQLite database"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_folder_that_cannot_be_created() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data"), "a file where the folder should be").unwrap();
    let error = Store::open(&Database::Sqlite(folder.path().join("data")), None, Arc::new(SystemClock))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("data: cannot create this folder: ") && error.ends_with("check database.url"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_lock_on_one_file_blocks_no_other_file() {
    let db = TestDb::sqlite().await;
    let Database::Sqlite(folder) = &db.database else { unreachable!() };
    let mut foreign = SqliteConnectOptions::new().filename(folder.join("data.db")).connect().await.unwrap();
    foreign.execute("begin immediate").await.unwrap();

    let (blocked, claimed) = tokio::join!(
        db.store.write(Schema::Data, |_| async { Ok(()) }.boxed()),
        db.store.write(Schema::It, |conn| claim(conn, 1, "free")),
    );
    assert!(claimed.unwrap().is_some(), "it.db is not locked");
    assert!(matches!(blocked, Err(StoreError::Locked(Schema::Data))), "{blocked:?}");
    assert!(blocked.unwrap_err().to_string().starts_with("data.db is locked by another process"));
    db.count("select count(*) from data.LightningStrike").await;

    foreign.execute("rollback").await.unwrap();
    db.store.write(Schema::Data, |_| async { Ok::<_, StoreError>(()) }.boxed()).await.unwrap();
    drop(foreign);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_process_reads_and_writes_at_the_same_time() {
    let db = TestDb::sqlite().await;
    let mut foreign = DirectConnection::connect(&db.database).await;
    for n in 0..20 {
        db.store.write(Schema::It, move |conn| claim(conn, n, "ours")).await.unwrap();
        let theirs = format!("update it.MailboxWatcherLog set Subject = 'seen' where MailboxWatcherJobId = {n}");
        foreign.execute(&theirs).await.unwrap();
    }
    let seen = "select count(*) from it.MailboxWatcherLog where Subject = 'seen'";
    assert_eq!(db.count(seen).await, 20);
    drop(foreign);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folder_name_may_contain_special_characters() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("it's 100% special?#&=ü");
    let store = Store::open(&Database::Sqlite(folder.clone()), None, Arc::new(SystemClock)).await.unwrap();
    store.write(Schema::It, |conn| claim(conn, 1, "special")).await.unwrap();
    store.close().await;
    assert!(folder.join("it.db").exists());
    let mut conn = SqliteConnectOptions::new().filename(folder.join("it.db")).connect().await.unwrap();
    conn.execute(AssertSqlSafe("select Id from MailboxWatcherLog".to_owned())).await.unwrap();
}
