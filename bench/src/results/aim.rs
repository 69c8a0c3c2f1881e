//! The aim of a measurement, and whether it is met.

use super::number::short;
use super::unit::Unit;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// In the unit of the row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Aim {
    AtLeast(f64),
    AtMost(f64),
    /// How many times as good as the peer of the row.
    RatioAtLeast(f64),
}

/// Of a row: met if all its aims are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Met,
    Missed,
    /// The row is there for comparison.
    NoAim,
}

impl Aim {
    pub(super) fn is_met(self, value: f64, ratio: Option<f64>) -> bool {
        match self {
            Self::AtLeast(limit) => value >= limit,
            Self::AtMost(limit) => value <= limit,
            Self::RatioAtLeast(limit) => ratio.is_some_and(|ratio| ratio >= limit),
        }
    }

    pub(super) fn text(self, unit: Unit, peer: &str) -> String {
        match self {
            Self::AtLeast(limit) => format!("≥ {}", unit.label(&short(limit))),
            Self::AtMost(limit) => format!("≤ {}", unit.label(&short(limit))),
            Self::RatioAtLeast(limit) => format!("≥ {} times {peer}", short(limit)),
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Met => "met",
            Self::Missed => "**missed**",
            Self::NoAim => "no aim",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Row;
    use super::*;

    #[test]
    fn row_is_met_when_all_aims_are_met() {
        let row = || Row::milliseconds("ours", 5.0).against("theirs", 50.0);
        let cases: [(&[Aim], Verdict); 7] = [
            (&[], Verdict::NoAim),
            (&[Aim::AtMost(5.0)], Verdict::Met),
            (&[Aim::AtMost(4.9)], Verdict::Missed),
            (&[Aim::AtLeast(5.1)], Verdict::Missed),
            (&[Aim::RatioAtLeast(10.0)], Verdict::Met),
            (&[Aim::AtMost(5.0), Aim::RatioAtLeast(10.0)], Verdict::Met),
            (&[Aim::AtMost(5.0), Aim::RatioAtLeast(10.1)], Verdict::Missed),
        ];
        for (aims, verdict) in cases {
            let row = aims.iter().fold(row(), |row, aim| row.aim(*aim));
            assert_eq!(row.verdict(), verdict, "{aims:?}");
        }
    }

    #[test]
    fn ratio_without_a_peer_is_missed() {
        assert_eq!(Row::milliseconds("ours", 5.0).aim(Aim::RatioAtLeast(0.1)).verdict(), Verdict::Missed);
    }

    #[test]
    fn value_that_is_not_a_number_is_missed() {
        assert_eq!(Row::milliseconds("ours", f64::NAN).aim(Aim::AtMost(1.0)).verdict(), Verdict::Missed);
    }

    #[test]
    fn aims_are_written_with_their_unit() {
        assert_eq!(Aim::AtLeast(50_000.0).text(Unit::PerSecond, ""), "≥ 50,000/s");
        assert_eq!(Aim::AtMost(1.3).text(Unit::Times, ""), "≤ 1.3 times");
        assert_eq!(Aim::RatioAtLeast(20.0).text(Unit::PerSecond, "Python"), "≥ 20 times Python");
    }
}
