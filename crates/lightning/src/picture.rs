//! The data that responses are computed from: strikes, facilities and feed, as of one time.

use super::facility_index::FacilityIndex;
use super::facility_versions::FacilityVersions;
use super::feed::Feed;
use super::policies::Policies;
use super::strikes::Strikes;
use super::time::{subtract_duration, to_timestamp, to_unix_micros};
use jiff::Timestamp;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use stormwire_geo::{
    DurationMicros, LonLat, ParameterOverrides, Policy as Rule, Proximity, RankedFacility, Site, ThreatCounts,
    UnixMicros, compare_threat, count_by_status, evaluate,
};
use stormwire_store::FacilityId;
use stormwire_store::tables::facility::Facility;
use tokio::sync::OnceCell;

/// The data as of one time. Immutable; replaced by a new one.
#[derive(Debug)]
pub struct ThreatPicture {
    as_of: Timestamp,
    strikes: Arc<Strikes>,
    facilities: Arc<[Facility]>,
    policies: Arc<Policies>,
    feed: Feed,
    /// False for a picture as of another time.
    is_live: bool,
    /// Every facility by its policy, computed on first use.
    default_evaluation: OnceCell<Arc<EvaluatedFacilities>>,
    /// When the first status or ring changes, or the time of a strike dated in the future, in Unix microseconds.
    expires_at: AtomicI64,
}

/// The status of every facility.
#[derive(Debug)]
pub struct EvaluatedFacilities {
    /// Most threatened first.
    pub ranking: Vec<Ranking>,
    /// The city as a whole.
    pub counts: ThreatCounts,
    /// When the first status or ring changes if there are no more strikes.
    pub changes_at: Option<Timestamp>,
    /// By the index of a facility, its index in the ranking.
    pub(super) ranks: Vec<usize>,
    pub(super) index: Arc<FacilityIndex>,
    /// Only of a live picture, evaluated by the policies.
    pub(super) versions: Option<FacilityVersions>,
}

#[derive(Debug, Clone, Copy)]
pub struct Ranking {
    /// Index in the picture's facilities.
    pub facility: usize,
    /// `None` without an anchor.
    pub proximity: Option<Proximity>,
}

impl EvaluatedFacilities {
    /// `picture` must be the one that was evaluated.
    pub fn proximity(&self, picture: &ThreatPicture, facility: FacilityId) -> Option<Proximity> {
        let of = |ranking: &&Ranking| picture.facilities[ranking.facility].id == facility;
        self.ranking.iter().find(of)?.proximity
    }

    /// By the index of the facility.
    pub(super) fn proximities(&self) -> Vec<Option<&Proximity>> {
        self.ranks.iter().map(|rank| self.ranking[*rank].proximity.as_ref()).collect()
    }
}

impl ThreatPicture {
    pub(super) fn new(
        as_of: Timestamp,
        strikes: Arc<Strikes>,
        facilities: Arc<[Facility]>,
        policies: Arc<Policies>,
        feed: Feed,
    ) -> Self {
        let next = strikes.next_after(as_of).map_or(i64::MAX, Timestamp::as_microsecond);
        let expires_at = AtomicI64::new(next);
        let default_evaluation = OnceCell::new();
        Self { as_of, strikes, facilities, policies, feed, is_live: true, default_evaluation, expires_at }
    }

    /// The same as of another time, with other strikes if those in memory do not reach that far.
    pub(super) fn at_time(&self, as_of: Timestamp, strikes: Option<Arc<Strikes>>) -> Self {
        let strikes = strikes.unwrap_or_else(|| self.strikes.clone());
        let picture = Self::new(as_of, strikes, self.facilities.clone(), self.policies.clone(), self.feed.clone());
        Self { is_live: false, ..picture }
    }

    /// Whether it is one of the sequence of live pictures.
    pub(super) fn is_live(&self) -> bool {
        self.is_live
    }

    pub fn as_of(&self) -> Timestamp {
        self.as_of
    }

    pub fn strikes(&self) -> &Arc<Strikes> {
        &self.strikes
    }

    pub fn facilities(&self) -> &Arc<[Facility]> {
        &self.facilities
    }

    /// Always the current policies, also in a picture as of another time.
    pub fn policies(&self) -> &Arc<Policies> {
        &self.policies
    }

