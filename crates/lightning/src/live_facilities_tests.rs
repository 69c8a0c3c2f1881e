//! Random storms: a client that reads changes, or pages, has what the whole evaluation says.

use crate::facility_changes::ChangeSelection;
use crate::facility_filter::FacilityFilter;
use crate::facility_page::PageSelection;
use crate::facility_versions::ChangePosition;
use crate::feed::Feed;
use crate::live_facilities::LiveFacilities;
use crate::picture::{EvaluatedFacilities, Ranking, ThreatPicture};
use crate::policies::Policies;
use crate::strikes::Strikes;
use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use stormwire_geo::{Bounds, LonLat, ParameterOverrides, Policy as Rule, Proximity, Ring, Strike, UnixMicros};
use stormwire_store::tables::facility::Facility;
use stormwire_store::tables::policy::{Policy, PolicyFields};
use stormwire_store::{FacilityId, PolicyId};

const NOON: i64 = 1_777_636_800;
const SEQUENCE: u64 = 7;

#[derive(Debug, Clone)]
enum Step {
    /// Seconds pass.
    Wait(i64),
    /// Seconds by which the clock is set back.
    SetBack(i64),
    /// A strike some seconds ago, in hundredths of a degree.
    Strike {
        ago: i64,
        east: i32,
        north: i32,
    },
    DeleteStrike(usize),
    /// A new facility with this id, unless it exists.
    Add(i64, i32),
    /// The facility with this index gets another location, or none.
    Move(usize, Option<i32>),
    Rename(usize),
    Remove(usize),
    /// The rings of the policy change.
    Rings(f64),
    /// The client loses its position, or has one of another sequence.
    Lose,
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0..1_500_i64).prop_map(Step::Wait),
        1 => (0..900_i64).prop_map(Step::SetBack),
        6 => (-60..900_i64, -30..30_i32, -30..30_i32)
            .prop_map(|(ago, east, north)| Step::Strike { ago, east, north }),
        1 => (0..20_usize).prop_map(Step::DeleteStrike),
        1 => (0..20_i64, -30..30_i32).prop_map(|(id, north)| Step::Add(id, north)),
        1 => (0..12_usize, proptest::option::of(-30..30_i32)).prop_map(|(index, north)| Step::Move(index, north)),
        1 => (0..12_usize).prop_map(Step::Rename),
        1 => (0..12_usize).prop_map(Step::Remove),
        1 => prop_oneof![Just(15.0), Just(20.0)].prop_map(Step::Rings),
        1 => Just(Step::Lose),
    ]
}

struct Storm {
    now: i64,
    strikes: Vec<Strike>,
    next_strike: i64,
    facilities: Vec<Facility>,
    ring_miles: f64,
}

fn position(east: i32, north: i32) -> LonLat {
    LonLat::new(-86.5861 + 0.01 * f64::from(east), 34.7304 + 0.01 * f64::from(north)).unwrap()
}

fn facility(id: i64, lat_long: Option<LonLat>) -> Facility {
    Facility { id: FacilityId::new(id), name: format!("Facility {}", id % 4), point: None, lat_long, policy_id: None }
}

impl Storm {
    fn new() -> Self {
        let facilities = (0..8).map(|id| facility(2 * i64::from(id), Some(position(0, 6 * id - 24)))).collect();
        Self { now: NOON, strikes: Vec::new(), next_strike: 1, facilities, ring_miles: 15.0 }
    }

    fn perform(&mut self, step: &Step) {
        match *step {
            Step::Wait(seconds) => self.now += seconds,
            Step::SetBack(seconds) => self.now -= seconds,
            Step::Strike { ago, east, north } => {
                let at = UnixMicros((self.now - ago) * 1_000_000);
                self.strikes.push(Strike { id: self.next_strike, at, position: position(east, north), tag: 0 });
                self.strikes.sort_by_key(|strike| (strike.at, strike.id));
                self.next_strike += 1;
            }
            Step::DeleteStrike(index) if index < self.strikes.len() => {
                self.strikes.remove(index);
            }
            Step::Add(id, north) => {
                if let Err(at) = self.facilities.binary_search_by_key(&id, |facility| facility.id.get()) {
                    self.facilities.insert(at, facility(id, Some(position(0, north))));
                }
            }
            Step::Move(index, north) if index < self.facilities.len() => {
                self.facilities[index].lat_long = north.map(|north| position(0, north));
            }
            Step::Rename(index) if index < self.facilities.len() => self.facilities[index].name.push('!'),
            Step::Remove(index) if index < self.facilities.len() => {
                self.facilities.remove(index);
            }
            Step::Rings(miles) => self.ring_miles = miles,
            _ => {}
        }
    }

