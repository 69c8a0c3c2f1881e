//! The test fixture: a fake provider, a clock that records waits, and a mailbox.

use crate::fake_provider::FakeProvider;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use stormwire_clock::{Clock, SeededRng, VirtualClock};
use stormwire_graph::{
    CallLimits, ClientProof, Credential, FolderId, GraphAccount, GraphClient, GraphOptions, MailError, Mailbox,
    MessageKey,
};
use tokio::io::AsyncWrite;
use tokio::sync::{Mutex, Notify, mpsc};
use url::Url;

pub(crate) const MAILBOX: &str = "alerts@example.com";

/// All durations differ, so that tests can distinguish a wait from a timeout.
pub(crate) const LIMITS: CallLimits = CallLimits {
    max_attempts: 4,
    request_timeout: Duration::from_secs(61),
    connect_timeout: Duration::from_secs(10),
    download_idle_timeout: Duration::from_secs(31),
    retry_timeout: Duration::from_mins(1),
    concurrent_calls: 4,
    max_response_bytes: 4096,
    changes_page_size: 200,
    listing_page_size: 500,
    max_pages: 20,
};

/// A clock that reports every wait that begins.
#[derive(Debug)]
pub(crate) struct RecordingClock {
    clock: VirtualClock,
    waits: mpsc::UnboundedSender<Duration>,
}

pub(crate) struct Fixture {
    pub(crate) provider: FakeProvider,
    pub(crate) clock: Arc<RecordingClock>,
    pub(crate) graph: GraphClient,
    pub(crate) account: Arc<GraphAccount>,
    pub(crate) mailbox: Arc<dyn Mailbox>,
    waits: Mutex<mpsc::UnboundedReceiver<Duration>>,
}

impl Clock for RecordingClock {
    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let sleep = self.clock.sleep(duration);
        self.waits.send(duration).unwrap();
        sleep
    }
}

impl Fixture {
    pub(crate) async fn new() -> Self {
        Self::with_limits(LIMITS).await
    }

    pub(crate) async fn with_limits(limits: CallLimits) -> Self {
        let provider = FakeProvider::start().await;
        let (sender, waits) = mpsc::unbounded_channel();
        let clock = Arc::new(RecordingClock { clock: VirtualClock::frozen(), waits: sender });
        let at = |path| format!("http://{}/{path}", provider.address);
        let graph = graph(&at("v1.0"), &at("login"), Arc::clone(&clock), limits);
        let account = graph.account(&credential("hidden-secret"));
        let mailbox = account.mailbox(MAILBOX);
        Self { provider, clock, graph, account, mailbox, waits: Mutex::new(waits) }
    }

    pub(crate) fn advance(&self, duration: Duration) {
        self.clock.clock.advance(duration);
    }

    /// The next wait that is not a timeout.
    pub(crate) async fn next_wait(&self) -> Duration {
        let mut waits = self.waits.lock().await;
        loop {
            let wait = waits.recv().await.unwrap();
            if wait != LIMITS.request_timeout && wait != LIMITS.download_idle_timeout {
                return wait;
            }
        }
    }

    /// Runs a call, advances the clock whenever it waits, and returns the waits.
    pub(crate) async fn run_advancing_clock<T>(&self, call: impl Future<Output = T>) -> (T, Vec<Duration>) {
        let mut waits = vec![];
        tokio::pin!(call);
        loop {
            tokio::select! {
                biased;
                result = &mut call => return (result, waits),
                wait = self.next_wait() => {
                    waits.push(wait);
                    self.advance(wait);
                }
            }
        }
    }
}

/// A client whose calls go to `base` and whose tokens come from `authority`.
pub(crate) fn graph(base: &str, authority: &str, clock: Arc<RecordingClock>, limits: CallLimits) -> GraphClient {
    let (base_url, authority) = (Url::parse(base).unwrap(), Url::parse(authority).unwrap());
    let options = GraphOptions::microsoft(clock, Arc::new(SeededRng::new(7)));
    GraphClient::new(GraphOptions { base_url, authority, limits, ..options }).unwrap()
}

pub(crate) fn credential(secret: &str) -> Credential {
    Credential { tenant: "contoso".into(), client_id: "app".into(), proof: ClientProof::Secret(secret.into()) }
}

/// The path of a request within the mailbox.
pub(crate) fn path(rest: &str) -> String {
    format!("/v1.0/users/alerts%40example.com/{rest}")
}

pub(crate) fn inbox() -> FolderId {
    FolderId::new("inbox-id")
}

pub(crate) fn key() -> MessageKey {
    MessageKey::new("AAkA1=")
}

/// `Ok` or the name of the error variant.
pub(crate) fn variant<T: std::fmt::Debug>(result: &Result<T, MailError>) -> String {
    match result {
        Ok(_) => "Ok".into(),
        Err(error) => {
            let text = format!("{error:?}");
            text.split([' ', '{', '(']).next().unwrap_or_default().to_owned()
        }
    }
}

/// Accepts everything and notifies when something was written.
#[derive(Default)]
pub(crate) struct NotifyingWriter {
    pub(crate) written: Arc<Notify>,
}

impl AsyncWrite for NotifyingWriter {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.written.notify_one();
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
