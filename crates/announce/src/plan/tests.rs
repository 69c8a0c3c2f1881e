use super::*;
use proptest::prelude::*;
use stormwire_store::tables::status_event::FacilityStatus;
use stormwire_store::{DbTimestamp, StatusEventId};
use stormwire_testkit::samples::status_event;

fn noon() -> Timestamp {
    "2026-05-01T12:00:00Z".parse().unwrap()
}

fn event(id: i64, facility: i64, to: FacilityStatus, ring: Option<&str>) -> StatusEvent {
    StatusEvent {
        id: StatusEventId::new(id),
        facility_id: FacilityId::new(facility),
        facility_name: format!("Facility {facility}"),
        from: FacilityStatus::Unknown,
        to,
        ring: ring.map(str::to_owned),
        ..status_event()
    }
}

fn waiting(sink: i64, id: i64, facility: i64) -> WaitingDelivery {
    WaitingDelivery {
        sink_id: EventSinkId::new(sink),
        attempts: 0,
        next_attempt_at: DbTimestamp(noon()),
        retry_until: DbTimestamp(later(noon(), RETRY_PERIOD)),
        event: event(id, facility, FacilityStatus::Active, None),
    }
}

fn sink(kind: SinkKind, facilities: Option<&[i64]>, statuses: Option<&[FacilityStatus]>) -> SinkFields {
    SinkFields {
        name: "Siren".into(),
        kind,
        url: "https://a.example".into(),
        facility_ids: facilities.map(|ids| ids.iter().copied().map(FacilityId::new).collect()),
        statuses: statuses.map(<[_]>::to_vec),
        is_enabled: true,
    }
}

#[test]
fn filters_decide_which_events_a_sink_gets() {
    use FacilityStatus::{Active, Clear};
    use SinkKind::{Cap, Mqtt, Webhook};
    let cases = [
        (sink(Webhook, None, None), event(1, 7, Clear, None), true),
        (sink(Webhook, None, None), event(1, 7, Active, Some("Watch")), true),
        (sink(Webhook, Some(&[7, 9]), None), event(1, 9, Clear, None), true),
        (sink(Webhook, Some(&[7, 9]), None), event(1, 8, Clear, None), false),
        (sink(Webhook, None, Some(&[Active])), event(1, 7, Active, None), true),
        (sink(Webhook, None, Some(&[Active])), event(1, 7, Clear, None), false),
        (sink(Webhook, None, Some(&[Active])), event(1, 7, Active, Some("Watch")), false),
        (sink(Webhook, Some(&[7]), Some(&[Active])), event(1, 8, Active, None), false),
        (sink(Cap, None, None), event(1, 7, Active, Some("Watch")), true),
        (sink(Cap, None, Some(&[Active])), event(1, 7, Active, Some("Watch")), false),
        (sink(Mqtt, None, None), event(1, 7, Active, Some("Watch")), false),
        (sink(Mqtt, None, None), event(1, 7, Active, None), true),
    ];
    for (fields, event, expected) in cases {
        assert_eq!(is_wanted(&fields, &event), expected, "{fields:?} {event:?}");
    }
}

#[test]
fn a_facility_in_progress_waits_and_a_sink_has_a_limit() {
    let busy = BTreeSet::from([DeliveryKey { sink: EventSinkId::new(1), facility: FacilityId::new(1) }]);
    let due = vec![waiting(1, 5, 1), waiting(2, 5, 1)];
    let ids = |started: Vec<WaitingDelivery>| {
        started.iter().map(|one| (one.sink_id.get(), one.event.facility_id.get())).collect::<Vec<_>>()
    };
    assert_eq!(ids(to_start(due, &busy)), [(2, 1)], "another sink does not wait");
    let many = (1..=10).flat_map(|facility| [waiting(1, facility, facility), waiting(2, facility, facility)]);
    let started = ids(to_start(many.collect(), &busy));
    assert_eq!(started, [(2, 1), (1, 2), (2, 2), (1, 3), (2, 3), (1, 4), (2, 4)]);
}

