//! The policies of the city, and which facility has which.

use std::time::Duration;
use stormwire_geo::{DurationMicros, ParameterOverrides, Policy as Rule};
use stormwire_store::tables::facility::Facility;
use stormwire_store::tables::policy::{self, DEFAULT_POLICY, Policy, PolicyFields};
use stormwire_store::{Conn, StoreError};

/// Never empty: the city's default always exists.
#[derive(Debug, Clone, PartialEq)]
pub struct Policies(Vec<Policy>);

impl Policies {
    pub(crate) async fn read(conn: &mut Conn) -> Result<Self, StoreError> {
        Ok(Self::new(policy::list(conn, None).await?))
    }

    /// If someone has removed the city's default from the database, the rule of the specification takes its place.
    pub(crate) fn new(mut all: Vec<Policy>) -> Self {
        if !all.iter().any(|policy| policy.id == DEFAULT_POLICY) {
            let fields = PolicyFields { name: "City default".into(), rule: Rule::default() };
            all.push(Policy { id: DEFAULT_POLICY, fields });
        }
        all.sort_by_key(|policy| policy.id);
        Self(all)
    }

    /// By id.
    pub fn all(&self) -> &[Policy] {
        &self.0
    }

    pub fn of(&self, facility: &Facility) -> &Policy {
        &self.0[self.index_of(facility)]
    }

    pub fn city_default(&self) -> &Policy {
        &self.0[self.default_index()]
    }

    /// The rules by index, with the numbers of a request.
    pub(crate) fn rules(&self, overrides: &ParameterOverrides) -> Vec<Rule> {
        self.0.iter().map(|policy| policy.fields.rule.with_overrides(overrides)).collect()
    }

    pub(crate) fn index_of(&self, facility: &Facility) -> usize {
        let own = facility.policy_id.and_then(|id| self.0.binary_search_by_key(&id, |policy| policy.id).ok());
        own.unwrap_or_else(|| self.default_index())
    }

    /// How far back strikes are needed to evaluate every facility.
    pub fn longest_window(&self, overrides: &ParameterOverrides) -> DurationMicros {
        self.rules(overrides).iter().map(Rule::longest_window).max().unwrap_or(DurationMicros(0))
    }

    /// The same for the policies as they are.
    pub(crate) fn longest_span(&self) -> Duration {
        Duration::from_micros(self.longest_window(&ParameterOverrides::default()).0.unsigned_abs())
    }

    fn default_index(&self) -> usize {
        self.0.binary_search_by_key(&DEFAULT_POLICY, |policy| policy.id).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::{ThreatParameter, ThreatParameters};
    use stormwire_store::{FacilityId, PolicyId};

    fn policy(id: i64, history_hours: f64) -> Policy {
        let rule = ThreatParameters::default().with_value(ThreatParameter::History, history_hours).unwrap().into();
        Policy { id: PolicyId::new(id), fields: PolicyFields { name: format!("Policy {id}"), rule } }
    }

    fn facility(policy_id: Option<i64>) -> Facility {
        let policy_id = policy_id.map(PolicyId::new);
        Facility { id: FacilityId::new(1), name: "Pool".into(), point: None, lat_long: None, policy_id }
    }

    #[test]
    fn a_facility_without_a_policy_has_the_default() {
        let policies = Policies::new(vec![policy(1, 8.0), policy(4, 24.0)]);
        for (own, expected) in [(None, 1), (Some(1), 1), (Some(4), 4), (Some(9), 1)] {
            assert_eq!(policies.of(&facility(own)).id.get(), expected, "{own:?}");
        }
        assert_eq!(policies.longest_span(), Duration::from_hours(24));
        let overrides = ParameterOverrides::default().with_value(ThreatParameter::History, 2.0).unwrap();
        assert_eq!(policies.longest_window(&overrides), DurationMicros::minutes(120.0));
    }

    #[test]
    fn the_default_exists_even_if_its_row_is_gone() {
        let policies = Policies::new(vec![policy(4, 24.0)]);
        assert_eq!(policies.city_default().fields.rule, Rule::default());
        assert_eq!(policies.of(&facility(None)).id, DEFAULT_POLICY);
    }
}
