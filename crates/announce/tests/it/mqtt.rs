//! What a real broker gets, keeps and loses.

use crate::sink_fixture::{SinkFixture, input};
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_announce::SinkInput;
use stormwire_clock::SystemClock;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::event_delivery::DeliveryStatus;
use stormwire_store::tables::status_event::FacilityStatus::{Active, Clear, Unknown};
use stormwire_testkit::TestDb;
use stormwire_testkit::mqtt_broker::{BrokerOptions, MqttBroker, ReceivedMessage, Subscriber};
use tokio::task::{JoinHandle, block_in_place};
use tokio_util::sync::CancellationToken;

pub(crate) fn broker_input(broker: &MqttBroker) -> SinkInput {
    SinkInput { kind: "Mqtt".into(), ..input("Broker", &broker.url()) }
}

async fn add_facilities(db: &TestDb) {
    db.execute("insert into organization.Facility (Id, Name) values (7, 'Pool'), (8, 'Lake \"<x>\"')").await;
}

fn wait_for(subscriber: &mut Subscriber, topic: &str, text: &str) -> ReceivedMessage {
    block_in_place(|| subscriber.wait_for(topic, text))
}

/// The duty of a process. `kill` ends it like a process that is killed.
struct RunningPresence {
    shutdown: CancellationToken,
    task: JoinHandle<()>,
}

impl RunningPresence {
    fn start(fixture: &SinkFixture<'_>) -> Self {
        let shutdown = CancellationToken::new();
        let presence = fixture.sinks.mqtt_presence(shutdown.clone());
        Self {
            shutdown,
            task: tokio::spawn(async move {
                presence.keep_sessions().await;
            }),
        }
    }

    async fn kill(self) {
        self.task.abort();
        let _ = self.task.await;
    }

