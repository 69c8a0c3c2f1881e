//! What the attacks have in common: one address, a count of what was done, and repetition.

use super::certificate::{Reuse, TestCertificate};
use anyhow::Result;
use rustls::pki_types::ServerName;
use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::Handle;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Before the next attempt, so that the attacker does not use up the machine that the service runs on.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// One way of attacking.
#[derive(Clone)]
pub(super) struct Attacker {
    from: Ipv4Addr,
    service: SocketAddr,
    http1: TlsConnector,
    http2: TlsConnector,
    http: reqwest::Client,
    pub(super) counts: Arc<Counts>,
}

#[derive(Default)]
pub(super) struct Counts {
    connections: AtomicU64,
    requests: AtomicU64,
    /// Connections that the service ended or rejected.
    ended: AtomicU64,
    /// By status; none without a response.
    responses: Mutex<BTreeMap<Option<u16>, u64>>,
}

impl Attacker {
    pub(super) fn new(from: Ipv4Addr, service: SocketAddr, certificate: &TestCertificate) -> Result<Self> {
        let connector =
            |protocol| Ok::<_, anyhow::Error>(TlsConnector::from(Arc::new(certificate.tls_config(protocol)?)));
        Ok(Self {
            from,
            service,
            http1: connector("http/1.1")?,
            http2: connector("h2")?,
            http: certificate.http_client(from, Reuse::Kept)?,
            counts: Arc::default(),
        })
    }

    /// The same attacker with its own counts.
    pub(super) fn with_own_counts(&self) -> Self {
        Self { counts: Arc::default(), ..self.clone() }
    }

    /// Starts an attack that never ends by itself. An attack that returns is repeated.
    pub(super) fn repeat<F>(&self, runtime: &Handle, copies: usize, attack: impl Fn(Self) -> F + Copy + Send + 'static)
    where
        F: Future<Output = Result<()>> + Send,
    {
        for _ in 0..copies {
            let attacker = self.clone();
            runtime.spawn(async move {
                loop {
                    // Being disconnected is what an attacker expects.
                    if attack(attacker.clone()).await.is_err() {
                        attacker.counts.ended.fetch_add(1, Ordering::Relaxed);
                    }
                    SystemClock.sleep(RETRY_DELAY).await;
                }
            });
        }
    }

    pub(super) async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind(SocketAddr::from((self.from, 0)))?;
        let stream = socket.connect(self.service).await?;
        self.counts.connections.fetch_add(1, Ordering::Relaxed);
        Ok(stream)
    }

    pub(super) async fn connect_http1(&self) -> io::Result<TlsStream<TcpStream>> {
        self.http1.connect(ServerName::from(self.service.ip()), self.connect().await?).await
    }

    pub(super) async fn connect_http2(&self) -> io::Result<TlsStream<TcpStream>> {
        self.http2.connect(ServerName::from(self.service.ip()), self.connect().await?).await
    }

    pub(super) fn get(&self, path: &str) -> reqwest::RequestBuilder {
        self.http.get(format!("https://{}{path}", self.service))
    }

    pub(super) fn post(&self, path: &str, body: &'static str) -> reqwest::RequestBuilder {
        let request = self.http.post(format!("https://{}{path}", self.service));
        request.header("content-type", "application/json").body(body)
    }

    pub(super) fn count_requests(&self, number: u64) {
        self.counts.requests.fetch_add(number, Ordering::Relaxed);
    }

    /// Sends a request, reads the response and counts both.
    pub(super) async fn send(&self, request: reqwest::RequestBuilder) {
        self.count_requests(1);
        let status = match request.send().await {
            Ok(response) => {
                let status = response.status().as_u16();
                response.bytes().await.is_ok().then_some(status)
            }
            Err(_) => None,
        };
        let mut responses = self.counts.responses.lock().unwrap_or_else(PoisonError::into_inner);
        *responses.entry(status).or_default() += 1;
    }
}

impl Counts {
    pub(super) fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }

    pub(super) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// What the service did.
    pub(super) fn outcome(&self) -> String {
        let ended = self.ended.load(Ordering::Relaxed);
        let ended = (ended > 0).then(|| format!("{ended} connections ended"));
        let responses = self.responses.lock().unwrap_or_else(PoisonError::into_inner);
        let responses = responses.iter().map(|(status, count)| match status {
            Some(status) => format!("{count} × {status}"),
            None => format!("{count} without a response"),
        });
        ended.into_iter().chain(responses).collect::<Vec<_>>().join(", ")
    }
}
