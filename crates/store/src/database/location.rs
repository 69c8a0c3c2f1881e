//! Which database is used, and where it is.

use super::server_urls;
use std::net::IpAddr;
use std::path::PathBuf;
use url::Url;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Database {
    /// A folder with one file per schema.
    Sqlite(PathBuf),
    /// A PostgreSQL connection URL. Several servers are in the parameters `host` and `port`.
    Postgres(Url),
}

/// Without user and password.
impl std::fmt::Display for Database {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(folder) => write!(out, "sqlite:{}", folder.display()),
            Self::Postgres(url) => write!(out, "postgres://{}{}", server_urls::server_name(url), url.path()),
        }
    }
}

impl Database {
    /// Reads a PostgreSQL URL, which may name several servers. The error never repeats the URL.
    pub fn parse_postgres(text: &str) -> Result<Self, String> {
        server_urls::parse(text).map(Self::Postgres)
    }

    /// One URL for each PostgreSQL server, in order. Empty on SQLite.
    pub fn server_urls(&self) -> Vec<Url> {
        match self {
            Self::Sqlite(_) => Vec::new(),
            Self::Postgres(url) => server_urls::split(url).unwrap_or_default(),
        }
    }

    /// What is unsafe about the connection: passwords and mail cross the network, so it must be encrypted, and the server
    /// must be verified. `None` if nothing is.
    pub fn connection_warning(&self) -> Option<String> {
        let Self::Postgres(url) = self else { return None };
        let parameter = |names: [&str; 2]| {
            url.query_pairs().find(|(name, _)| names.contains(&name.as_ref())).map(|(_, value)| value.into_owned())
        };
        let host = parameter(["host", "hostaddr"]).or_else(|| url.host_str().map(str::to_owned)).unwrap_or_default();
        let host = host.split(',').find(|host| !is_local(host))?;
        let risk = match parameter(["sslmode", "ssl-mode"]).as_deref() {
            Some("verify-full") => return None,
            Some("require" | "verify-ca") => "encrypts the connection but does not verify the name of the server",
            _ => "may connect without encryption",
        };
        Some(format!(
            "database.url {risk}, and the database server {host} is on the network; add ?sslmode=verify-full&sslrootcert=FILE"
        ))
    }
}

/// A socket folder, or an address of this machine.
fn is_local(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.is_empty()
        || host.starts_with('/')
        || host.starts_with("%2F")
        || host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_over_the_network_must_be_verified() {
        for (url, expected) in [
            ("postgres://u@localhost/db", None),
            ("postgres://u@127.0.0.1:5433/db", None),
            ("postgres://u@[::1]/db", None),
            ("postgres:///db?host=/run/postgresql", None),
            ("postgres://u@%2Frun%2Fpostgresql/db", None),
            ("postgres://u@db.example.gov/db?sslmode=verify-full", None),
            ("postgres://u:hunter2@db.example.gov/db", Some("may connect without encryption")),
            ("postgres://u@10.0.0.5/db?sslmode=prefer", Some("may connect without encryption")),
            ("postgres://u@localhost/db?host=localhost,/run/postgresql", None),
            ("postgres://u@localhost/db?host=localhost,10.0.0.5", Some("may connect without encryption")),
            ("postgres://u@10.0.0.5/db?ssl-mode=require", Some("does not verify the name")),
            ("postgres://u@10.0.0.5/db?sslmode=verify-ca", Some("does not verify the name")),
        ] {
            let warning = Database::Postgres(url.parse().unwrap()).connection_warning();
            assert_eq!(warning.is_some(), expected.is_some(), "{url}: {warning:?}");
            if let (Some(warning), Some(expected)) = (warning, expected) {
                assert!(warning.contains(expected) && !warning.contains("hunter2"), "{url}: {warning}");
            }
        }
        assert_eq!(Database::Sqlite("data".into()).connection_warning(), None);
    }
}
