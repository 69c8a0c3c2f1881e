//! Kills the processes that record status events during storms and deliver them to a webhook, then checks every event.

use crate::event_receiver::{EventReceiver, key_file};
use crate::process::Process;
use crate::service::wait_until;
use crate::test_db::TestDb;
use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use stormwire_clock::{Clock, SeededRng, SystemClock, later};
use stormwire_geo::LonLat;
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_store::tables::feed;
use stormwire_store::tables::status_event::{self, EventCause, FacilityStatus, StatusEvent};
use stormwire_store::{FacilityId, Schema, StatusEventId, StoreError, StrikeId};

/// The default danger window. A strike at exactly its end still counts.
const DANGER_WINDOW: SignedDuration = SignedDuration::from_mins(30);
/// Until the first window of a wave ends: longer than another process needs to take over.
const FIRST_END: Duration = Duration::from_secs(8);
const BETWEEN_ENDS: Duration = Duration::from_millis(100);

#[derive(Debug, Clone, Copy)]
pub struct EventCrashTest {
    /// Each is too far from the others to be affected by their strikes.
    pub facilities: i64,
    /// In each wave one strike makes each facility Active; then its window ends.
    pub waves: u32,
    /// `kill -9` in each wave, of a random process at a random moment.
    pub kills_per_wave: u64,
    /// Running at the same time. On SQLite only one can.
    pub processes: usize,
}

/// A strike of the test, and the only facility in whose radius it is.
struct TestStrike {
    id: i64,
    facility: FacilityId,
    at: Timestamp,
}

struct EventStorm<'a> {
    db: &'a TestDb,
    program: &'a Path,
    receiver: EventReceiver,
    processes: Vec<Process>,
    facilities: Vec<FacilityId>,
    strikes: Vec<TestStrike>,
    /// As a client reads them: everything after the last id.
    read: Vec<StatusEvent>,
}

impl EventCrashTest {
    /// Returns the number of events.
    pub async fn run(self, program: &Path, db: &TestDb) -> usize {
        let mut storm = EventStorm::new(self, program, db).await;
        let rng = SeededRng::new(20_260_503);
        let facilities = u64::try_from(self.facilities).expect("a small count");
        storm.wait_for_events(self.facilities).await;
        for _ in 0..self.waves {
            let before = i64::try_from(storm.read.len()).expect("a small count");
            storm.strike_all_facilities().await;
            let mut moments: Vec<u64> = (0..self.kills_per_wave).map(|_| rng.next() % (2 * facilities)).collect();
            moments.sort_unstable();
            for moment in moments {
                storm.wait_for_events(before + i64::try_from(moment).expect("a small count")).await;
                storm.restart_one(&rng);
            }
            storm.wait_for_events(before + 2 * self.facilities).await;
        }
        storm.check().await;
        storm.read.len()
    }
}

impl<'a> EventStorm<'a> {
    async fn new(test: EventCrashTest, program: &'a Path, db: &'a TestDb) -> Self {
        let now = SystemClock.now();
        db.store.write(Schema::It, move |conn| feed::put_heartbeat(conn, now).boxed()).await.expect("a heartbeat");
        let receiver = EventReceiver::start(db).await;
        let facilities = insert_facilities(db, test.facilities).await;
        let processes = (0..test.processes).map(|_| start(program, db)).collect();
        Self { db, program, receiver, processes, facilities, strikes: Vec::new(), read: Vec::new() }
    }

    fn restart_one(&mut self, rng: &SeededRng) {
        let index = usize::try_from(rng.next() >> 1).unwrap_or(0) % self.processes.len();
        let mut killed = self.processes.swap_remove(index);
        assert!(killed.is_running(), "killed while it works");
        killed.kill();
        self.processes.push(start(self.program, self.db));
    }

