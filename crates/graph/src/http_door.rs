//! The door through which the service's HTTP calls leave it: the client of the real service, or a program of a test that responds
//! in the same process, without sockets and on a virtual clock.
//!
//! The callers are in front of the door, so whatever they promise holds for every door: checks of the URL, retries, the limits of
//! the time and of the size of a response.

use crate::error::root_cause;
use futures_util::future::BoxFuture;
use reqwest::{Client, Request, Response};
use thiserror::Error;

/// Makes HTTP calls.
pub trait HttpDoor: Send + Sync {
    /// Sends a request, once, and returns when the head of the response is there. What breaks later is an error of reading the
    /// body. Follows no redirect. Dropping the future ends the call, whose outcome is then unknown.
    ///
    /// The caller limits the time of the whole call. The door limits the time of connecting, because only it knows when it is
    /// connected: the end of that limit is [`CallError::NotConnected`].
    fn call(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>>;
}

/// Why a call has no response. The texts contain no URL, because a URL can contain a secret.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CallError {
    /// Nothing was sent.
    #[error("{0}")]
    NotConnected(String),
    /// Nothing was sent, and nothing will be until the configuration changes: the name has only addresses that may not be called.
    #[error("{0}")]
    NotAllowed(String),
    /// The request may have arrived.
    #[error("{0}")]
    Interrupted(String),
}

impl From<&reqwest::Error> for CallError {
    fn from(error: &reqwest::Error) -> Self {
        let cause = root_cause(error);
        // A request that cannot be built is not sent either.
        if error.is_connect() || error.is_builder() { Self::NotConnected(cause) } else { Self::Interrupted(cause) }
    }
}

impl HttpDoor for Client {
    fn call(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        Box::pin(async move { self.execute(request).await.map_err(|error| CallError::from(&error)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tls;
    use reqwest::Method;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpSocket};

    /// What a caller learns: the text of a whole body, or where the call ended.
    async fn outcome(url: &str) -> String {
        let tls = tls::client_config(false).unwrap();
        let client = Client::builder().no_proxy().tls_backend_preconfigured(tls).build().unwrap();
        let door: &dyn HttpDoor = &client;
        let called = door.call(Request::new(Method::POST, url.parse().unwrap())).await;
        match called {
            Ok(response) => response.text().await.unwrap_or_else(|_| "broken body".into()),
            Err(CallError::NotConnected(_)) => "not connected".into(),
            Err(CallError::NotAllowed(_)) => "not allowed".into(),
            Err(CallError::Interrupted(_)) => "interrupted".into(),
        }
    }

    /// A server that responds to the head of a request with these bytes and closes the connection.
    async fn server(response: &'static [u8]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut received = vec![];
            while !received.ends_with(b"\r\n\r\n") {
                stream.read_buf(&mut received).await.unwrap();
            }
            stream.write_all(response).await.unwrap();
        });
        url
    }

    #[tokio::test]
    async fn an_error_says_whether_the_request_may_have_arrived() {
        // Bound, so that no other process gets the port, but not listening.
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let closed = format!("http://{}/", socket.local_addr().unwrap());
        for (url, expected) in [
            (closed, "not connected"),
            ("ftp://127.0.0.1/".into(), "not connected"),
            (server(b"").await, "interrupted"),
            (server(b"HTTP/1.1 2").await, "interrupted"),
            (server(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf").await, "broken body"),
            (server(b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nbody").await, "body"),
        ] {
            assert_eq!(outcome(&url).await, expected, "{url}");
        }
    }
}
