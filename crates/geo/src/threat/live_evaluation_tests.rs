//! The live evaluation equals the brute-force one bit for bit, after every step of a random storm.

use super::brute_force::{any_policies, any_positions, any_strikes, evaluate_brute_force};
use super::evaluate::{Site, StrikeHistory};
use super::live_evaluation::{EvaluationInput, LiveEvaluation};
use super::policy::Policy;
use super::proximity::Strike;
use super::strike_blocks::BlockSizes;
use super::tests::NOON;
use crate::position::LonLat;
use crate::units::{DurationMicros, UnixMicros};
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Step {
    /// Microseconds pass.
    Wait(i64),
    /// The next strikes of the storm become known, in the order in which they were generated, not in that of their times.
    Add(usize),
    /// A strike is deleted.
    Delete(usize),
    /// A strike is moved east.
    Move(usize),
    /// Strikes older than this many hours are dropped.
    Trim(u32),
    /// A site is moved.
    MoveSite(usize),
    RemoveSite(usize),
    /// Seconds by which the clock is set back.
    SetBack(u32),
    /// The policies are exchanged.
    ReversePolicies,
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..2_400_i64).prop_map(|seconds| Step::Wait(seconds * 1_000_000)),
        // Strikes are at steps of ten minutes: to the ends of their windows, or past them by a microsecond.
        3 => (1..4_i64, -1..=1_i64).prop_map(|(steps, micros)| Step::Wait(steps * 600_000_000 + micros)),
        2 => (0..=1_i64).prop_map(Step::Wait),
        6 => (1..6_usize).prop_map(Step::Add),
        1 => (0..100_usize).prop_map(Step::Delete),
        1 => (0..100_usize).prop_map(Step::Move),
        1 => (1..9_u32).prop_map(Step::Trim),
        1 => (0..40_usize).prop_map(Step::MoveSite),
        1 => (0..40_usize).prop_map(Step::RemoveSite),
        1 => (0..900_u32).prop_map(Step::SetBack),
        1 => Just(Step::ReversePolicies),
    ]
}

struct Storm {
    now: UnixMicros,
    coming: Vec<Strike>,
    strikes: Vec<Strike>,
    before: Option<Strike>,
    sites: Vec<Site>,
    policies: Vec<Policy>,
    /// Earlier, strikes that were dropped would count.
    earliest: UnixMicros,
}

fn moved_east(position: LonLat) -> LonLat {
    LonLat::new(position.lon() + 0.013, position.lat()).unwrap()
}

impl Storm {
    fn perform(&mut self, step: &Step) {
        match *step {
            Step::Wait(micros) => self.now = self.now.after(DurationMicros(micros)),
            Step::SetBack(seconds) => {
                let earlier = self.now.before(DurationMicros(i64::from(seconds) * 1_000_000));
                self.now = earlier.max(self.earliest);
            }
            Step::Add(count) => {
                let count = count.min(self.coming.len());
                self.strikes.extend(self.coming.drain(..count));
                self.strikes.sort_by_key(|strike| (strike.at, strike.id));
            }
            Step::Delete(index) if index < self.strikes.len() => {
                self.strikes.remove(index);
            }
            Step::Move(index) if index < self.strikes.len() => {
                self.strikes[index].position = moved_east(self.strikes[index].position);
            }
            Step::Trim(hours) => {
                let longest = self.policies.iter().map(Policy::longest_window).max().unwrap();
                let from = self.now.before(longest.max(DurationMicros::minutes(60.0 * f64::from(hours))));
                self.earliest = self.now;
                let dropped = self.strikes.partition_point(|strike| strike.at < from);
                self.before = self.strikes.drain(..dropped).next_back().or(self.before);
            }
            Step::MoveSite(index) if index < self.sites.len() => {
                self.sites[index].position = moved_east(self.sites[index].position);
            }
            Step::RemoveSite(index) if index < self.sites.len() => {
                self.sites.remove(index);
            }
            Step::ReversePolicies => self.policies.reverse(),
            Step::Delete(_) | Step::Move(_) | Step::MoveSite(_) | Step::RemoveSite(_) => {}
        }
    }

    fn input(&self) -> EvaluationInput<'_> {
        let strikes = StrikeHistory { strikes: &self.strikes, before: self.before };
        EvaluationInput { strikes, policies: &self.policies, sites: &self.sites, as_of: self.now }
    }
}

/// In the random order of their ids, so that some become known late.
fn by_id(mut strikes: Vec<Strike>) -> Vec<Strike> {
    strikes.sort_by_key(|strike| strike.id);
    strikes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_step_equals_brute_force(
        strikes in any_strikes(),
        policies in any_policies(),
        positions in any_positions(),
        steps in proptest::collection::vec(any_step(), 1..20),
        (small, large, group_size) in (1..6_usize, 6..30_usize, 1..5_usize),
    ) {
        let sites = positions.iter().enumerate();
        let sites = sites.map(|(index, position)| Site { position: *position, policy: index % policies.len() }).collect();
        let now = NOON.before(DurationMicros::minutes(300.0));
        let coming = by_id(strikes);
        let mut storm = Storm { now, coming, strikes: Vec::new(), before: None, sites, policies, earliest: now };
        let mut evaluation = LiveEvaluation::with_sizes(&storm.input(), BlockSizes { small, large }, group_size);
        for step in &steps {
            let previous = storm.strikes.clone();
            storm.perform(step);
            evaluation = evaluation.next(&previous, &storm.input());
            prop_assert_eq!(evaluation.proximities().len(), storm.sites.len());
            for (site, found) in storm.sites.iter().zip(evaluation.proximities()) {
                let input = storm.input();
                let policy = &storm.policies[site.policy];
                let expected = evaluate_brute_force(input.strikes, site.position, policy, storm.now);
                prop_assert_eq!(*found, expected, "after {:?}", step);
            }
        }
    }
}
