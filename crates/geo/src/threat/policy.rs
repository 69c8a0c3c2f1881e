//! The rule by which a facility is evaluated: the danger radius with its windows, and outer rings that warn earlier.

use super::parameters::{ParameterOutOfRange, ParameterOverrides, ThreatParameter, ThreatParameters};
use crate::units::{DurationMicros, Miles};
use thiserror::Error;

pub const MAX_RINGS: usize = 3;

/// A disc around the facility with its own clock: active until `clear_minutes` after its last strike. The limits are those
/// of the danger radius and the all-clear window.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    name: String,
    radius_miles: f64,
    clear_minutes: f64,
}

impl Ring {
    pub fn new(name: String, radius_miles: f64, clear_minutes: f64) -> Result<Self, ParameterOutOfRange> {
        ThreatParameter::Radius.check(radius_miles)?;
        ThreatParameter::AllClear.check(clear_minutes)?;
        Ok(Self { name, radius_miles, clear_minutes })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn radius(&self) -> Miles {
        Miles(self.radius_miles)
    }

    pub fn clear_minutes(&self) -> f64 {
        self.clear_minutes
    }

    pub fn clear(&self) -> DurationMicros {
        DurationMicros::minutes(self.clear_minutes)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0} rings; at most {MAX_RINGS} are possible")]
pub struct TooManyRings(pub usize);

/// The default is the rule of the specification, without rings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Policy {
    parameters: ThreatParameters,
    rings: Vec<Ring>,
}

impl Policy {
    pub fn new(parameters: ThreatParameters, rings: Vec<Ring>) -> Result<Self, TooManyRings> {
        if rings.len() > MAX_RINGS {
            return Err(TooManyRings(rings.len()));
        }
        Ok(Self { parameters, rings })
    }

    pub fn parameters(&self) -> &ThreatParameters {
        &self.parameters
    }

    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// The same policy with some numbers replaced. The rings stay.
    #[must_use]
    pub fn with_overrides(&self, overrides: &ParameterOverrides) -> Self {
        Self { parameters: overrides.apply(self.parameters), rings: self.rings.clone() }
    }

    /// How far back the last strike of a ring is searched. A ring that is active always knows its last strike.
    pub(super) fn ring_window(&self, ring: &Ring) -> DurationMicros {
        self.parameters.history().max(ring.clear())
    }

    /// How far back strikes are needed to evaluate it.
    pub fn longest_window(&self) -> DurationMicros {
        self.rings.iter().map(Ring::clear).fold(self.parameters.longest_window(), DurationMicros::max)
    }

    /// How far back strikes are needed to know the status and which rings are active.
    pub fn longest_clear_window(&self) -> DurationMicros {
        let own = self.parameters.danger().max(self.parameters.all_clear());
        self.rings.iter().map(Ring::clear).fold(own, DurationMicros::max)
    }
}

impl From<ThreatParameters> for Policy {
    fn from(parameters: ThreatParameters) -> Self {
        Self { parameters, rings: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(radius: f64, clear: f64) -> Ring {
        Ring::new("Outer".into(), radius, clear).unwrap()
    }

    #[test]
    fn rings_have_the_limits_of_the_parameters() {
        for (radius, clear) in [(500.1, 30.0), (0.0, 30.0), (f64::NAN, 30.0), (30.0, 1_440.5), (30.0, -1.0)] {
            assert!(Ring::new("Outer".into(), radius, clear).is_err(), "{radius} {clear}");
        }
        assert!(Ring::new("Outer".into(), 500.0, 1_440.0).is_ok());
        let rings = |count| vec![ring(20.0, 30.0); count];
        assert!(Policy::new(ThreatParameters::default(), rings(3)).is_ok());
        assert_eq!(Policy::new(ThreatParameters::default(), rings(4)), Err(TooManyRings(4)));
    }

    #[test]
    fn windows_include_the_clocks_of_the_rings() {
        let policy = Policy::new(ThreatParameters::default(), vec![ring(15.0, 45.0), ring(30.0, 600.0)]).unwrap();
        assert_eq!(policy.longest_window(), DurationMicros::minutes(600.0));
        assert_eq!(policy.longest_clear_window(), DurationMicros::minutes(600.0));
        assert_eq!(Policy::default().longest_window(), DurationMicros::minutes(480.0));
        assert_eq!(Policy::default().longest_clear_window(), DurationMicros::minutes(30.0));
    }

    #[test]
    fn overrides_replace_numbers_and_keep_the_rings() {
        let policy = Policy::new(ThreatParameters::default(), vec![ring(15.0, 45.0)]).unwrap();
        let overrides = ParameterOverrides::default().with_value(ThreatParameter::Danger, 10.0).unwrap();
        let changed = policy.with_overrides(&overrides);
        assert_eq!(changed.parameters().danger(), DurationMicros::minutes(10.0));
        assert_eq!((changed.parameters().radius(), changed.rings()), (Miles(8.0), policy.rings()));
    }
}
