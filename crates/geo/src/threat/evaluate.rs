//! Computes the proximity of many facilities at once, each by its policy.

use super::policy::Policy;
use super::proximity::{Proximity, RingState, RingStates, Strike, StrikeDistance, ThreatStatus};
use super::strike_block::WindowStart;
use super::strike_index::{Origin, SearchRadius, StrikeIndex};
use super::strike_tree::LEAF_SIZE;
use crate::position::LonLat;
use crate::units::{DurationMicros, UnixMicros};

/// The known strikes: those that any window can reach, and the newest one before them, because the last strike has no age
/// limit.
#[derive(Debug, Clone, Copy)]
pub struct StrikeHistory<'a> {
    /// Sorted by time, then id. May contain older and newer strikes than the evaluation needs.
    pub strikes: &'a [Strike],
    /// The newest strike that is older than all of `strikes`.
    pub before: Option<Strike>,
}

impl<'a> StrikeHistory<'a> {
    /// The strikes up to a time, without the one before all others.
    pub(super) fn known_at(&self, as_of: UnixMicros) -> &'a [Strike] {
        &self.strikes[..self.strikes.partition_point(|strike| strike.at <= as_of)]
    }

    /// The newest strike at a time.
    pub(super) fn last_at(&self, as_of: UnixMicros) -> Option<Strike> {
        self.known_at(as_of).last().copied().or(self.before.filter(|strike| strike.at <= as_of))
    }
}

/// A position to evaluate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Site {
    pub position: LonLat,
    /// The index of its policy.
    pub policy: usize,
}

/// For fewer positions, scanning every strike is cheaper than building a tree.
const MIN_POSITIONS_FOR_TREE: usize = 24;

/// Evaluates sites as of a time. Later strikes do not count, so the result for a past time never changes.
///
/// Units: distances in meters on the WGS84 ellipsoid, times in microseconds; see [`Proximity`].
pub fn evaluate(strikes: StrikeHistory<'_>, policies: &[Policy], sites: &[Site], as_of: UnixMicros) -> Vec<Proximity> {
    let known = strikes.known_at(as_of);
    let rules = policy_rules(known, policies, as_of);
    let danger_windows = rules.iter().map(|rule| rule.danger).collect();
    let longest = rules.iter().map(PolicyRule::oldest_start).min().unwrap_or(WindowStart(known.len()));
    let leaf_size = if sites.len() < MIN_POSITIONS_FOR_TREE { usize::MAX } else { LEAF_SIZE };
    let index = StrikeIndex::new(known, longest, danger_windows, leaf_size);
    let evaluation = Evaluation { as_of, last: strikes.last_at(as_of), index, rules };
    let in_order = order_by_neighborhood(sites).into_iter();
    let mut evaluated: Vec<(usize, Proximity)> =
        in_order.map(|index| (index, evaluation.proximity(sites[index]))).collect();
    evaluated.sort_unstable_by_key(|(index, _)| *index);
    evaluated.into_iter().map(|(_, proximity)| proximity).collect()
}

/// Indexes of the sites, one strip of latitude after another. Neighbors visit the same tree nodes, which are then still
/// in the processor's cache.
pub(super) fn order_by_neighborhood(sites: &[Site]) -> Vec<usize> {
    const STRIPS_PER_DEGREE: f64 = 40.0;
    let mut order: Vec<usize> = (0..sites.len()).collect();
    let strip = |index: usize| (sites[index].position.lat() * STRIPS_PER_DEGREE).floor();
    let longitude = |index: usize| sites[index].position.lon();
    order.sort_unstable_by(|left, right| {
        let by_strip = strip(*left).total_cmp(&strip(*right));
        by_strip.then_with(|| longitude(*left).total_cmp(&longitude(*right)))
    });
    order
}

/// By the index of the policy.
pub(super) fn policy_rules<'a>(known: &[Strike], policies: &'a [Policy], as_of: UnixMicros) -> Vec<PolicyRule<'a>> {
    let start = |window: DurationMicros| WindowStart(known.partition_point(|strike| strike.at < as_of.before(window)));
    policies.iter().map(|policy| PolicyRule::new(policy, start)).collect()
}

/// A policy with its windows in the known strikes.
pub(super) struct PolicyRule<'a> {
    policy: &'a Policy,
    radius: SearchRadius,
    danger: WindowStart,
    /// The all-clear window. `None` if it is not longer than the danger window: clearing is then impossible.
    all_clear: Option<WindowStart>,
    history: WindowStart,
    rings: Vec<RingRule>,
}

struct RingRule {
    radius: SearchRadius,
    window: WindowStart,
    clear: DurationMicros,
}

