//! The danger radius and the time windows of an evaluation.

use crate::units::{DurationMicros, Miles};
use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreatParameter {
    /// The danger radius in miles.
    Radius,
    /// The danger window in minutes.
    Danger,
    /// The all-clear window in minutes.
    AllClear,
    /// The history window in hours.
    History,
}

impl ThreatParameter {
    pub const ALL: [Self; 4] = [Self::Radius, Self::Danger, Self::AllClear, Self::History];

    /// The largest allowed value. The smallest is any number above 0.
    pub const fn max_value(self) -> f64 {
        match self {
            Self::Radius => 500.0,
            Self::Danger | Self::AllClear => 1_440.0,
            Self::History => 168.0,
        }
    }

    /// Whether a value is allowed.
    pub(super) fn check(self, value: f64) -> Result<(), ParameterOutOfRange> {
        // Written so that NaN is rejected too.
        if !(value > 0.0 && value <= self.max_value()) {
            return Err(ParameterOutOfRange { parameter: self, value });
        }
        Ok(())
    }

    pub const fn default_value(self) -> f64 {
        match self {
            Self::Radius | Self::History => 8.0,
            Self::Danger | Self::AllClear => 30.0,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("{value} is not above 0 and at most {}", .parameter.max_value())]
pub struct ParameterOutOfRange {
    pub parameter: ThreatParameter,
    pub value: f64,
}

/// A value for each [`ThreatParameter`], all within their limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThreatParameters {
    radius_miles: f64,
    danger_minutes: f64,
    all_clear_minutes: f64,
    history_hours: f64,
}

impl Default for ThreatParameters {
    fn default() -> Self {
        Self {
            radius_miles: ThreatParameter::Radius.default_value(),
            danger_minutes: ThreatParameter::Danger.default_value(),
            all_clear_minutes: ThreatParameter::AllClear.default_value(),
            history_hours: ThreatParameter::History.default_value(),
        }
    }
}

impl ThreatParameters {
    /// Replaces one value.
    pub fn with_value(mut self, parameter: ThreatParameter, value: f64) -> Result<Self, ParameterOutOfRange> {
        parameter.check(value)?;
        match parameter {
            ThreatParameter::Radius => self.radius_miles = value,
            ThreatParameter::Danger => self.danger_minutes = value,
            ThreatParameter::AllClear => self.all_clear_minutes = value,
            ThreatParameter::History => self.history_hours = value,
        }
        Ok(self)
    }

    /// The value in the unit of the parameter.
    pub fn value(&self, parameter: ThreatParameter) -> f64 {
        match parameter {
            ThreatParameter::Radius => self.radius_miles,
            ThreatParameter::Danger => self.danger_minutes,
            ThreatParameter::AllClear => self.all_clear_minutes,
            ThreatParameter::History => self.history_hours,
        }
    }

    pub fn radius(&self) -> Miles {
        Miles(self.radius_miles)
    }

    pub fn danger(&self) -> DurationMicros {
        DurationMicros::minutes(self.danger_minutes)
    }

    pub fn all_clear(&self) -> DurationMicros {
        DurationMicros::minutes(self.all_clear_minutes)
    }

    pub fn history(&self) -> DurationMicros {
        DurationMicros::minutes(self.history_hours * 60.0)
    }

    /// The longest of the three windows.
    pub fn longest_window(&self) -> DurationMicros {
        self.danger().max(self.all_clear()).max(self.history())
    }
}

/// Values that replace those of every policy.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ParameterOverrides([Option<f64>; ThreatParameter::ALL.len()]);

impl ParameterOverrides {
    pub fn with_value(mut self, parameter: ThreatParameter, value: f64) -> Result<Self, ParameterOutOfRange> {
        parameter.check(value)?;
        self.0[parameter as usize] = Some(value);
        Ok(self)
    }

    pub fn value(&self, parameter: ThreatParameter) -> Option<f64> {
        self.0[parameter as usize]
    }

    /// Whether every policy is used as it is.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    #[must_use]
    pub fn apply(&self, parameters: ThreatParameters) -> ThreatParameters {
        ThreatParameter::ALL.into_iter().fold(parameters, |all, parameter| {
            // The values were checked when they were set.
            self.value(parameter).and_then(|value| all.with_value(parameter, value).ok()).unwrap_or(all)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_match_the_specification() {
        let defaults = ThreatParameters::default();
        assert_eq!(defaults.radius(), Miles(8.0));
        assert_eq!(
            (defaults.danger(), defaults.all_clear()),
            (DurationMicros::minutes(30.0), DurationMicros::minutes(30.0))
        );
        assert_eq!(defaults.history(), DurationMicros::minutes(480.0));
    }

    #[test]
    fn overrides_replace_only_what_they_have() {
        let default = ThreatParameters::default();
        assert!(ParameterOverrides::default().is_empty());
        assert_eq!(ParameterOverrides::default().apply(default), default);
        for parameter in ThreatParameter::ALL {
            let overrides = ParameterOverrides::default().with_value(parameter, 5.0).unwrap();
            assert!(!overrides.is_empty());
            assert_eq!(overrides.apply(default), default.with_value(parameter, 5.0).unwrap());
            assert!(ParameterOverrides::default().with_value(parameter, 0.0).is_err());
        }
    }

    #[test]
    fn rejects_values_of_zero_or_less_and_above_the_limit() {
        for parameter in ThreatParameter::ALL {
            let max = parameter.max_value();
            for valid in [max, 1e-9, 0.5] {
                let stored = ThreatParameters::default().with_value(parameter, valid).unwrap().value(parameter);
                assert_eq!(stored.to_bits(), valid.to_bits());
            }
            for invalid in [0.0, -0.0, -1.0, max + 1e-9, 1e300, f64::INFINITY, f64::NAN] {
                assert!(ThreatParameters::default().with_value(parameter, invalid).is_err(), "{parameter:?} {invalid}");
            }
        }
    }
}
