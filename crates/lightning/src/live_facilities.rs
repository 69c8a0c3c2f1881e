//! The evaluation of the sequence of live pictures: each continues the one before.

use super::facility_index::FacilityIndex;
use super::facility_versions::{FacilityStates, FacilityVersions};
use super::picture::{EvaluatedFacilities, ThreatPicture};
use super::time::to_unix_micros;
use std::sync::Arc;
use stormwire_clock::{Rng, SystemRng};
use stormwire_geo::{EvaluationInput, LiveEvaluation, ParameterOverrides};

/// The last live picture that was evaluated.
pub(super) struct LiveFacilities {
    picture: Arc<ThreatPicture>,
    evaluation: LiveEvaluation,
    evaluated: Arc<EvaluatedFacilities>,
}

impl LiveFacilities {
    /// Continues the one before, or starts a sequence. Each sequence has a random number of its own, also in the same process:
    /// after a panic there is none before, and versions start again.
    pub(super) fn after(before: Option<Self>, picture: Arc<ThreatPicture>) -> Self {
        if let Some(before) = before {
            return before.next(picture);
        }
        let mut sequence = [0; 8];
        SystemRng.fill(&mut sequence);
        Self::new(picture, u64::from_le_bytes(sequence))
    }

    /// `sequence` is a random number, by which clients notice that versions start again.
    pub(super) fn new(picture: Arc<ThreatPicture>, sequence: u64) -> Self {
        let evaluation = with_input(&picture, LiveEvaluation::new);
        let index = Arc::new(FacilityIndex::new(picture.facilities()));
        let mut evaluated = picture.rank(evaluation.proximities(), index);
        evaluated.versions = Some(FacilityVersions::first(sequence, picture.facilities().len()));
        Self { picture, evaluation, evaluated: Arc::new(evaluated) }
    }

    /// As [`Self::new`], computed from the changes since this one.
    pub(super) fn next(&self, picture: Arc<ThreatPicture>) -> Self {
        let previous = self.picture.strikes().history().strikes;
        let evaluation = with_input(&picture, |input| self.evaluation.next(previous, input));
        let index = if Arc::ptr_eq(self.picture.facilities(), picture.facilities()) {
            self.evaluated.index.clone()
        } else {
            Arc::new(FacilityIndex::new(picture.facilities()))
        };
        let mut evaluated = picture.rank(evaluation.proximities(), index);
        evaluated.versions =
            self.evaluated.versions.as_ref().map(|versions| self.next_versions(versions, &picture, &evaluated));
        Self { picture, evaluation, evaluated: Arc::new(evaluated) }
    }

    fn next_versions(
        &self,
        versions: &FacilityVersions,
        picture: &ThreatPicture,
        evaluated: &EvaluatedFacilities,
    ) -> FacilityVersions {
        // Facilities show the rings of their policy and the labels of strikes.
        let is_all_changed =
            self.picture.policies() != picture.policies() || !picture.strikes().keeps_labels_of(self.picture.strikes());
        let (old, new) = (self.evaluated.proximities(), evaluated.proximities());
        let before = FacilityStates { facilities: self.picture.facilities(), proximities: &old };
        let after = FacilityStates { facilities: picture.facilities(), proximities: &new };
        versions.next(before, after, is_all_changed)
    }

    pub(super) fn evaluated(&self) -> &Arc<EvaluatedFacilities> {
        &self.evaluated
    }
}

fn with_input<T>(picture: &ThreatPicture, evaluate: impl FnOnce(&EvaluationInput<'_>) -> T) -> T {
    let (rules, sites) = picture.rules_and_sites(&ParameterOverrides::default());
    let (strikes, as_of) = (picture.strikes().history(), to_unix_micros(picture.as_of()));
    evaluate(&EvaluationInput { strikes, policies: &rules, sites: &sites, as_of })
}
