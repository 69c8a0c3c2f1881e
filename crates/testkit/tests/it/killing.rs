//! `kill -9` in the middle of ten thousand jobs. `make soak` does the same with more of both.

use std::path::Path;
use stormwire_testkit::TestDb;
use stormwire_testkit::service::killing::WatchTrial;
use stormwire_testkit::sql_trial::SqlTrial;
use stormwire_testkit::trial::{Trial, Worker};

const TRIAL: Trial = Trial { jobs: 10_000, kills: 10 };

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_queue-worker"))
}

async fn killed_ten_times(db: TestDb) {
    TRIAL.fill(&db).await;
    TRIAL.run(program(), &db).await;
    TRIAL.check(&db).await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_jobs_survive_ten_kills_on_sqlite() {
    killed_ten_times(TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_jobs_survive_ten_kills_on_postgres() {
    killed_ten_times(TestDb::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_share_a_queue_and_one_is_killed() {
    let db = TestDb::postgres().await;
    TRIAL.fill(&db).await;
    let (mut killed, mut survivor) = (Worker::start(program(), &db), Worker::start(program(), &db));
    assert_eq!(survivor.effects(500), 500, "the survivor takes part");
    assert_eq!(killed.effects(500), 500, "and so does the one that is killed");
    killed.kill();
    survivor.end();
    TRIAL.check(&db).await;
    db.end().await;
}

const WATCH: WatchTrial = WatchTrial { messages: 300, kills: 10, mailboxes: 4 };

async fn watched_and_killed(db: TestDb) {
    WATCH.run(Path::new(env!("CARGO_BIN_EXE_watch-worker")), &db).await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_messages_survive_ten_kills_of_the_watcher_on_sqlite() {
    watched_and_killed(TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_messages_survive_ten_kills_of_the_watcher_on_postgres() {
    watched_and_killed(TestDb::postgres().await).await;
}

const SQL: SqlTrial = SqlTrial { steps: 200, kills: 6 };

async fn inserted_and_killed(db: TestDb) {
    SQL.run(Path::new(env!("CARGO_BIN_EXE_sql-worker")), &db).await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_inserted_once_when_a_process_dies_between_commit_and_step_end_on_sqlite() {
    inserted_and_killed(TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_inserted_once_when_a_process_dies_between_commit_and_step_end_on_postgres() {
    inserted_and_killed(TestDb::postgres().await).await;
}
