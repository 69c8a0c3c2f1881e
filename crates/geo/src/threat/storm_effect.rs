//! What a policy would have done during a storm that is over.

use super::policy::{Policy, Ring};
use super::proximity::Strike;
use super::strike_index::{Origin, SearchRadius};
use crate::geodesic::{EcefPoint, Ellipsoid};
use crate::position::LonLat;
use crate::units::{DurationMicros, UnixMicros};

/// The effect on one facility.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StormEffect {
    /// How long the status was Active.
    pub active: DurationMicros,
    /// How often the facility closed: how often the status was Active or Clearing after it was Clear.
    pub closures: usize,
    /// When the facility was first Active, or first had an active ring.
    pub first_warning_at: Option<UnixMicros>,
}

/// A storm that can be replayed for many facilities and policies.
pub struct StormReplay<'a> {
    earth: Ellipsoid,
    /// By time.
    strikes: Vec<(&'a Strike, EcefPoint)>,
}

impl<'a> StormReplay<'a> {
    /// `strikes` must be sorted by time.
    pub fn new(strikes: &'a [Strike]) -> Self {
        let with_point = |strike: &'a Strike| (strike, EcefPoint::new(strike.position));
        Self { earth: Ellipsoid::wgs84(), strikes: strikes.iter().map(with_point).collect() }
    }

    pub fn effect(&self, position: LonLat, policy: &Policy) -> StormEffect {
        let origin = Origin::new(position);
        let parameters = policy.parameters();
        let radius = SearchRadius::new(parameters.radius());
        let (danger, closed) = (parameters.danger(), parameters.danger().max(parameters.all_clear()));
        let (mut active, mut closures) = (DurationMicros(0), 0);
        let (mut active_until, mut closed_until) = (UnixMicros(i64::MIN), UnixMicros(i64::MIN));
        let mut first_active_at = None;
        for at in self.times_inside(origin, radius) {
            first_active_at.get_or_insert(at);
            // The windows include their end: a strike at that time continues them.
            closures += usize::from(at > closed_until);
            let added = at.after(danger).since(at.max(active_until));
            active = DurationMicros(active.0.saturating_add(added.0));
            (active_until, closed_until) = (at.after(danger), at.after(closed));
        }
        let in_ring = |ring: &Ring| self.times_inside(origin, SearchRadius::new(ring.radius())).next();
        let first_warning_at = policy.rings().iter().filter_map(in_ring).chain(first_active_at).min();
        StormEffect { active, closures, first_warning_at }
    }

    /// The times of the strikes inside a radius.
    fn times_inside(&self, origin: Origin, radius: SearchRadius) -> impl Iterator<Item = UnixMicros> {
        let inside = self.strikes.iter().filter(move |(strike, point)| {
            radius
                .is_decided(origin.point.chord_squared(*point))
                .unwrap_or_else(|| radius.includes(self.earth.distance(origin.position, strike.position).miles()))
        });
        inside.map(|(strike, _)| strike.at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{any_policies, any_strikes};
    use super::super::evaluate::{Site, StrikeHistory, evaluate};
    use super::super::proximity::{RingState, ThreatStatus};
    use super::super::tests::{NOON, home, parameters, strike};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_gap_longer_than_the_all_clear_is_another_closure() {
        let strikes = [strike(1, 0.0, 0.2), strike(2, 10.0, 0.05), strike(3, 30.0, 0.05), strike(4, 76.0, 0.05)];
        let policy = Policy::from(parameters(30.0, 45.0, 8.0));
        let effect = StormReplay::new(&strikes).effect(home(), &policy);
        let minutes = DurationMicros::minutes;
        assert_eq!(
            effect,
            StormEffect { active: minutes(80.0), closures: 2, first_warning_at: Some(NOON.after(minutes(10.0))) }
        );
        let ring = Ring::new("Watch".into(), 15.0, 30.0).unwrap();
        let with_ring = Policy::new(*policy.parameters(), vec![ring]).unwrap();
        let warned = StormReplay::new(&strikes).effect(home(), &with_ring);
        assert_eq!(warned, StormEffect { first_warning_at: Some(NOON), ..effect });
        let earlier = Policy::from(parameters(30.0, 46.0, 8.0));
        assert_eq!(StormReplay::new(&strikes).effect(home(), &earlier).closures, 1);
        assert_eq!(StormReplay::new(&[]).effect(home(), &policy).first_warning_at, None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// Walks through every moment at which something can change.
        #[test]
        fn effect_equals_the_evaluated_statuses(strikes in any_strikes(), policies in any_policies()) {
            let policy = &policies[0];
            let windows = [policy.parameters().danger(), policy.parameters().all_clear()];
            let mut moments: Vec<UnixMicros> = strikes
                .iter()
                .flat_map(|strike| {
                    let ends = windows.map(|window| strike.at.after(window).after(DurationMicros(1)));
                    [strike.at, ends[0], ends[1]]
                })
                .collect();
            moments.sort_unstable();
            moments.dedup();
            let site = Site { position: home(), policy: 0 };
            let history = StrikeHistory { strikes: &strikes, before: None };
            let (mut active, mut closures, mut first) = (0, 0, None);
            let mut was_clear = true;
            for (index, now) in moments.iter().enumerate() {
                let proximity = evaluate(history, std::slice::from_ref(policy), &[site], *now).remove(0);
                let is_clear = proximity.status == ThreatStatus::Clear;
                closures += usize::from(was_clear && !is_clear);
                was_clear = is_clear;
                if proximity.status == ThreatStatus::Active {
                    active += moments.get(index + 1).map_or(0, |next| next.since(*now).0);
                }
                if !is_clear || proximity.rings.as_slice().iter().any(RingState::is_active) {
                    first.get_or_insert(*now);
                }
            }
            let effect = StormReplay::new(&strikes).effect(home(), policy);
            // The moments are a microsecond after the end of each window.
            prop_assert!((effect.active.0 - active).abs() <= 500, "{} {active}", effect.active.0);
            prop_assert_eq!((effect.closures, effect.first_warning_at), (closures, first));
        }
    }
}
