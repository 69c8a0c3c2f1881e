//! What answers are computed from: strikes, facilities and feed, as of one time.

use super::feed::Feed;
use super::strikes::Strikes;
use super::time::{moment, since, timestamp};
use jiff::Timestamp;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use stormwire_geo::{
    DurationMicros, LonLat, Proximity, RankedFacility, ThreatCounts, ThreatParameters, UnixMicros, compare_threat,
    count_by_status, evaluate,
};
use stormwire_store::FacilityId;
use stormwire_store::tables::facility::Facility;
use tokio::sync::OnceCell;

/// What is known as of one time. Never changes; a new one takes its place.
#[derive(Debug)]
pub struct Picture {
    as_of: Timestamp,
    strikes: Arc<Strikes>,
    facilities: Arc<[Facility]>,
    feed: Feed,
    /// Every facility with the usual parameters, once someone has asked.
    usual: OnceCell<Arc<Evaluated>>,
    /// When the first status of those turns, or the time of a strike comes that has not struck yet, in microseconds.
    turns_at: AtomicI64,
}

/// Every facility, the most threatened first.
#[derive(Debug)]
pub struct Evaluated {
    /// In the order of threat.
    pub ranking: Vec<Ranking>,
    /// The city as a whole.
    pub rollup: ThreatCounts,
    /// When the first status turns if nothing more strikes.
    pub turns_at: Option<Timestamp>,
}

/// A facility and what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct Ranking {
    /// Which of the picture's facilities.
    pub facility: usize,
    /// None without an anchor.
    pub proximity: Option<Proximity>,
}

impl Evaluated {
    /// What is known of one facility of the picture that this is of.
    pub fn proximity(&self, picture: &Picture, facility: FacilityId) -> Option<Proximity> {
        let of = |ranking: &&Ranking| picture.facilities[ranking.facility].id == facility;
        self.ranking.iter().find(of)?.proximity
    }
}

impl Picture {
    pub(super) fn new(as_of: Timestamp, strikes: Arc<Strikes>, facilities: Arc<[Facility]>, feed: Feed) -> Self {
        let next = strikes.next_after(as_of).map_or(i64::MAX, Timestamp::as_microsecond);
        let turns_at = AtomicI64::new(next);
        Self { as_of, strikes, facilities, feed, usual: OnceCell::new(), turns_at }
    }

    /// The same as of another time, with other strikes where those at hand do not reach.
    pub(super) fn as_of_then(&self, as_of: Timestamp, strikes: Option<Arc<Strikes>>) -> Self {
        let strikes = strikes.unwrap_or_else(|| self.strikes.clone());
        Self::new(as_of, strikes, self.facilities.clone(), self.feed.clone())
    }

    /// The time that it is of.
    pub fn as_of(&self) -> Timestamp {
        self.as_of
    }

    pub fn strikes(&self) -> &Arc<Strikes> {
        &self.strikes
    }

    pub fn facilities(&self) -> &Arc<[Facility]> {
        &self.facilities
    }

    /// Whether a place far from the city would lie in it with latitude and longitude the other way round. Nobody asks about
    /// the southern ice; Clear would be the answer to a slip of the pen.
    pub fn seems_swapped(&self, place: LonLat) -> bool {
        let is_within = |one: LonLat, other: LonLat, degrees: f64| {
            (one.lat() - other.lat()).abs() <= degrees && (one.lon() - other.lon()).abs() <= degrees
        };
        let city = self.facilities.iter().find_map(|facility| facility.lat_long);
        let swapped = LonLat::new(place.lat(), place.lon()).ok();
        city.zip(swapped).is_some_and(|(city, swapped)| is_within(swapped, city, 2.0) && !is_within(place, city, 10.0))
    }

    /// How well strikes are fed, now.
    pub fn feed(&self) -> &Feed {
        &self.feed
    }

    /// When the newest strike struck that this picture knows of.
    pub fn last_strike_at(&self) -> Option<Timestamp> {
        self.strikes.newest(self.as_of).map(|strike| timestamp(strike.at))
    }

    /// How many struck within a window, wherever.
    pub fn strikes_within(&self, window: DurationMicros) -> usize {
        self.strikes.count(since(self.as_of, window), self.as_of)
    }

    pub(super) fn usual(&self) -> &OnceCell<Arc<Evaluated>> {
        &self.usual
    }

    /// A status in it turns then: it may not be shown as live any longer.
    pub(super) fn turns_by(&self, at: Option<Timestamp>) {
        if let Some(at) = at {
            self.turns_at.fetch_min(at.as_microsecond(), Ordering::Relaxed);
        }
    }

    /// Whether what it says has been overtaken by the time alone: a status turned, or a strike's time has come.
    pub(super) fn is_overtaken(&self, now: Timestamp) -> bool {
        self.turns_at.load(Ordering::Relaxed) <= now.as_microsecond()
    }

    pub(super) fn evaluate(&self, parameters: &ThreatParameters) -> Evaluated {
        let anchored = |place: usize| self.facilities[place].lat_long;
        let anchors: Vec<LonLat> = (0..self.facilities.len()).filter_map(anchored).collect();
        let mut evaluated = evaluate(self.strikes.sky(), &anchors, parameters, moment(self.as_of)).into_iter();
        let rank = |facility: usize| Ranking { facility, proximity: anchored(facility).and_then(|_| evaluated.next()) };
        let mut ranking: Vec<Ranking> = (0..self.facilities.len()).map(rank).collect();
        ranking.sort_by(|one, other| compare_threat(&self.ranked(one), &self.ranked(other)));
        let known = || ranking.iter().map(|ranking| ranking.proximity.as_ref());
        let turn: Option<UnixMicros> = known().flatten().filter_map(|proximity| proximity.status_changes_at).min();
        Evaluated { rollup: count_by_status(known()), turns_at: turn.map(timestamp), ranking }
    }

    fn ranked<'a>(&'a self, ranking: &'a Ranking) -> RankedFacility<'a> {
        let facility = &self.facilities[ranking.facility];
        RankedFacility { id: facility.id.get(), name: &facility.name, proximity: ranking.proximity.as_ref() }
    }
}