    fn picture(&self) -> Arc<ThreatPicture> {
        let ring = Ring::new("Watch".into(), self.ring_miles, 45.0).unwrap();
        let rule = Rule::new(*Rule::default().parameters(), vec![ring]).unwrap();
        let policy = Policy { id: PolicyId::new(1), fields: PolicyFields { name: "City".into(), rule } };
        Arc::new(ThreatPicture::new(
            Timestamp::from_second(self.now).unwrap(),
            Arc::new(Strikes::from_sorted(self.strikes.clone())),
            self.facilities.clone().into(),
            Arc::new(Policies::new(vec![policy])),
            Feed::default(),
        ))
    }
}

/// What a client keeps of a facility: without what follows from the time, and the newest strike of all.
#[derive(Debug, Clone, PartialEq)]
struct Kept {
    facility: Facility,
    proximity: Option<Proximity>,
}

fn kept(picture: &ThreatPicture, ranking: &Ranking) -> (FacilityId, Kept) {
    let facility = picture.facilities()[ranking.facility].clone();
    let proximity = ranking.proximity.map(|proximity| Proximity { last_strike: None, all_clear_in: None, ..proximity });
    (facility.id, Kept { facility, proximity })
}

/// Reads changes as a client does.
struct Client {
    bounds: Option<Bounds>,
    limit: usize,
    position: Option<ChangePosition>,
    kept: BTreeMap<FacilityId, Kept>,
}

impl Client {
    fn read(&mut self, picture: &ThreatPicture, evaluated: &EvaluatedFacilities) {
        while self.read_part(picture, evaluated) {}
    }

    /// Returns whether there is more.
    fn read_part(&mut self, picture: &ThreatPicture, evaluated: &EvaluatedFacilities) -> bool {
        let selection = ChangeSelection { after: self.position, bounds: self.bounds, limit: self.limit };
        let changes = evaluated.changes(picture, &selection).unwrap();
        if !changes.is_delta {
            self.kept.clear();
        }
        for id in &changes.removed {
            self.kept.remove(id);
        }
        self.kept.extend(changes.rankings.iter().map(|ranking| kept(picture, ranking)));
        self.position = Some(changes.position);
        changes.has_more
    }
}

/// What a client has that has read everything.
fn all_kept(picture: &ThreatPicture, bounds: Option<Bounds>) -> BTreeMap<FacilityId, Kept> {
    let full = picture.evaluate(&ParameterOverrides::default());
    let inside = full.ranking.iter().filter(|one| is_inside(bounds, &picture.facilities()[one.facility]));
    inside.map(|one| kept(picture, one)).collect()
}

fn is_inside(bounds: Option<Bounds>, facility: &Facility) -> bool {
    bounds.is_none_or(|bounds| facility.lat_long.is_some_and(|at| bounds.contains(at)))
}

fn any_bounds() -> impl Strategy<Value = Option<Bounds>> {
    let bounds = (-30..0_i32, 0..30_i32)
        .prop_map(|(south, north)| Bounds::new(position(-1, south), position(1, north)).unwrap());
    proptest::option::of(bounds)
}

