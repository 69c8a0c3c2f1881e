//! The status of every facility at a time, read from the database: for workflows, which run without a live picture.

use super::feed::Feed;
use super::policies::Policies;
use super::source::{FeedRules, read_feed};
use super::strikes::Strikes;
use super::time::{subtract_duration, to_timestamp, to_unix_micros};
use jiff::Timestamp;
use stormwire_geo::{DurationMicros, ParameterOverrides, Policy as Rule, Proximity, Site, evaluate};
use stormwire_store::tables::facility::{self, Facility};
pub use stormwire_store::tables::status_event::FacilityStatus;
use stormwire_store::{Conn, StoreError};

#[derive(Debug, Clone)]
pub struct SurveyedFacility {
    pub facility: Facility,
    /// By which it is evaluated.
    pub rule: Rule,
    /// `None` without an anchor. The history reaches back only as far as the windows.
    pub proximity: Option<Proximity>,
}

impl SurveyedFacility {
    pub fn status(&self) -> FacilityStatus {
        self.proximity.map_or(FacilityStatus::Unknown, |proximity| proximity.status.into())
    }

    /// When it becomes clear if there are no more strikes.
    pub fn clear_at(&self) -> Option<Timestamp> {
        self.proximity.and_then(|proximity| proximity.clear_at).map(to_timestamp)
    }
}

/// All facilities at one time.
#[derive(Debug, Clone)]
pub struct Survey {
    pub facilities: Vec<SurveyedFacility>,
    /// In the longest danger window, system-wide.
    pub strikes: usize,
    pub feed: Feed,
}

/// Every facility by id, with its rule and without its proximity.
pub async fn list_facilities(
    conn: &mut Conn,
    overrides: &ParameterOverrides,
) -> Result<Vec<SurveyedFacility>, StoreError> {
    let policies = Policies::read(conn).await?;
    let surveyed = |facility: Facility| {
        let rule = policies.of(&facility).fields.rule.with_overrides(overrides);
        SurveyedFacility { facility, rule, proximity: None }
    };
    Ok(facility::list(conn, None, u32::MAX).await?.into_iter().map(surveyed).collect())
}

/// Every facility by id, and the system-wide number of strikes in the longest danger window.
pub async fn survey_facilities(
    conn: &mut Conn,
    overrides: &ParameterOverrides,
    as_of: Timestamp,
) -> Result<(Vec<SurveyedFacility>, usize), StoreError> {
    let policies = Policies::read(conn).await?;
    let rules = policies.rules(overrides);
    let longest = |window: fn(&Rule) -> DurationMicros| rules.iter().map(window).max().unwrap_or(DurationMicros(0));
    let from = subtract_duration(as_of, longest(Rule::longest_clear_window));
    let strikes = Strikes::read(conn, from, as_of).await?;
    let facilities = facility::list(conn, None, u32::MAX).await?;
    let site =
        |facility: &Facility| facility.lat_long.map(|position| Site { position, policy: policies.index_of(facility) });
    let sites: Vec<Site> = facilities.iter().filter_map(site).collect();
    let mut evaluated = evaluate(strikes.history(), &rules, &sites, to_unix_micros(as_of)).into_iter();
    let surveyed = |facility: Facility| {
        let proximity = facility.lat_long.and_then(|_| evaluated.next());
        let rule = rules[policies.index_of(&facility)].clone();
        SurveyedFacility { facility, rule, proximity }
    };
    let danger = longest(|rule| rule.parameters().danger());
    let count = strikes.count(subtract_duration(as_of, danger), as_of);
    Ok((facilities.into_iter().map(surveyed).collect(), count))
}

pub async fn survey_city(
    conn: &mut Conn,
    overrides: &ParameterOverrides,
    rules: &FeedRules,
    now: Timestamp,
) -> Result<Survey, StoreError> {
    // The feed first: then a strike that is written in between is counted.
    let feed = read_feed(conn, rules, now).await?;
    let (facilities, strikes) = survey_facilities(conn, overrides, now).await?;
    Ok(Survey { facilities, strikes, feed })
}