    async fn stop(self) {
        self.shutdown.cancel();
        self.task.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_status_is_retained_with_discovery_until_the_facility_is_deleted() {
    let db = TestDb::sqlite().await;
    let (fixture, broker) = (SinkFixture::new(&db), MqttBroker::start(db.folder(), BrokerOptions::default()));
    add_facilities(&db).await;
    let sink = fixture.create(broker_input(&broker)).await.sink.id;
    fixture.record(&[7], Active).await;
    assert_eq!(fixture.deliver_due().await, 1);
    assert_eq!(fixture.log(sink).await[0].status, DeliveryStatus::Delivered);

    let mut later = broker.subscribe("#");
    let status = wait_for(&mut later, "stormwire/7/status", "");
    let event: Value = serde_json::from_str(&status.payload).unwrap();
    assert!(status.is_retained);
    assert_eq!((&event["id"], &event["facilityId"], &event["to"]), (&json!(1), &json!(7), &json!("Active")));
    let mut discovery = broker.subscribe("homeassistant/#");
    let mut topics: Vec<String> = (0..2).map(|_| block_in_place(|| discovery.receive()).topic).collect();
    topics.sort();
    let expected = ["homeassistant/binary_sensor/stormwire_7/config", "homeassistant/sensor/stormwire_7/config"];
    assert_eq!(topics, expected);

    db.execute("delete from organization.Facility where Id = 7").await;
    fixture.record(&[7], Unknown).await;
    assert_eq!(fixture.deliver_due().await, 1);
    fixture.record(&[8], Active).await;
    fixture.deliver_due().await;
    let mut after = broker.subscribe("#");
    let mut left: Vec<String> = (0..3).map(|_| block_in_place(|| after.receive()).topic).collect();
    left.sort();
    assert!(left.iter().all(|topic| topic.contains('8')), "{left:?}");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_event_that_waited_does_not_replace_a_newer_status() {
    let db = TestDb::sqlite().await;
    let (fixture, broker) = (SinkFixture::new(&db), MqttBroker::start(db.folder(), BrokerOptions::default()));
    add_facilities(&db).await;
    fixture.create(broker_input(&broker)).await;
    for status in [Active, Clear, Active] {
        fixture.record(&[7], status).await;
    }
    fixture.record_ring(&[7], Clear, Some("Warning")).await;
    let mut subscriber = broker.subscribe("stormwire/7/#");
    assert_eq!(fixture.deliver_due().await, 3);
    fixture.record(&[7], Unknown).await;
    assert_eq!(fixture.deliver_due().await, 1);
    loop {
        let message = block_in_place(|| subscriber.receive());
        assert!(!message.payload.contains("\"to\":\"Clear\""), "{}", message.payload);
        if message.payload.contains("\"to\":\"Unknown\"") {
            break;
        }
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn rings_do_not_change_the_status_topic() {
    let db = TestDb::sqlite().await;
    let (fixture, broker) = (SinkFixture::new(&db), MqttBroker::start(db.folder(), BrokerOptions::default()));
    add_facilities(&db).await;
    fixture.create(broker_input(&broker)).await;
    fixture.record(&[7], Clear).await;
    fixture.record_ring(&[7], Active, Some("Warning")).await;
    assert_eq!(fixture.deliver_due().await, 1);
    let status = wait_for(&mut broker.subscribe("stormwire/#"), "stormwire/7/status", "");
    assert!(status.payload.contains("\"to\":\"Clear\""), "{}", status.payload);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_wrong_password_names_the_fields_to_fix() {
    let db = TestDb::sqlite().await;
    let login = Some(("storm".into(), "right".into()));
    let broker = MqttBroker::start(db.folder(), BrokerOptions { login, tls: None });
    let fixture = SinkFixture::new(&db);
    let id = fixture.create(SinkInput { secret: Some("wrong".into()), ..broker_input(&broker) }).await.sink.id;
    let error = fixture.sinks.test(id).await.unwrap().unwrap().unwrap_err();
    assert!(error.contains("rejected the sign-in") && error.contains("url") && error.contains("secret"), "{error}");
    assert!(!error.contains("wrong"), "{error}");

    let right = SinkInput { secret: Some("right".into()), ..broker_input(&broker) };
    fixture.sinks.update(id, right, Actor::command_line()).await.unwrap();
    let accepted = fixture.sinks.test(id).await.unwrap().unwrap();
    assert!(accepted.is_ok(), "{accepted:?}");

    let url = format!("mqtt://{}", broker.address);
    let nameless = SinkInput { secret: Some("right".into()), url, ..broker_input(&broker) };
    fixture.sinks.update(id, nameless, Actor::command_line()).await.unwrap();
    let error = fixture.sinks.test(id).await.unwrap().unwrap().unwrap_err();
    assert!(error.contains("needs a user name"), "{error}");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_killed_process_is_offline_by_its_last_will() {
    let db = TestDb::sqlite().await;
    let broker = MqttBroker::start(db.folder(), BrokerOptions::default());
    let fixture = SinkFixture::with_clock(&db, Arc::new(SystemClock));
    fixture.create(broker_input(&broker)).await;
    let mut subscriber = broker.subscribe("stormwire/status");
    let presence = RunningPresence::start(&fixture);
    wait_for(&mut subscriber, "stormwire/status", "online");
    presence.kill().await;
    wait_for(&mut subscriber, "stormwire/status", "offline");
    let next = RunningPresence::start(&fixture);
    wait_for(&mut subscriber, "stormwire/status", "online");
    next.stop().await;
    wait_for(&mut subscriber, "stormwire/status", "offline");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_broker_that_lost_everything_gets_it_again() {
    let db = TestDb::sqlite().await;
    let mut broker = MqttBroker::start(db.folder(), BrokerOptions::default());
    let fixture = SinkFixture::with_clock(&db, Arc::new(SystemClock));
    add_facilities(&db).await;
    fixture.create(SinkInput { facility_ids: Some(vec![7]), ..broker_input(&broker) }).await;
    fixture.record(&[7, 8], Active).await;
    let presence = RunningPresence::start(&fixture);
    let mut before = broker.subscribe("stormwire/#");
    wait_for(&mut before, "stormwire/status", "online");
    // Through the open connection.
    assert_eq!(fixture.deliver_due().await, 1);
    broker.stop();
    fixture.record(&[7], Clear).await;
    broker.resume();
    let mut after = broker.subscribe("#");
    wait_for(&mut after, "stormwire/status", "online");
    let mut retained = broker.subscribe("stormwire/+/status");
    let status = block_in_place(|| retained.receive());
    assert_eq!((status.topic.as_str(), status.is_retained), ("stormwire/7/status", true));
    assert!(status.payload.contains("\"to\":\"Clear\""), "{}", status.payload);
    presence.stop().await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_edited_sink_gets_a_new_connection() {
    let db = TestDb::sqlite().await;
    let login = Some(("storm".into(), "right".into()));
    let broker = MqttBroker::start(db.folder(), BrokerOptions { login, tls: None });
    let fixture = SinkFixture::with_clock(&db, Arc::new(SystemClock));
    let id = fixture.create(SinkInput { secret: Some("wrong".into()), ..broker_input(&broker) }).await.sink.id;
    let presence = RunningPresence::start(&fixture);
    let right = SinkInput { secret: Some("right".into()), ..broker_input(&broker) };
    fixture.sinks.update(id, right.clone(), Actor::command_line()).await.unwrap();
    let mut subscriber = broker.subscribe("stormwire/status");
    wait_for(&mut subscriber, "stormwire/status", "online");
    let disabled = SinkInput { is_enabled: false, ..right };
    fixture.sinks.update(id, disabled, Actor::command_line()).await.unwrap();
    wait_for(&mut subscriber, "stormwire/status", "offline");
    presence.stop().await;
    db.end().await;
}
