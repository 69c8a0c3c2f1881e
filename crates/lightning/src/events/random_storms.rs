//! Random storms: the events, replayed, give the evaluated states.

use super::observe::Observer;
use super::plan::{FeedState, Observation, ObservedState, plan};
use super::recorder::apply;
use crate::feed::Feed;
use crate::picture::ThreatPicture;
use crate::policies::Policies;
use crate::strikes::Strikes;
use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use stormwire_geo::{
    LonLat, ParameterOverrides, Policy as Rule, Ring, Strike, ThreatParameter, ThreatParameters, UnixMicros,
};
use stormwire_store::tables::facility::Facility;
use stormwire_store::tables::facility_status::{RecordedState, StatusChanges};
use stormwire_store::tables::policy::{Policy, PolicyFields};
use stormwire_store::tables::status_event::{EventCause, FacilityStatus, NewStatusEvent};
use stormwire_store::{FacilityId, PolicyId};

const NOON: i64 = 1_777_636_800;

#[derive(Debug, Clone)]
enum Step {
    /// Seconds pass.
    Wait(i64),
    /// A strike some seconds ago, at a distance in degrees.
    Strike {
        ago: i64,
        north: f64,
        east: f64,
    },
    Feed(bool),
    /// Facility with this index gets another location, or none.
    Move(usize, Option<f64>),
    Delete(usize),
    /// Facility with this index gets another policy.
    Policy(usize, Option<i64>),
    /// The process dies after its commit: the same comparison runs again.
    Crash,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1..1_500_i64).prop_map(Step::Wait),
        5 => (0..900_i64, -0.2..0.2_f64, -0.2..0.2_f64).prop_map(|(ago, north, east)| Step::Strike { ago, north, east }),
        1 => any::<bool>().prop_map(Step::Feed),
        1 => (0..3_usize, proptest::option::of(-0.2..0.2_f64)).prop_map(|(index, north)| Step::Move(index, north)),
        1 => (0..3_usize).prop_map(Step::Delete),
        1 => (0..3_usize, proptest::option::of(1..3_i64)).prop_map(|(index, policy)| Step::Policy(index, policy)),
        2 => Just(Step::Crash),
    ]
}

struct Storm {
    now: i64,
    strikes: Vec<Strike>,
    facilities: Vec<Facility>,
    is_healthy: bool,
    policies: Arc<Policies>,
    recorded: Vec<RecordedState>,
    events: Vec<NewStatusEvent>,
}

fn position(north: f64, east: f64) -> LonLat {
    LonLat::new(-86.5861 + east, 34.7304 + north).unwrap()
}

fn policy(id: i64, rule: Rule) -> Policy {
    Policy { id: PolicyId::new(id), fields: PolicyFields { name: format!("Policy {id}"), rule } }
}

/// One whose clock is shorter than the danger window, and one that is longer.
fn with_rings(parameters: ThreatParameters) -> Rule {
    let ring = |name: &str, miles, minutes| Ring::new(name.into(), miles, minutes).unwrap();
    Rule::new(parameters, vec![ring("Near", 10.0, 20.0), ring("Far", 15.0, 45.0)]).unwrap()
}

impl Storm {
    fn new(all_clear_minutes: f64) -> Self {
        let facility = |id| Facility {
            id: FacilityId::new(id),
            name: format!("Facility {id}"),
            point: None,
            lat_long: Some(position(0.05 * f64::from(i32::try_from(id).unwrap()), 0.0)),
            policy_id: (id == 2).then(|| PolicyId::new(2)),
        };
        let parameters = ThreatParameters::default().with_value(ThreatParameter::AllClear, all_clear_minutes).unwrap();
        Self {
            now: NOON,
            strikes: Vec::new(),
            facilities: (1..=3).map(facility).collect(),
            is_healthy: true,
            policies: Arc::new(Policies::new(vec![
                policy(1, Rule::from(parameters)),
                policy(2, with_rings(parameters)),
            ])),
            recorded: Vec::new(),
            events: Vec::new(),
        }
    }

