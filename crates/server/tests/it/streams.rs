//! Event streams of the real binary.

use crate::binary::{Service, run, stormwire};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, sqlite::SqliteConnectOptions};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::service::TEST_TIMEOUT;

/// Strikes are loaded by another program, and every limit of a connection is a second.
fn start(folder: &Path) -> Service {
    let mut command = stormwire(folder);
    command.args(["serve", "--listen", "127.0.0.1:0"]).stderr(File::create(folder.join("log")).unwrap());
    for (key, value) in [
        ("LIGHTNING__FEED", "external"),
        ("LIGHTNING__EXTERNAL_MINUTES", "60"),
        ("SERVER__LIMITS__IDLE_SECONDS", "1"),
        ("SERVER__LIMITS__WRITE_SECONDS", "1"),
        ("SERVER__LIMITS__STREAMS_PER_ADDRESS", "1"),
    ] {
        command.env(format!("STORMWIRE__{key}"), value);
    }
    Service::spawn(command)
}

fn open_stream(service: &Service) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(service.address()).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    stream.write_all(b"GET /lightning-strikes/stream HTTP/1.1\r\nhost: h\r\n\r\n").unwrap();
    BufReader::new(stream)
}

/// Reads until a line contains the text.
fn read_until(stream: &mut BufReader<TcpStream>, text: &str) -> String {
    loop {
        let mut line = String::new();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream has ended before {text}");
        if line.contains(text) {
            return line;
        }
    }
}

async fn insert_strike(folder: &Path) {
    let file = SqliteConnectOptions::new().filename(folder.join("data/data.db")).busy_timeout(TEST_TIMEOUT);
    let insert = format!(
        "insert into LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
         values ('ALERT', '{:.6}', 'Ground', 34.7304, -86.5861)",
        SystemClock.now()
    );
    file.connect().await.unwrap().execute(AssertSqlSafe(insert)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_outlives_idle_connections_and_ends_with_the_service() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f.csv"), "name,lat,lng\nPool,34.7304,-86.5861\n").unwrap();
    assert!(run(folder.path(), &["facilities", "import", "f.csv"]).status.success());
    let service = start(folder.path());
    let mut stream = open_stream(&service);
    assert!(read_until(&mut stream, "HTTP/1.1").contains("200"));
    read_until(&mut stream, "event: snapshot");
    assert_eq!(service.get("/lightning-strikes/stream").0, 503, "one stream per address");
    let mut idle = TcpStream::connect(service.address()).unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: h\r\n\r\n").unwrap();
    idle.read_to_end(&mut Vec::new()).unwrap();
    insert_strike(folder.path()).await;
    let status = read_until(&mut stream, "\"to\":\"Active\"");
    assert!(status.contains("\"facilityName\":\"Pool\""), "{status}");
    service.end();
    while stream.read_line(&mut String::new()).unwrap() > 0 {}
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("status changed") && !log.contains("shutdown timed out"), "{log}");
}
