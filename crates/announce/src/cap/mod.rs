//! CAP alerts from status events: the documents, and the feed that lists them.

mod convert;
mod feed_plan;

use convert::{area_of, change_of, rule_of};
use feed_plan::plan_feed;
use jiff::Timestamp;
use std::sync::Arc;
use stormwire_cap::{Alert, AlertArea, AlertStatus, Feed, FeedEntry, Issuer, Message, Purpose, StatusChange, messages};
use stormwire_city::city_settings::CityIdentity;
use stormwire_lightning::{Lightning, LightningError};
use stormwire_store::tables::status_event;
use stormwire_store::{StatusEventId, Store};
use url::Url;

/// Read for the feed: far more than a day has.
const FEED_EVENTS: u32 = 2_000;
/// Read to find the first message of a danger.
const SERIES_EVENTS: u32 = 200;

#[derive(Clone)]
pub struct CapAlerts {
    store: Store,
    lightning: Lightning,
    city: CityIdentity,
    public_url: Arc<Url>,
}

/// An alert to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapDocument {
    pub identifier: String,
    pub xml: String,
}

impl CapAlerts {
    pub fn new(store: Store, lightning: Lightning, city: CityIdentity, public_url: Arc<Url>) -> Self {
        Self { store, lightning, city, public_url }
    }

    pub fn issuer(&self) -> Issuer {
        let host = self.public_url.host_str().unwrap_or_default();
        Issuer::new(&self.city.current().name, self.public_url.as_str(), host)
    }

    /// `None` if there is no such event, or if it needs no alert: nothing was in force that it could end.
    pub async fn document(&self, id: StatusEventId) -> Result<Option<CapDocument>, LightningError> {
        let mut conn = self.store.reader().await?;
        let Some(event) = status_event::get(&mut conn, id).await? else { return Ok(None) };
        let mut series = status_event::list_series(&mut conn, &event, SERIES_EVENTS).await?;
        drop(conn);
        series.reverse();
        let changes: Vec<StatusChange> = series.iter().map(change_of).collect();
        let message = messages(&changes).pop().filter(|message| message.change.event_id == id.get());
        let Some(message) = message else { return Ok(None) };
        let picture = self.lightning.live_picture().await?;
        let area = area_of(&picture, message.change);
        Ok(Some(self.render(&message, &area, Purpose::Actual)))
    }

    /// An alert that receivers must not act on.
    pub fn test_document(&self, now: Timestamp) -> CapDocument {
        let change = StatusChange {
            event_id: 0,
            facility_id: 0,
            facility_name: self.city.current().name.clone(),
            ring: None,
            status: AlertStatus::Active,
            at: now,
            noticed_at: now,
        };
        self.render(&Message::alert(&change), &AlertArea::default(), Purpose::Test)
    }

    /// The alerts in force and those of the last day, as an Atom document.
    pub async fn feed(&self, now: Timestamp) -> Result<String, LightningError> {
        let mut events = status_event::list_newest(&mut self.store.reader().await?, FEED_EVENTS).await?;
        events.reverse();
        let picture = self.lightning.live_picture().await?;
        let changes: Vec<StatusChange> = events.iter().map(change_of).collect();
        let entries: Vec<FeedEntry<'_>> = plan_feed(&changes, now)
            .into_iter()
            .map(|message| FeedEntry { rule: rule_of(&picture, message.change), message })
            .collect();
        let updated = changes.last().map_or(Timestamp::UNIX_EPOCH, |change| change.noticed_at);
        Ok(Feed { issuer: &self.issuer(), updated, entries: &entries }.to_xml())
    }

    fn render(&self, message: &Message<'_>, area: &AlertArea, purpose: Purpose) -> CapDocument {
        let issuer = self.issuer();
        let alert = Alert { issuer: &issuer, message, area, purpose };
        CapDocument { identifier: alert.identifier(), xml: alert.to_xml() }
    }
}
