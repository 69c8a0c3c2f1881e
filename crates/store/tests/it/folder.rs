//! The SQLite folder: its lock, its versions, and foreign processes on its files.

use crate::claims::claim;
use futures_util::FutureExt;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use stormwire_store::{Database, FolderLock, Schema, Store, StoreError};
use stormwire_testkit::{Foreign, TestDb};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_service_on_the_folder_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let held = FolderLock::take(folder.path()).unwrap();
    let refused = FolderLock::take(folder.path()).unwrap_err().to_string();
    assert!(refused.contains(&format!("pid {}", std::process::id())), "{refused}");
    assert!(refused.contains(&folder.path().display().to_string()), "{refused}");
    drop(held);
    FolderLock::take(folder.path()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_beside_a_running_service_may_open_the_folder_but_not_change_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::Sqlite(folder.path().to_owned());
    let lock = FolderLock::take(folder.path()).unwrap();
    let early = Store::open(&database, None).await.unwrap_err();
    assert!(matches!(early, StoreError::OlderInUse(_)), "{early}");
    let service = Store::open(&database, Some(&lock)).await.unwrap();
    let beside = Store::open(&database, None).await.unwrap();
    beside.write(Schema::It, |conn| claim(conn, 1, "beside")).await.unwrap();
    beside.close().await;
    service.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_commands_on_a_new_folder_do_not_trip_over_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::Sqlite(folder.path().to_owned());
    let (one, other) = tokio::join!(Store::open(&database, None), Store::open(&database, None));
    one.unwrap().close().await;
    other.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_database_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("it.db"), "this is not a database, it is a letter").unwrap();
    let refused = Store::open(&Database::Sqlite(folder.path().to_owned()), None).await.unwrap_err().to_string();
    assert!(refused.contains("it.db") && refused.contains("is not a database"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_cannot_be_made_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data"), "a file where the folder should be").unwrap();
    let refused = Store::open(&Database::Sqlite(folder.path().join("data")), None).await.unwrap_err().to_string();
    assert!(refused.contains("data"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_lock_on_one_file_stops_no_work_on_another() {
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
async fn a_foreign_process_reads_and_writes_while_the_store_works() {
    let db = TestDb::sqlite().await;
    let mut foreign = Foreign::connect(&db.database).await;
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
async fn a_folder_with_odd_characters_in_its_name_works() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("it's 100% odd?#&=ü");
    let store = Store::open(&Database::Sqlite(folder.clone()), None).await.unwrap();
    store.write(Schema::It, |conn| claim(conn, 1, "odd")).await.unwrap();
    store.close().await;
    assert!(folder.join("it.db").exists());
    let mut conn = SqliteConnectOptions::new().filename(folder.join("it.db")).connect().await.unwrap();
    conn.execute(AssertSqlSafe("select Id from MailboxWatcherLog".to_owned())).await.unwrap();
}
