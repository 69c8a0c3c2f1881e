//! What several services on one database must do once together: test messages to the mailboxes, and status events, which
//! every stream of every service sends once.

use super::crash_source::mailbox;
use super::service_cluster::{ClusterTest, ServiceCluster, insert_facility, read_events};
use super::stream_client::StreamClient;
use crate::test_db::TestDb;
use crate::wait::wait_until;
use std::collections::BTreeSet;
use std::path::Path;
use stormwire_clock::{Clock, SystemClock};
use stormwire_geo::LonLat;
use stormwire_store::tables::status_event::{FacilityStatus, StatusEvent};
use stormwire_store::{FacilityId, StatusEventId};

#[derive(Debug, Clone, Copy)]
pub struct SharedWorkTest {
    pub services: usize,
    /// Each gets a test message.
    pub watchers: usize,
    /// Each is struck once. After half of them a service is killed.
    pub facilities: u8,
}

const CANARIES_SEEN: &str = "select count(*) from it.DeliveryCheck where CanarySeenAt is not null";

impl SharedWorkTest {
    /// Returns the number of events that each stream has sent.
    pub async fn run(self, program: &Path, db: &TestDb) -> usize {
        let Self { services, watchers, facilities } = self;
        let test = ClusterTest { services, messages: 0, kills: 1, watchers };
        // A day: however long the test takes, there is one for each watcher.
        let mut cluster = ServiceCluster::prepare(test, program, db).await;
        cluster.settings = vec![("STORMWIRE__WATCH__CANARY_MINUTES", "1440".to_owned())];
        cluster.start_many(services).await;
        let struck = insert_facilities(db, facilities).await;
        let seen = i64::try_from(watchers).expect("a small count");
        wait_until(async || db.count(CANARIES_SEEN).await == seen).await;
        wait_until(async || has_changed(db, &struck, FacilityStatus::Clear).await.is_some()).await;

        let mut clients = Vec::new();
        for service in &cluster.services {
            clients.push(StreamClient::open(service.address).await);
        }
        let half = struck.len() / 2;
        let last = strike(db, &struck[..half], 0).await;
        clients[0].read_until(last).await;
        // Its client misses events before it continues at another service.
        cluster.restart(0);
        let last = strike(db, &struck[half..], half).await;
        clients[0].reconnect(cluster.services[0].address).await;
        let sent = check_streams(db, clients, last).await;
        for number in 0..watchers {
            // The sender's copy was deleted and has the same subject.
            let messages = cluster.fixture.emulator.messages(&mailbox(number));
            let subjects: BTreeSet<String> = messages.iter().map(|message| message["subject"].to_string()).collect();
            assert_eq!(subjects.len(), 1, "one service sends the test message of a watcher: {subjects:?}");
        }
        cluster.fixture.check_acknowledged().await;
        sent
    }
}

/// Each stream has sent each event once, in order. Returns how many the first one has sent.
async fn check_streams(db: &TestDb, clients: Vec<StreamClient>, last: StatusEventId) -> usize {
    let mut counts = Vec::new();
    for mut client in clients {
        client.read_until(last).await;
        let stored = read_events(db).await.into_iter().map(|event| event.id.get());
        let expected: Vec<i64> = stored.filter(|id| (client.start + 1..=last.get()).contains(id)).collect();
        let sent: Vec<i64> = client.received.into_iter().filter(|id| *id <= last.get()).collect();
        assert_eq!(sent, expected);
        counts.push(sent.len());
    }
    counts[0]
}

/// A strike at each facility, one after another. Returns the event of the last one. The first has this index.
async fn strike(db: &TestDb, facilities: &[FacilityId], first: usize) -> StatusEventId {
    for index in (first..).take(facilities.len()) {
        let position = position(u8::try_from(index).expect("a small index"));
        let (lat, lon, now) = (position.lat() + 0.01, position.lon(), SystemClock.now());
        let columns = "Name, Timestamp, Type, Latitude, Longitude";
        let values = format!("'ALERT', '{now:.6}', 'Ground', {lat}, {lon}");
        db.execute(&format!("insert into data.LightningStrike ({columns}) values ({values})")).await;
    }
    let mut last = None;
    wait_until(async || {
        last = has_changed(db, facilities, FacilityStatus::Active).await;
        last.is_some()
    })
    .await;
    last.expect("waited for it")
}

/// The last of the events by which the facilities got this status, when all of them have it.
async fn has_changed(db: &TestDb, facilities: &[FacilityId], to: FacilityStatus) -> Option<StatusEventId> {
    let events = read_events(db).await;
    let newest = |facility: &FacilityId| -> Option<StatusEventId> {
        let is_change = |event: &&StatusEvent| event.facility_id == *facility && event.to == to;
        events.iter().rfind(is_change).map(|event| event.id)
    };
    let found: Option<Vec<i64>> = facilities.iter().map(|facility| newest(facility).map(StatusEventId::get)).collect();
    found?.into_iter().max().map(StatusEventId::new)
}

async fn insert_facilities(db: &TestDb, count: u8) -> Vec<FacilityId> {
    let mut ids = Vec::new();
    for index in 0..count {
        ids.push(insert_facility(db, &format!("Facility {index}"), position(index)).await);
    }
    ids
}

/// About 28 miles from each other, and from where the strikes of messages are.
fn position(index: u8) -> LonLat {
    LonLat::new(-87.1 - 0.5 * f64::from(index), 34.7).expect("a valid position")
}
