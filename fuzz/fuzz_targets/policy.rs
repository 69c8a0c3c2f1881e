//! A policy as an administrator or an import writes it: the name and the numbers, and a line for each ring.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_city::policies::{PolicyInput, RingInput};
use stormwire_fuzz::lines;
use stormwire_geo::{MAX_RINGS, ThreatParameter};

fuzz_target!(|text: &str| {
    let [name, numbers, rings] = lines::<3>(text);
    let mut numbers = numbers.split(' ').map(number);
    let mut next = || numbers.next().unwrap_or(1.0);
    let input = PolicyInput {
        name: name.to_owned(),
        radius_miles: next(),
        danger_minutes: next(),
        all_clear_minutes: next(),
        history_hours: next(),
        rings: rings.lines().take(2 * MAX_RINGS).map(ring).collect(),
    };
    match input.clone().validate() {
        Ok(fields) => {
            assert!(!fields.name.is_empty());
            let found = fields.rule.rings();
            assert_eq!(found.len(), input.rings.len(), "no ring is lost");
            let mut inner = fields.rule.parameters().value(ThreatParameter::Radius);
            assert_eq!(inner.to_bits(), input.radius_miles.to_bits());
            for (ring, given) in found.iter().zip(&input.rings) {
                assert!(inner < ring.radius().0 && ring.radius().0 <= 500.0);
                assert_eq!(ring.clear_minutes().to_bits(), given.clear_minutes.to_bits());
                inner = ring.radius().0;
            }
        }
        Err(violations) => {
            assert!(!violations.is_empty());
            assert!(violations.iter().all(|violation| !violation.field.is_empty() && !violation.message.is_empty()));
        }
    }
});

fn ring(line: &str) -> RingInput {
    let mut parts = line.splitn(3, ' ');
    let mut next = || number(parts.next().unwrap_or_default());
    let (radius_miles, clear_minutes) = (next(), next());
    RingInput { name: parts.next().unwrap_or_default().to_owned(), radius_miles, clear_minutes }
}

/// Text that is no number is one that no policy may have.
fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}
