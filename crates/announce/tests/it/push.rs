//! Web Push: who is notified, with what, and when a subscription ends.

use futures_util::FutureExt;
use jiff::tz::TimeZone;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stormwire_announce::push::{
    PushDeps, PushSender, PushSource, PushSubscriptions, SubscribeError, SubscriptionInput,
};
use stormwire_city::city_settings::CityIdentity;
use stormwire_city::secrets::Secrets;
use stormwire_clock::Clock;
use stormwire_geo::LonLat;
use stormwire_lightning::{FeedRules, Lightning, StatusRecorder};
use stormwire_store::queue::{Dispatcher, LoopWorker, loop_worker};
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::{FacilityId, Schema};
use stormwire_testkit::servers::{PreparedResponse, ReceivedRequest, WebServer};
use stormwire_testkit::service::{feed_rules, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_workflow::HttpClient;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// Of RFC 8291, appendix A.
const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

struct Fixture<'a> {
    db: &'a TestDb,
    service: WebServer,
    /// Requests that a test has read.
    read: AtomicUsize,
    subscriptions: PushSubscriptions,
    lightning: Lightning,
    sender: Arc<PushSender>,
}

impl<'a> Fixture<'a> {
    /// With two facilities, and the key created, so that later events count.
    async fn start(db: &'a TestDb) -> Self {
        let (clock, rng) = db.clock_and_rng();
        let secrets = Secrets::load(db.folder().join("key"), rng.clone()).unwrap();
        let http = HttpClient::new(clock.clone(), vec!["127.0.0.0/8".parse().unwrap()]).unwrap();
        let deps =
            PushDeps { store: db.store.clone(), clock: clock.clone(), rng, secrets, http, subscribed: Arc::default() };
        let source = PushSource {
            city: CityIdentity::new("Springfield", TimeZone::UTC),
            public_url: "https://storm.example.gov".parse().unwrap(),
            contact: "mailto:it@example.gov".into(),
        };
        db.execute("insert into organization.Facility (Id, Name) values (1, 'Pool'), (2, 'Park')").await;
        let subscriptions = PushSubscriptions::new(deps.clone());
        subscriptions.public_key().await.unwrap();
        let rules =
            FeedRules { external_silence: Some(Duration::from_hours(24)), ..feed_rules(Duration::from_mins(5)) };
        let lightning = Lightning::new(db.store.clone(), clock, rules);
        let sender = Arc::new(PushSender::new(deps, source, lightning.clone(), CancellationToken::new()));
        let service = WebServer::start().await;
        Self { db, service, read: AtomicUsize::new(0), subscriptions, lightning, sender }
    }

    fn input(&self, facility: i64, browser: &str) -> SubscriptionInput {
        SubscriptionInput {
            facility_id: FacilityId::new(facility),
            endpoint: self.service.url(&format!("/{browser}")),
            p256dh: P256DH.into(),
            auth: AUTH.into(),
            language: "en-US".into(),
        }
    }

    async fn subscribe(&self, facility: i64, browser: &str) -> String {
        self.subscriptions.subscribe(self.input(facility, browser)).await.unwrap()
    }

    /// The status of a facility changes now.
    async fn change(&self, facility: i64, from: &str, to: &str) {
        let now = self.db.clock.now();
        let sql = format!(
            "insert into it.StatusEvent (FacilityId, FacilityName, At, NoticedAt, \"From\", \"To\", Cause) \
             values ({facility}, 'Pool', '{now:.6}', '{now:.6}', '{from}', '{to}', 'Strike')"
        );
        self.db.execute(&sql).await;
    }

    /// The requests of one round.
    async fn send_requests(&self) -> Vec<ReceivedRequest> {
        self.sender.send_once().await.unwrap();
        let all = self.service.requests();
        let read = self.read.swap(all.len(), Ordering::Relaxed);
        all[read..].to_vec()
    }

    /// The duty as the queue runs it. The clock does not move: nothing polls.
    async fn run_queue(&self) -> AbortOnDropHandle<Result<(), String>> {
        let now = self.db.clock.now();
        self.db.store.write(Schema::It, move |conn| PushSender::schedule(conn, now).boxed()).await.unwrap();
        let workers = vec![loop_worker(self.sender.clone())];
        let (clock, rng) = self.db.clock_and_rng();
        let dispatcher = Dispatcher::new(self.db.store.clone(), clock, rng, workers);
        AbortOnDropHandle::new(tokio::spawn(async move { dispatcher.run(CancellationToken::new()).await }))
    }

