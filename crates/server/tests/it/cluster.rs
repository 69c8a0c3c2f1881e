//! Several services on one PostgreSQL database: kills, an upgrade, and a database server that fails. `make soak` runs the
//! same tests with more messages.

use std::path::Path;
use stormwire_testkit::TestDb;
use stormwire_testkit::service::failover::{FailoverTest, PrimaryFailure};
use stormwire_testkit::service::rolling_upgrade::RollingUpgradeTest;
use stormwire_testkit::service::service_cluster::ClusterTest;
use stormwire_testkit::service::shared_work::SharedWorkTest;

pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_stormwire"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_services_process_each_message_once_despite_kills() {
    let db = TestDb::postgres().await;
    let events = ClusterTest { services: 3, messages: 48, kills: 3, watchers: 3 }.run(program(), &db).await;
    assert!(events > 0, "the strikes changed the status");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_services_send_one_test_message_and_each_event_once_to_each_stream() {
    let db = TestDb::postgres().await;
    let sent = SharedWorkTest { services: 3, watchers: 2, facilities: 6 }.run(program(), &db).await;
    assert!(sent >= 6, "a strike at each facility");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn services_restart_one_after_another_on_a_newer_schema() {
    let db = TestDb::postgres().await;
    RollingUpgradeTest { services: 3, messages: 24, watchers: 2 }.run(program(), &db).await;
    db.end().await;
}

async fn fail_over(failure: PrimaryFailure) {
    let report = FailoverTest { failure, services: 2, messages: 36, watchers: 2, commits: 50 }.run(program()).await;
    assert!(report.acknowledged_commits >= 100 && report.acknowledged_before > 0, "{report:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_primary_is_killed() {
    fail_over(PrimaryFailure::Killed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_primary_vanishes() {
    fail_over(PrimaryFailure::Vanished).await;
}
