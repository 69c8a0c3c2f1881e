//! Sinks with their store, and events to deliver.

use futures_util::FutureExt;
use jiff::tz::TimeZone;
use rustls::ClientConfig;
use std::sync::Arc;
use std::time::Duration;
use stormwire_announce::{AnnouncingService, DeliveryDeps, EventAnnouncer, EventSinks, NewSink, SinkInput};
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, later};
use stormwire_graph::tls;
use stormwire_lightning::{FeedRules, Lightning};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::event_delivery::LoggedDelivery;
use stormwire_store::tables::event_sink::EventSink;
use stormwire_store::tables::facility_status::{self, StatusChanges};
use stormwire_store::tables::status_event::{EventCause, FacilityStatus, NewStatusEvent};
use stormwire_store::{EventSinkId, FacilityId, Schema, StatusEventId};
use stormwire_testkit::TestDb;
use stormwire_testkit::service::feed_rules;
use stormwire_workflow::HttpClient;
use tokio_util::sync::CancellationToken;

pub(crate) struct SinkFixture<'a> {
    pub(crate) db: &'a TestDb,
    pub(crate) sinks: EventSinks,
    pub(crate) lightning: Lightning,
}

pub(crate) fn input(name: &str, url: &str) -> SinkInput {
    SinkInput {
        name: name.into(),
        kind: "Webhook".into(),
        url: url.into(),
        secret: None,
        facility_ids: None,
        statuses: None,
        is_enabled: true,
    }
}

impl<'a> SinkFixture<'a> {
    pub(crate) fn new(db: &'a TestDb) -> Self {
        Self::with_clock(db, db.clock.clone())
    }

    pub(crate) fn with_clock(db: &'a TestDb, clock: Arc<dyn Clock>) -> Self {
        Self::with_tls(db, clock, tls::client_config(true).unwrap())
    }

    /// Which certificates are trusted by connections that are not HTTP.
    pub(crate) fn with_tls(db: &'a TestDb, clock: Arc<dyn Clock>, tls: ClientConfig) -> Self {
        let secrets = Secrets::load(db.folder().join("secret.key"), db.rng.clone()).unwrap();
        let http = HttpClient::new(clock.clone(), vec!["127.0.0.0/8".parse().unwrap()]).unwrap();
        let rules =
            FeedRules { external_silence: Some(Duration::from_hours(24)), ..feed_rules(Duration::from_mins(5)) };
        let lightning = Lightning::new(db.store.clone(), clock.clone(), rules);
        let service = AnnouncingService {
            store: db.store.clone(),
            clock,
            rng: db.rng.clone(),
            lightning: lightning.clone(),
            city: CityIdentity::new("Example City", TimeZone::UTC),
            public_url: Arc::new("https://storm.example.gov".parse().unwrap()),
        };
        let deps = DeliveryDeps::new(service, http, tls);
        let sinks = EventSinks::new(db.store.clone(), db.rng.clone(), secrets, deps);
        Self { db, sinks, lightning }
    }

    /// As a process that was just started has it.
    pub(crate) fn announcer(&self) -> EventAnnouncer {
        self.sinks.announcer(self.lightning.clone(), CancellationToken::new())
    }

    pub(crate) async fn deliver_due(&self) -> usize {
        self.announcer().deliver_due().await.unwrap()
    }

    pub(crate) async fn create(&self, input: SinkInput) -> NewSink {
        self.sinks.create(input, Actor::command_line()).await.unwrap()
    }

    pub(crate) async fn webhook(&self, name: &str, url: &str) -> EventSinkId {
        self.create(input(name, url)).await.sink.id
    }

    pub(crate) async fn sink(&self, id: EventSinkId) -> EventSink {
        self.sinks.get(id).await.unwrap().unwrap()
    }

    pub(crate) async fn log(&self, id: EventSinkId) -> Vec<LoggedDelivery> {
        self.sinks.deliveries(id, StatusEventId::new(i64::MAX), None, 1_000).await.unwrap().unwrap()
    }

    /// An event for each facility, in this order.
    pub(crate) async fn record(&self, facilities: &[i64], to: FacilityStatus) {
        self.record_ring(facilities, to, None).await;
    }

    pub(crate) async fn record_ring(&self, facilities: &[i64], to: FacilityStatus, ring: Option<&str>) {
        let now = self.db.clock.now();
        let event = |facility: &i64| NewStatusEvent {
            facility_id: FacilityId::new(*facility),
            facility_name: format!("Facility {facility}"),
            at: now,
            from: if to == FacilityStatus::Clear { FacilityStatus::Active } else { FacilityStatus::Clear },
            to,
            ring: ring.map(str::to_owned),
            cause: EventCause::Strike,
            strike_id: None,
            detail: None,
        };
        let changes = StatusChanges { events: facilities.iter().map(event).collect(), ..StatusChanges::default() };
        let unit = self
            .db
            .store
            .write(Schema::It, move |conn| async move { facility_status::record(conn, &changes, now).await }.boxed());
        unit.await.unwrap();
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.db.clock.advance(Duration::from_secs(seconds));
    }

    pub(crate) fn now_plus(&self, seconds: u64) -> jiff::Timestamp {
        later(self.db.clock.now(), Duration::from_secs(seconds))
    }
}