    async fn wait_for_request(&self, line: &str) {
        wait_until(async || self.service.requests().iter().any(|request| request.line == line)).await;
    }

    /// Their first lines.
    async fn send(&self) -> Vec<String> {
        self.send_requests().await.into_iter().map(|request| request.line).collect()
    }

    fn respond_next(&self, status: u16, retry_after: &str) {
        self.service.respond_next(PreparedResponse::Header(status, "retry-after", retry_after.into()));
    }

    async fn count(&self) -> i64 {
        self.db.count("select count(*) from it.PushSubscription").await
    }
}

on_both_databases! {
    async fn subscribers_of_the_facility_are_notified_once(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        fixture.subscribe(1, "ann").await;
        fixture.subscribe(2, "bob").await;
        fixture.change(1, "Clear", "Active").await;
        let requests = fixture.send_requests().await;
        assert_eq!(requests.iter().map(|request| request.line.as_str()).collect::<Vec<_>>(), ["POST /ann"]);
        let request = &requests[0];
        for (name, value) in [
            ("ttl", "7200"),
            ("urgency", "high"),
            ("topic", "facility-1"),
            ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
        ] {
            assert_eq!(request.header(name), value, "{name}");
        }
        let key = fixture.subscriptions.public_key().await.unwrap();
        let authorization = request.header("authorization");
        assert!(authorization.starts_with("vapid t=ey") && authorization.ends_with(&format!(", k={key}")));
        assert!(!request.body.contains("Pool"), "the push service reads nothing");
        assert_eq!(fixture.send().await, [""; 0]);
    }

    async fn every_danger_gets_its_all_clear(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        fixture.subscribe(1, "ann").await;
        for (from, to, expected) in [
            ("Unknown", "Clear", 0),
            ("Clear", "Active", 1),
            ("Active", "Clearing", 0),
            ("Clearing", "Unknown", 1),
            ("Unknown", "Clear", 1),
            ("Clear", "Unknown", 0),
            ("Unknown", "Clear", 0),
        ] {
            fixture.change(1, from, to).await;
            assert_eq!(fixture.send().await.len(), expected, "{from} to {to}");
        }
    }

    async fn a_status_that_has_ended_is_not_sent(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        fixture.subscribe(1, "ann").await;
        fixture.respond_next(503, "");
        fixture.change(1, "Clear", "Active").await;
        assert_eq!(fixture.send().await, ["POST /ann"]);
        fixture.change(1, "Active", "Clear").await;
        let requests = fixture.send_requests().await;
        assert_eq!(requests.iter().map(|request| request.header("urgency")).collect::<Vec<_>>(), ["normal"]);
        fixture.respond_next(503, "");
        fixture.change(1, "Clear", "Active").await;
        assert_eq!(fixture.send().await, ["POST /ann"]);
        db.clock.advance(Duration::from_hours(3));
        assert_eq!(fixture.send().await, [""; 0], "outdated");
    }

    async fn a_busy_push_service_is_tried_again_when_it_says(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        fixture.subscribe(1, "ann").await;
        fixture.respond_next(429, "60");
        fixture.change(1, "Clear", "Active").await;
        assert_eq!(fixture.send().await, ["POST /ann"]);
        db.clock.advance(Duration::from_secs(59));
        assert_eq!(fixture.send().await, [""; 0]);
        db.clock.advance(Duration::from_secs(1));
        assert_eq!(fixture.send().await, ["POST /ann"]);
        assert_eq!(fixture.send().await, [""; 0]);
        assert_eq!(db.count("select Failures from it.PushSubscription").await, 0);
    }

    async fn subscriptions_end_with_browser_facility_time_or_failure(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        let token = fixture.subscribe(1, "ann").await;
        assert!(fixture.subscriptions.unsubscribe(&token).await.unwrap());
        assert!(!fixture.subscriptions.unsubscribe(&token).await.unwrap());
        fixture.subscribe(1, "bob").await;
        fixture.respond_next(410, "");
        fixture.change(1, "Clear", "Active").await;
        fixture.send().await;
        assert_eq!(fixture.count().await, 0, "the browser has ended it");
        fixture.subscribe(1, "cyd").await;
        db.execute("delete from organization.Facility where Id = 1").await;
        fixture.change(1, "Active", "Unknown").await;
        assert_eq!(fixture.send().await, [""; 0], "no notification about a facility that is gone");
        assert_eq!(fixture.count().await, 0);
        fixture.subscribe(2, "dan").await;
        fixture.respond_next(403, "");
        fixture.change(2, "Clear", "Active").await;
        fixture.send().await;
        db.clock.advance(Duration::from_hours(7 * 24 + 1));
        fixture.send().await;
        assert_eq!(fixture.count().await, 0, "failing for a week");
        fixture.subscribe(2, "eve").await;
        db.clock.advance(Duration::from_hours(179 * 24));
        fixture.subscribe(2, "eve").await;
        db.clock.advance(Duration::from_hours(179 * 24));
        fixture.send().await;
        assert_eq!(fixture.count().await, 1, "a visit renews it");
        db.clock.advance(Duration::from_hours(2 * 24));
        fixture.send().await;
        assert_eq!(fixture.count().await, 0);
    }

    async fn events_before_the_first_key_notify_nobody(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        let key = fixture.subscriptions.public_key().await.unwrap();
        fixture.subscribe(1, "ann").await;
        db.store.write(Schema::It, |conn| SealedColumn::WebPushKey.clear(conn).boxed()).await.unwrap();
        fixture.change(1, "Clear", "Active").await;
        assert_ne!(fixture.subscriptions.public_key().await.unwrap(), key);
        assert_eq!((fixture.send().await.len(), fixture.count().await), (0, 0), "browsers know the lost key alone");
    }

    async fn a_new_subscription_wakes_the_idle_duty(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        let _queue = fixture.run_queue().await;
        fixture.subscribe(1, "ann").await;
        // Another process records it, so that nothing else wakes the duty.
        fixture.change(1, "Clear", "Active").await;
        fixture.subscribe(2, "bob").await;
        fixture.wait_for_request("POST /ann").await;
    }

    async fn new_events_wake_the_duty(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        fixture.lightning.record_heartbeat().await.unwrap();
        let facility = insert_located_facility(db).await;
        fixture.subscribe(facility.get(), "ann").await;
        let _queue = fixture.run_queue().await;
        let recorder = StatusRecorder::new(fixture.lightning.clone(), CancellationToken::new());
        recorder.record_once().await.unwrap();
        db.execute(&format!(
            "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
             values ('ALERT', '{:.6}', 'Ground', 34.7304, -86.5861)",
            db.clock.now()
        ))
        .await;
        assert!(recorder.record_once().await.unwrap() > 0);
        fixture.wait_for_request("POST /ann").await;
    }

    async fn invalid_subscriptions_name_the_field(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        let input = || fixture.input(1, "ann");
        for (input, field) in [
            (SubscriptionInput { endpoint: "http://push.example/x".into(), ..input() }, "endpoint"),
            (SubscriptionInput { p256dh: "AAAA".into(), ..input() }, "keys.p256dh"),
            (SubscriptionInput { auth: "AAAA".into(), ..input() }, "keys.auth"),
        ] {
            let error = fixture.subscriptions.subscribe(input).await.unwrap_err();
            assert!(matches!(error, SubscribeError::Invalid { field: found, .. } if found == field), "{error}");
        }
        let error = fixture.subscriptions.subscribe(fixture.input(99, "ann")).await.unwrap_err();
        assert!(matches!(error, SubscribeError::NoFacility(id) if id == FacilityId::new(99)), "{error}");
    }

    async fn one_host_cannot_take_all_subscriptions(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        for number in 0..50 {
            fixture.subscribe(1, &number.to_string()).await;
        }
        let error = fixture.subscriptions.subscribe(fixture.input(1, "50")).await.unwrap_err();
        assert!(matches!(error, SubscribeError::HostFull(_)), "{error}");
        fixture.subscribe(1, "49").await;
        assert_eq!(fixture.count().await, 50, "a renewal is not counted again");
    }
}

/// Instead of those without a location.
async fn insert_located_facility(db: &TestDb) -> FacilityId {
    db.execute("delete from organization.Facility").await;
    let lat_long = Some(LonLat::new(-86.5861, 34.7304).unwrap());
    let fields = FacilityFields { name: "Pool".into(), point: None, lat_long, policy_id: None };
    let unit =
        db.store.write(Schema::Organization, move |conn| async move { facility::insert(conn, &fields).await }.boxed());
    unit.await.unwrap()
}
