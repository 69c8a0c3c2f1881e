//! Connects to PostgreSQL. Of several servers the one that accepts writes is used: the primary.

use super::server_urls::{server_address, split};
use crate::StoreError;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stormwire_clock::{Clock, within};
use url::Url;

/// How long to wait for a connection before reporting that the database is unavailable.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The same for one of several servers: a machine that is gone does not respond at all.
const CONNECT_TIMEOUT_OF_ONE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(crate) struct Servers {
    all: Vec<Server>,
    /// The index of the server that accepted writes last.
    primary: AtomicUsize,
    clock: Arc<dyn Clock>,
}

#[derive(Debug)]
struct Server {
    /// Host and database, without user and password.
    name: String,
    options: PgConnectOptions,
}

impl Servers {
    pub(crate) fn new(url: &Url, clock: Arc<dyn Clock>) -> Result<Self, StoreError> {
        let urls = split(url).map_err(|problem| StoreError::Unsuitable(format!("database.url: {problem}")))?;
        let all = urls.iter().map(Server::new).collect::<Result<Vec<_>, StoreError>>()?;
        Ok(Self { all, primary: AtomicUsize::new(0), clock })
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    pub(crate) fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// The index of the server that accepted writes last.
    pub(crate) fn primary(&self) -> usize {
        self.primary.load(Ordering::Relaxed)
    }

    /// For the next connection. Not checked: the server may have become a standby.
    pub(crate) fn options(&self) -> &PgConnectOptions {
        &self.all[self.primary()].options
    }

    /// Connects to the server that accepted writes last, otherwise to the first that does. The error names the servers.
    pub(crate) async fn connect(&self) -> Result<PgConnection, String> {
        let last = self.primary();
        let others = (0..self.all.len()).filter(|index| *index != last);
        let mut problems = Vec::new();
        for index in [last].into_iter().chain(others) {
            let server = &self.all[index];
            match server.connect(self.are_several(), self.clock.as_ref()).await {
                Ok(conn) => {
                    if index != last {
                        tracing::info!(server = server.name, "connected to another PostgreSQL server");
                        self.primary.store(index, Ordering::Relaxed);
                    }
                    return Ok(conn);
                }
                Err(problem) => problems.push(format!("{}: {problem}", server.name)),
            }
        }
        let problems = problems.join("; ");
        Err(if self.are_several() {
            format!("no PostgreSQL server accepts writes: {problems}")
        } else {
            format!("cannot connect to PostgreSQL at {problems}")
        })
    }
}

impl Server {
    fn new(url: &Url) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url.as_str())
            .map_err(|error| StoreError::Unsuitable(format!("database.url is not a valid PostgreSQL URL: {error}")))?;
        let options = options.application_name("stormwire").disable_statement_logging();
        Ok(Self { name: format!("{}{}", server_address(url), url.path()), options })
    }

    async fn connect(&self, is_one_of_several: bool, clock: &dyn Clock) -> Result<PgConnection, String> {
        let limit = if is_one_of_several { CONNECT_TIMEOUT_OF_ONE } else { CONNECT_TIMEOUT };
        let connecting = async {
            let mut conn = self.options.connect().await?;
            let is_standby = is_one_of_several && is_standby(&mut conn).await?;
            Ok::<_, sqlx::Error>((conn, is_standby))
        };
        match within(clock, limit, connecting).await {
            Some(Ok((conn, false))) => Ok(conn),
            Some(Ok((_, true))) => Err("it is a standby".into()),
            Some(Err(error)) => Err(error.to_string()),
            None => Err(format!("timed out after {} s", limit.as_secs())),
        }
    }
}

pub(super) async fn is_standby(conn: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select pg_is_in_recovery()").fetch_one(conn).await
}
