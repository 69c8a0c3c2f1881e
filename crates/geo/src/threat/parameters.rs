//! The danger radius and the time windows of an evaluation.

use crate::units::{Miles, Span};
use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// The danger radius in miles.
    Radius,
    /// The danger window in minutes.
    Danger,
    /// The all-clear window in minutes.
    AllClear,
    /// The history window in hours.
    History,
}

impl Parameter {
    /// The largest allowed value. The smallest is any number above 0.
    pub const fn max_value(self) -> f64 {
        match self {
            Self::Radius => 500.0,
            Self::Danger | Self::AllClear => 1_440.0,
            Self::History => 168.0,
        }
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
    pub parameter: Parameter,
    pub value: f64,
}

/// A value for each [`Parameter`], all within their limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    radius_miles: f64,
    danger_minutes: f64,
    all_clear_minutes: f64,
    history_hours: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            radius_miles: Parameter::Radius.default_value(),
            danger_minutes: Parameter::Danger.default_value(),
            all_clear_minutes: Parameter::AllClear.default_value(),
            history_hours: Parameter::History.default_value(),
        }
    }
}

impl Parameters {
    /// Replaces one value.
    pub fn with(mut self, parameter: Parameter, value: f64) -> Result<Self, ParameterOutOfRange> {
        // Written so that NaN is rejected too.
        if !(value > 0.0 && value <= parameter.max_value()) {
            return Err(ParameterOutOfRange { parameter, value });
        }
        match parameter {
            Parameter::Radius => self.radius_miles = value,
            Parameter::Danger => self.danger_minutes = value,
            Parameter::AllClear => self.all_clear_minutes = value,
            Parameter::History => self.history_hours = value,
        }
        Ok(self)
    }

    /// The value in the unit of the parameter.
    pub fn value(&self, parameter: Parameter) -> f64 {
        match parameter {
            Parameter::Radius => self.radius_miles,
            Parameter::Danger => self.danger_minutes,
            Parameter::AllClear => self.all_clear_minutes,
            Parameter::History => self.history_hours,
        }
    }

    pub fn radius(&self) -> Miles {
        Miles(self.radius_miles)
    }

    pub fn danger(&self) -> Span {
        Span::minutes(self.danger_minutes)
    }

    pub fn all_clear(&self) -> Span {
        Span::minutes(self.all_clear_minutes)
    }

    pub fn history(&self) -> Span {
        Span::minutes(self.history_hours * 60.0)
    }

    /// The longest of the three windows.
    pub fn longest(&self) -> Span {
        self.danger().max(self.all_clear()).max(self.history())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_match_the_specification() {
        let defaults = Parameters::default();
        assert_eq!(defaults.radius(), Miles(8.0));
        assert_eq!((defaults.danger(), defaults.all_clear()), (Span::minutes(30.0), Span::minutes(30.0)));
        assert_eq!(defaults.history(), Span::minutes(480.0));
    }

    #[test]
    fn rejects_values_of_zero_or_less_and_above_the_limit() {
        for parameter in [Parameter::Radius, Parameter::Danger, Parameter::AllClear, Parameter::History] {
            let max = parameter.max_value();
            for valid in [max, 1e-9, 0.5] {
                let stored = Parameters::default().with(parameter, valid).unwrap().value(parameter);
                assert_eq!(stored.to_bits(), valid.to_bits());
            }
            for invalid in [0.0, -0.0, -1.0, max + 1e-9, 1e300, f64::INFINITY, f64::NAN] {
                assert!(Parameters::default().with(parameter, invalid).is_err(), "{parameter:?} {invalid}");
            }
        }
    }
}