#[test]
fn attempts_back_off_until_the_end_of_the_period() {
    let until = later(noon(), RETRY_PERIOD);
    let after = |attempts, retry_after: Option<u64>, now| {
        let failed = WaitingDelivery { attempts, ..waiting(1, 1, 1) };
        next_attempt(&failed, retry_after.map(Duration::from_secs), now, 0.0)
    };
    let seconds = |seconds| Some(later(noon(), Duration::from_secs(seconds)));
    for (attempts, retry_after, expected) in [
        (0, None, seconds(1)),
        (1, None, seconds(2)),
        (4, None, seconds(16)),
        (1_000_000, None, seconds(600)),
        (0, Some(0), seconds(1)),
        (0, Some(90), seconds(90)),
        (0, Some(10_000_000), Some(until)),
    ] {
        assert_eq!(after(attempts, retry_after, noon()), expected, "{attempts} {retry_after:?}");
    }
    assert_eq!(after(200, None, later(noon(), Duration::from_secs(86_399))), Some(until), "the last attempt");
    assert_eq!(after(200, None, until), None);
    assert_eq!(after(200, Some(5), later(until, Duration::from_secs(9))), None);
}

/// A delivery as the simulation stores it.
struct Stored {
    waiting: WaitingDelivery,
    is_waiting: bool,
}

/// What the store returns: of each sink and facility the first that waits, if it is due.
fn first_due(stored: &[Stored], now: Timestamp) -> Vec<WaitingDelivery> {
    let mut seen = BTreeSet::new();
    let first = stored.iter().filter(|one| one.is_waiting && seen.insert(DeliveryKey::from(&one.waiting)));
    first.filter(|one| one.waiting.next_attempt_at.0 <= now).map(|one| one.waiting.clone()).collect()
}

proptest! {
    /// Attempts fail and processes die at random: every event arrives, none overtakes another of its facility.
    #[test]
    fn events_arrive_in_order_despite_failures_and_crashes(
        facilities in prop::collection::vec(1..6_i64, 1..40),
        outcomes in prop::collection::vec(0..4_u8, 1..30),
    ) {
        let mut stored: Vec<Stored> = (1..).zip(&facilities)
            .flat_map(|(id, facility)| [1, 2].map(|sink| Stored { waiting: waiting(sink, id, *facility), is_waiting: true }))
            .collect();
        let (mut now, mut arrived, mut outcome) = (noon(), Vec::new(), outcomes.iter().cycle());
        let mut rounds = 0;
        while stored.iter().any(|one| one.is_waiting) {
            rounds += 1;
            // Only failures: then nothing can arrive before the period ends.
            prop_assume!(rounds < 1_000);
            for started in to_start(first_due(&stored, now), &BTreeSet::new()) {
                let same = |one: &&mut Stored| one.waiting.sink_id == started.sink_id && one.waiting.event.id == started.event.id;
                let row = stored.iter_mut().find(same).unwrap();
                match outcome.next().unwrap() {
                    // The receiver has it, and the process dies before that is recorded.
                    0 => arrived.push(started),
                    1 => {
                        row.is_waiting = false;
                        arrived.push(started);
                    }
                    _ => {
                        row.waiting.attempts += 1;
                        let next = next_attempt(&started, None, now, 0.5);
                        prop_assert!(next.is_none_or(|at| at > now));
                        row.is_waiting = next.is_some();
                        row.waiting.next_attempt_at = DbTimestamp(next.unwrap_or(now));
                    }
                }
            }
            now = later(now, Duration::from_mins(1));
        }
        for sink in [1, 2] {
            for facility in 1..6 {
                let key = DeliveryKey { sink: EventSinkId::new(sink), facility: FacilityId::new(facility) };
                let mut ids: Vec<i64> =
                    arrived.iter().filter(|one| DeliveryKey::from(*one) == key).map(|one| one.event.id.get()).collect();
                prop_assert!(ids.is_sorted(), "{key:?}: {ids:?}");
                ids.dedup();
                let expected: Vec<i64> = (1..).zip(&facilities).filter(|(_, of)| **of == facility).map(|(id, _)| id).collect();
                prop_assert_eq!(ids, expected);
            }
        }
    }
}