proptest! {
    #[test]
    fn changes_applied_to_the_first_answer_give_the_full_answer(
        steps in proptest::collection::vec(any_step(), 1..40),
        bounds in any_bounds(),
        limit in 1..12_usize,
    ) {
        let mut storm = Storm::new();
        let mut live = LiveFacilities::new(storm.picture(), SEQUENCE);
        let mut client = Client { bounds, limit, position: None, kept: BTreeMap::new() };
        client.read(&storm.picture(), live.evaluated());
        for step in &steps {
            storm.perform(step);
            if matches!(step, Step::Lose) {
                client.position = Some(ChangePosition { sequence: SEQUENCE + 1, version: 1, id: 0 });
            }
            let picture = storm.picture();
            live = live.next(picture.clone());
            client.read(&picture, live.evaluated());
            prop_assert_eq!(&client.kept, &all_kept(&picture, bounds), "after {:?}", step);
        }
    }

    #[test]
    fn changes_between_two_parts_are_not_lost(
        steps in proptest::collection::vec(any_step(), 1..40),
        bounds in any_bounds(),
        limit in 1..4_usize,
    ) {
        let mut storm = Storm::new();
        let mut live = LiveFacilities::new(storm.picture(), SEQUENCE);
        let mut client = Client { bounds, limit, position: None, kept: BTreeMap::new() };
        for step in &steps {
            client.read_part(&storm.picture(), live.evaluated());
            storm.perform(step);
            live = live.next(storm.picture());
        }
        let picture = storm.picture();
        client.read(&picture, live.evaluated());
        prop_assert_eq!(&client.kept, &all_kept(&picture, bounds));
    }

    #[test]
    fn pages_give_the_ranking_without_gaps(
        steps in proptest::collection::vec(any_step(), 1..15),
        bounds in any_bounds(),
        limit in 1..12_usize,
    ) {
        let mut storm = Storm::new();
        for step in &steps {
            storm.perform(step);
        }
        let picture = storm.picture();
        let full = picture.evaluate(&ParameterOverrides::default());
        let inside = full.ranking.iter().filter(|one| is_inside(bounds, &picture.facilities()[one.facility]));
        let expected: Vec<usize> = inside.map(|one| one.facility).collect();
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = full.page(&picture, &PageSelection { bounds, filter: FacilityFilter::default(), after, limit });
            prop_assert!(page.rankings.len() <= limit && page.total == expected.len() && !page.is_order_changed);
            found.extend(page.rankings.iter().map(|one| one.facility));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn pages_of_a_changing_order_are_complete_or_say_so(
        before in proptest::collection::vec(any_step(), 1..15),
        between in proptest::collection::vec(any_step(), 1..8),
        bounds in any_bounds(),
        limit in 1..6_usize,
    ) {
        let mut storm = Storm::new();
        for step in &before {
            storm.perform(step);
        }
        let (mut found, mut after, mut is_order_changed) = (Vec::new(), None, false);
        let mut steps = between.iter();
        let expected: Vec<FacilityId> = loop {
            let picture = storm.picture();
            let full = picture.evaluate(&ParameterOverrides::default());
            let page = full.page(&picture, &PageSelection { bounds, filter: FacilityFilter::default(), after, limit });
            is_order_changed |= page.is_order_changed;
            found.extend(page.rankings.iter().map(|one| picture.facilities()[one.facility].id));
            after = page.next;
            if after.is_none() {
                let inside = picture.facilities().iter().filter(|facility| is_inside(bounds, facility));
                break inside.map(|facility| facility.id).collect();
            }
            if let Some(step) = steps.next() {
                storm.perform(step);
            }
        };
        found.sort_unstable();
        prop_assert!(is_order_changed || found == expected, "{:?} instead of {:?}", found, expected);
    }
}

#[test]
fn a_position_ahead_or_of_another_sequence_is_unknown() {
    let live = LiveFacilities::new(Storm::new().picture(), SEQUENCE);
    let picture = Storm::new().picture();
    for (sequence, version, is_delta) in
        [(SEQUENCE, 1, true), (SEQUENCE, 0, false), (SEQUENCE, 2, false), (1, 1, false)]
    {
        let after = Some(ChangePosition { sequence, version, id: i64::MAX });
        let selection = ChangeSelection { after, bounds: None, limit: 100 };
        let changes = live.evaluated().changes(&picture, &selection).unwrap();
        assert_eq!((changes.is_delta, changes.rankings.is_empty()), (is_delta, is_delta), "{sequence} {version}");
    }
}

#[test]
fn positions_are_unknown_after_a_panic_ended_the_sequence() {
    let picture = Storm::new().picture();
    let all = |after| ChangeSelection { after, bounds: None, limit: 100 };
    let first = LiveFacilities::after(None, picture.clone());
    let after = Some(first.evaluated().changes(&picture, &all(None)).unwrap().position);
    let continued = LiveFacilities::after(Some(first), picture.clone());
    assert!(continued.evaluated().changes(&picture, &all(after)).unwrap().is_delta);
    let restarted = LiveFacilities::after(None, picture.clone());
    let changes = restarted.evaluated().changes(&picture, &all(after)).unwrap();
    assert_eq!((changes.is_delta, changes.rankings.len()), (false, 8), "versions start again");
}
