//! A storm that passes, minute by minute, with rings of 30, 15 and 8 miles and a clock of 30 minutes each, as DTN publishes
//! its rule: a strike raises every ring around it at once, each ring ends 30 minutes after its own last strike, and the
//! facility is all clear when no ring is active.

use super::evaluate::{Site, StrikeHistory, evaluate};
use super::parameters::ThreatParameters;
use super::policy::{Policy, Ring};
use super::proximity::{Proximity, RingState, Strike, ThreatStatus};
use super::tests::{NOON, home, position};
use crate::geodesic::Ellipsoid;
use crate::units::{DurationMicros, UnixMicros};

fn minute(minute: i64) -> UnixMicros {
    NOON.after(DurationMicros(minute * 60_000_000))
}

/// A strike north of the facility, with its distance in miles.
fn strike_at(at: i64, miles: f64) -> Strike {
    // One degree of latitude here is about 68.9 miles.
    let position = position(home().lon(), home().lat() + miles / 68.93);
    let distance = Ellipsoid::wgs84().distance(home(), position).miles().0;
    assert!((distance - miles).abs() < 0.1, "{distance} is not {miles}");
    Strike { id: at, at: minute(at), position, tag: 0 }
}

fn policy() -> Policy {
    let ring = |name: &str, miles| Ring::new(name.into(), miles, 30.0).unwrap();
    Policy::new(ThreatParameters::default(), vec![ring("Orange", 15.0), ring("Yellow", 30.0)]).unwrap()
}

/// The innermost active ring.
fn level(proximity: &Proximity) -> &'static str {
    let is_active: Vec<bool> = proximity.rings.as_slice().iter().map(RingState::is_active).collect();
    match (proximity.status, is_active.as_slice()) {
        (ThreatStatus::Active, [true, true]) => "red",
        (ThreatStatus::Clear, [true, true]) => "orange",
        (ThreatStatus::Clear, [false, true]) => "yellow",
        (ThreatStatus::Clear, [false, false]) => "all clear",
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_ring_ends_by_its_own_clock_minute_by_minute() {
    // The storm comes closer, strikes within 8 miles, and moves away. The strike at 95 restarts the outermost clock.
    let strikes = [
        strike_at(0, 35.0),
        strike_at(5, 28.0),
        strike_at(15, 14.0),
        strike_at(22, 7.0),
        strike_at(30, 5.0),
        strike_at(42, 12.0),
        strike_at(70, 25.0),
        strike_at(95, 29.0),
        strike_at(120, 40.0),
    ];
    // The last minute of each level: a clock includes its end.
    let levels = [
        (4, "all clear"),
        (14, "yellow"),
        (21, "orange"),
        (60, "red"),
        (72, "orange"),
        (125, "yellow"),
        (150, "all clear"),
    ];
    let history = StrikeHistory { strikes: &strikes, before: None };
    let (policies, site) = ([policy()], Site { position: home(), policy: 0 });
    for now in 0..=150 {
        let expected = levels.iter().find(|(last, _)| now <= *last).unwrap().1;
        let proximity = evaluate(history, &policies, &[site], minute(now)).remove(0);
        assert_eq!(level(&proximity), expected, "minute {now}");
        // Nothing changes before the time that is announced, unless there is another strike.
        let next_strike = strikes.iter().map(|strike| strike.at).find(|at| *at > minute(now));
        if let Some(changes_at) = proximity.changes_at().filter(|at| next_strike.is_none_or(|next| *at < next)) {
            let just_before = evaluate(history, &policies, &[site], changes_at.before(DurationMicros(1))).remove(0);
            assert_eq!(level(&just_before), expected, "minute {now}");
            let then = evaluate(history, &policies, &[site], changes_at).remove(0);
            assert_ne!(level(&then), expected, "minute {now}");
        }
    }
    let clear_at =
        |now, ring: usize| evaluate(history, &policies, &[site], minute(now)).remove(0).rings.as_slice()[ring].clear_at;
    assert_eq!((clear_at(50, 0), clear_at(50, 1)), (Some(minute(72)), Some(minute(72))));
    assert_eq!((clear_at(80, 0), clear_at(80, 1)), (None, Some(minute(100))));
    assert_eq!((clear_at(96, 0), clear_at(96, 1)), (None, Some(minute(125))), "a new strike restarts the whole clock");
}
