//! `kill -9` of the processes that record status events and deliver them to a webhook. `make soak` runs the same test with 1,000 kills.

use std::path::Path;
use stormwire_testkit::TestDb;
use stormwire_testkit::event_crash::EventCrashTest;

const STORM: EventCrashTest = EventCrashTest { facilities: 12, waves: 1, kills_per_wave: 5, processes: 1 };

async fn run(test: EventCrashTest, db: TestDb) {
    let events = test.run(Path::new(env!("CARGO_BIN_EXE_test-worker")), &db).await;
    assert_eq!(events, 12 * 3, "the first status, Active and Clear of each facility");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_one_event_despite_kills_on_sqlite() {
    run(STORM, TestDb::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_one_event_despite_kills_of_three_processes_on_postgres() {
    run(EventCrashTest { processes: 3, ..STORM }, TestDb::postgres().await).await;
}
