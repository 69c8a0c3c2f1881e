//! Brokers that are silent, talk nonsense or are not allowed.

use crate::mqtt::broker_input;
use crate::sink_fixture::{SinkFixture, input};
use std::net::SocketAddr;
use std::time::Duration;
use stormwire_announce::SinkInput;
use stormwire_clock::{Clock, SystemClock, within};
use stormwire_testkit::TestDb;
use stormwire_testkit::mqtt_broker::{BrokerOptions, MqttBroker};
use stormwire_testkit::service::TEST_TIMEOUT;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;

const NO_RESPONSE: &str = "no response from the broker within 8 s";

/// Answers every connection with these bytes, then waits.
async fn start_server(answer: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let _ = stream.write_all(answer).await;
                // Until the client closes the connection.
                while stream.read(&mut [0; 1_024]).await.is_ok_and(|count| count > 0) {}
            });
        }
    });
    address
}

/// The error of the test button. Time passes only if that causes the expected error: no other error may be too late.
async fn test_error(db: &TestDb, url: &str, expected: &str) -> String {
    let fixture = SinkFixture::new(db);
    let name = format!("Broker at {url}");
    let id = fixture.create(SinkInput { kind: "Mqtt".into(), ..input(&name, url) }).await.sink.id;
    let mut test = std::pin::pin!(fixture.sinks.test(id));
    loop {
        tokio::select! {
            biased;
            result = &mut test => return result.unwrap().unwrap().unwrap_err(),
            // The limits are measured by the clock of the test.
            () = SystemClock.sleep(Duration::from_millis(2)), if expected == NO_RESPONSE => {
                db.clock.advance(Duration::from_millis(100));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_brokers_end_in_an_error() {
    let db = TestDb::sqlite().await;
    for (answer, expected) in [
        (&b""[..], NO_RESPONSE),
        (b"\x20", NO_RESPONSE),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "MQTT 3.1.1"),
        (b"\x30\xff\xff\xff\x7f", "MQTT 3.1.1"),
        (b"\xd0\x00\xd0\x00\xd0\x00", "MQTT 3.1.1"),
        (b"\x40\x02\x00\x01", "MQTT 3.1.1"),
        (b"\x20\x02\x00\x00\x40\x02\x00\x09", "MQTT 3.1.1"),
        (b"\x20\x02\x00\x00", NO_RESPONSE),
        (b"\x20\x02\x00\x03", "not available"),
        (b"\x20\x02\x00\x2a", "code 42"),
    ] {
        let error = test_error(&db, &format!("mqtt://{}", start_server(answer).await), expected).await;
        assert!(error.contains(expected), "{answer:?}: {error}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn silent_brokers_delay_no_other() {
    let db = TestDb::sqlite().await;
    let (fixture, broker) = (SinkFixture::new(&db), MqttBroker::start(db.folder(), BrokerOptions::default()));
    // The clock does not move, so none of them times out.
    let mut waiting = Vec::new();
    for number in 0..20 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("mqtt://{}", listener.local_addr().unwrap());
        let name = format!("Silent {number}");
        let id = fixture.create(SinkInput { kind: "Mqtt".into(), ..input(&name, &url) }).await.sink.id;
        let sinks = fixture.sinks.clone();
        let test = AbortOnDropHandle::new(tokio::spawn(async move { sinks.test(id).await }));
        // All of them are connected at the same time.
        let accepted = within(&SystemClock, TEST_TIMEOUT, listener.accept()).await;
        let (connection, _) = accepted.expect("it must not wait for others").unwrap();
        waiting.push((test, connection));
    }
    let good = fixture.create(broker_input(&broker)).await.sink.id;
    assert!(fixture.sinks.test(good).await.unwrap().unwrap().is_ok());
    drop(waiting);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_connections_name_their_cause() {
    let db = TestDb::sqlite().await;
    let address = start_server(b"not TLS at all").await;
    for (url, expected) in [
        ("mqtt://127.0.0.1:1".to_owned(), "cannot connect to 127.0.0.1:1"),
        (format!("mqtts://{address}"), "no encrypted connection"),
        ("mqtt://192.168.1.1".to_owned(), "not in workflow.allow_addresses"),
        ("mqtt://[::1]:1883".to_owned(), "not in workflow.allow_addresses"),
        ("mqtt://[::ffff:10.0.0.1]".to_owned(), "not in workflow.allow_addresses"),
    ] {
        let error = test_error(&db, &url, expected).await;
        assert!(error.contains(expected), "{url}: {error}");
    }
    db.end().await;
}
