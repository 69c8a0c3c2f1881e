//! `kill -9` of workers, in short: each way that a kill can hit the work, on each database. `make soak` runs most of them for long:
//! 100 kills of workers with jobs, messages, bursts of files and status events, 1,000 with automatic resume of messages.

use std::path::Path;
use stormwire_store::tables::watcher::Resume;
use stormwire_testkit::TestDb;
use stormwire_testkit::queue_crash::{QueueCrashTest, QueueWorkerProcess};
use stormwire_testkit::service::CrashSource;
use stormwire_testkit::service::watcher_crash::{Arrival, WatcherCrashTest};
use stormwire_testkit::sql_crash::SqlCrashTest;

const QUEUE: QueueCrashTest = QueueCrashTest { jobs: 2_000, kills: 5 };

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_test-worker"))
}

async fn run_queue_test(db: TestDb) {
    QUEUE.enqueue_jobs(&db).await;
    QUEUE.run(program(), &db).await;
    QUEUE.check(&db).await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_jobs_survive_five_kills_on_sqlite() {
    run_queue_test(TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_jobs_survive_five_kills_on_postgres() {
    run_queue_test(TestDb::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queue_survives_the_kill_of_one_of_two_workers() {
    let db = TestDb::postgres().await;
    // Enough that the second worker finds work, too.
    let test = QueueCrashTest { jobs: 5_000, ..QUEUE };
    test.enqueue_jobs(&db).await;
    let (mut killed, mut survivor) =
        (QueueWorkerProcess::start(program(), &db), QueueWorkerProcess::start(program(), &db));
    assert_eq!(survivor.wait_for_effects(50), 50, "the survivor works");
    assert_eq!(killed.wait_for_effects(50), 50, "the killed one works");
    killed.kill();
    survivor.wait();
    test.check(&db).await;
    db.end().await;
}

const WATCHER: WatcherCrashTest = WatcherCrashTest {
    source: CrashSource::Mailboxes,
    messages: 100,
    kills: 5,
    watchers: 4,
    arrival: Arrival::Spread,
    resume: Resume::Manual,
};

async fn run_watcher_test(source: CrashSource, db: TestDb) {
    WatcherCrashTest { source, ..WATCHER }.run(Path::new(env!("CARGO_BIN_EXE_test-worker")), &db).await;
    db.end().await;
}

async fn run_burst_test(source: CrashSource, db: TestDb) {
    let test = WatcherCrashTest { source, arrival: Arrival::Burst, messages: 120, kills: 3, ..WATCHER };
    test.run(Path::new(env!("CARGO_BIN_EXE_test-worker")), &db).await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_hundred_messages_survive_five_kills_on_sqlite() {
    run_watcher_test(CrashSource::Mailboxes, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_hundred_messages_survive_five_kills_on_postgres() {
    run_watcher_test(CrashSource::Mailboxes, TestDb::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_hundred_status_events_survive_five_kills_on_sqlite() {
    run_watcher_test(CrashSource::StatusEvents, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_hundred_status_events_survive_five_kills_on_postgres() {
    run_watcher_test(CrashSource::StatusEvents, TestDb::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_hundred_files_survive_five_kills_on_sqlite() {
    run_watcher_test(CrashSource::Files, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_hundred_files_survive_five_kills_on_postgres() {
    run_watcher_test(CrashSource::Files, TestDb::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_messages_survives_three_kills_on_sqlite() {
    run_burst_test(CrashSource::Mailboxes, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_messages_survives_three_kills_on_postgres() {
    run_burst_test(CrashSource::Mailboxes, TestDb::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_files_survives_three_kills_on_sqlite() {
    run_burst_test(CrashSource::Files, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_files_survives_three_kills_on_postgres() {
    run_burst_test(CrashSource::Files, TestDb::postgres().await).await;
}

const RESUME: WatcherCrashTest = WatcherCrashTest { messages: 80, kills: 4, resume: Resume::Automatic, ..WATCHER };

async fn run_resume_test(source: CrashSource, db: TestDb) {
    let report = WatcherCrashTest { source, ..RESUME }.run(Path::new(env!("CARGO_BIN_EXE_test-worker")), &db).await;
    assert_eq!(report.left_processing, 0, "nothing waits for an operator");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eighty_messages_resume_after_four_kills_on_sqlite() {
    run_resume_test(CrashSource::Mailboxes, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eighty_messages_resume_after_four_kills_on_postgres() {
    run_resume_test(CrashSource::Mailboxes, TestDb::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eighty_status_events_resume_after_four_kills_on_sqlite() {
    run_resume_test(CrashSource::StatusEvents, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eighty_status_events_resume_after_four_kills_on_postgres() {
    run_resume_test(CrashSource::StatusEvents, TestDb::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eighty_files_resume_after_four_kills_on_sqlite() {
    run_resume_test(CrashSource::Files, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eighty_files_resume_after_four_kills_on_postgres() {
    run_resume_test(CrashSource::Files, TestDb::postgres().await).await;
}

const SQL: SqlCrashTest = SqlCrashTest { steps: 200, kills: 6 };

async fn run_sql_test(db: TestDb) {
    SQL.run(Path::new(env!("CARGO_BIN_EXE_test-worker")), &db).await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sql_rows_are_inserted_once_despite_kills_on_sqlite() {
    run_sql_test(TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sql_rows_are_inserted_once_despite_kills_on_postgres() {
    run_sql_test(TestDb::postgres().await).await;
}
