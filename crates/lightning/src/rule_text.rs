//! The rule in force, as a text for mail and reports.

use stormwire_geo::{ThreatParameter, ThreatParameters};

/// When a facility is Active, such as `lightning within 8 miles in the last 30 minutes`. The function `data.BatchThreat` of
/// PostgreSQL writes the same.
pub fn active_rule(parameters: &ThreatParameters) -> String {
    let count = |parameter, unit: &str| {
        let value = parameters.value(parameter);
        format!("{value} {unit}{}", if (value - 1.0).abs() < f64::EPSILON { "" } else { "s" })
    };
    let (radius, danger) = (count(ThreatParameter::Radius, "mile"), count(ThreatParameter::Danger, "minute"));
    format!("lightning within {radius} in the last {danger}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_singular_for_one() {
        for (radius, danger, expected) in [
            (8.0, 30.0, "lightning within 8 miles in the last 30 minutes"),
            (1.0, 1.0, "lightning within 1 mile in the last 1 minute"),
            (7.5, 20.0, "lightning within 7.5 miles in the last 20 minutes"),
        ] {
            let parameters = ThreatParameters::default().with_value(ThreatParameter::Radius, radius).unwrap();
            assert_eq!(active_rule(&parameters.with_value(ThreatParameter::Danger, danger).unwrap()), expected);
        }
    }
}
