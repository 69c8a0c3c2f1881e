//! The path and query of a Graph request below a mailbox, and a `Prefer` header in the second line. The emulator must reject
//! what it does not understand, with an error of Graph.
#![no_main]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};
use stormwire_clock::{SeededRng, VirtualClock};
use stormwire_emulator::{Emulator, ListenerOrigin};
use stormwire_fuzz::lines;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

const MAILBOX: &str = "storm@city.example";
const TOKEN_FORM: &str =
    "grant_type=client_credentials&client_id=a&client_secret=b&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default";

struct Provider {
    runtime: Runtime,
    // Dropping it would stop it.
    _emulator: Emulator,
    router: Router,
    authorization: String,
}

static PROVIDER: LazyLock<Provider> = LazyLock::new(|| {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let guard = runtime.enter();
    let emulator = Emulator::new(Arc::new(VirtualClock::frozen()), Box::new(SeededRng::new(1))).expect("an emulator");
    emulator.add_mailbox(MAILBOX).expect("a valid address");
    for number in 1..=3 {
        let message =
            json!({ "subject": format!("Strike {number}"), "body": { "contentType": "text", "content": "x" } });
        emulator.deliver(MAILBOX, "Inbox", message).expect("a valid message");
    }
    let router = emulator.router(ListenerOrigin { scheme: "http", address: "localhost".to_owned() });
    let request =
        Request::post("/city.example/oauth2/v2.0/token").body(Body::from(TOKEN_FORM)).expect("a valid request");
    let token = runtime.block_on(async {
        let response = router.clone().oneshot(request).await.expect("a response");
        json_body(response).await
    });
    let authorization = format!("Bearer {}", token["access_token"].as_str().expect("a token"));
    drop(guard);
    Provider { runtime, _emulator: emulator, router, authorization }
});

fuzz_target!(|input: &str| {
    let [path, prefer] = lines(input);
    let uri = format!("/v1.0/users/{MAILBOX}/{}", path.replace(' ', "%20"));
    let request = Request::get(uri).header(header::AUTHORIZATION, &PROVIDER.authorization).header("prefer", prefer);
    let Ok(request) = request.body(Body::empty()) else { return };
    PROVIDER.runtime.block_on(async {
        let response = PROVIDER.router.clone().oneshot(request).await.expect("a response");
        let status = response.status();
        assert!(!status.is_server_error() && status != StatusCode::UNAUTHORIZED, "{status}");
        if status.is_client_error() {
            let body = json_body(response).await;
            assert!(body["error"]["code"].is_string() || body.is_null(), "{status}: {body}");
        }
    });
});

async fn json_body(response: Response) -> Value {
    let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("a body in memory");
    serde_json::from_slice(&bytes).unwrap_or_default()
}
