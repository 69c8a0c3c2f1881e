//! A client of the event stream that remembers which events it has.

use crate::wait::TEST_TIMEOUT;
use std::net::SocketAddr;
use stormwire_clock::{SystemClock, within};
use stormwire_store::StatusEventId;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

pub(super) struct StreamClient {
    lines: BufReader<TcpStream>,
    /// Where the first stream began: it sends the events after this one.
    pub(super) start: i64,
    /// In the order in which they came, over all connections.
    pub(super) received: Vec<i64>,
}

impl StreamClient {
    /// Returns after the snapshot.
    pub(super) async fn open(address: SocketAddr) -> Self {
        let mut client = Self { lines: connect(address, None).await, start: 0, received: Vec::new() };
        client.start = client.next_id("event: snapshot").await;
        client
    }

    /// Continues after the last event at another service, as a browser does.
    pub(super) async fn reconnect(&mut self, address: SocketAddr) {
        self.lines = connect(address, Some(self.position())).await;
    }

    /// Reads until it has the event.
    pub(super) async fn read_until(&mut self, event: StatusEventId) {
        while self.position() < event.get() {
            let id = self.next_id("event: status").await;
            self.received.push(id);
        }
    }

    fn position(&self) -> i64 {
        self.received.last().copied().unwrap_or(self.start)
    }

    /// The id of the next event of this kind. The id is the line before.
    async fn next_id(&mut self, kind: &str) -> i64 {
        let mut id = None;
        loop {
            let mut line = String::new();
            let read = within(&SystemClock, TEST_TIMEOUT, self.lines.read_line(&mut line)).await;
            let count = read.expect("an event in time").expect("read the stream");
            assert!(count > 0, "the stream has ended after {:?}", self.received);
            match (line.trim_end(), id) {
                (line, Some(id)) if line == kind => return id,
                (line, _) => id = line.strip_prefix("id: ").map(|id| id.parse().expect("a number")),
            }
        }
    }
}

async fn connect(address: SocketAddr, last_event: Option<i64>) -> BufReader<TcpStream> {
    let resume = last_event.map(|id| format!("last-event-id: {id}\r\n")).unwrap_or_default();
    let request = format!("GET /lightning-strikes/stream HTTP/1.1\r\nhost: {address}\r\n{resume}\r\n");
    let mut stream = TcpStream::connect(address).await.expect("connect to the service");
    stream.write_all(request.as_bytes()).await.expect("send the request");
    BufReader::new(stream)
}
