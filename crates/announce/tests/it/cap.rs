//! What a receiver of CAP alerts gets.

use crate::receiver::Receiver;
use crate::sink_fixture::{SinkFixture, input};
use stormwire_announce::SinkInput;
use stormwire_store::tables::event_delivery::DeliveryStatus;
use stormwire_store::tables::status_event::FacilityStatus::{Active, Clear, Clearing, Unknown};
use stormwire_testkit::on_both_databases;

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).map_or("", |(found, _)| found)
}

on_both_databases! {
    async fn a_storm_is_posted_as_alert_updates_and_cancel(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        db.execute("insert into organization.Facility (Id, Name) values (7, 'Pool')").await;
        let cap = SinkInput { kind: "Cap".into(), ..input("Alerts", &receiver.url) };
        let id = fixture.create(cap).await.sink.id;
        for status in [Unknown, Clear, Active, Clearing, Unknown, Clear] {
            fixture.record(&[7], status).await;
        }
        // Nothing was in force before the third event.
        assert_eq!(fixture.deliver_due().await, 6);
        assert!(fixture.log(id).await.iter().all(|one| one.status == DeliveryStatus::Delivered));
        let received = receiver.received();
        let kinds: Vec<&str> = received.iter().map(|one| between(&one.body, "<msgType>", "<")).collect();
        assert_eq!(kinds, ["Alert", "Update", "Update", "Cancel"]);
        let alert = &received[0];
        assert_eq!(alert.header("content-type"), "application/cap+xml");
        assert_eq!((alert.header("webhook-id"), alert.header("idempotency-key")), ("evt_3", "evt_3"));
        assert_eq!(between(&alert.body, "<identifier>", "<"), "storm.example.gov.evt.3");
        assert_eq!(between(&alert.body, "<senderName>", "<"), "Example City");
        let references = between(&received[3].body, "<references>", "<");
        assert_eq!(references.split(' ').count(), 3, "{references}");
        assert!(references.starts_with("stormwire@storm.example.gov,storm.example.gov.evt.3,2026-05-01T12:00:00-00:00"));
    }

    async fn the_test_button_sends_a_test_alert(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        let cap = SinkInput { kind: "Cap".into(), ..input("Alerts", &receiver.url) };
        let id = fixture.create(cap).await.sink.id;
        assert!(fixture.sinks.test(id).await.unwrap().unwrap().is_ok());
        let body = &receiver.received()[0].body;
        assert_eq!((between(body, "<status>", "<"), between(body, "<msgType>", "<")), ("Test", "Alert"));
    }
}
