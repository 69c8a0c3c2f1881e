//! A dead man's switch: calls `heartbeat.url` while all is well. When the calls stop, the service behind the URL raises the
//! alarm, also when this machine has no power.

use anyhow::Result;
use futures_util::FutureExt;
use reqwest::Client;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use stormwire_api::App;
use stormwire_clock::Clock;
use stormwire_store::{Schema, Store, StoreError};
use url::Url;

const INTERVAL: Duration = Duration::from_secs(30);
/// Of the checks, and of the call.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What must be true for a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct ServiceFacts {
    /// None if nothing feeds strikes.
    feed_healthy: Option<bool>,
    is_queue_moving: bool,
    is_database_writable: bool,
}

/// The most important reason not to call.
fn withheld_reason(facts: Option<ServiceFacts>) -> Option<&'static str> {
    let Some(ServiceFacts { feed_healthy, is_queue_moving, is_database_writable }) = facts else {
        return Some("the checks did not end in time");
    };
    if !is_database_writable {
        return Some("the database cannot be written");
    }
    if !is_queue_moving {
        return Some("background jobs are not running");
    }
    match feed_healthy {
        Some(true) => None,
        Some(false) => Some("the lightning feed is unhealthy"),
        None => Some("nothing feeds strikes"),
    }
}

pub(super) async fn read_facts(app: App) -> ServiceFacts {
    let picture = app.lightning.live_picture().await;
    ServiceFacts {
        feed_healthy: picture.ok().and_then(|picture| picture.feed().healthy),
        is_queue_moving: app.heartbeat.is_queue_moving(app.clock.now()),
        is_database_writable: can_write(&app.store).await,
    }
}

/// Whether each file can be locked for writing. That it has space is known from the queue, which writes all the time.
async fn can_write(store: &Store) -> bool {
    for schema in Schema::ALL {
        let unit = store.write(schema, |_| async { Ok::<_, StoreError>(()) }.boxed());
        if let Err(error) = unit.await {
            tracing::warn!(%error, schema = schema.name(), "cannot write to the database");
            return false;
        }
    }
    true
}

#[derive(Debug, PartialEq, Eq)]
enum CallResult {
    Called,
    Failed(String),
    Withheld(&'static str),
}

impl CallResult {
    fn name(&self) -> &'static str {
        match self {
            Self::Called => "ok",
            Self::Failed(_) => "failed",
            Self::Withheld(_) => "withheld",
        }
    }

    fn log(&self) {
        match self {
            Self::Called => tracing::info!("heartbeat.url is called every 30 seconds"),
            Self::Failed(error) => tracing::warn!(error, "calling heartbeat.url failed"),
            Self::Withheld(reason) => tracing::warn!(reason, "heartbeat.url is not called"),
        }
    }
}

pub(super) struct HeartbeatCaller {
    url: Url,
    client: Client,
    clock: Arc<dyn Clock>,
}

impl HeartbeatCaller {
    pub(super) fn new(url: Url, clock: Arc<dyn Clock>) -> Result<Self> {
        // reqwest needs a default crypto provider; a second call fails and is harmless.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Ok(Self { url, client: Client::builder().timeout(TIMEOUT).no_proxy().build()?, clock })
    }

    /// Calls while `read_facts` finds that all is well. Logs only changes. Runs until it is dropped.
    pub(super) async fn run<F: Future<Output = ServiceFacts>>(self, read_facts: impl Fn() -> F) {
        let mut last = None;
        loop {
            let facts = tokio::select! {
                facts = read_facts() => Some(facts),
                () = self.clock.sleep(TIMEOUT) => None,
            };
            let result = match withheld_reason(facts) {
                Some(reason) => CallResult::Withheld(reason),
                None => self.call().await,
            };
            metrics::counter!("stormwire_heartbeat_calls_total", "result" => result.name()).increment(1);
            if last.as_ref() != Some(&result) {
                result.log();
            }
            last = Some(result);
            self.clock.sleep(INTERVAL).await;
        }
    }

