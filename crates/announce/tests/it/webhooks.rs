//! What a webhook gets, and what happens when it does not answer as it should.

use crate::receiver::{Receiver, Reply};
use crate::sink_fixture::{SinkFixture, input};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::ExposeSecret;
use serde_json::json;
use sha2::Sha256;
use stormwire_announce::SinkError;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::event_delivery::DeliveryStatus;
use stormwire_store::tables::status_event::FacilityStatus::{Active, Clear};
use stormwire_store::{EventSinkId, StatusEventId};
use stormwire_testkit::{TestDb, on_both_databases};

/// The signature as a receiver computes it.
fn expected_signature(secret: &str, id: &str, timestamp: &str, body: &str) -> String {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut code = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    for part in [id, ".", timestamp, ".", body] {
        code.update(part.as_bytes());
    }
    format!("v1,{}", STANDARD.encode(code.finalize().into_bytes()))
}

async fn operator_mails(db: &TestDb) -> i64 {
    db.count("select count(*) from it.Queue where Kind = 'OperatorMail'").await
}

on_both_databases! {
    async fn a_webhook_gets_a_signed_event(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        let created = fixture.create(input("Siren", &receiver.url)).await;
        fixture.record(&[7], Active).await;
        assert_eq!(fixture.deliver_due().await, 1);
        let received = &receiver.received()[0];
        assert_eq!((received.header("webhook-id"), received.header("content-type")), ("evt_1", "application/json"));
        let timestamp = received.header("webhook-timestamp");
        assert_eq!(timestamp, db.clock.now().as_second().to_string());
        let secret = created.generated_secret.unwrap();
        let expected = expected_signature(secret.expose_secret(), "evt_1", timestamp, &received.body);
        assert_eq!(received.header("webhook-signature"), expected);
        assert_eq!(received.json(), json!({
            "type": "status",
            "timestamp": "2026-05-01T12:00:00Z",
            "data": {
                "id": 1, "facilityId": 7, "facilityName": "Facility 7", "at": "2026-05-01T12:00:00Z",
                "noticedAt": "2026-05-01T12:00:00Z", "from": "Clear", "to": "Active", "cause": "Strike",
            },
        }));
        let log = fixture.log(created.sink.id).await;
        assert_eq!((log[0].status, log[0].attempts, log[0].delivered_at.map(|at| at.0)), (DeliveryStatus::Delivered, 1, Some(db.clock.now())));
        assert_eq!(fixture.sink(created.sink.id).await.last_delivered_event_id, Some(StatusEventId::new(1)));
        assert_eq!(fixture.deliver_due().await, 0, "an event is delivered once");
    }

    async fn a_sink_gets_events_from_its_creation_on_that_pass_its_filters(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        db.execute("insert into organization.Facility (Id, Name) values (7, 'Pool')").await;
        fixture.record(&[7], Active).await;
        let mut filtered = input("Siren", &receiver.url);
        (filtered.facility_ids, filtered.statuses) = (Some(vec![7]), Some(vec!["Active".into()]));
        fixture.create(filtered).await;
        fixture.record(&[7, 8], Active).await;
        fixture.record(&[7, 8], Clear).await;
        fixture.record_ring(&[7], Active, Some("Watch")).await;
        fixture.record(&[7], Active).await;
        fixture.deliver_due().await;
        assert_eq!(receiver.event_ids(), [2, 7]);
        let mut unknown = input("Other", &receiver.url);
        unknown.facility_ids = Some(vec![7, 8]);
        let rejected = fixture.sinks.create(unknown, Actor::command_line()).await.err().unwrap();
        assert!(matches!(rejected, SinkError::Invalid(violations) if violations[0].message.contains("facility 8 does not exist")));
    }

    async fn a_failing_event_delays_its_facility_only(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        receiver.answer(|received| Reply::Status(if received.facility_id() == 1 { 500 } else { 200 }));
        let id = fixture.webhook("Siren", &receiver.url).await;
        fixture.record(&[1, 2, 1, 2], Active).await;
        fixture.deliver_due().await;
        let mut ids = receiver.event_ids();
        ids.sort_unstable();
        assert_eq!(ids, [1, 2, 4], "event 3 waits for event 1");
        let sink = fixture.sink(id).await;
        assert_eq!((sink.last_delivered_event_id, sink.last_error.as_deref()), (Some(StatusEventId::new(4)), Some("the receiver answered 500")));
        receiver.answer(|_| Reply::Status(200));
        assert_eq!(fixture.deliver_due().await, 0, "not before the pause has passed");
        fixture.advance(2);
        assert_eq!(fixture.deliver_due().await, 2);
        assert_eq!(receiver.event_ids()[3..], [1, 3]);
        assert_eq!(fixture.sink(id).await.last_error, None);
    }

    async fn the_operator_hears_once_of_a_receiver_that_keeps_failing(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::start(|_| Reply::Status(500)).await);
        fixture.webhook("Siren", &receiver.url).await;
        fixture.record(&[1], Active).await;
        for attempts in 1..=9 {
            fixture.deliver_due().await;
            assert_eq!((receiver.received().len(), operator_mails(db).await), (attempts, i64::from(attempts >= 8)));
            fixture.advance(900);
        }
    }

    async fn the_receiver_chooses_the_pause(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::start(|_| Reply::RetryAfter(429, 90)).await);
        let id = fixture.webhook("Siren", &receiver.url).await;
        fixture.record(&[1], Active).await;
        fixture.deliver_due().await;
        let log = fixture.log(id).await;
        assert_eq!((log[0].attempts, log[0].next_attempt_at.0), (1, fixture.now_plus(90)));
        assert_eq!(log[0].last_error.as_deref(), Some("the receiver answered 429: out of order"));
        fixture.advance(89);
        assert_eq!(fixture.deliver_due().await, 0);
        fixture.advance(1);
        assert_eq!(fixture.deliver_due().await, 1);
    }

    async fn after_a_day_an_event_fails_visibly_and_the_next_goes_on(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::start(|_| Reply::Status(404)).await);
        let id = fixture.webhook("Siren", &receiver.url).await;
        fixture.record(&[1], Active).await;
        fixture.deliver_due().await;
        fixture.advance(3_600);
        fixture.record(&[1], Clear).await;
        fixture.deliver_due().await;
        fixture.advance(23 * 3_600);
        fixture.deliver_due().await;
        let statuses: Vec<_> = fixture.log(id).await.iter().map(|one| (one.event_id.get(), one.status)).collect();
        assert_eq!(statuses, [(2, DeliveryStatus::Waiting), (1, DeliveryStatus::Failed)], "newest first");
        assert!(receiver.event_ids().contains(&2), "the next was tried");
        assert_eq!(operator_mails(db).await, 1, "about the event that failed");
        receiver.answer(|_| Reply::Status(200));
        let retried = fixture.sinks.retry(id, StatusEventId::new(1), Actor::command_line()).await.unwrap().unwrap();
        assert_eq!(retried.status, DeliveryStatus::Waiting);
        fixture.advance(900);
        fixture.deliver_due().await;
        assert!(fixture.log(id).await.iter().all(|one| one.status == DeliveryStatus::Delivered));
        let again = fixture.sinks.retry(id, StatusEventId::new(1), Actor::command_line()).await.unwrap_err();
        assert!(matches!(again, SinkError::NotRetried(_)), "{again}");
    }

    async fn gone_disables_the_sink_and_enabling_starts_with_new_events(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::start(|_| Reply::Status(410)).await);
        let id = fixture.webhook("Siren", &receiver.url).await;
        fixture.record(&[1, 1], Active).await;
        assert_eq!(fixture.deliver_due().await, 1);
        let sink = fixture.sink(id).await;
        assert!(!sink.fields.is_enabled && sink.last_error.unwrap().contains("410 Gone"));
        let statuses: Vec<_> = fixture.log(id).await.iter().map(|one| one.status).collect();
        assert_eq!(statuses, [DeliveryStatus::Skipped, DeliveryStatus::Failed]);
        assert_eq!(operator_mails(db).await, 1);
        let disabled = fixture.sinks.retry(id, StatusEventId::new(2), Actor::command_line()).await.unwrap_err();
        assert!(disabled.to_string().contains("enable it first"), "{disabled}");
        fixture.record(&[1], Clear).await;
        assert_eq!(fixture.deliver_due().await, 0);
        receiver.answer(|_| Reply::Status(200));
        let enabled = fixture.sinks.update(id, input("Siren", &receiver.url), Actor::command_line()).await.unwrap().unwrap();
        assert_eq!((enabled.fields.is_enabled, enabled.last_error), (true, None));
        fixture.record(&[1], Active).await;
        fixture.deliver_due().await;
        assert_eq!(receiver.event_ids(), [1, 4], "what happened while it was disabled is not sent");
    }

    async fn a_corrected_sink_is_tried_at_once_and_keeps_its_secret(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        let created = fixture.create(input("Siren", "http://127.0.0.1:9/")).await;
        fixture.record(&[1], Active).await;
        fixture.deliver_due().await;
        let error = fixture.sink(created.sink.id).await.last_error.unwrap();
        assert!(error.starts_with("cannot connect"), "{error}");
        fixture.sinks.update(created.sink.id, input("Siren", &receiver.url), Actor::command_line()).await.unwrap();
        assert_eq!(fixture.deliver_due().await, 1);
        let received = &receiver.received()[0];
        let secret = created.generated_secret.unwrap();
        let expected = expected_signature(secret.expose_secret(), "evt_1", received.header("webhook-timestamp"), &received.body);
        assert_eq!(received.header("webhook-signature"), expected);
        assert_eq!(db.count("select count(*) from it.EventSink where Secret like '%whsec%'").await, 0, "it is sealed");
    }

    async fn a_test_is_marked_and_reports_what_happened(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        let mut disabled = input("Siren", &receiver.url);
        disabled.is_enabled = false;
        let id = fixture.create(disabled).await.sink.id;
        let outcome = fixture.sinks.test(id).await.unwrap().unwrap();
        assert!(outcome.unwrap().contains("accepted the test event evt_test_"));
        let received = &receiver.received()[0];
        assert!(received.header("webhook-id").starts_with("evt_test_"));
        let body = received.json();
        assert_eq!((&body["type"], &body["data"]["facilityId"], &body["data"]["to"]), (&json!("test"), &json!(0), &json!("Clear")));
        assert!(body["data"]["detail"].as_str().unwrap().contains("No status has changed"));
        receiver.answer(|_| Reply::Status(401));
        assert_eq!(fixture.sinks.test(id).await.unwrap().unwrap().unwrap_err(), "the receiver answered 401");
        assert!(fixture.sinks.test(EventSinkId::new(99)).await.unwrap().is_none());
        assert!(fixture.log(id).await.is_empty());
    }

    async fn a_webhook_without_a_secret_gets_nothing_and_cannot_be_enabled(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        let id = fixture.webhook("Siren", &receiver.url).await;
        // As if it was removed together with a lost key.
        db.execute("update it.EventSink set Secret = null").await;
        fixture.record(&[1], Active).await;
        fixture.deliver_due().await;
        assert!(fixture.sinks.test(id).await.unwrap().unwrap().unwrap_err().contains("enter a secret"));
        assert!(receiver.received().is_empty(), "nothing is sent unsigned");
        let (sink, log) = (fixture.sink(id).await, fixture.log(id).await);
        assert!(sink.last_error.unwrap().contains("cannot be signed"));
        assert_eq!(log[0].status, DeliveryStatus::Waiting);
        let mut changed = input("Siren", &receiver.url);
        changed.is_enabled = false;
        fixture.sinks.update(id, changed.clone(), Actor::command_line()).await.unwrap();
        changed.is_enabled = true;
        let error = fixture.sinks.update(id, changed.clone(), Actor::command_line()).await.unwrap_err();
        assert!(matches!(error, SinkError::Unsigned), "{error}");
        assert!(!fixture.sink(id).await.fields.is_enabled, "nothing was stored");
        changed.secret = Some("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into());
        let enabled = fixture.sinks.update(id, changed, Actor::command_line()).await.unwrap().unwrap();
        assert!(enabled.fields.is_enabled && enabled.sealed_secret.is_some());
    }

    async fn private_addresses_are_rejected_unless_allowed(db: &TestDb) {
        let fixture = SinkFixture::new(db);
        let id = fixture.webhook("Metadata", "http://169.254.169.254/latest/").await;
        let error = fixture.sinks.test(id).await.unwrap().unwrap().unwrap_err();
        assert!(error.contains("not in workflow.allow_addresses"), "{error}");
    }
}
