//! Servers that workflows call: a web server with prepared responses, and an independent mail server.

use crate::process::Process;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use futures_util::stream;
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// A request that was heard.
#[derive(Debug, Clone)]
pub struct ReceivedRequest {
    /// `POST /path?query`.
    pub line: String,
    /// As they came.
    pub headers: HeaderMap,
    /// As it came.
    pub body: String,
}

impl ReceivedRequest {
    /// A header, or nothing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// The body, read.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }
}

/// What is answered.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A status with JSON.
    Json(u16, Value),
    /// A status with a content type and a text.
    Text(u16, &'static str, String),
    /// A status with one header.
    With(u16, &'static str, String),
    /// Good, and then without an end.
    Huge,
    /// Good, and then the connection breaks.
    Broken,
    /// Never.
    Hang,
}

struct ServerState {
    heard: Mutex<Vec<ReceivedRequest>>,
    answers: Mutex<VecDeque<Answer>>,
}

/// A web server on this machine. What it has no answer for is good.
pub struct WebServer {
    /// Where it listens.
    pub address: SocketAddr,
    state: Arc<ServerState>,
}

impl WebServer {
    /// Starts it.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(ServerState { heard: Mutex::default(), answers: Mutex::default() });
        let router = Router::new().fallback(hear).with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, state }
    }

    /// An address on it.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Says what is answered next, behind what was said before.
    pub fn then(&self, answer: Answer) -> &Self {
        self.state.answers.lock().expect("as set up").push_back(answer);
        self
    }

    /// Everything that was heard.
    pub fn heard(&self) -> Vec<ReceivedRequest> {
        self.state.heard.lock().expect("as set up").clone()
    }
}

async fn hear(State(state): State<Arc<ServerState>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 10_000_000).await.expect("a body");
    let body = String::from_utf8(body.to_vec()).expect("text");
    let line = format!("{} {}", parts.method, parts.uri);
    state.heard.lock().expect("as set up").push(ReceivedRequest { line, headers: parts.headers, body });
    let answer = state.answers.lock().expect("as set up").pop_front();
    match answer.unwrap_or(Answer::Json(200, serde_json::json!({"ok": true}))) {
        Answer::Json(status, body) => {
            reply(status, header::CONTENT_TYPE.as_str(), "application/json", body.to_string().into())
        }
        Answer::Text(status, kind, body) => reply(status, header::CONTENT_TYPE.as_str(), kind, body.into()),
        Answer::With(status, name, value) => reply(status, name, &value, Body::empty()),
        Answer::Huge => {
            let chunks = stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; 65_536])));
            reply(200, header::CONTENT_TYPE.as_str(), "text/plain", Body::from_stream(chunks))
        }
        Answer::Broken => {
            let chunks = [Ok(Bytes::from_static(b"{\"half")), Err(std::io::Error::other("broken"))];
            reply(200, header::CONTENT_TYPE.as_str(), "application/json", Body::from_stream(stream::iter(chunks)))
        }
        Answer::Hang => std::future::pending().await,
    }
}

fn reply(status: u16, name: &str, value: &str, body: Body) -> Response<Body> {
    let status = StatusCode::from_u16(status).expect("a status");
    Response::builder().status(status).header(name, value).body(body).expect("an answer")
}

/// A mail server: Python's aiosmtpd, see `mail-server.py`.
pub struct MailServer {
    /// Where it listens.
    pub address: SocketAddr,
    file: PathBuf,
    _process: Process,
}

impl MailServer {
    /// Starts it; it writes down its mail in the folder.
    pub fn start(folder: &Path) -> Self {
        let file = folder.join("mail.jsonl");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/mail-server.py");
        // Debian's package is seen by Debian's Python alone, which need not be the first on the path.
        let known = |python: &&str| {
            Command::new(python)
                .args(["-c", "import aiosmtpd"])
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|ended| ended.success())
        };
        let python =
            ["/usr/bin/python3", "python3"].into_iter().find(known).expect("python3-aiosmtpd: run scripts/setup.sh");
        let mut command = Command::new(python);
        command.arg(script).arg(&file).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Process::start(command);
        let mut line = String::new();
        BufReader::new(process.stdout()).read_line(&mut line).expect("its port");
        let port: u16 = line.trim().parse().expect("a port");
        Self { address: ([127, 0, 0, 1], port).into(), file, _process: process }
    }

    /// The mail that it has taken, or is still taking.
    pub fn mails(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// From now on it hangs again where it is told to.
    pub fn hang(&self) {
        std::fs::remove_file(self.file.with_extension("jsonl.go")).expect("it was released");
    }

    /// From now on it acknowledges everything.
    pub fn release(&self) {
        std::fs::write(self.file.with_extension("jsonl.go"), "").expect("written");
    }
}
