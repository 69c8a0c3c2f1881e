//! What is asked: how far, and how far back.

use crate::units::{Miles, Span};
use thiserror::Error;

/// One of the four numbers.
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
    /// The largest value that is allowed; the smallest is anything above 0.
    pub const fn most(self) -> f64 {
        match self {
            Self::Radius => 500.0,
            Self::Danger | Self::AllClear => 1_440.0,
            Self::History => 168.0,
        }
    }

    /// The value when nobody says another.
    pub const fn usual(self) -> f64 {
        match self {
            Self::Radius | Self::History => 8.0,
            Self::Danger | Self::AllClear => 30.0,
        }
    }
}

/// A number that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("{value} is not above 0 and at most {}", .parameter.most())]
pub struct OutOfRange {
    /// Which.
    pub parameter: Parameter,
    /// As given.
    pub value: f64,
}

/// The four numbers in force, each within its limits.
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
            radius_miles: Parameter::Radius.usual(),
            danger_minutes: Parameter::Danger.usual(),
            all_clear_minutes: Parameter::AllClear.usual(),
            history_hours: Parameter::History.usual(),
        }
    }
}

impl Parameters {
    /// The same with another value for one of them.
    pub fn with(mut self, parameter: Parameter, value: f64) -> Result<Self, OutOfRange> {
        // Not a number is no number above 0 either.
        if !(value > 0.0 && value <= parameter.most()) {
            return Err(OutOfRange { parameter, value });
        }
        match parameter {
            Parameter::Radius => self.radius_miles = value,
            Parameter::Danger => self.danger_minutes = value,
            Parameter::AllClear => self.all_clear_minutes = value,
            Parameter::History => self.history_hours = value,
        }
        Ok(self)
    }

    /// One of them as it was given.
    pub fn value(&self, parameter: Parameter) -> f64 {
        match parameter {
            Parameter::Radius => self.radius_miles,
            Parameter::Danger => self.danger_minutes,
            Parameter::AllClear => self.all_clear_minutes,
            Parameter::History => self.history_hours,
        }
    }

    /// The danger radius.
    pub fn radius(&self) -> Miles {
        Miles(self.radius_miles)
    }

    /// The danger window.
    pub fn danger(&self) -> Span {
        Span::minutes(self.danger_minutes)
    }

    /// The all-clear window.
    pub fn all_clear(&self) -> Span {
        Span::minutes(self.all_clear_minutes)
    }

    /// The history window.
    pub fn history(&self) -> Span {
        Span::minutes(self.history_hours * 60.0)
    }

    /// How far back any of the windows reaches.
    pub fn longest(&self) -> Span {
        self.danger().max(self.all_clear()).max(self.history())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_specification() {
        let usual = Parameters::default();
        assert_eq!(usual.radius(), Miles(8.0));
        assert_eq!((usual.danger(), usual.all_clear()), (Span::minutes(30.0), Span::minutes(30.0)));
        assert_eq!(usual.history(), Span::minutes(480.0));
    }

    #[test]
    fn each_number_is_above_0_and_within_its_limit() {
        for parameter in [Parameter::Radius, Parameter::Danger, Parameter::AllClear, Parameter::History] {
            let most = parameter.most();
            for good in [most, 1e-9, 0.5] {
                let kept = Parameters::default().with(parameter, good).unwrap().value(parameter);
                assert_eq!(kept.to_bits(), good.to_bits());
            }
            for bad in [0.0, -0.0, -1.0, most + 1e-9, 1e300, f64::INFINITY, f64::NAN] {
                assert!(Parameters::default().with(parameter, bad).is_err(), "{parameter:?} {bad}");
            }
        }
    }
}
