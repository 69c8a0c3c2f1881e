//! What has really happened, written down by the operations themselves, and what may be shown of it. Shares no code with the
//! product: its only arithmetic is the end of a window.

use crate::city::{City, Facility};
use crate::known;
use jiff::{SignedDuration, Timestamp};

pub(crate) struct Model {
    pub(crate) city: City,
    pub(crate) mails: Vec<Mail>,
    pub(crate) watcher: WatcherModel,
    /// A killed process may leave messages in Processing, which wait for a person.
    pub(crate) was_killed: bool,
}

/// What an administrator has set.
pub(crate) struct WatcherModel {
    pub(crate) is_enabled: bool,
}

/// A message in the watched folder.
#[derive(Debug, Clone)]
pub(crate) struct Mail {
    /// The provider's id.
    pub(crate) id: String,
    pub(crate) arrived_at: Timestamp,
    pub(crate) content: Content,
    /// None of its strikes has to be known any more.
    pub(crate) is_dismissed: bool,
    /// It arrived while the service could not read it: see [`crate::known`].
    pub(crate) came_in_an_outage: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Content {
    Strikes(Vec<Strike>),
    /// From the vendor, but nobody can read it.
    Unreadable,
    /// Not from the vendor.
    Stranger,
}

#[derive(Debug, Clone)]
pub(crate) struct Strike {
    /// Index of the facility that is close.
    pub(crate) facility: usize,
    pub(crate) miles: f64,
    pub(crate) at: Timestamp,
    pub(crate) lat: f64,
    pub(crate) lng: f64,
}

impl Model {
    pub(crate) fn new(city: City) -> Self {
        Self { city, mails: Vec::new(), watcher: WatcherModel { is_enabled: false }, was_killed: false }
    }

    pub(crate) fn facility(&self, id: i64) -> Option<(usize, &Facility)> {
        self.city.facilities.iter().enumerate().find(|(_, facility)| facility.id == id)
    }

    pub(crate) fn strikes(&self) -> impl Iterator<Item = (&Mail, &Strike)> {
        self.mails.iter().flat_map(|mail| match &mail.content {
            Content::Strikes(strikes) => strikes.iter().map(move |strike| (mail, strike)).collect::<Vec<_>>(),
            Content::Unreadable | Content::Stranger => Vec::new(),
        })
    }

    /// The next end of a window, at most `end`: time never passes over one.
    pub(crate) fn next_stop(&self, now: Timestamp, end: Timestamp) -> Timestamp {
        let ends = self.strikes().map(|(_, strike)| strike.at + self.city.facilities[strike.facility].clear_after);
        ends.filter(|stop| *stop > now).min().unwrap_or(end).min(end)
    }

    /// A strike because of which the facility cannot be Clear at that time, in a mail that arrived before `known`.
    pub(crate) fn reason_against_clear(
        &self,
        facility: usize,
        at: Timestamp,
        known: Timestamp,
    ) -> Option<(&Mail, &Strike)> {
        let clear_after = self.city.facilities[facility].clear_after;
        self.strikes().find(|(mail, strike)| {
            strike.facility == facility
                && strike.miles < crate::city::RADIUS_MILES
                && strike.at <= at
                // At exactly the end of its window it counts no longer; a second for rounding.
                && at.duration_since(strike.at) < clear_after - SignedDuration::from_secs(1)
                && mail.arrived_at <= known
                && !mail.is_dismissed
                && known::is_judged_against_clear(mail.came_in_an_outage)
        })
    }
}
