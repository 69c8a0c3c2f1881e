//! Many clients that wait for events on streams of their own.

use anyhow::{Context, Result, ensure};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use jiff::Timestamp;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;

/// Open at the same time.
pub(super) const STREAMS: usize = 5_000;
/// As many as a server limits per address by default.
const STREAMS_PER_ADDRESS: usize = 100;
const OPENED_AT_ONCE: usize = 50;
/// Of a client, which receives one event at a time.
const BUFFER: usize = 1024;
const TIMEOUT: Duration = Duration::from_mins(1);

/// Disconnected when dropped.
pub(super) struct Subscribers {
    count: usize,
    received: UnboundedReceiver<Timestamp>,
    _readers: JoinSet<Result<()>>,
}

impl Subscribers {
    pub(super) async fn open(server: SocketAddr, path: &str, count: usize) -> Result<Self> {
        let (times, received) = unbounded_channel();
        let opening = stream::iter(0..count).map(|number| open_stream(server, path, number));
        let opened: Vec<_> = opening.buffer_unordered(OPENED_AT_ONCE).try_collect().await?;
        let mut readers = JoinSet::new();
        for stream in opened {
            readers.spawn(read_events(stream, times.clone()));
        }
        Ok(Self { count, received, _readers: readers })
    }

    /// Waits until every client has received the next event about a facility that becomes Active. Returns when each has.
    pub(super) async fn receive_event(&mut self) -> Result<Vec<Timestamp>> {
        let mut times = Vec::with_capacity(self.count);
        let all = async {
            while times.len() < self.count {
                times.push(self.received.recv().await.context("all clients are disconnected")?);
            }
            anyhow::Ok(())
        };
        let is_complete = tokio::select! {
            received = all => received.map(|()| true)?,
            () = SystemClock.sleep(TIMEOUT) => false,
        };
        ensure!(is_complete, "only {} of {} clients received the event", times.len(), self.count);
        Ok(times)
    }
}

/// Returns after the head of the response. Clients have different addresses, because servers limit streams per address.
async fn open_stream(server: SocketAddr, path: &str, number: usize) -> Result<BufReader<TcpStream>> {
    let host = u8::try_from(2 + number / STREAMS_PER_ADDRESS).context("too many clients")?;
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddrV4::new(Ipv4Addr::new(127, 0, 0, host), 0).into())?;
    let mut stream = socket.connect(server).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nAccept: text/event-stream\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut reader = BufReader::with_capacity(BUFFER, stream);
    let (mut line, mut is_first) = (String::new(), true);
    while line != "\r\n" {
        line.clear();
        ensure!(reader.read_line(&mut line).await? > 0, "stream {number} was closed");
        ensure!(!is_first || line.starts_with("HTTP/1.1 200"), "stream {number}: {line}");
        is_first = false;
    }
    Ok(reader)
}

/// Sends the time of each event about a facility that becomes Active. Others, such as those of the feed, are not counted.
async fn read_events(mut stream: BufReader<TcpStream>, times: UnboundedSender<Timestamp>) -> Result<()> {
    let (mut line, mut is_status) = (Vec::new(), false);
    while stream.read_until(b'\n', &mut line).await? > 0 {
        if line.starts_with(b"event: ") {
            is_status = line.trim_ascii_end() == b"event: status";
        } else if is_status && line.starts_with(b"data: ") && is_about_active(&line) {
            times.send(SystemClock.now())?;
        }
        line.clear();
    }
    Ok(())
}

/// Cheaper than reading the JSON, because the clients share the cores with the server.
fn is_about_active(line: &[u8]) -> bool {
    const ACTIVE: &[u8] = br#""to":"Active""#;
    line.windows(ACTIVE.len()).any(|part| part == ACTIVE)
}
