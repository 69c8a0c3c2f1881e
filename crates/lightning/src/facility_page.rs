//! Parts of the ranking: the facilities inside a box, or found by name or id, page by page.

use super::facility_filter::FacilityFilter;
use super::picture::{EvaluatedFacilities, Ranking, ThreatPicture};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use stormwire_geo::{Bounds, ThreatRank};

/// A position in the order of threat. It stays valid when facilities change: a page continues with those that are less
/// threatened than this.
#[derive(Debug, Clone, PartialEq)]
pub struct RankPosition {
    pub rank: ThreatRank,
    pub name: String,
    pub id: i64,
    /// The facilities on the pages up to here.
    pub read: FacilityDigest,
}

/// A digest of a set of facilities, in any order. The same in every process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FacilityDigest(pub u64);

impl FacilityDigest {
    fn with(self, id: i64) -> Self {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        Self(self.0.wrapping_add(hasher.finish()))
    }
}

impl RankPosition {
    fn of(picture: &ThreatPicture, ranking: &Ranking, read: FacilityDigest) -> Self {
        let facility = &picture.facilities()[ranking.facility];
        let rank = ThreatRank::of(ranking.proximity.as_ref());
        Self { rank, name: facility.name.clone(), id: facility.id.get(), read }
    }

    /// The order of a facility relative to this position, as `compare_threat` orders facilities.
    fn compare_facility(&self, picture: &ThreatPicture, ranking: &Ranking) -> Ordering {
        let one = picture.ranked(ranking.facility, ranking.proximity.as_ref());
        let threat = ThreatRank::of(one.proximity).compare(&self.rank);
        threat.then_with(|| one.name.cmp(&self.name)).then_with(|| one.id.cmp(&self.id))
    }
}

/// Which part of the ranking is wanted.
#[derive(Debug, Clone)]
pub struct PageSelection {
    /// Facilities without an anchor are in no box.
    pub bounds: Option<Bounds>,
    pub filter: FacilityFilter,
    pub after: Option<RankPosition>,
    pub limit: usize,
}

/// Some facilities, most threatened first.
#[derive(Debug)]
pub struct FacilityPage<'a> {
    pub rankings: Vec<&'a Ranking>,
    /// Facilities that match, on all pages.
    pub total: usize,
    /// Where the next page starts; `None` after the last one.
    pub next: Option<RankPosition>,
    /// Whether the facilities before this page are not those that were read: some are missing, come twice, or do not exist any
    /// more.
    pub is_order_changed: bool,
}

impl EvaluatedFacilities {
    /// `picture` must be the one that was evaluated.
    pub fn page(&self, picture: &ThreatPicture, selection: &PageSelection) -> FacilityPage<'_> {
        let PageSelection { bounds, filter, after, limit } = selection;
        let first = after.as_ref().map_or(0, |after| {
            self.ranking.partition_point(|one| after.compare_facility(picture, one) != Ordering::Greater)
        });
        let mut ranks: Vec<usize> = match bounds {
            None => (0..self.ranking.len()).collect(),
            Some(bounds) => self.index.positions.within(*bounds).map(|facility| self.ranks[facility]).collect(),
        };
        if !filter.includes_all() {
            let facilities = picture.facilities();
            ranks.retain(|rank| {
                let facility = self.ranking[*rank].facility;
                filter.includes(facilities[facility].id, || self.index.simplified_name(facilities, facility))
            });
        }
        let total = ranks.len();
        let id = |rank: usize| picture.facilities()[self.ranking[rank].facility].id.get();
        let digest = |read: FacilityDigest, rank: usize| read.with(id(rank));
        let read = after.as_ref().map_or_else(FacilityDigest::default, |after| after.read);
        let earlier = ranks.extract_if(.., |rank| *rank < first).fold(FacilityDigest::default(), digest);
        let has_more = ranks.len() > *limit;
        if has_more {
            // Sorting all of a large box would cost more than the page.
            ranks.select_nth_unstable(*limit);
            ranks.truncate(*limit);
        }
        ranks.sort_unstable();
        let read_now = ranks.iter().copied().fold(read, digest);
        let rankings: Vec<&Ranking> = ranks.into_iter().map(|rank| &self.ranking[rank]).collect();
        let next = rankings.last().filter(|_| has_more).map(|last| RankPosition::of(picture, last, read_now));
        FacilityPage { rankings, total, next, is_order_changed: earlier != read }
    }
}
