//! Resolves names to addresses that may be called.

use super::address::AddressPolicy;
use std::io;
use std::net::{IpAddr, SocketAddr};
use thiserror::Error;

#[derive(Debug, Error)]
#[error("{0} resolves to {1}, which is private and not in workflow.allow_addresses")]
pub struct NotAllowed(pub(super) String, pub(super) IpAddr);

#[derive(Debug, Error)]
pub enum ResolveError {
    #[error(transparent)]
    NotAllowed(#[from] NotAllowed),
    #[error("cannot resolve the name: {0}")]
    Lookup(#[from] io::Error),
}

/// Those addresses of a name that may be called. A name with private addresses alone is an error. Text that is an address is
/// checked like a name.
pub async fn resolve_allowed(policy: &AddressPolicy, host: &str, port: u16) -> Result<Vec<SocketAddr>, ResolveError> {
    let found: Vec<SocketAddr> = tokio::net::lookup_host((host, port)).await?.collect();
    let (allowed, rejected): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| policy.allows(found.ip()));
    match (allowed.is_empty(), rejected.first()) {
        (true, Some(rejected)) => Err(NotAllowed(host.to_owned(), rejected.ip()).into()),
        _ => Ok(allowed),
    }
}
