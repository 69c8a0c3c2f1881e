//! How close the lightning is to a place, and what follows from it.

use super::parameters::Parameters;
use super::tree::{Dot, LEAF, Tree};
use crate::geodesic::{Ellipsoid, Point, Reach};
use crate::position::LonLat;
use crate::units::{Metres, Moment, Span};

/// A lightning strike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strike {
    /// The row.
    pub id: i64,
    /// When it struck.
    pub at: Moment,
    /// Where.
    pub position: LonLat,
    /// What the caller knows it by besides: passed through.
    pub label: u32,
}

/// The threat to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Struck inside the danger radius within the danger window.
    Active,
    /// Not any more, but less than the all-clear window ago.
    Clearing,
    /// Neither.
    Clear,
}

/// A strike as seen from a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sighted {
    /// The strike.
    pub strike: Strike,
    /// How far away.
    pub distance: Metres,
}

/// How close the lightning is to one place. Nothing is rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proximity {
    /// The threat.
    pub status: Status,
    /// The newest strike of all, however long ago and far away.
    pub last_strike: Option<Sighted>,
    /// The nearest strike of the history window.
    pub closest: Option<Sighted>,
    /// Strikes inside the danger radius during the danger window.
    pub count_in_window: usize,
    /// How far away the nearest of those was.
    pub nearest_in_window: Option<Metres>,
    /// While clearing: how much of the all-clear window is left.
    pub all_clear_in: Option<Span>,
    /// When it turns clear if nothing more strikes; none when it is clear.
    pub clear_at: Option<Moment>,
    /// The first moment at which the status is another if nothing more strikes.
    pub turns_at: Option<Moment>,
}

/// What is known of the sky: the strikes in the order of time, same instants by id, as far back as any window reaches;
/// and the newest one before them, because the last strike is looked for without limit.
#[derive(Debug, Clone, Copy)]
pub struct Sky<'a> {
    /// May reach beyond the moment that is asked about on both sides.
    pub strikes: &'a [Strike],
    /// The newest that is older than all of them.
    pub before: Option<Strike>,
}

/// Below this many places a look at every strike is cheaper than a tree.
const FEW: usize = 24;

/// Evaluates places as of a moment. What strikes later does not count; the past is the same whenever it is asked for.
///
/// Units: distances in metres on the WGS84 ellipsoid, times in microseconds; see [`Proximity`].
pub fn evaluate(sky: Sky<'_>, places: &[LonLat], parameters: &Parameters, as_of: Moment) -> Vec<Proximity> {
    let known = &sky.strikes[..sky.strikes.partition_point(|strike| strike.at <= as_of)];
    let last = known.last().copied().or(sky.before.filter(|strike| strike.at <= as_of));
    let within = |window: Span| &known[known.partition_point(|strike| strike.at < as_of.before(window))..];
    let leaf = if places.len() < FEW { usize::MAX } else { LEAF };
    let patient = parameters.danger().max(parameters.all_clear());
    let (danger, history) = (within(parameters.danger()), within(parameters.history()));
    let look = Look {
        earth: Ellipsoid::wgs84(),
        parameters,
        as_of,
        last,
        danger: (danger.len() != history.len()).then(|| Window::new(danger, leaf)),
        // With the usual windows both are the same strikes.
        waiting: (patient > parameters.danger()).then(|| Window::new(within(patient), leaf)),
        history: Window::new(history, leaf),
    };
    let mut seen: Vec<(usize, Proximity)> =
        neighbours(places).into_iter().map(|place| (place, look.at(places[place]))).collect();
    seen.sort_unstable_by_key(|(place, _)| *place);
    seen.into_iter().map(|(_, proximity)| proximity).collect()
}

/// The places, one strip of latitude after the other: neighbours look into the same boxes, which are then at hand.
fn neighbours(places: &[LonLat]) -> Vec<usize> {
    const STRIPS_PER_DEGREE: f64 = 40.0;
    let mut order: Vec<usize> = (0..places.len()).collect();
    let strip = |place: usize| (places[place].lat() * STRIPS_PER_DEGREE).floor();
    let along = |one: usize, other: usize| places[one].lon().total_cmp(&places[other].lon());
    order.sort_unstable_by(|one, other| strip(*one).total_cmp(&strip(*other)).then_with(|| along(*one, *other)));
    order
}

/// The strikes of a window, in time and in space.
struct Window<'a> {
    strikes: &'a [Strike],
    tree: Tree,
}