    async fn strike_all_facilities(&mut self) {
        let first_end = later(SystemClock.now(), FIRST_END);
        let (mut rows, mut end) = (Vec::new(), first_end);
        for (facility, index) in self.facilities.iter().zip(0..) {
            let (id, at) = (i64::try_from(self.strikes.len()).expect("a small count") + 1, end - DANGER_WINDOW);
            let position = position(index);
            rows.push(format!("({id}, 'ALERT', '{at:.6}', 'Ground', {}, {})", position.lat() + 0.01, position.lon()));
            self.strikes.push(TestStrike { id, facility: *facility, at });
            end = later(end, BETWEEN_ENDS);
        }
        let columns = "Id, Name, Timestamp, Type, Latitude, Longitude";
        self.db.execute(&format!("insert into data.LightningStrike ({columns}) values {}", rows.join(", "))).await;
    }

    async fn wait_for_events(&mut self, count: i64) {
        let Self { db, read, processes, .. } = self;
        wait_until(async || {
            assert!(processes.iter_mut().all(Process::is_running));
            let after = read.last().map_or(StatusEventId::new(0), |event| event.id);
            let mut conn = db.store.reader().await.expect("a connection");
            read.extend(status_event::list(&mut conn, after, None, 1_000).await.expect("read the events"));
            i64::try_from(read.len()).is_ok_and(|read| read >= count)
        })
        .await;
    }

    /// Nothing lost, nothing twice, everything in order, and each with the right time.
    async fn check(&mut self) {
        let stored = self.db.count("select count(*) from it.StatusEvent").await;
        assert_eq!(i64::try_from(self.read.len()), Ok(stored), "a reader that remembers the last id reads all events");
        let mut by_facility: BTreeMap<FacilityId, Vec<&StatusEvent>> = BTreeMap::new();
        for event in &self.read {
            by_facility.entry(event.facility_id).or_default().push(event);
        }
        let Self { receiver, read, .. } = &*self;
        wait_until(async || receiver.has_all_in_order(read)).await;
        assert_eq!(by_facility.keys().copied().collect::<Vec<_>>(), self.facilities);
        for (facility, events) in by_facility {
            let strikes = self.strikes.iter().filter(|strike| strike.facility == facility);
            let first = [(FacilityStatus::Unknown, FacilityStatus::Clear, EventCause::Person, None)].into_iter();
            let expected: Vec<_> = first.chain(strikes.clone().flat_map(two_changes)).collect();
            let found: Vec<_> =
                events.iter().map(|one| (one.from, one.to, one.cause, one.strike_id.map(StrikeId::get))).collect();
            assert_eq!(found, expected, "facility {facility}");
            assert!(events.windows(2).all(|pair| pair[0].at <= pair[1].at), "facility {facility}: {events:?}");
            let ends: Vec<Timestamp> =
                events.iter().filter(|one| one.cause == EventCause::Timer).map(|one| one.at.0).collect();
            let expected: Vec<Timestamp> =
                strikes.map(|strike| strike.at + DANGER_WINDOW + SignedDuration::from_micros(1)).collect();
            assert_eq!(ends, expected, "facility {facility}: windows end when they end, not when that is noticed");
        }
    }
}

type Change = (FacilityStatus, FacilityStatus, EventCause, Option<i64>);

fn two_changes(strike: &TestStrike) -> [Change; 2] {
    [
        (FacilityStatus::Clear, FacilityStatus::Active, EventCause::Strike, Some(strike.id)),
        (FacilityStatus::Active, FacilityStatus::Clear, EventCause::Timer, None),
    ]
}

/// About 20 miles from each other.
fn position(index: u8) -> LonLat {
    LonLat::new(-86.5861, 20.0 + 0.3 * f64::from(index)).expect("a valid position")
}

async fn insert_facilities(db: &TestDb, count: i64) -> Vec<FacilityId> {
    let count = u8::try_from(count).expect("a small count");
    let unit = db.store.write::<_, StoreError, _>(Schema::Organization, move |conn| {
        async move {
            let mut ids = Vec::new();
            for index in 0..count {
                let (name, lat_long) = (format!("Facility {index}"), Some(position(index)));
                let fields = FacilityFields { name, point: None, lat_long, policy_id: None };
                ids.push(facility::insert(conn, &fields).await?);
            }
            Ok(ids)
        }
        .boxed()
    });
    unit.await.expect("insert the facilities")
}

fn start(program: &Path, db: &TestDb) -> Process {
    let mut command = Command::new(program);
    command.arg(db.url()).arg(key_file(db));
    Process::start(command)
}
