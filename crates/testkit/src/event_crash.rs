//! Kills the processes that record status events during storms and deliver them to a webhook, then checks every event.
//!
//! The half hour until a window ends passes on the clocks of the processes, in steps that they can follow.

use crate::event_receiver::{EventReceiver, key_file};
use crate::process::Process;
use crate::service::wait_until;
use crate::test_db::TestDb;
use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use stormwire_clock::{Clock, SeededRng, SystemClock, later};
use stormwire_geo::LonLat;
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_store::tables::feed;
use stormwire_store::tables::status_event::{self, EventCause, FacilityStatus, StatusEvent};
use stormwire_store::{FacilityId, Schema, StatusEventId, StoreError, StrikeId};

/// The default danger window. A strike at exactly its end still counts.
const DANGER_WINDOW: SignedDuration = SignedDuration::from_mins(30);
const BETWEEN_ENDS: SignedDuration = SignedDuration::from_millis(100);
/// A third of a lease: a process whose clock was advanced a moment before takes no work away from another.
const CLOCK_STEP: Duration = Duration::from_secs(20);

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
    processes: Vec<EventWorker>,
    /// How far their clocks are ahead of the clock of the machine.
    ahead: Duration,
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
            let first_end = storm.strike_all_facilities().await;
            let moments = (0..self.kills_per_wave).map(|_| rng.next() % (2 * facilities));
            let (active, ending): (Vec<u64>, Vec<u64>) = moments.partition(|moment| *moment < facilities);
            storm.kill_at(before, active, &rng).await;
            storm.wait_for_events(before + self.facilities).await;
            storm.pass_time(first_end).await;
            storm.kill_at(before, ending, &rng).await;
            storm.wait_for_events(before + 2 * self.facilities).await;
        }
        storm.check().await;
        storm.read.len()
    }
}

impl<'a> EventStorm<'a> {
    async fn new(test: EventCrashTest, program: &'a Path, db: &'a TestDb) -> Self {
        let (receiver, ahead) = (EventReceiver::start(db).await, Duration::ZERO);
        put_heartbeat(db, SystemClock.now()).await;
        let facilities = insert_facilities(db, test.facilities).await;
        let processes = (0..test.processes).map(|_| EventWorker::start(program, db, ahead)).collect();
        Self { db, program, receiver, processes, ahead, facilities, strikes: Vec::new(), read: Vec::new() }
    }

    /// As the processes see it.
    fn now(&self) -> Timestamp {
        later(SystemClock.now(), self.ahead)
    }

    /// Kills a process whenever that many events have been recorded since `before`.
    async fn kill_at(&mut self, before: i64, mut moments: Vec<u64>, rng: &SeededRng) {
        moments.sort_unstable();
        for moment in moments {
            self.wait_for_events(before + i64::try_from(moment).expect("a small count")).await;
            self.restart_one(rng);
        }
    }

    fn restart_one(&mut self, rng: &SeededRng) {
        let index = usize::try_from(rng.next() >> 1).unwrap_or(0) % self.processes.len();
        let mut killed = self.processes.swap_remove(index).process;
        assert!(killed.is_running(), "killed while it works");
        killed.kill();
        self.processes.push(EventWorker::start(self.program, self.db, self.ahead));
    }

    /// Returns when the first window ends.
    async fn strike_all_facilities(&mut self) -> Timestamp {
        let now = self.now();
        put_heartbeat(self.db, now).await;
        let count = i32::try_from(self.facilities.len()).expect("a small count");
        let first = now - BETWEEN_ENDS * count;
        let (mut rows, mut at) = (Vec::new(), first);
        for (facility, index) in self.facilities.iter().zip(0..) {
            let (id, position) = (i64::try_from(self.strikes.len()).expect("a small count") + 1, position(index));
            rows.push(format!("({id}, 'ALERT', '{at:.6}', 'Ground', {}, {})", position.lat() + 0.01, position.lon()));
            self.strikes.push(TestStrike { id, facility: *facility, at });
            at += BETWEEN_ENDS;
        }
        let columns = "Id, Name, Timestamp, Type, Latitude, Longitude";
        self.db.execute(&format!("insert into data.LightningStrike ({columns}) values {}", rows.join(", "))).await;
        first + DANGER_WINDOW
    }

    /// On the clocks of all processes. After each step, every process has extended its leases.
    async fn pass_time(&mut self, end: Timestamp) {
        loop {
            let left = Duration::try_from(end.duration_since(self.now())).unwrap_or_default();
            if left.is_zero() {
                return;
            }
            let step = left.min(CLOCK_STEP);
            self.ahead += step;
            for worker in &mut self.processes {
                worker.advance(step);
            }
            let soon = later(self.now(), CLOCK_STEP);
            let ending = format!("select count(*) from it.Queue where State = 'Leased' and LeaseUntil <= '{soon:.6}'");
            wait_until(async || self.db.count(&ending).await == 0).await;
        }
    }

    async fn wait_for_events(&mut self, count: i64) {
        let Self { db, read, processes, .. } = self;
        wait_until(async || {
            assert!(processes.iter_mut().all(|worker| worker.process.is_running()));
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

async fn put_heartbeat(db: &TestDb, now: Timestamp) {
    db.store.write(Schema::It, move |conn| feed::put_heartbeat(conn, now).boxed()).await.expect("a heartbeat");
}

/// A process that records and delivers events.
struct EventWorker {
    process: Process,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl EventWorker {
    fn start(program: &Path, db: &TestDb, ahead: Duration) -> Self {
        let mut command = Command::new(program);
        command.arg("events").arg(db.url()).arg(key_file(db)).arg(ahead.as_micros().to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Process::start(command);
        let (input, output) = (process.stdin(), BufReader::new(process.stdout()));
        Self { process, input, output }
    }

    /// Returns when its clock was advanced.
    fn advance(&mut self, duration: Duration) {
        writeln!(self.input, "{}", duration.as_micros()).expect("write the duration");
        assert_ne!(self.output.read_line(&mut String::new()).expect("read the response"), 0, "the worker has ended");
    }
}