    /// Whether a position far from the city would be in it with latitude and longitude swapped. Responding with Clear to
    /// such a mistake would be dangerous.
    pub fn seems_swapped(&self, position: LonLat) -> bool {
        let is_within = |one: LonLat, other: LonLat, degrees: f64| {
            (one.lat() - other.lat()).abs() <= degrees && (one.lon() - other.lon()).abs() <= degrees
        };
        let city = self.facilities.iter().find_map(|facility| facility.lat_long);
        city.zip(position.swapped())
            .is_some_and(|(city, swapped)| is_within(swapped, city, 2.0) && !is_within(position, city, 10.0))
    }

    /// Always the current feed, also in a picture as of another time.
    pub fn feed(&self) -> &Feed {
        &self.feed
    }

    /// The time of the newest strike as of the picture's time.
    pub fn last_strike_at(&self) -> Option<Timestamp> {
        self.strikes.newest(self.as_of).map(|strike| to_timestamp(strike.at))
    }

    /// System-wide.
    pub fn strikes_within(&self, window: DurationMicros) -> usize {
        self.strikes.count(subtract_duration(self.as_of, window), self.as_of)
    }

    pub(super) fn default_evaluation(&self) -> &OnceCell<Arc<EvaluatedFacilities>> {
        &self.default_evaluation
    }

    /// A status changes at that time: from then on the picture must not be served as live.
    pub(super) fn expires_by(&self, at: Option<Timestamp>) {
        if let Some(at) = at {
            self.expires_at.fetch_min(at.as_microsecond(), Ordering::Relaxed);
        }
    }

    /// Whether the passage of time alone has made it outdated.
    pub(super) fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.load(Ordering::Relaxed) <= now.as_microsecond()
    }

    /// Until the passage of time alone makes it outdated.
    pub(super) fn time_left(&self, now: Timestamp) -> Duration {
        let left = self.expires_at.load(Ordering::Relaxed).saturating_sub(now.as_microsecond());
        Duration::from_micros(u64::try_from(left).unwrap_or(0))
    }

    pub(super) fn evaluate(&self, overrides: &ParameterOverrides) -> EvaluatedFacilities {
        let (rules, sites) = self.rules_and_sites(overrides);
        let proximities = evaluate(self.strikes.history(), &rules, &sites, to_unix_micros(self.as_of));
        self.rank(&proximities, Arc::new(FacilityIndex::new(&self.facilities)))
    }

    /// The policies, and the facilities that have an anchor.
    pub(super) fn rules_and_sites(&self, overrides: &ParameterOverrides) -> (Vec<Rule>, Vec<Site>) {
        let site = |facility: &Facility| {
            facility.lat_long.map(|position| Site { position, policy: self.policies.index_of(facility) })
        };
        (self.policies.rules(overrides), self.facilities.iter().filter_map(site).collect())
    }

    /// `proximities` are those of the facilities that have an anchor.
    pub(super) fn rank(&self, proximities: &[Proximity], index: Arc<FacilityIndex>) -> EvaluatedFacilities {
        let mut evaluated = proximities.iter();
        let known: Vec<Option<&Proximity>> =
            self.facilities.iter().map(|facility| facility.lat_long.and_then(|_| evaluated.next())).collect();
        let mut order: Vec<usize> = (0..known.len()).collect();
        order
            .sort_by(|one, other| compare_threat(&self.ranked(*one, known[*one]), &self.ranked(*other, known[*other])));
        let mut ranks = vec![0; order.len()];
        for (rank, facility) in order.iter().enumerate() {
            ranks[*facility] = rank;
        }
        let changes_at: Option<UnixMicros> = proximities.iter().filter_map(Proximity::changes_at).min();
        let ranking = order.into_iter().map(|facility| Ranking { facility, proximity: known[facility].copied() });
        EvaluatedFacilities {
            ranking: ranking.collect(),
            counts: count_by_status(known.iter().copied()),
            changes_at: changes_at.map(to_timestamp),
            ranks,
            index,
            versions: None,
        }
    }

    pub(super) fn ranked<'a>(&'a self, facility: usize, proximity: Option<&'a Proximity>) -> RankedFacility<'a> {
        let facility = &self.facilities[facility];
        RankedFacility { id: facility.id.get(), name: &facility.name, proximity }
    }
}
