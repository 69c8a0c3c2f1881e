//! Hints between the processes on one PostgreSQL database: what one commits, the others read within milliseconds.
//!
//! Hints make nothing correct. Every reader also polls, so a lost hint is a delay, and without a listener everything works
//! as on a database that has no notifications.
//!
//! A process sends its hints after its commits, collected, and not in their transactions: from `NOTIFY` to the end of its
//! commit a transaction holds a lock that every other transaction with a `NOTIFY` waits for, which would end group commit. A
//! process that is alone sends nothing. Programs that load strikes get a trigger, which sends one hint per transaction
//! (`migrations/postgres/data/0006_hints.sql`).

use crate::database::pending_hints::HintKind;
use crate::database::postgres::Postgres;
use crate::database::store::Backend;
use crate::queue::Backoff;
use crate::{Store, StoreError};
use jiff::Timestamp;
use sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, Rng, later, within};
use tokio_util::sync::CancellationToken;

/// Between two hints of this process: many commits in this time are one hint.
const SEND_INTERVAL: Duration = Duration::from_millis(20);
/// Between two checks whether other processes listen.
const PEER_CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// Between two checks of the connection: a server that is gone may not close it.
const CONNECTION_CHECK_INTERVAL: Duration = Duration::from_secs(30);
const RECONNECT_BACKOFF: Backoff = Backoff { first: Duration::from_millis(500), ceiling: Duration::from_secs(30) };
/// A database without a pooler responds at once.
const TEST_TIMEOUT: Duration = Duration::from_secs(2);
/// The payload of [`session_warning`]. No process knows it.
const TEST_PAYLOAD: &str = "test";

/// Exchanges hints in this process.
pub struct HintExchange {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
}

/// The connection that receives hints.
struct Listener {
    connection: PgListener,
    /// Of its server process. Names the sender in the hints of this process, which are no news to it.
    pid: i32,
}

impl HintExchange {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        Self { store, clock, rng }
    }

    /// Until `stop` is canceled. Returns at once on SQLite, which one service uses.
    pub async fn run(&self, stop: CancellationToken) {
        let Backend::Postgres(postgres) = self.store.backend.clone() else { return };
        let mut failures = 0;
        loop {
            let ended = Box::pin(stop.run_until_cancelled(self.exchange(&postgres, &mut failures))).await;
            let Some(error) = ended else { break };
            metrics::gauge!("stormwire_hints_connected").set(0.0);
            failures += 1;
            if failures == 1 {
                tracing::warn!(%error, "cannot exchange hints with other processes; polling goes on");
            }
            let wait = RECONNECT_BACKOFF.delay_after(failures, self.rng.fraction());
            stop.run_until_cancelled(self.clock.sleep(wait)).await;
        }
        metrics::gauge!("stormwire_hints_connected").set(0.0);
    }

    /// Returns why it cannot go on.
    async fn exchange(&self, postgres: &Postgres, failures: &mut u32) -> StoreError {
        let mut listener = match Listener::connect(postgres).await {
            Ok(listener) => listener,
            Err(error) => return error,
        };
        if *failures > 0 {
            tracing::info!("hints of other processes are received again");
        }
        *failures = 0;
        metrics::gauge!("stormwire_hints_connected").set(1.0);
        // What others committed before the connection had no hint.
        for kind in HintKind::ALL {
            self.store.receive_hint(kind);
        }
        let pid = listener.pid;
        tokio::select! {
            error = self.receive(&mut listener) => error,
            error = self.send(postgres, pid) => error,
        }
    }

    async fn receive(&self, listener: &mut Listener) -> StoreError {
        loop {
            let received = tokio::select! {
                received = Box::pin(listener.connection.try_recv()) => received,
                () = self.clock.sleep(CONNECTION_CHECK_INTERVAL) => {
                    match listener.check(self.clock.as_ref()).await {
                        Ok(()) => continue,
                        Err(error) => return error,
                    }
                }
            };
            match received {
                Ok(Some(notification)) => self.receive_one(notification.payload(), listener.pid),
                Ok(None) => return StoreError::Unavailable("the connection was lost".into()),
                Err(error) => return error.into(),
            }
        }
    }

    fn receive_one(&self, payload: &str, own_pid: i32) {
        if let Some(kind) = read_payload(payload, own_pid) {
            metrics::counter!("stormwire_hints_total", "direction" => "received").increment(1);
            self.store.receive_hint(kind);
        }
    }

    async fn send(&self, postgres: &Postgres, pid: i32) -> StoreError {
        let (mut has_peers, mut check_at) = (false, Timestamp::MIN);
        loop {
            let kinds = self.store.pending_hints().take().await;
            let sent = async {
                let now = self.clock.now();
                // A clock that was set back checks too.
                if now >= check_at || later(now, PEER_CHECK_INTERVAL) < check_at {
                    has_peers = postgres.has_other_listeners(pid).await?;
                    check_at = later(now, PEER_CHECK_INTERVAL);
                }
                if has_peers {
                    let payloads: Vec<String> = kinds.iter().map(|kind| write_payload(*kind, pid)).collect();
                    postgres.notify(&payloads).await?;
                    metrics::counter!("stormwire_hints_total", "direction" => "sent").increment(1);
                }
                Ok::<_, StoreError>(())
            };
            if let Err(error) = sent.await {
                return error;
            }
            self.clock.sleep(SEND_INTERVAL).await;
        }
    }
}

