//! Policies as JSON.

use serde::{Deserialize, Serialize};
use stormwire_geo::{Policy as Rule, Ring, ThreatParameter};
use stormwire_store::PolicyId;
use stormwire_store::tables::policy::Policy;
use utoipa::ToSchema;

/// An outer ring: a disc around the facility that warns earlier, with its own clock.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PolicyRing)]
pub struct RingView {
    /// 1 to 40 visible characters; unique within the policy.
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
    /// Larger than the danger radius and than the ring before; at most 500.
    #[schema(exclusive_minimum = 0, maximum = 500)]
    pub radius_miles: f64,
    /// The ring is active until this many minutes after its last strike; above 0 and at most 1,440.
    #[schema(exclusive_minimum = 0, maximum = 1_440)]
    pub clear_minutes: f64,
}

/// The rule by which facilities are evaluated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Policy)]
pub struct PolicyView {
    /// 1 is the city's default.
    #[schema(value_type = i64)]
    id: PolicyId,
    name: String,
    radius_miles: f64,
    danger_minutes: f64,
    all_clear_minutes: f64,
    history_hours: f64,
    /// From inside to outside.
    rings: Vec<RingView>,
}

impl PolicyView {
    /// With the numbers of `rule`, which a request may have replaced.
    pub fn with_rule(policy: &Policy, rule: &Rule) -> Self {
        let number = |parameter| rule.parameters().value(parameter);
        let ring = |ring: &Ring| RingView {
            name: ring.name().to_owned(),
            radius_miles: ring.radius().0,
            clear_minutes: ring.clear_minutes(),
        };
        Self {
            id: policy.id,
            name: policy.fields.name.clone(),
            radius_miles: number(ThreatParameter::Radius),
            danger_minutes: number(ThreatParameter::Danger),
            all_clear_minutes: number(ThreatParameter::AllClear),
            history_hours: number(ThreatParameter::History),
            rings: rule.rings().iter().map(ring).collect(),
        }
    }
}

impl From<&Policy> for PolicyView {
    fn from(policy: &Policy) -> Self {
        Self::with_rule(policy, &policy.fields.rule)
    }
}
