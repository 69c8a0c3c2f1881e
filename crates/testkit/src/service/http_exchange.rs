//! Single requests over HTTP/1.1.

use crate::wait::TEST_TIMEOUT;
use std::net::SocketAddr;
use stormwire_clock::{SystemClock, within};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The response with its head. Empty if the connection was lost.
pub(super) async fn get(address: SocketAddr, path: &str) -> String {
    exchange(address, format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")).await
}

/// As [`get`].
pub(super) async fn post_json(address: SocketAddr, path: &str, body: &str) -> String {
    let length = body.len();
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}");
    exchange(address, format!("{head}\r\ncontent-type: application/json\r\n\r\n{body}")).await
}

/// Panics if there is no response at all.
async fn exchange(address: SocketAddr, request: String) -> String {
    let exchange = async {
        let mut response = Vec::new();
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(request.as_bytes()).await?;
        stream.read_to_end(&mut response).await?;
        Ok::<_, std::io::Error>(response)
    };
    let response = within(&SystemClock, TEST_TIMEOUT, exchange).await.expect("a response in time");
    response.map(|response| String::from_utf8_lossy(&response).into_owned()).unwrap_or_default()
}
