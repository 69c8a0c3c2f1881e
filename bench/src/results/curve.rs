//! How a result grows with the load.

use super::number::{number, short};
use super::unit::Unit;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Curve {
    /// Of the chart's file, without extension.
    pub file: String,
    pub title: String,
    /// What the horizontal axis counts, such as `Strikes`.
    pub load: String,
    /// What the vertical axis shows, such as `Evaluation time`.
    pub result: String,
    pub unit: Unit,
    pub lines: Vec<CurveLine>,
    /// Drawn as a line across the chart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurveLine {
    pub name: String,
    /// Load and result, by load.
    pub points: Vec<[f64; 2]>,
}

impl Curve {
    /// A line needs two points.
    pub(super) fn is_drawable(&self) -> bool {
        self.lines.iter().any(|line| line.points.len() > 1)
    }

    /// All loads of all lines, once each.
    pub(super) fn loads(&self) -> Vec<f64> {
        let mut loads: Vec<f64> = self.lines.iter().flat_map(|line| &line.points).map(|[load, _]| *load).collect();
        loads.sort_by(f64::total_cmp);
        loads.dedup();
        loads
    }

    /// What the chart shows, for those who do not see it.
    pub(super) fn description(&self) -> String {
        let lines: Vec<String> = self.lines.iter().filter_map(|line| self.line_description(line)).collect();
        format!("Line chart, {} by {}: {}", self.result.to_lowercase(), self.load.to_lowercase(), lines.join("; "))
    }

    fn line_description(&self, line: &CurveLine) -> Option<String> {
        let ([first_load, first], [last_load, last]) = (line.points.first()?, line.points.last()?);
        let result = |value: f64| self.unit.label(&number(value));
        Some(format!(
            "{} {} at {}, {} at {}",
            line.name,
            result(*first),
            short(*first_load),
            result(*last),
            short(*last_load)
        ))
    }
}

#[cfg(test)]
pub(super) fn sample() -> Curve {
    let line = |name: &str, points: &[[f64; 2]]| CurveLine { name: name.into(), points: points.to_vec() };
    Curve {
        file: "visible".into(),
        title: "Strikes and time until visible".into(),
        load: "Strikes in the window".into(),
        result: "Time until visible".into(),
        unit: Unit::Milliseconds,
        lines: vec![
            line("SQLite", &[[600.0, 250.0], [2_000_000.0, 980.0]]),
            line("PostgreSQL", &[[600.0, 250.0], [400_000.0, 700.0], [2_000_000.0, 3_900.0]]),
        ],
        aim: Some(1_000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_names_both_ends_of_each_line() {
        assert_eq!(
            sample().description(),
            "Line chart, time until visible by strikes in the window: SQLite 250 ms at 600, 980 ms at 2,000,000; \
             PostgreSQL 250 ms at 600, 3,900 ms at 2,000,000"
        );
    }

    #[test]
    fn loads_are_sorted_and_unique() {
        let loads: Vec<String> = sample().loads().into_iter().map(short).collect();
        assert_eq!(loads, ["600", "400,000", "2,000,000"]);
    }

    #[test]
    fn one_point_is_no_curve() {
        let mut curve = sample();
        for line in &mut curve.lines {
            line.points.truncate(1);
        }
        assert!(sample().is_drawable() && !curve.is_drawable());
    }
}
