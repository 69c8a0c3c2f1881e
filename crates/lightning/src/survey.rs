//! Every facility at a moment, read from the rows: for whoever decides something without having been asked by a page.

use super::feed::Feed;
use super::source::read_feed;
use super::strikes::Strikes;
use super::time::{moment, since, timestamp};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use stormwire_geo::{LonLat, Proximity, ThreatParameters, ThreatStatus, evaluate};
use stormwire_store::tables::facility::{self, Facility};
use stormwire_store::{Conn, StoreError};

/// A facility's threat, or that it cannot be evaluated, under the names that the API and stored states use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FacilityStatus {
    Active,
    Clearing,
    Clear,
    /// Without an anchor: never counted as clear.
    Unknown,
}

impl FacilityStatus {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "Active",
            Self::Clearing => "Clearing",
            Self::Clear => "Clear",
            Self::Unknown => "Unknown",
        }
    }
}

impl From<ThreatStatus> for FacilityStatus {
    fn from(status: ThreatStatus) -> Self {
        match status {
            ThreatStatus::Active => Self::Active,
            ThreatStatus::Clearing => Self::Clearing,
            ThreatStatus::Clear => Self::Clear,
        }
    }
}

/// A facility and its threat.
#[derive(Debug, Clone)]
pub struct SurveyedFacility {
    pub facility: Facility,
    /// None without an anchor. Its history reaches no further back than its windows.
    pub proximity: Option<Proximity>,
}

impl SurveyedFacility {
    pub fn status(&self) -> FacilityStatus {
        self.proximity.map_or(FacilityStatus::Unknown, |proximity| proximity.status.into())
    }

    /// When it turns clear if nothing more strikes.
    pub fn clear_at(&self) -> Option<Timestamp> {
        self.proximity.and_then(|proximity| proximity.clear_at).map(timestamp)
    }
}

/// The city at a moment.
#[derive(Debug, Clone)]
pub struct Survey {
    pub facilities: Vec<SurveyedFacility>,
    /// Strikes of the danger window, wherever they struck.
    pub strikes: usize,
    /// How far it can be trusted.
    pub feed: Feed,
}

/// Every facility as of a time, by id; and how many strikes the danger window has, wherever.
pub async fn survey_facilities(
    conn: &mut Conn,
    parameters: &ThreatParameters,
    as_of: Timestamp,
) -> Result<(Vec<SurveyedFacility>, usize), StoreError> {
    let from = since(as_of, parameters.danger().max(parameters.all_clear()));
    let strikes = Strikes::read(conn, from, as_of).await?;
    let facilities = facility::list(conn, None, u32::MAX).await?;
    let anchors: Vec<LonLat> = facilities.iter().filter_map(|facility| facility.lat_long).collect();
    let mut evaluated = evaluate(strikes.sky(), &anchors, parameters, moment(as_of)).into_iter();
    let surveyed = |facility: Facility| {
        let proximity = facility.lat_long.and_then(|_| evaluated.next());
        SurveyedFacility { facility, proximity }
    };
    let count = strikes.count(since(as_of, parameters.danger()), as_of);
    Ok((facilities.into_iter().map(surveyed).collect(), count))
}

/// The city now; `reconciliation` is how often a watcher looks that says nothing else.
pub async fn survey(
    conn: &mut Conn,
    parameters: &ThreatParameters,
    reconciliation: Duration,
    now: Timestamp,
) -> Result<Survey, StoreError> {
    // The feed first: a strike that is written in between is then counted, never the other way round.
    let feed = read_feed(conn, reconciliation, now).await?;
    let (facilities, strikes) = survey_facilities(conn, parameters, now).await?;
    Ok(Survey { facilities, strikes, feed })
}
