//! Validates policies. Pure.

use crate::facilities::is_invisible;
use stormwire_geo::{MAX_RINGS, Policy as Rule, Ring, ThreatParameter, ThreatParameters};
use stormwire_store::tables::policy::PolicyFields;

const MAX_NAME_LENGTH: usize = 100;
const MAX_RING_NAME_LENGTH: usize = 40;

#[derive(Debug, Clone, PartialEq)]
pub struct PolicyInput {
    pub name: String,
    pub radius_miles: f64,
    pub danger_minutes: f64,
    pub all_clear_minutes: f64,
    pub history_hours: f64,
    /// From the smallest to the largest.
    pub rings: Vec<RingInput>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RingInput {
    pub name: String,
    pub radius_miles: f64,
    pub clear_minutes: f64,
}

/// What is wrong with a field, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyViolation {
    /// Such as `rings[1].radiusMiles`.
    pub field: String,
    pub message: String,
}

impl PolicyInput {
    /// All violations at once.
    pub fn validate(self) -> Result<PolicyFields, Vec<PolicyViolation>> {
        let mut violations = Vec::new();
        let mut reject =
            |field: &str, message: String| violations.push(PolicyViolation { field: field.into(), message });
        if let Some(message) = invalid_name(&self.name, MAX_NAME_LENGTH) {
            reject("name", message);
        }
        let numbers = [
            ("radiusMiles", ThreatParameter::Radius, self.radius_miles),
            ("dangerMinutes", ThreatParameter::Danger, self.danger_minutes),
            ("allClearMinutes", ThreatParameter::AllClear, self.all_clear_minutes),
            ("historyHours", ThreatParameter::History, self.history_hours),
        ];
        let mut parameters = ThreatParameters::default();
        for (field, parameter, value) in numbers {
            match parameters.with_value(parameter, value) {
                Ok(changed) => parameters = changed,
                Err(error) => reject(field, error.to_string()),
            }
        }
        if self.rings.len() > MAX_RINGS {
            let count = self.rings.len();
            reject(
                "rings",
                format!("{count} rings; at most {MAX_RINGS} are possible, so remove {}", count - MAX_RINGS),
            );
        }
        for (index, ring) in self.rings.iter().enumerate() {
            let inner = index.checked_sub(1).map_or(self.radius_miles, |inner| self.rings[inner].radius_miles);
            for (field, message) in ring_violations(ring, inner, &self.rings[..index]) {
                reject(&format!("rings[{index}].{field}"), message);
            }
        }
        if !violations.is_empty() {
            return Err(violations);
        }
        let ring = |ring: RingInput| Ring::new(ring.name.trim().into(), ring.radius_miles, ring.clear_minutes).ok();
        // Both were checked above.
        let rings = self.rings.into_iter().filter_map(ring).collect();
        let rule = Rule::new(parameters, rings).unwrap_or_else(|_| parameters.into());
        Ok(PolicyFields { name: self.name.trim().into(), rule })
    }
}

