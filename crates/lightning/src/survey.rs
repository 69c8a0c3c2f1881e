//! The status of every facility at a time, read from the database: for workflows, which run without a live picture.

use super::feed::Feed;
use super::source::{FeedRules, read_feed};
use super::strikes::Strikes;
use super::time::{subtract_duration, to_timestamp, to_unix_micros};
use jiff::Timestamp;
use stormwire_geo::{LonLat, Proximity, ThreatParameters, evaluate};
use stormwire_store::tables::facility::{self, Facility};
pub use stormwire_store::tables::status_event::FacilityStatus;
use stormwire_store::{Conn, StoreError};

#[derive(Debug, Clone)]
pub struct SurveyedFacility {
    pub facility: Facility,
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
    /// In the danger window, system-wide.
    pub strikes: usize,
    pub feed: Feed,
}

/// Every facility by id, and the system-wide number of strikes in the danger window.
pub async fn survey_facilities(
    conn: &mut Conn,
    parameters: &ThreatParameters,
    as_of: Timestamp,
) -> Result<(Vec<SurveyedFacility>, usize), StoreError> {
    let from = subtract_duration(as_of, parameters.danger().max(parameters.all_clear()));
    let strikes = Strikes::read(conn, from, as_of).await?;
    let facilities = facility::list(conn, None, u32::MAX).await?;
    let anchors: Vec<LonLat> = facilities.iter().filter_map(|facility| facility.lat_long).collect();
    let mut evaluated = evaluate(strikes.history(), &anchors, parameters, to_unix_micros(as_of)).into_iter();
    let surveyed = |facility: Facility| {
        let proximity = facility.lat_long.and_then(|_| evaluated.next());
        SurveyedFacility { facility, proximity }
    };
    let count = strikes.count(subtract_duration(as_of, parameters.danger()), as_of);
    Ok((facilities.into_iter().map(surveyed).collect(), count))
}

pub async fn survey_city(
    conn: &mut Conn,
    parameters: &ThreatParameters,
    rules: &FeedRules,
    now: Timestamp,
) -> Result<Survey, StoreError> {
    // The feed first: then a strike that is written in between is counted.
    let feed = read_feed(conn, rules, now).await?;
    let (facilities, strikes) = survey_facilities(conn, parameters, now).await?;
    Ok(Survey { facilities, strikes, feed })
}
