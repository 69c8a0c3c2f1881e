//! A provider of a few lines: replies come from a script, one connection each, and every request is kept.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// A request that arrived.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) method: String,
    /// As it came, with its query.
    pub(crate) path: String,
    head: String,
    body: String,
}

/// What happens to a request.
pub(crate) enum Reply {
    /// These bytes, then the end of the connection.
    Bytes(Vec<u8>),
    /// These bytes once the test lets one through.
    Held(Vec<u8>),
    /// These bytes, and then nothing more.
    Stuck(Vec<u8>),
}

/// The provider.
pub(crate) struct Provider {
    pub(crate) address: SocketAddr,
    script: Arc<Script>,
}

#[derive(Default)]
struct Script {
    calls: Mutex<VecDeque<Reply>>,
    tokens: Mutex<VecDeque<Reply>>,
    asked: watch::Sender<Vec<Asked>>,
    signed_in: watch::Sender<Vec<Asked>>,
    let_through: Door,
}

/// Closed at first.
struct Door(Semaphore);

impl Default for Door {
    fn default() -> Self {
        Self(Semaphore::new(0))
    }
}

impl Provider {
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

    /// The next call gets this.
    pub(crate) fn then(&self, reply: Reply) -> &Self {
        self.script.calls.lock().unwrap().push_back(reply);
        self
    }

    /// The next sign-in gets this instead of a token.
    pub(crate) fn then_sign_in(&self, reply: Reply) -> &Self {
        self.script.tokens.lock().unwrap().push_back(reply);
        self
    }

    /// An address of the provider's.
    pub(crate) fn link(&self, rest: &str) -> String {
        format!("http://{}/v1.0/{rest}", self.address)
    }

    /// All calls so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.script.asked.borrow().clone()
    }

    /// All sign-ins so far.
    pub(crate) fn signed_in(&self) -> Vec<Asked> {
        self.script.signed_in.borrow().clone()
    }

    /// Waits until that many calls have arrived.
    pub(crate) async fn arrived(&self, calls: usize) {
        self.script.asked.subscribe().wait_for(|asked| asked.len() >= calls).await.unwrap();
    }

    /// Waits until that many sign-ins have arrived.
    pub(crate) async fn sign_ins_arrived(&self, calls: usize) {
        self.script.signed_in.subscribe().wait_for(|asked| asked.len() >= calls).await.unwrap();
    }

    /// Answers that many of the held ones.
    pub(crate) fn let_through(&self, calls: usize) {
        self.script.let_through.0.add_permits(calls);
    }

    /// Speaks with the provider several times beside everything else: what could set out has arrived by then.
    pub(crate) async fn meanwhile(&self) {
        for _ in 0..8 {
            let mut stream = TcpStream::connect(self.address).await.unwrap();
            stream.write_all(b"GET /beside/oauth2/ HTTP/1.1\r\n\r\n").await.unwrap();
            let mut answer = vec![];
            stream.read_to_end(&mut answer).await.unwrap();
        }
    }

    /// Whether every reply was used.
    pub(crate) fn is_through(&self) -> bool {
        self.script.calls.lock().unwrap().is_empty() && self.script.tokens.lock().unwrap().is_empty()
    }
}

impl Asked {
    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let of = |line: &'_ str| line.split_once(':').map(|(key, value)| (key.to_owned(), value.trim().to_owned()));
        let lines = self.head.lines().filter(|line| of(line).is_some_and(|(key, _)| key.eq_ignore_ascii_case(name)));
        lines.map(|line| line.split_once(':').unwrap().1.trim()).next()
    }

    /// The body.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The body as it came.
    pub(crate) fn text(&self) -> &str {
        &self.body
    }
}

impl Reply {
    /// With a JSON body.
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::with(status, &[], &body.to_string())
    }

    /// Without a body.
    pub(crate) fn empty(status: u16) -> Self {
        Self::with(status, &[], "")
    }

    /// An error object.
    pub(crate) fn error(status: u16, code: &str) -> Self {
        Self::json(status, &json!({ "error": { "code": code, "message": format!("About {code}.") } }))
    }

    /// With headers.
    pub(crate) fn with(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let (headers, length) = (headers.concat(), body.len());
        let head = format!("HTTP/1.1 {status} Scripted\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}");
        Self::Bytes(format!("{head}\r\n{body}").into_bytes())
    }

    /// The connection ends without a word.
    pub(crate) fn cut() -> Self {
        Self::Bytes(vec![])
    }

    /// The connection ends in the middle of a good reply.
    pub(crate) fn half() -> Self {
        Self::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"value\":".to_vec())
    }

    /// Only when the test lets it through.
    pub(crate) fn held(self) -> Self {
        match self {
            Self::Bytes(bytes) | Self::Held(bytes) | Self::Stuck(bytes) => Self::Held(bytes),
        }
    }

    /// A token.
    pub(crate) fn token(name: &str, expires_in: u64) -> Self {
        Self::json(200, &json!({ "token_type": "Bearer", "expires_in": expires_in, "access_token": name }))
    }
}

async fn serve(mut stream: TcpStream, script: Arc<Script>) {
    let Some(asked) = read(&mut stream).await else { return };
    let is_sign_in = asked.path.contains("/oauth2/");
    let (queue, log) = if is_sign_in { (&script.tokens, &script.signed_in) } else { (&script.calls, &script.asked) };
    let reply = queue.lock().unwrap().pop_front();
    log.send_modify(|all| all.push(asked));
    let reply = reply.unwrap_or_else(|| {
        let number = log.borrow().len();
        if is_sign_in { Reply::token(&format!("token-{number}"), 3599) } else { Reply::error(418, "NotInTheScript") }
    });
    match reply {
        Reply::Bytes(bytes) => stream.write_all(&bytes).await.unwrap(),
        Reply::Held(bytes) => {
            script.let_through.0.acquire().await.unwrap().forget();
            // Whoever asked may have gone.
            let _ = stream.write_all(&bytes).await;
        }
        Reply::Stuck(bytes) => {
            stream.write_all(&bytes).await.unwrap();
            stream.flush().await.unwrap();
            let mut rest = vec![];
            let _ = stream.read_to_end(&mut rest).await;
        }
    }
    let _ = stream.shutdown().await;
}

async fn read(stream: &mut TcpStream) -> Option<Asked> {
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
    let mut asked = Asked { method, path, head, body: String::new() };
    let length: usize = asked.header("content-length").map_or(0, |text| text.parse().unwrap());
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    asked.body = String::from_utf8(bytes.split_off(end + 4)).unwrap();
    Some(asked)
}
