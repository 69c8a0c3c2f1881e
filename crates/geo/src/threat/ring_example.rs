//! Storms that pass, minute by minute, by the rule that DTN publishes for its proximity alerts
//! (<https://weatherhelp.dtn.com/?p=2300>, read in 2026): a strike raises every ring around it at once, each ring ends 30 minutes
//! after its own last strike, and the facility is all clear when no ring is active. One storm is the worked example of that
//! page, with its rings of 5, 10 and 20 miles. The other one has the rings that are common here, 8, 15 and 30 miles.

use super::evaluate::{Site, StrikeHistory, evaluate};
use super::parameters::{ThreatParameter, ThreatParameters};
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

/// Rings with these radii, from inside to outside. All clocks are 30 minutes.
fn policy([red, orange, yellow]: [f64; 3]) -> Policy {
    let ring = |name: &str, miles| Ring::new(name.into(), miles, 30.0).unwrap();
    let parameters = ThreatParameters::default().with_value(ThreatParameter::Radius, red).unwrap();
    Policy::new(parameters, vec![ring("Orange", orange), ring("Yellow", yellow)]).unwrap()
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

/// `levels` are in order, each with its last minute: a clock includes its end.
fn assert_levels(policy: &Policy, strikes: &[Strike], levels: &[(i64, &str)]) {
    let history = StrikeHistory { strikes, before: None };
    let site = Site { position: home(), policy: 0 };
    let at = |now: UnixMicros| evaluate(history, std::slice::from_ref(policy), &[site], now).remove(0);
    let end = levels.last().unwrap().0;
    for now in 0..=end {
        let expected = levels.iter().find(|(last, _)| now <= *last).unwrap().1;
        let proximity = at(minute(now));
        assert_eq!(level(&proximity), expected, "minute {now}");
        // Nothing changes before the time that is announced, unless there is another strike.
        let next_strike = strikes.iter().map(|strike| strike.at).find(|at| *at > minute(now));
        if let Some(changes_at) = proximity.changes_at().filter(|at| next_strike.is_none_or(|next| *at < next)) {
            assert_eq!(level(&at(changes_at.before(DurationMicros(1)))), expected, "minute {now}");
            assert_ne!(level(&at(changes_at)), expected, "minute {now}");
        }
    }
}

/// The example starts at 3:00 pm, which is minute 0.
#[test]
fn the_published_example_of_dtn_holds_minute_by_minute() {
    let strikes = [
        // 3:00 pm: a strike 7 miles away. The status is orange.
        strike_at(0, 7.0),
        // 3:10 pm: a strike 4.5 miles away. The status is red, and strikes go on there until 3:30 pm.
        strike_at(10, 4.5),
        strike_at(15, 3.0),
        strike_at(22, 4.0),
        strike_at(30, 4.5),
        // 3:45 pm: a strike in the orange ring, where strikes go on until 4:15 pm. From 4:00 pm on the status is orange.
        strike_at(45, 8.0),
        strike_at(60, 9.0),
        strike_at(68, 7.0),
        strike_at(75, 9.5),
        // 4:30 pm: a strike in the yellow ring. From 4:45 pm on the status is yellow, from 5:00 pm on it is all clear.
        strike_at(90, 18.0),
    ];
    let levels = [(9, "orange"), (60, "red"), (105, "orange"), (120, "yellow"), (150, "all clear")];
    assert_levels(&policy([5.0, 10.0, 20.0]), &strikes, &levels);
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
    let levels = [
        (4, "all clear"),
        (14, "yellow"),
        (21, "orange"),
        (60, "red"),
        (72, "orange"),
        (125, "yellow"),
        (150, "all clear"),
    ];
    let policies = [policy([8.0, 15.0, 30.0])];
    assert_levels(&policies[0], &strikes, &levels);
    let (history, site) = (StrikeHistory { strikes: &strikes, before: None }, Site { position: home(), policy: 0 });
    let clear_at =
        |now, ring: usize| evaluate(history, &policies, &[site], minute(now)).remove(0).rings.as_slice()[ring].clear_at;
    assert_eq!((clear_at(50, 0), clear_at(50, 1)), (Some(minute(72)), Some(minute(72))));
    assert_eq!((clear_at(80, 0), clear_at(80, 1)), (None, Some(minute(100))));
    assert_eq!((clear_at(96, 0), clear_at(96, 1)), (None, Some(minute(125))), "a new strike restarts the whole clock");
}