impl Listener {
    async fn connect(postgres: &Postgres) -> Result<Self, StoreError> {
        let _outside = postgres.clock().outside();
        // Finds the primary of several servers.
        drop(postgres.connection().await?);
        // On the heap, as each that may connect: the futures of all callers would contain a whole new connection.
        let mut connection = Box::pin(PgListener::connect_with(&postgres.listener_pool())).await?;
        connection.eager_reconnect(false);
        Box::pin(connection.listen(HintKind::CHANNEL)).await?;
        let pid = sqlx::query_scalar("select pg_backend_pid()").fetch_one(&mut connection).await?;
        Ok(Self { connection, pid })
    }

    async fn check(&mut self, clock: &dyn Clock) -> Result<(), StoreError> {
        let query = sqlx::query("select 1").execute(&mut self.connection);
        match within(clock, TEST_TIMEOUT, query).await {
            Some(done) => Ok(done.map(|_| ())?),
            None => Err(StoreError::Unavailable("the connection timed out".into())),
        }
    }

    /// Waits for the hint of [`session_warning`].
    async fn wait_for_test(&mut self) -> Result<(), StoreError> {
        loop {
            match Box::pin(self.connection.try_recv()).await? {
                Some(notification) if notification.payload() == TEST_PAYLOAD => return Ok(()),
                Some(_) => {}
                None => return Err(StoreError::Unavailable("the connection was lost".into())),
            }
        }
    }
}

/// What does not work if a pooler gives each transaction another session: hints, and the locks by which processes see each
/// other. `None` if sessions last, and on SQLite.
pub async fn session_warning(store: &Store) -> Result<Option<String>, StoreError> {
    let Backend::Postgres(postgres) = &store.backend else { return Ok(None) };
    let mut listener = match Listener::connect(postgres).await {
        Ok(listener) => listener,
        Err(error) => return Ok(Some(format!("database.url: LISTEN failed ({error}); {SESSION_ADVICE}"))),
    };
    postgres.notify(&[TEST_PAYLOAD.to_owned()]).await?;
    match within(postgres.clock().as_ref(), TEST_TIMEOUT, listener.wait_for_test()).await {
        Some(received) => received.map(|()| None),
        None => Ok(Some(format!("database.url: LISTEN gets no notifications; {SESSION_ADVICE}"))),
    }
}

const SESSION_ADVICE: &str = "if a pooler such as PgBouncer is between stormwire and PostgreSQL, set its pool_mode to session or \
                              connect directly. Until then processes find each other's work by polling, and may take each \
                              other for dead";

fn write_payload(kind: HintKind, pid: i32) -> String {
    format!("{} {pid}", kind.name())
}

/// `None` for our own hints, and for those of a newer version that are unknown. Triggers name no sender.
fn read_payload(payload: &str, own_pid: i32) -> Option<HintKind> {
    let (kind, sender) = payload.split_once(' ').unwrap_or((payload, ""));
    let kind = HintKind::ALL.into_iter().find(|known| known.name() == kind)?;
    (sender.parse() != Ok(own_pid)).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_and_unknown_hints_are_ignored() {
        for kind in HintKind::ALL {
            assert_eq!(read_payload(&write_payload(kind, 7), 8), Some(kind));
            assert_eq!(read_payload(&write_payload(kind, 7), 7), None);
        }
        assert_eq!(read_payload("data", 7), Some(HintKind::Data), "a trigger");
        assert_eq!(read_payload("weather 8", 7), None, "a newer version");
        assert_eq!(read_payload("", 7), None);
    }
}