impl<'a> Window<'a> {
    fn new(strikes: &'a [Strike], leaf: usize) -> Self {
        let dot = |(index, strike): (u32, &Strike)| Dot { point: Point::of(strike.position), index };
        Self { strikes, tree: Tree::new((0..).zip(strikes).map(dot).collect(), leaf) }
    }

    /// Whether a strike that is not of the future is in it.
    fn holds(&self, strike: Strike) -> bool {
        self.strikes.first().is_some_and(|first| strike.at >= first.at)
    }

    fn strike(&self, index: u32) -> Strike {
        self.strikes[index as usize]
    }

    /// The nearest; of equally near ones the newest.
    fn nearest(&self, from: LonLat, point: Point, earth: &Ellipsoid) -> Option<Sighted> {
        let mut contenders = self.tree.nearest(point);
        // Of those that struck the same spot only the newest can be the answer, and it needs to be measured once.
        let spot = |index: u32| {
            let at = self.strike(index).position;
            (at.lon().to_bits(), at.lat().to_bits())
        };
        contenders.sort_unstable_by_key(|index| (spot(*index), std::cmp::Reverse(*index)));
        contenders.dedup_by_key(|index| spot(*index));
        let measured = contenders.into_iter().map(|index| {
            let strike = self.strike(index);
            (earth.distance(from, strike.position), std::cmp::Reverse(index), strike)
        });
        let nearest = measured.min_by(|one, other| one.0.0.total_cmp(&other.0.0).then(one.1.cmp(&other.1)));
        nearest.map(|(distance, _, strike)| Sighted { strike, distance })
    }
}

struct Look<'a> {
    earth: Ellipsoid,
    parameters: &'a Parameters,
    as_of: Moment,
    last: Option<Strike>,
    /// None where it holds what the history holds.
    danger: Option<Window<'a>>,
    waiting: Option<Window<'a>>,
    history: Window<'a>,
}

impl Look<'_> {
    fn at(&self, place: LonLat) -> Proximity {
        let point = Point::of(place);
        let last_strike =
            self.last.map(|strike| Sighted { strike, distance: self.earth.distance(place, strike.position) });
        let closest = self.history.nearest(place, point, &self.earth);
        let danger = self.danger.as_ref().unwrap_or(&self.history);
        let (count_in_window, newest) = self.census(danger, place, point);
        let quiet = Proximity {
            status: Status::Clear,
            last_strike,
            closest,
            count_in_window,
            nearest_in_window: None,
            all_clear_in: None,
            clear_at: None,
            turns_at: None,
        };
        if let Some(newest) = newest {
            // Of the shorter window, the nearest of the longer one is the nearest too, if it is in it.
            let is_part = danger.strikes.len() <= self.history.strikes.len();
            let among = closest.filter(|closest| is_part && danger.holds(closest.strike));
            let nearest = among.or_else(|| danger.nearest(place, point, &self.earth));
            return self.active(quiet, newest, nearest);
        }
        let newest = self.waiting.as_ref().and_then(|waiting| self.census(waiting, place, point).1);
        match newest {
            Some(newest) => self.clearing(quiet, newest),
            None => quiet,
        }
    }

    /// How many strikes of a window lie inside the danger radius, and when the newest of them struck.
    fn census(&self, window: &Window<'_>, place: LonLat, point: Point) -> (usize, Option<Moment>) {
        let radius = self.parameters.radius();
        let census = window.tree.census(point, Reach::of(radius.metres()), |index| {
            self.earth.distance(place, window.strike(index).position).miles() <= radius
        });
        (census.count, census.newest.map(|index| window.strike(index).at))
    }

    /// At the very end of the danger window it is still active.
    fn active(&self, quiet: Proximity, newest: Moment, nearest: Option<Sighted>) -> Proximity {
        let (danger, all_clear) = (self.parameters.danger(), self.parameters.all_clear());
        Proximity {
            status: Status::Active,
            nearest_in_window: nearest.map(|nearest| nearest.distance),
            clear_at: Some(newest.after(danger.max(all_clear))),
            turns_at: Some(newest.after(danger).after(Span(1))),
            ..quiet
        }
    }

    /// At the very end of the all-clear window it is clear already.
    fn clearing(&self, quiet: Proximity, newest: Moment) -> Proximity {
        let end = newest.after(self.parameters.all_clear());
        if end <= self.as_of {
            return quiet;
        }
        let (left, end) = (Some(end.since(self.as_of)), Some(end));
        Proximity { status: Status::Clearing, all_clear_in: left, clear_at: end, turns_at: end, ..quiet }
    }
}
