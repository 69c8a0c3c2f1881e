//! The services that the old installation uses: the mail provider with its messages, and the web server that its
//! workflows call.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, SystemRng, VirtualClock, within};
use stormwire_emulator::{Emulator, Settings};
use stormwire_testkit::service::TEST_TIMEOUT;
use tokio::net::TcpListener;

const POLL: Duration = Duration::from_millis(50);

/// Polls until the probe succeeds; panics with the last error if it never does.
pub(super) async fn until<T>(mut probe: impl AsyncFnMut() -> Result<T, String>) -> T {
    let last = Mutex::new(String::new());
    let polling = async {
        loop {
            match probe().await {
                Ok(found) => return found,
                Err(error) => *last.lock().unwrap() = error,
            }
            SystemClock.sleep(POLL).await;
        }
    };
    let found = within(&SystemClock, TEST_TIMEOUT, polling).await;
    found.unwrap_or_else(|| panic!("not within {} s: {}", TEST_TIMEOUT.as_secs(), last.lock().unwrap()))
}

/// An emulator with the messages of the old one under the same ids, which accepts only the right secret.
pub(super) async fn provider(expected: &Value) -> Emulator {
    let emulator = Emulator::new(Arc::new(VirtualClock::running()), Box::new(SystemRng)).unwrap();
    let secrets = BTreeMap::from([("client of City mail".to_owned(), "secret of City mail".to_owned())]);
    emulator.set_settings(Settings { secrets: Some(secrets), ..Settings::default() });
    for mailbox in expected["mailboxes"].as_array().unwrap() {
        emulator.add_mailbox(mailbox.as_str().unwrap()).unwrap();
    }
    for one in expected["messages"].as_array().unwrap() {
        let (mailbox, folder) = (one["mailbox"].as_str().unwrap(), one["folder"].as_str().unwrap());
        let id = emulator.deliver(mailbox, folder, one["message"].clone()).unwrap();
        assert_eq!(id, one["key"], "the emulator gives the same messages in the same order the same ids");
    }
    // Another run of this test on this machine uses the same addresses; wait until it ends.
    let address = address(&expected["provider"]);
    until(async || emulator.listen(address).await.map_err(|error| format!("{address}: {error}"))).await;
    emulator
}

/// A call of an Http action.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) path: String,
    pub(super) body: Value,
    pub(super) key: String,
    pub(super) authorization: String,
}

impl Call {
    /// From the recording of `make.py`.
    pub(super) fn read(value: &Value) -> Self {
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        Self { path: text("path"), body: value["body"].clone(), key: text("key"), authorization: text("authorization") }
    }

    pub(super) fn subject(&self) -> &str {
        self.body["subject"].as_str().unwrap()
    }
}

/// Responds to every call like `make.py`.
pub(super) struct WebServer(Arc<Mutex<Vec<Call>>>);

impl WebServer {
    pub(super) async fn start(expected: &Value) -> Self {
        let address = address(&expected["web"]);
        let bind = async || TcpListener::bind(address).await.map_err(|error| format!("{address}: {error}"));
        let listener = until(bind).await;
        let calls = Arc::new(Mutex::new(Vec::new()));
        let router = Router::new().fallback(take).with_state(calls.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self(calls)
    }

    pub(super) fn calls(&self) -> Vec<Call> {
        self.0.lock().unwrap().clone()
    }
}

async fn take(
    State(calls): State<Arc<Mutex<Vec<Call>>>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, Json<Value>) {
    let header = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    let call = Call {
        path: uri.path().to_owned(),
        body: serde_json::from_slice(&body).unwrap(),
        key: header("idempotency-key"),
        authorization: header("authorization"),
    };
    let ticket = format!("ticket of {}", call.subject());
    calls.lock().unwrap().push(call);
    (StatusCode::CREATED, Json(json!({ "ticket": ticket })))
}

fn address(value: &Value) -> SocketAddr {
    value.as_str().unwrap().parse().unwrap()
}
