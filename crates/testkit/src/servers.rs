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

#[derive(Debug, Clone)]
pub struct ReceivedRequest {
    /// `POST /path?query`.
    pub line: String,
    pub headers: HeaderMap,
    /// Bytes that are not UTF-8 are replaced.
    pub body: String,
}

impl ReceivedRequest {
    /// Empty if the header is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a text header"))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("a JSON body")
    }
}

#[derive(Debug, Clone)]
pub enum PreparedResponse {
    /// Status, body.
    Json(u16, Value),
    /// Status, content type, body.
    Text(u16, &'static str, String),
    /// Status, header name, header value.
    Header(u16, &'static str, String),
    /// 200 with a body that never ends.
    Endless,
    /// 200, then the connection breaks.
    Truncated,
    /// No response.
    Hang,
}

struct ServerState {
    requests: Mutex<Vec<ReceivedRequest>>,
    responses: Mutex<VecDeque<PreparedResponse>>,
}

/// A web server on this machine. Responds with 200 unless a response was prepared.
pub struct WebServer {
    pub address: SocketAddr,
    state: Arc<ServerState>,
}

impl WebServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bind a port");
        let address = listener.local_addr().expect("local address");
        let state = Arc::new(ServerState { requests: Mutex::default(), responses: Mutex::default() });
        let router = Router::new().fallback(handle_request).with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, state }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Queues a response. Responses are used in order.
    pub fn respond_next(&self, response: PreparedResponse) -> &Self {
        self.state.responses.lock().expect("lock").push_back(response);
        self
    }

    pub fn requests(&self) -> Vec<ReceivedRequest> {
        self.state.requests.lock().expect("lock").clone()
    }
}

async fn handle_request(State(state): State<Arc<ServerState>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 10_000_000).await.expect("read the body");
    let body = String::from_utf8_lossy(&body).into_owned();
    let line = format!("{} {}", parts.method, parts.uri);
    state.requests.lock().expect("lock").push(ReceivedRequest { line, headers: parts.headers, body });
    let prepared = state.responses.lock().expect("lock").pop_front();
    match prepared.unwrap_or(PreparedResponse::Json(200, serde_json::json!({"ok": true}))) {
        PreparedResponse::Json(status, body) => {
            build_response(status, header::CONTENT_TYPE.as_str(), "application/json", body.to_string().into())
        }
        PreparedResponse::Text(status, kind, body) => {
            build_response(status, header::CONTENT_TYPE.as_str(), kind, body.into())
        }
        PreparedResponse::Header(status, name, value) => build_response(status, name, &value, Body::empty()),
        PreparedResponse::Endless => {
            let chunks = stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; 65_536])));
            build_response(200, header::CONTENT_TYPE.as_str(), "text/plain", Body::from_stream(chunks))
        }
        PreparedResponse::Truncated => {
            let chunks = [Ok(Bytes::from_static(b"{\"half")), Err(std::io::Error::other("broken"))];
            build_response(
                200,
                header::CONTENT_TYPE.as_str(),
                "application/json",
                Body::from_stream(stream::iter(chunks)),
            )
        }
        PreparedResponse::Hang => std::future::pending().await,
    }
}

fn build_response(status: u16, name: &str, value: &str, body: Body) -> Response<Body> {
    let status = StatusCode::from_u16(status).expect("a valid status");
    Response::builder().status(status).header(name, value).body(body).expect("build the response")
}

/// A mail server based on Python's aiosmtpd, see `mail-server.py`.
pub struct MailServer {
    pub address: SocketAddr,
    file: PathBuf,
    _process: Process,
}

impl MailServer {
    /// Received mail is written to the folder.
    pub fn start(folder: &Path) -> Self {
        let file = folder.join("mail.jsonl");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/mail-server.py");
        // Debian's package is visible only to Debian's Python, which may not be the first in PATH.
        let has_aiosmtpd = |python: &&str| {
            Command::new(python)
                .args(["-c", "import aiosmtpd"])
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|ended| ended.success())
        };
        let python = ["/usr/bin/python3", "python3"]
            .into_iter()
            .find(has_aiosmtpd)
            .expect("aiosmtpd not found: run scripts/setup.sh");
        let mut command = Command::new(python);
        command.arg(script).arg(&file).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Process::start(command);
        let mut line = String::new();
        BufReader::new(process.stdout()).read_line(&mut line).expect("read the port");
        let port: u16 = line.trim().parse().expect("parse the port");
        Self { address: ([127, 0, 0, 1], port).into(), file, _process: process }
    }

    /// Received mail, acknowledged or not.
    pub fn mails(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        // The last line may be half written.
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        lines.map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
    }

    /// Mail to `hanging@...` is no longer acknowledged.
    pub fn stop_acknowledging(&self) {
        std::fs::remove_file(self.file.with_extension("jsonl.go")).expect("acknowledge_all was called before");
    }

    /// Mail to `hanging@...` is acknowledged too.
    pub fn acknowledge_all(&self) {
        std::fs::write(self.file.with_extension("jsonl.go"), "").expect("write the marker file");
    }
}
