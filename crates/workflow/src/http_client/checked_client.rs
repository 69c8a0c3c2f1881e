//! The door of real calls. A name is resolved once, its addresses are checked, and the connection is made to one of the checked
//! addresses. Redirects are not followed and no proxy of the environment is used, because either could lead to an unchecked
//! address.

use super::address::AddressPolicy;
use super::resolve::{NotAllowed, ResolveError, resolve_allowed};
use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Request, Response, redirect};
use std::error::Error as _;
use std::time::Duration;
use stormwire_graph::{CallError, HttpDoor, root_cause, tls};
use thiserror::Error;

/// Of the system clock. The caller's limit for the whole call is on its own clock.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) struct CheckedClient(Client);

#[derive(Debug, Error)]
#[error("cannot set up the HTTP client: {0}")]
pub struct HttpClientError(String);

impl CheckedClient {
    pub(super) fn new(policy: AddressPolicy) -> Result<Self, HttpClientError> {
        let client = Client::builder()
            .tls_backend_preconfigured(tls::client_config(true).map_err(|error| HttpClientError(root_cause(&error)))?)
            .user_agent(concat!("stormwire/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT_TIMEOUT)
            // Each call has its own connection, to an address that was checked for it.
            .pool_max_idle_per_host(0)
            .dns_resolver(CheckingResolver(policy));
        Ok(Self(client.build().map_err(|error| HttpClientError(root_cause(&error)))?))
    }
}

impl HttpDoor for CheckedClient {
    fn call(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        Box::pin(async move { self.0.execute(request).await.map_err(|error| call_error(&error)) })
    }
}

/// The resolver's verdict arrives as a cause of a connection error.
fn call_error(error: &reqwest::Error) -> CallError {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if let Some(error) = inner.downcast_ref::<NotAllowed>() {
            return CallError::NotAllowed(error.to_string());
        }
        cause = inner.source();
    }
    CallError::from(error)
}

/// Resolves a name to those of its addresses that may be called.
struct CheckingResolver(AddressPolicy);

impl Resolve for CheckingResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let policy = self.0.clone();
        Box::pin(async move {
            match resolve_allowed(&policy, name.as_str(), 0).await {
                Ok(allowed) => Ok(Box::new(allowed.into_iter()) as Addrs),
                Err(ResolveError::NotAllowed(error)) => Err(error.into()),
                Err(ResolveError::Lookup(error)) => Err(error.into()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::Method;
    use tokio::net::TcpSocket;

    #[tokio::test]
    async fn an_address_that_is_not_allowed_is_no_failed_connection() {
        // Bound, so that no other process gets the port, but not listening.
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let port = socket.local_addr().unwrap().port();
        let call = async |allowed: &str, scheme: &str| {
            let policy = AddressPolicy::new(vec![allowed.parse().unwrap()]);
            let url = format!("{scheme}://localhost:{port}/").parse().unwrap();
            CheckedClient::new(policy).unwrap().call(Request::new(Method::GET, url)).await.unwrap_err()
        };
        let rejected = call("10.0.0.0/8", "http").await;
        let CallError::NotAllowed(error) = &rejected else { panic!("{rejected:?}") };
        assert!(error.starts_with("localhost resolves to "), "{error}");
        for (allowed, scheme) in [("127.0.0.0/8", "http"), ("127.0.0.0/8", "https"), ("10.0.0.0/8", "ftp")] {
            let error = call(allowed, scheme).await;
            assert!(matches!(error, CallError::NotConnected(_)), "{scheme} with {allowed}: {error:?}");
        }
    }
}