    fn perform(&mut self, step: &Step) {
        match *step {
            Step::Wait(seconds) => self.now += seconds,
            Step::Strike { ago, north, east } => {
                let (id, at) =
                    (i64::try_from(self.strikes.len()).unwrap() + 1, UnixMicros((self.now - ago) * 1_000_000));
                self.strikes.push(Strike { id, at, position: position(north, east), tag: 0 });
                self.strikes.sort_by_key(|strike| (strike.at, strike.id));
            }
            Step::Feed(is_healthy) => self.is_healthy = is_healthy,
            Step::Move(index, north) => {
                if let Some(facility) = self.facilities.get_mut(index) {
                    facility.lat_long = north.map(|north| position(north, 0.0));
                }
            }
            Step::Delete(index) => {
                if index < self.facilities.len() {
                    self.facilities.remove(index);
                }
            }
            Step::Policy(index, policy) => {
                if let Some(facility) = self.facilities.get_mut(index) {
                    facility.policy_id = policy.map(PolicyId::new);
                }
            }
            Step::Crash => {}
        }
    }

    fn compare(&self) -> (StatusChanges, Vec<ObservedState>) {
        let now = Timestamp::from_second(self.now).unwrap();
        let strikes = Arc::new(Strikes::from_sorted(self.strikes.clone()));
        let facilities = self.facilities.clone().into();
        let picture = ThreatPicture::new(now, strikes, facilities, self.policies.clone(), Feed::default());
        let evaluated = picture.evaluate(&ParameterOverrides::default());
        let observer = Observer { picture: &picture, evaluated: &evaluated };
        let states = observer.states();
        let feed = if self.is_healthy { FeedState::Healthy } else { FeedState::Unhealthy { reason: None } };
        let observation = Observation { now, feed, states: &states };
        (plan(&self.recorded, observation, |observed| observer.last_strike(observed)), states)
    }

    fn record(&mut self) -> Vec<ObservedState> {
        let (changes, states) = self.compare();
        apply(&changes, &mut self.recorded);
        self.events.extend(changes.events);
        states
    }

    /// The status of each facility and ring by the events alone.
    fn replayed(&self) -> BTreeMap<(FacilityId, Option<String>), FacilityStatus> {
        self.events.iter().map(|event| ((event.facility_id, event.ring.clone()), event.to)).collect()
    }
}

proptest! {
    #[test]
    fn replayed_events_give_the_evaluated_states(
        steps in proptest::collection::vec(step(), 1..60),
        all_clear in prop_oneof![Just(30.0), Just(45.0)],
    ) {
        let mut storm = Storm::new(all_clear);
        for step in &steps {
            storm.perform(step);
            let states = storm.record();
            let replayed = storm.replayed();
            for state in &states {
                let is_unknown = state.status == FacilityStatus::Clear && !storm.is_healthy;
                let expected = if is_unknown { FacilityStatus::Unknown } else { state.status };
                let found = replayed.get(&(state.facility_id, state.ring.clone())).copied().unwrap_or(FacilityStatus::Unknown);
                prop_assert_eq!(found, expected, "facility {} after {:?}", state.facility_id, step);
            }
            let (again, _) = storm.compare();
            prop_assert!(again.is_empty(), "a repeated comparison finds nothing: {:?}", again);
        }
        let mut last: BTreeMap<(FacilityId, Option<String>), (FacilityStatus, Timestamp)> = BTreeMap::new();
        for event in &storm.events {
            let key = (event.facility_id, event.ring.clone());
            let (status, at) = last.get(&key).copied().unwrap_or((FacilityStatus::Unknown, Timestamp::MIN));
            prop_assert_eq!(event.from, status, "events follow from each other");
            prop_assert_ne!(event.from, event.to);
            prop_assert!(event.at >= at && event.at <= Timestamp::from_second(storm.now).unwrap());
            let is_strike = event.cause == EventCause::Strike;
            prop_assert_eq!(event.strike_id.is_some(), is_strike, "{:?}", event);
            let is_clear_or_unknown = ![event.from, event.to].iter().any(|status| *status < FacilityStatus::Clear);
            prop_assert!(event.cause != EventCause::Feed || is_clear_or_unknown, "{:?}", event);
            last.insert(key, (event.to, event.at));
        }
    }

    #[test]
    fn the_clock_may_step_back(steps in proptest::collection::vec((step(), 0..3_000_i64), 1..40)) {
        let mut storm = Storm::new(30.0);
        for (step, back) in &steps {
            // A facility is evaluated at its new location and by its new policy, also for the past.
            if !matches!(step, Step::Move(..) | Step::Policy(..)) {
                storm.perform(step);
            }
            storm.record();
            let before = (storm.events.len(), storm.now);
            storm.now -= back;
            let (changes, _) = storm.compare();
            prop_assert!(changes.events.is_empty(), "{} s back: {:?}", back, changes.events);
            prop_assert_eq!(before.0, storm.events.len());
            storm.now = before.1;
        }
    }
}
