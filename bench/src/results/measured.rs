//! One value with its spread.

use super::number::{number, short};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub value: f64,
    pub spread: Option<Spread>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Spread {
    /// The lowest and the highest round.
    Rounds { low: f64, high: f64, count: usize },
    /// The middle half of the single measurements.
    Quartiles { low: f64, high: f64, count: usize },
}

impl Measured {
    /// The median of rounds that each give one value.
    pub fn rounds(values: &[f64]) -> Self {
        let sorted = sorted(values);
        let (low, high) = (at(&sorted, 0), at(&sorted, 100));
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN);
        Self { value: median, spread: Some(Spread::Rounds { low, high, count: values.len() }) }
    }

    /// A percentile of many single measurements. The slowest is the 100th.
    pub fn percentile(values: &[f64], percent: usize) -> Self {
        let sorted = sorted(values);
        let spread = Spread::Quartiles { low: at(&sorted, 25), high: at(&sorted, 75), count: values.len() };
        Self { value: at(&sorted, percent), spread: Some(spread) }
    }

    /// For an extrapolation.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let scaled = |spread: Spread| match spread {
            Spread::Rounds { low, high, count } => Spread::Rounds { low: low * factor, high: high * factor, count },
            Spread::Quartiles { low, high, count } => {
                Spread::Quartiles { low: low * factor, high: high * factor, count }
            }
        };
        Self { value: self.value * factor, spread: self.spread.map(scaled) }
    }
}

/// Measured once.
impl From<f64> for Measured {
    fn from(value: f64) -> Self {
        Self { value, spread: None }
    }
}

impl Spread {
    pub(super) fn text(self) -> String {
        match self {
            Self::Rounds { low, high, count } => format!("{}–{} in {count} rounds", number(low), number(high)),
            Self::Quartiles { low, high, count } => {
                #[expect(clippy::cast_precision_loss, reason = "a count of measurements is far below 2^52")]
                let count = short(count as f64);
                format!("{}–{}, quartiles of {count}", number(low), number(high))
            }
        }
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn at(sorted: &[f64], percent: usize) -> f64 {
    sorted.get(sorted.len().saturating_sub(1) * percent / 100).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_give_median_lowest_and_highest() {
        let spread = Spread::Rounds { low: 10.0, high: 30.0, count: 3 };
        assert_eq!(Measured::rounds(&[30.0, 10.0, 20.0]), Measured { value: 20.0, spread: Some(spread) });
        assert_eq!(spread.text(), "10.0–30.0 in 3 rounds");
    }

    #[test]
    fn percentiles_give_the_quartiles() {
        let values: Vec<f64> = (0..=1_000).rev().map(f64::from).collect();
        let spread = Spread::Quartiles { low: 250.0, high: 750.0, count: 1_001 };
        assert_eq!(Measured::percentile(&values, 99), Measured { value: 990.0, spread: Some(spread) });
        assert_eq!(Measured::percentile(&values, 100), Measured { value: 1_000.0, spread: Some(spread) });
        assert_eq!(spread.text(), "250–750, quartiles of 1,001");
    }

    #[test]
    fn extrapolations_scale_the_spread_too() {
        let spread = Spread::Rounds { low: 1.0, high: 3.0, count: 3 };
        let scaled = Spread::Rounds { low: 100.0, high: 300.0, count: 3 };
        let measured = Measured { value: 2.0, spread: Some(spread) };
        assert_eq!(measured.scaled(100.0), Measured { value: 200.0, spread: Some(scaled) });
    }

    #[test]
    fn nothing_measured_is_not_a_number() {
        assert!(Measured::rounds(&[]).value.is_nan() && Measured::percentile(&[], 50).value.is_nan());
    }
}