impl<'a> PolicyRule<'a> {
    fn new(policy: &'a Policy, start: impl Fn(DurationMicros) -> WindowStart) -> Self {
        let parameters = policy.parameters();
        let (danger, all_clear) = (parameters.danger(), parameters.all_clear());
        let rings = policy.rings().iter().map(|ring| RingRule {
            radius: SearchRadius::new(ring.radius()),
            window: start(policy.ring_window(ring)),
            clear: ring.clear(),
        });
        Self {
            policy,
            radius: SearchRadius::new(parameters.radius()),
            danger: start(danger),
            all_clear: (all_clear > danger).then(|| start(all_clear)),
            history: start(parameters.history()),
            rings: rings.collect(),
        }
    }

    /// Of all windows except the danger window, which is indexed apart.
    fn oldest_start(&self) -> WindowStart {
        let rings = self.rings.iter().map(|ring| ring.window);
        rings.chain(self.all_clear).fold(self.history, WindowStart::min)
    }
}

/// What all sites of one evaluation share.
pub(super) struct Evaluation<'a> {
    pub(super) as_of: UnixMicros,
    pub(super) last: Option<Strike>,
    pub(super) index: StrikeIndex<'a>,
    /// By the index of the policy.
    pub(super) rules: Vec<PolicyRule<'a>>,
}

impl Evaluation<'_> {
    pub(super) fn proximity(&self, site: Site) -> Proximity {
        let (rule, index) = (&self.rules[site.policy], &self.index);
        let origin = Origin::new(site.position);
        let closest = index.nearest_in_history(rule.history, origin);
        let in_radius = index.count_in_danger_window(rule.danger, &rule.radius, origin);
        let clear = Proximity {
            status: ThreatStatus::Clear,
            last_strike: self.last.map(|strike| index.distance(origin, strike)),
            closest,
            count_in_window: in_radius.count,
            nearest_in_window: None,
            all_clear_in: None,
            clear_at: None,
            status_changes_at: None,
            rings: self.ring_states(rule, origin),
        };
        if let Some(newest) = in_radius.newest {
            // If the history contains the danger window and its nearest strike is in both, no second search is needed.
            let is_contained = rule.danger >= rule.history;
            let shared = closest.filter(|closest| is_contained && index.contains(rule.danger, &closest.strike));
            let nearest = shared.or_else(|| index.nearest_in_danger_window(rule.danger, origin));
            return active_proximity(&clear, rule, index.strike(newest).at, nearest);
        }
        let newest = rule.all_clear.and_then(|window| index.newest_in_radius(window, &rule.radius, origin));
        match newest {
            Some(newest) => self.clearing_proximity(&clear, rule, index.strike(newest).at),
            None => clear,
        }
    }

    /// A ring includes the end of its clear time: exactly then it is still active.
    fn ring_states(&self, rule: &PolicyRule<'_>, origin: Origin) -> RingStates {
        let state = |ring: &RingRule| {
            let newest = self.index.newest_in_radius(ring.window, &ring.radius, origin);
            let last_strike_at = newest.map(|newest| self.index.strike(newest).at);
            let clear_at = last_strike_at.map(|at| at.after(ring.clear)).filter(|clear_at| *clear_at >= self.as_of);
            RingState { last_strike_at, clear_at }
        };
        rule.rings.iter().map(state).collect()
    }

    /// The all-clear window excludes its end: exactly then the status is already clear.
    fn clearing_proximity(&self, clear: &Proximity, rule: &PolicyRule<'_>, newest_at: UnixMicros) -> Proximity {
        let end = newest_at.after(rule.policy.parameters().all_clear());
        if end <= self.as_of {
            return *clear;
        }
        Proximity {
            status: ThreatStatus::Clearing,
            all_clear_in: Some(end.since(self.as_of)),
            clear_at: Some(end),
            status_changes_at: Some(end),
            ..*clear
        }
    }
}

/// The danger window includes its end: exactly then the status is still active.
fn active_proximity(
    clear: &Proximity,
    rule: &PolicyRule<'_>,
    newest_at: UnixMicros,
    nearest: Option<StrikeDistance>,
) -> Proximity {
    let (danger, all_clear) = (rule.policy.parameters().danger(), rule.policy.parameters().all_clear());
    Proximity {
        status: ThreatStatus::Active,
        nearest_in_window: nearest.map(|nearest| nearest.distance),
        clear_at: Some(newest_at.after(danger.max(all_clear))),
        status_changes_at: Some(newest_at.after(danger).after(DurationMicros(1))),
        ..*clear
    }
}