    async fn call(&self) -> CallResult {
        let response = self.client.get(self.url.clone()).send().await.and_then(reqwest::Response::error_for_status);
        match response {
            Ok(_) => CallResult::Called,
            // The path of the URL is a secret.
            Err(error) => CallResult::Failed(format!("{:#}", anyhow::Error::new(error.without_url()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Mutex, PoisonError};
    use stormwire_clock::{SystemClock, VirtualClock};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpSocket};
    use tokio::sync::mpsc;

    const WELL: ServiceFacts =
        ServiceFacts { feed_healthy: Some(true), is_queue_moving: true, is_database_writable: true };

    #[test]
    fn calls_only_while_all_is_well() {
        for (facts, expected) in [
            (Some(WELL), None),
            (None, Some("the checks did not end in time")),
            (Some(ServiceFacts { feed_healthy: Some(false), ..WELL }), Some("the lightning feed is unhealthy")),
            (Some(ServiceFacts { feed_healthy: None, ..WELL }), Some("nothing feeds strikes")),
            (Some(ServiceFacts { is_queue_moving: false, ..WELL }), Some("background jobs are not running")),
            (Some(ServiceFacts { is_database_writable: false, ..WELL }), Some("the database cannot be written")),
        ] {
            assert_eq!(withheld_reason(facts), expected, "{facts:?}");
        }
    }

    /// Responds 200 to every request and reports its first line.
    async fn loopback_server() -> (Url, mpsc::UnboundedReceiver<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/ping/secret", listener.local_addr().unwrap()).parse().unwrap();
        let (calls, received) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut bytes = [0; 1_024];
                // Nothing arrives from a call that ended while it connected.
                let Some(length) = stream.read(&mut bytes).await.ok().filter(|length| *length > 0) else { continue };
                let text = String::from_utf8_lossy(&bytes[..length]);
                let _ = calls.send(text.lines().next().unwrap_or_default().to_owned());
                let response = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
                let _ = stream.write_all(response).await;
            }
        });
        (url, received)
    }

    /// Leaves the tasks time in between.
    async fn pass_a_second(clock: &VirtualClock) {
        clock.advance(Duration::from_secs(1));
        SystemClock.sleep(Duration::from_millis(2)).await;
    }

    #[tokio::test]
    async fn calls_every_30_seconds_and_stops_when_the_feed_is_unhealthy() {
        let (url, mut received) = loopback_server().await;
        let clock = Arc::new(VirtualClock::frozen());
        let facts = Arc::new(Mutex::new(WELL));
        let checks = Arc::new(AtomicUsize::new(0));
        let (current, counted) = (facts.clone(), checks.clone());
        let caller = HeartbeatCaller::new(url, clock.clone()).unwrap();
        let running = tokio::spawn(caller.run(move || {
            counted.fetch_add(1, Ordering::SeqCst);
            let facts = *current.lock().unwrap_or_else(PoisonError::into_inner);
            async move { facts }
        }));
        assert_eq!(received.recv().await.unwrap(), "GET /ping/secret HTTP/1.1", "at once");
        let before = clock.now();
        while received.try_recv().is_err() {
            pass_a_second(&clock).await;
        }
        assert!(clock.now().duration_since(before).as_secs() >= 30, "not sooner");

        *facts.lock().unwrap() = ServiceFacts { feed_healthy: Some(false), ..WELL };
        while received.try_recv().is_ok() {}
        let done = checks.load(Ordering::SeqCst);
        while checks.load(Ordering::SeqCst) < done + 4 {
            pass_a_second(&clock).await;
        }
        // One check may have read the facts before the change.
        let calls = std::iter::from_fn(|| received.try_recv().ok()).count();
        assert!(calls <= 1, "{calls} calls of an unhealthy service");

        *facts.lock().unwrap() = WELL;
        while received.try_recv().is_err() {
            pass_a_second(&clock).await;
        }
        running.abort();
    }

    #[tokio::test]
    async fn a_failed_call_does_not_reveal_the_url() {
        // Bound, so that no other process listens there, but it does not listen.
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let url = format!("http://{}/ping/secret", socket.local_addr().unwrap()).parse().unwrap();
        let caller = HeartbeatCaller::new(url, Arc::new(VirtualClock::frozen())).unwrap();
        let CallResult::Failed(error) = caller.call().await else { panic!("nobody listens") };
        assert!(!error.contains("secret") && !error.is_empty(), "{error}");
    }
}