/// `inner` is the radius that the ring must surround.
fn ring_violations(ring: &RingInput, inner: f64, others: &[RingInput]) -> Vec<(&'static str, String)> {
    let key = |name: &str| name.trim().to_lowercase();
    let mut violations: Vec<(&'static str, String)> = Vec::new();
    if let Some(message) = invalid_name(&ring.name, MAX_RING_NAME_LENGTH) {
        violations.push(("name", message));
    } else if others.iter().any(|other| key(&other.name) == key(&ring.name)) {
        violations.push(("name", format!("{:?} is the name of another ring; give each ring its own name", ring.name)));
    }
    let parameters = ThreatParameters::default();
    if let Err(error) = parameters.with_value(ThreatParameter::Radius, ring.radius_miles) {
        violations.push(("radiusMiles", error.to_string()));
    } else if ring.radius_miles <= inner {
        let what = if others.is_empty() { "the danger radius" } else { "the radius of the ring before" };
        let message =
            format!("{} is not larger than {inner}, {what}; order rings from inside to outside", ring.radius_miles);
        violations.push(("radiusMiles", message));
    }
    if let Err(error) = parameters.with_value(ThreatParameter::AllClear, ring.clear_minutes) {
        violations.push(("clearMinutes", error.to_string()));
    }
    violations
}

fn invalid_name(name: &str, max_length: usize) -> Option<String> {
    let length = name.trim().chars().count();
    let is_valid = (1..=max_length).contains(&length) && !name.chars().any(is_invisible);
    (!is_valid).then(|| format!("{name:?} does not have 1 to {max_length} visible characters"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(name: &str, radius_miles: f64, clear_minutes: f64) -> RingInput {
        RingInput { name: name.into(), radius_miles, clear_minutes }
    }

    fn input() -> PolicyInput {
        PolicyInput {
            name: " Golf ".into(),
            radius_miles: 8.0,
            danger_minutes: 30.0,
            all_clear_minutes: 45.0,
            history_hours: 8.0,
            rings: vec![ring("Watch", 15.0, 30.0), ring(" Far ", 30.0, 20.0)],
        }
    }

    #[test]
    fn a_valid_policy_keeps_its_values() {
        let fields = input().validate().unwrap();
        assert_eq!(fields.name, "Golf");
        let parameters = ThreatParameters::default().with_value(ThreatParameter::AllClear, 45.0).unwrap();
        assert_eq!(*fields.rule.parameters(), parameters);
        let rings: Vec<(&str, f64, f64)> =
            fields.rule.rings().iter().map(|ring| (ring.name(), ring.radius().0, ring.clear_minutes())).collect();
        assert_eq!(rings, [("Watch", 15.0, 30.0), ("Far", 30.0, 20.0)]);
    }

    #[test]
    fn violations_name_the_field_the_value_and_the_fix() {
        type Change = fn(&mut PolicyInput);
        let cases: [(Change, &str, &str); 13] = [
            (|policy| policy.name = "  ".into(), "name", "\"  \" does not have 1 to 100 visible characters"),
            (|policy| policy.name = "a\u{200b}b".into(), "name", "visible characters"),
            (|policy| policy.radius_miles = 0.0, "radiusMiles", "0 is not above 0 and at most 500"),
            (|policy| policy.danger_minutes = 1_441.0, "dangerMinutes", "1441 is not above 0 and at most 1440"),
            (|policy| policy.all_clear_minutes = -1.0, "allClearMinutes", "-1 is not above 0"),
            (|policy| policy.history_hours = 169.0, "historyHours", "169 is not above 0 and at most 168"),
            (
                |policy| policy.rings.extend([ring("A", 40.0, 30.0), ring("B", 50.0, 30.0)]),
                "rings",
                "4 rings; at most 3 are possible, so remove 1",
            ),
            (|policy| policy.rings[0].name = String::new(), "rings[0].name", "1 to 40 visible characters"),
            (|policy| policy.rings[1].name = "WATCH ".into(), "rings[1].name", "is the name of another ring"),
            (
                |policy| policy.rings[0].radius_miles = 8.0,
                "rings[0].radiusMiles",
                "8 is not larger than 8, the danger radius; order rings from inside to outside",
            ),
            (
                |policy| policy.rings[1].radius_miles = 15.0,
                "rings[1].radiusMiles",
                "15 is not larger than 15, the radius of the ring before",
            ),
            (|policy| policy.rings[1].radius_miles = 501.0, "rings[1].radiusMiles", "501 is not above 0"),
            (|policy| policy.rings[0].clear_minutes = 0.0, "rings[0].clearMinutes", "0 is not above 0"),
        ];
        for (change, field, message) in cases {
            let mut policy = input();
            change(&mut policy);
            let violations = policy.validate().unwrap_err();
            assert_eq!(violations.len(), 1, "{violations:?}");
            assert_eq!(violations[0].field, field);
            assert!(violations[0].message.contains(message), "{violations:?}");
        }
    }
}
