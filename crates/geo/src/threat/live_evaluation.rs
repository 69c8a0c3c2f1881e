//! The evaluation of the live picture: continues the one before. Only the sites that a new strike can reach, or one that left
//! a window, are evaluated again; the others keep their proximity. The result is the same as that of `evaluate`.

use super::evaluate::{Evaluation, Site, StrikeHistory, policy_rules};
use super::policy::Policy;
use super::proximity::{Proximity, Strike};
use super::site_groups::{GROUP_SIZE, SiteGroups, reach_of};
use super::strike_block::StrikeBlock;
use super::strike_blocks::{BlockSizes, UpdatedBlocks};
use super::strike_index::{Origin, StrikeIndex};
use crate::units::{DurationMicros, UnixMicros};
use std::sync::Arc;

/// With more changed strikes, evaluating every site is faster than finding out which ones they reach.
const MAX_CHANGED_STRIKES: usize = 50_000;

/// What an evaluation is computed from.
#[derive(Debug, Clone, Copy)]
pub struct EvaluationInput<'a> {
    pub strikes: StrikeHistory<'a>,
    pub policies: &'a [Policy],
    pub sites: &'a [Site],
    pub as_of: UnixMicros,
}

/// The proximity of every site, and what the next evaluation needs.
#[derive(Debug)]
pub struct LiveEvaluation {
    as_of: UnixMicros,
    policies: Vec<Policy>,
    sites: Vec<Site>,
    groups: Arc<SiteGroups>,
    /// How many strikes were known.
    known: usize,
    last: Option<Strike>,
    blocks: Vec<StrikeBlock>,
    sizes: BlockSizes,
    proximities: Vec<Proximity>,
}

impl LiveEvaluation {
    /// The first evaluation, of every site.
    pub fn new(input: &EvaluationInput<'_>) -> Self {
        Self::with_sizes(input, BlockSizes::default(), GROUP_SIZE)
    }

    pub(super) fn with_sizes(input: &EvaluationInput<'_>, sizes: BlockSizes, group_size: usize) -> Self {
        let nothing = Self {
            as_of: UnixMicros(i64::MIN),
            policies: Vec::new(),
            sites: Vec::new(),
            groups: Arc::new(SiteGroups::new(&[], group_size)),
            known: 0,
            last: None,
            blocks: Vec::new(),
            sizes,
            proximities: Vec::new(),
        };
        nothing.next(&[], input)
    }

    /// In the order of the sites.
    pub fn proximities(&self) -> &[Proximity] {
        &self.proximities
    }

    /// The evaluation after this one, at the same time or later; at an earlier time or with other policies every site is
    /// evaluated again. `previous` must be the strikes that this one was computed from.
    #[must_use]
    pub fn next(&self, previous: &[Strike], input: &EvaluationInput<'_>) -> Self {
        let EvaluationInput { strikes, policies, sites, as_of } = *input;
        let known = strikes.known_at(as_of);
        let old = &previous[..self.known];
        let updated = UpdatedBlocks::new(&self.blocks, old, known, self.sizes);
        let has_same_sites = self.sites == sites;
        let groups = if has_same_sites { self.groups.clone() } else { Arc::new(self.groups.with_sites(sites)) };
        let is_continued = self.policies == policies && as_of >= self.as_of;
        let changed = is_continued.then(|| self.changed_strikes(&updated, old, input));
        let is_affected = match changed.filter(|changed| changed.len() <= MAX_CHANGED_STRIKES) {
            Some(changed) => self.affected_sites(&groups, &changed, input),
            None => vec![true; sites.len()],
        };
        let last = strikes.last_at(as_of);
        let index = StrikeIndex::of_blocks(known, updated.blocks.clone());
        let evaluation = Evaluation { as_of, last, index, rules: policy_rules(known, policies, as_of) };
        let mut proximities: Vec<Option<Proximity>> = vec![None; sites.len()];
        for index in groups.order().iter().copied() {
            proximities[index] = Some(if is_affected[index] {
                evaluation.proximity(sites[index])
            } else {
                self.carried(&evaluation, index)
            });
        }
        Self {
            as_of,
            policies: policies.to_vec(),
            sites: sites.to_vec(),
            groups,
            known: known.len(),
            last,
            blocks: updated.blocks,
            sizes: self.sizes,
            proximities: proximities.into_iter().flatten().collect(),
        }
    }

    /// The strikes that entered or left the known strikes or any window.
    fn changed_strikes(&self, updated: &UpdatedBlocks, old: &[Strike], input: &EvaluationInput<'_>) -> Vec<Strike> {
        let known = input.strikes.known_at(input.as_of);
        let longest = self.policies.iter().map(Policy::longest_window).max().unwrap_or(DurationMicros(0));
        let start = self.as_of.before(longest);
        let mut changed = updated.differences(old, known);
        changed.retain(|strike| strike.at >= start);
        for window in windows(&self.policies) {
            let first_at = |at: UnixMicros| known.partition_point(|strike| strike.at < at.before(window));
            changed.extend_from_slice(&known[first_at(self.as_of)..first_at(input.as_of)]);
        }
        changed
    }

    /// By site, whether its proximity may be another one.
    fn affected_sites(&self, groups: &SiteGroups, changed: &[Strike], input: &EvaluationInput<'_>) -> Vec<bool> {
        let is_over = |at: Option<UnixMicros>| at.is_some_and(|at| at <= input.as_of);
        let reach = |(index, site): (usize, &Site)| {
            let before = self.proximities.get(index).filter(|_| self.sites.get(index) == Some(site));
            let kept = before.filter(|before| !is_over(before.changes_at()));
            kept.map(|before| reach_of(&self.policies[site.policy], before))
        };
        let reach: Vec<Option<f64>> = input.sites.iter().enumerate().map(reach).collect();
        let mut is_affected: Vec<bool> = reach.iter().map(Option::is_none).collect();
        let reach: Vec<f64> = reach.into_iter().map(|reach| reach.unwrap_or(f64::NEG_INFINITY)).collect();
        groups.mark_reached(changed, &reach, &mut is_affected);
        is_affected
    }

    /// A proximity that no strike has changed: the newest strike of all and the remaining time are those of now.
    fn carried(&self, evaluation: &Evaluation<'_>, index: usize) -> Proximity {
        let before = &self.proximities[index];
        let last_strike = if evaluation.last == self.last {
            before.last_strike
        } else {
            let origin = Origin::new(self.sites[index].position);
            evaluation.last.map(|strike| evaluation.index.distance(origin, strike))
        };
        let end = before.all_clear_in.and(before.clear_at);
        Proximity { last_strike, all_clear_in: end.map(|end| end.since(evaluation.as_of)), ..*before }
    }
}

/// All windows of the policies.
fn windows(policies: &[Policy]) -> Vec<DurationMicros> {
    let of_policy = |policy: &Policy| {
        let parameters = policy.parameters();
        let mut windows = vec![parameters.danger(), parameters.all_clear(), parameters.history()];
        windows.extend(policy.rings().iter().map(|ring| policy.ring_window(ring)));
        windows
    };
    let mut all: Vec<DurationMicros> = policies.iter().flat_map(of_policy).collect();
    all.sort_unstable();
    all.dedup();
    all
}
