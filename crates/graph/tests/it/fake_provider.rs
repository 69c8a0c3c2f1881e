//! A small fake provider: responses come from a script, one connection each, and every request is recorded.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

#[derive(Debug, Clone)]
pub(crate) struct RecordedRequest {
    pub(crate) method: String,
    /// With its query.
    pub(crate) path: String,
    head: String,
    body: String,
}

/// How the fake provider responds to one request.
pub(crate) enum FakeResponse {
    /// Sends the bytes and closes the connection.
    Immediate(Vec<u8>),
    /// Sends the bytes when the test releases a response.
    Held(Vec<u8>),
    /// Sends the bytes and keeps the connection open.
    Stalled(Vec<u8>),
}

pub(crate) struct FakeProvider {
    pub(crate) address: SocketAddr,
    script: Arc<Script>,
}

#[derive(Default)]
struct Script {
    call_responses: Mutex<VecDeque<FakeResponse>>,
    sign_in_responses: Mutex<VecDeque<FakeResponse>>,
    calls: watch::Sender<Vec<RecordedRequest>>,
    sign_ins: watch::Sender<Vec<RecordedRequest>>,
    released: ReleasedResponses,
}

/// How many held responses may be sent.
struct ReleasedResponses(Semaphore);

impl Default for ReleasedResponses {
    fn default() -> Self {
        Self(Semaphore::new(0))
    }
}

impl FakeProvider {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let script = Arc::new(Script::default());
        let serving = Arc::clone(&script);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&serving)));
            }
        });
        Self { address, script }
    }

    /// Adds the response to the next call.
    pub(crate) fn respond(&self, response: FakeResponse) -> &Self {
        self.script.call_responses.lock().unwrap().push_back(response);
        self
    }

    /// Adds the response to the next sign-in. Without one, a sign-in gets a token.
    pub(crate) fn respond_to_sign_in(&self, response: FakeResponse) -> &Self {
        self.script.sign_in_responses.lock().unwrap().push_back(response);
        self
    }

    /// A link to this provider.
    pub(crate) fn link(&self, rest: &str) -> String {
        format!("http://{}/v1.0/{rest}", self.address)
    }

    pub(crate) fn calls(&self) -> Vec<RecordedRequest> {
        self.script.calls.borrow().clone()
    }

    pub(crate) fn sign_ins(&self) -> Vec<RecordedRequest> {
        self.script.sign_ins.borrow().clone()
    }

    pub(crate) async fn wait_for_calls(&self, count: usize) {
        self.script.calls.subscribe().wait_for(|calls| calls.len() >= count).await.unwrap();
    }

    pub(crate) async fn wait_for_sign_ins(&self, count: usize) {
        self.script.sign_ins.subscribe().wait_for(|sign_ins| sign_ins.len() >= count).await.unwrap();
    }

    /// Sends this many of the held responses.
    pub(crate) fn release(&self, count: usize) {
        self.script.released.0.add_permits(count);
    }

    /// Makes several requests of its own. When they are done, all calls that could be sent have arrived.
    pub(crate) async fn let_pending_calls_arrive(&self) {
        for _ in 0..8 {
            let mut stream = TcpStream::connect(self.address).await.unwrap();
            stream.write_all(b"GET /other/oauth2/ HTTP/1.1\r\n\r\n").await.unwrap();
            let mut response = vec![];
            stream.read_to_end(&mut response).await.unwrap();
        }
    }

    /// Whether every scripted response was sent.
    pub(crate) fn is_script_used_up(&self) -> bool {
        self.script.call_responses.lock().unwrap().is_empty()
            && self.script.sign_in_responses.lock().unwrap().is_empty()
    }
}

impl RecordedRequest {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let of = |line: &'_ str| line.split_once(':').map(|(key, value)| (key.to_owned(), value.trim().to_owned()));
        let lines = self.head.lines().filter(|line| of(line).is_some_and(|(key, _)| key.eq_ignore_ascii_case(name)));
        lines.map(|line| line.split_once(':').unwrap().1.trim()).next()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn text(&self) -> &str {
        &self.body
    }
}

impl FakeResponse {
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::new(status, &[], &body.to_string())
    }

    pub(crate) fn empty(status: u16) -> Self {
        Self::new(status, &[], "")
    }

    pub(crate) fn error(status: u16, code: &str) -> Self {
        Self::json(status, &json!({ "error": { "code": code, "message": format!("About {code}.") } }))
    }

    pub(crate) fn new(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let (headers, length) = (headers.concat(), body.len());
        let head = format!("HTTP/1.1 {status} Scripted\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}");
        Self::Immediate(format!("{head}\r\n{body}").into_bytes())
    }

    /// Closes the connection without a response.
    pub(crate) fn disconnect() -> Self {
        Self::Immediate(vec![])
    }

    /// Closes the connection in the middle of a successful response.
    pub(crate) fn truncated() -> Self {
        Self::Immediate(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"value\":".to_vec())
    }

    /// The same response, sent only when the test releases it.
    pub(crate) fn held(self) -> Self {
        match self {
            Self::Immediate(bytes) | Self::Held(bytes) | Self::Stalled(bytes) => Self::Held(bytes),
        }
    }

    pub(crate) fn token(name: &str, expires_in: u64) -> Self {
        Self::json(200, &json!({ "token_type": "Bearer", "expires_in": expires_in, "access_token": name }))
    }
}

async fn serve(mut stream: TcpStream, script: Arc<Script>) {
    let Some(request) = read_request(&mut stream).await else { return };
    let is_sign_in = request.path.contains("/oauth2/");
    let (queue, log) = if is_sign_in {
        (&script.sign_in_responses, &script.sign_ins)
    } else {
        (&script.call_responses, &script.calls)
    };
    let response = queue.lock().unwrap().pop_front();
    log.send_modify(|requests| requests.push(request));
    let response = response.unwrap_or_else(|| {
        let number = log.borrow().len();
        if is_sign_in {
            FakeResponse::token(&format!("token-{number}"), 3599)
        } else {
            FakeResponse::error(418, "NotInTheScript")
        }
    });
    match response {
        FakeResponse::Immediate(bytes) => stream.write_all(&bytes).await.unwrap(),
        FakeResponse::Held(bytes) => {
            script.released.0.acquire().await.unwrap().forget();
            // The client may have disconnected.
            let _ = stream.write_all(&bytes).await;
        }
        FakeResponse::Stalled(bytes) => {
            stream.write_all(&bytes).await.unwrap();
            stream.flush().await.unwrap();
            let mut rest = vec![];
            let _ = stream.read_to_end(&mut rest).await;
        }
    }
    let _ = stream.shutdown().await;
}

async fn read_request(stream: &mut TcpStream) -> Option<RecordedRequest> {
    let mut bytes = vec![];
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut first = head.lines().next()?.split(' ').map(str::to_owned);
    let (method, path) = (first.next()?, first.next()?);
    let mut request = RecordedRequest { method, path, head, body: String::new() };
    let length: usize = request.header("content-length").map_or(0, |text| text.parse().unwrap());
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    request.body = String::from_utf8(bytes.split_off(end + 4)).unwrap();
    Some(request)
}
