//! What a test stands on: a provider, a clock that is moved by hand and tells who waits, and a mailbox.

use crate::provider::Provider;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use stormwire_graph::{Account, Credential, FolderId, Graph, GraphOptions, Limits, MailError, Mailbox, MessageKey};
use stormwire_clock::Clock;
use stormwire_clock::{SeededRng, VirtualClock};
use tokio::io::AsyncWrite;
use tokio::sync::{Mutex, Notify, mpsc};
use url::Url;

pub(crate) const MAILBOX: &str = "alerts@example.com";

/// The limits of these tests: no two alike, so that a wait can be told from a limit.
pub(crate) const LIMITS: Limits = Limits {
    tries: 4,
    exchange: Duration::from_secs(61),
    connect: Duration::from_secs(10),
    idle: Duration::from_secs(31),
    patience: Duration::from_mins(1),
    in_flight: 4,
    reply_bytes: 4096,
    changes_page: 200,
    listing_page: 500,
    pages: 20,
};

/// A clock that tells how long someone began to wait.
pub(crate) struct TellingClock {
    clock: VirtualClock,
    waits: mpsc::UnboundedSender<Duration>,
}

pub(crate) struct Bed {
    pub(crate) provider: Provider,
    pub(crate) clock: Arc<TellingClock>,
    pub(crate) graph: Graph,
    pub(crate) account: Arc<Account>,
    pub(crate) mailbox: Arc<dyn Mailbox>,
    waits: Mutex<mpsc::UnboundedReceiver<Duration>>,
}

impl Clock for TellingClock {
    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let sleep = self.clock.sleep(duration);
        self.waits.send(duration).unwrap();
        sleep
    }
}

impl Bed {
    pub(crate) async fn new() -> Self {
        Self::with(LIMITS).await
    }

    pub(crate) async fn with(limits: Limits) -> Self {
        let provider = Provider::start().await;
        let (sender, waits) = mpsc::unbounded_channel();
        let clock = Arc::new(TellingClock { clock: VirtualClock::still(), waits: sender });
        let at = |path| format!("http://{}/{path}", provider.address);
        let graph = graph(&at("v1.0"), &at("login"), Arc::clone(&clock), limits);
        let account = graph.account(&credential("hush"));
        let mailbox = account.mailbox(MAILBOX);
        Self { provider, clock, graph, account, mailbox, waits: Mutex::new(waits) }
    }

    pub(crate) fn advance(&self, duration: Duration) {
        self.clock.clock.advance(duration);
    }

    /// The next wait that is not a limit.
    pub(crate) async fn next_wait(&self) -> Duration {
        let mut waits = self.waits.lock().await;
        loop {
            let wait = waits.recv().await.unwrap();
            if wait != LIMITS.exchange && wait != LIMITS.idle {
                return wait;
            }
        }
    }

    /// Lets time pass whenever the call waits, and says how long it waited each time.
    pub(crate) async fn passing<T>(&self, call: impl Future<Output = T>) -> (T, Vec<Duration>) {
        let mut waits = vec![];
        tokio::pin!(call);
        loop {
            tokio::select! {
                biased;
                ended = &mut call => return (ended, waits),
                wait = self.next_wait() => {
                    waits.push(wait);
                    self.advance(wait);
                }
            }
        }
    }
}

/// A graph at that address; its tokens come from the authority.
pub(crate) fn graph(base: &str, authority: &str, clock: Arc<TellingClock>, limits: Limits) -> Graph {
    let (base_url, authority) = (Url::parse(base).unwrap(), Url::parse(authority).unwrap());
    let options = GraphOptions::microsoft(clock, Arc::new(SeededRng::new(7)));
    Graph::new(GraphOptions { base_url, authority, limits, ..options }).unwrap()
}

pub(crate) fn credential(secret: &str) -> Credential {
    Credential { tenant: "contoso".into(), client_id: "app".into(), client_secret: secret.into() }
}

/// The path of a request to the mailbox.
pub(crate) fn path(rest: &str) -> String {
    format!("/v1.0/users/alerts%40example.com/{rest}")
}

pub(crate) fn inbox() -> FolderId {
    FolderId::new("inbox-id")
}

pub(crate) fn key() -> MessageKey {
    MessageKey::new("AAkA1=")
}

/// The variant's name.
pub(crate) fn variant<T: std::fmt::Debug>(result: &Result<T, MailError>) -> String {
    match result {
        Ok(_) => "Ok".into(),
        Err(error) => {
            let text = format!("{error:?}");
            text.split([' ', '{', '(']).next().unwrap_or_default().to_owned()
        }
    }
}

/// Takes everything and tells when something came.
#[derive(Default)]
pub(crate) struct Telling {
    pub(crate) written: Arc<Notify>,
}

impl AsyncWrite for Telling {
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
