//! The provider cannot be reached: its certificate is not trusted, its port is closed, or its name does not resolve. Nobody
//! sees a calm day, and when the provider can be reached again each message is processed once.

use super::http_exchange::get;
use super::service_cluster::{ClusterTest, ServiceCluster, read_events};
use crate::process::free_address;
use crate::test_db::TestDb;
use crate::wait::wait_until;
use std::path::Path;
use stormwire_emulator::{Certificate, Emulator};
use stormwire_store::tables::status_event::FacilityStatus;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderError {
    /// Its certificate is signed by nobody that the service trusts.
    UntrustedCertificate,
    ClosedPort,
    UnknownName,
}

impl ProviderError {
    pub const ALL: [Self; 3] = [Self::UntrustedCertificate, Self::ClosedPort, Self::UnknownName];

    /// The address of the provider in the configuration.
    async fn origin(self, emulator: &Emulator) -> String {
        match self {
            Self::UntrustedCertificate => {
                let certificate = Certificate::new().expect("create a certificate");
                let address = emulator.listen_tls(([127, 0, 0, 1], 0).into(), &certificate).await;
                format!("https://{}", address.expect("bind a port"))
            }
            Self::ClosedPort => format!("http://{}", free_address()),
            // Longer than a label may be: no name server is asked.
            Self::UnknownName => format!("https://{}.example.gov", "a".repeat(64)),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct UnreachableProviderTest {
    pub error: ProviderError,
    pub messages: usize,
    pub watchers: usize,
}

impl UnreachableProviderTest {
    /// `program` is the path of `stormwire`.
    pub async fn run(self, program: &Path, db: &TestDb) {
        let Self { error, messages, watchers } = self;
        let test = ClusterTest { services: 1, messages, kills: 0, watchers };
        let mut cluster = ServiceCluster::prepare(test, program, db).await;
        let origin = error.origin(&cluster.fixture.emulator).await;
        cluster.settings =
            vec![("STORMWIRE__GRAPH__BASE_URL", format!("{origin}/v1.0")), ("STORMWIRE__GRAPH__AUTHORITY", origin)];
        cluster.start_one();
        cluster.deliver(0, messages / 2).await;
        let failed = "select count(*) from it.MailboxWatcherJob where LastCheckError is not null";
        let all = i64::try_from(watchers).expect("a small count");
        wait_until(async || db.count(failed).await == all).await;
        let address = cluster.services[0].address;
        wait_until(async || {
            let status = get(address, "/lightning-strikes/status").await;
            assert!(!status.contains("\"healthy\":true"), "{error:?}: {status}");
            status.contains("\"healthy\":false")
        })
        .await;
        let events = read_events(db).await;
        assert!(events.iter().all(|event| event.to != FacilityStatus::Clear), "{error:?}: {events:?}");
        assert_eq!(db.count("select count(*) from it.MailboxWatcherLog").await, 0, "{error:?}: nothing was found");

        cluster.settings.clear();
        cluster.restart(0);
        cluster.wait_for_subscriptions().await;
        cluster.deliver(messages / 2, messages).await;
        cluster.check().await;
    }
}
