//! A database that hangs, a provider that cannot be reached, disks that fail, and a loss of power. `make soak` runs the same
//! tests for longer.

use crate::cluster::program;
use stormwire_testkit::TestDb;
use stormwire_testkit::service::failing_disk::{DiskError, FailingDiskTest};
use stormwire_testkit::service::hung_database::HungDatabaseTest;
use stormwire_testkit::service::power_loss::PowerLossTest;
use stormwire_testkit::service::unreachable_provider::{ProviderError, UnreachableProviderTest};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hung_database_is_answered_with_503_and_loses_nothing() {
    let report = HungDatabaseTest { services: 2, messages: 24, watchers: 2, hangs: 1 }.run(program()).await;
    assert!(!report.slowest_webhook.is_zero(), "{report:?}");
}

async fn check_provider_error(error: ProviderError) {
    let db = TestDb::sqlite().await;
    UnreachableProviderTest { error, messages: 8, watchers: 2 }.run(program(), &db).await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn untrusted_certificate_of_the_provider_is_no_calm_day() {
    check_provider_error(ProviderError::UntrustedCertificate).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closed_port_of_the_provider_is_no_calm_day() {
    check_provider_error(ProviderError::ClosedPort).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_name_of_the_provider_is_no_calm_day() {
    check_provider_error(ProviderError::UnknownName).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_power_fails() {
    let report = PowerLossTest { rounds: 4, messages: 12, watchers: 2, seed: 20_261_117 }.run(program()).await;
    assert!(report.acknowledged > 0, "{report:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_and_read_only_disks_acknowledge_and_lose_nothing() {
    for error in DiskError::ALL {
        FailingDiskTest { error, messages: 12, watchers: 2 }.run(program()).await;
    }
}
