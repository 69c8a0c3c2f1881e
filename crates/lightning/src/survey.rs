//! Every facility at a moment, read from the rows: for whoever decides something without having been asked by a page.

use super::feed::Feed;
use super::source::read_feed;
use super::{Strikes, moment, since, timestamp};
use jiff::Timestamp;
use std::time::Duration;
use stormwire_geo::{LonLat, Parameters, Proximity, Status, evaluate};
use stormwire_store::tables::facility::{self, Facility};
use stormwire_store::{Conn, StoreError};

/// A facility and what is known about it.
#[derive(Debug, Clone)]
pub struct Place {
    /// Which.
    pub facility: Facility,
    /// None without an anchor. Its history reaches no further back than its windows.
    pub proximity: Option<Proximity>,
}

impl Place {
    /// The status as people read it; what cannot be evaluated is never clear.
    pub fn status(&self) -> &'static str {
        self.proximity.map_or("Unknown", |proximity| status_name(proximity.status))
    }

    /// When it turns clear if nothing more strikes.
    pub fn clear_at(&self) -> Option<Timestamp> {
        self.proximity.and_then(|proximity| proximity.clear_at).map(timestamp)
    }
}

/// As the API says it.
pub fn status_name(status: Status) -> &'static str {
    match status {
        Status::Active => "Active",
        Status::Clearing => "Clearing",
        Status::Clear => "Clear",
    }
}

/// The city at a moment.
#[derive(Debug, Clone)]
pub struct Survey {
    /// By id.
    pub places: Vec<Place>,
    /// Strikes of the danger window, wherever they struck.
    pub strikes: usize,
    /// How far it can be trusted.
    pub feed: Feed,
}

/// Every facility as of a time, by id; and how many strikes the danger window has, wherever.
pub async fn places(
    conn: &mut Conn,
    parameters: &Parameters,
    as_of: Timestamp,
) -> Result<(Vec<Place>, usize), StoreError> {
    let from = since(as_of, parameters.danger().max(parameters.all_clear()));
    let strikes = Strikes::read(conn, from, as_of).await?;
    let facilities = facility::list(conn, 0, u32::MAX).await?;
    let anchors: Vec<LonLat> = facilities.iter().filter_map(|facility| facility.lat_long).collect();
    let mut evaluated = evaluate(strikes.sky(), &anchors, parameters, moment(as_of)).into_iter();
    let place = |facility: Facility| {
        let proximity = facility.lat_long.and_then(|_| evaluated.next());
        Place { facility, proximity }
    };
    let count = strikes.count(since(as_of, parameters.danger()), as_of);
    Ok((facilities.into_iter().map(place).collect(), count))
}

/// The city now; `reconciliation` is how often a watcher looks that says nothing else.
pub async fn survey(
    conn: &mut Conn,
    parameters: &Parameters,
    reconciliation: Duration,
    now: Timestamp,
) -> Result<Survey, StoreError> {
    // The feed first: a strike that is written in between is then counted, never the other way round.
    let feed = read_feed(conn, reconciliation, now).await?;
    let (places, strikes) = places(conn, parameters, now).await?;
    Ok(Survey { places, strikes, feed })
}
