//! An emulator with one mailbox, and a client with a token.

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SeededRng, SystemClock, VirtualClock, within};
use stormwire_emulator::Emulator;

pub(crate) const MAILBOX: &str = "storm@example.gov";
/// Far more than any test needs, also on a busy machine. The only limit of these tests.
const TEST_TIMEOUT: Duration = Duration::from_mins(10);
/// Between two checks of a condition, for the tasks of the emulator and the receiver.
const PAUSE: Duration = Duration::from_millis(5);

pub(crate) struct Harness {
    pub(crate) emulator: Emulator,
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) base: String,
    http: Client,
    token: String,
}

#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl TestResponse {
    pub(crate) fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }

    pub(crate) fn message(&self) -> &str {
        self.body["error"]["message"].as_str().unwrap_or_default()
    }

    pub(crate) fn items(&self) -> &Vec<Value> {
        self.body["value"].as_array().unwrap_or_else(|| panic!("no items: {self:?}"))
    }

    #[track_caller]
    pub(crate) fn expect_status(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }
}

impl Harness {
    pub(crate) async fn new() -> Self {
        let clock = Arc::new(VirtualClock::frozen());
        let emulator = Emulator::new(Arc::clone(&clock), Box::new(SeededRng::new(1))).unwrap();
        let address = emulator.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
        emulator.add_mailbox(MAILBOX).unwrap();
        let http = Client::builder().no_proxy().tls_backend_preconfigured(tls_config()).build().unwrap();
        let mut harness = Self { emulator, clock, base: format!("http://{address}"), http, token: String::new() };
        harness.sign_in("contoso.com").await;
        harness
    }

    pub(crate) async fn sign_in(&mut self, tenant: &str) {
        let form =
            "client_id=app&client_secret=s&grant_type=client_credentials&scope=https://graph.microsoft.com/.default";
        let url = format!("{}/{tenant}/oauth2/v2.0/token", self.base);
        let response = self.http.post(url).body(form).send().await.unwrap();
        let response: Value = response.json().await.unwrap();
        self.token = response["access_token"].as_str().expect("a token").into();
    }

    /// A call to Graph. `path` starts after the version, or is a full URL.
    pub(crate) fn call(&self, method: Method, path: &str) -> RequestBuilder {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}/v1.0{path}", self.base) };
        self.http.request(method, url).bearer_auth(&self.token)
    }

    pub(crate) async fn get(&self, path: &str) -> TestResponse {
        send(self.call(Method::GET, path)).await
    }

    /// With immutable ids and a page size.
    pub(crate) async fn get_paged(&self, path: &str, size: usize) -> TestResponse {
        let prefer = format!("IdType=\"ImmutableId\", odata.maxpagesize={size}");
        send(self.call(Method::GET, path).header("Prefer", prefer)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> TestResponse {
        send(self.call(Method::POST, path).json(&body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> TestResponse {
        send(self.call(Method::PATCH, path).json(&body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> TestResponse {
        send(self.call(Method::DELETE, path)).await
    }

    /// Posts to a control route.
    pub(crate) async fn control(&self, path: &str, body: Value) -> TestResponse {
        send(self.http.post(format!("{}/_emulator{path}", self.base)).json(&body)).await
    }

    pub(crate) async fn raw(&self, path: &str, content_type: &str, body: Vec<u8>) -> TestResponse {
        let url = format!("{}{path}", self.base);
        send(self.http.post(url).bearer_auth(&self.token).header("content-type", content_type).body(body)).await
    }

    /// Delivers a short message to the Inbox. Returns its immutable id.
    pub(crate) fn deliver(&self, subject: &str) -> String {
        let message = json!({
            "subject": subject,
            "from": {"emailAddress": {"name": "Vendor", "address": "vendor@example.com"}},
            "body": {"contentType": "text", "content": "A strike"},
        });
        self.emulator.deliver(MAILBOX, "Inbox", message).unwrap()
    }

    pub(crate) fn advance_minutes(&self, minutes: u64) {
        self.clock.advance(Duration::from_mins(minutes));
    }

    /// Subject and folder of all messages in the mailbox.
    pub(crate) async fn messages_and_folders(&self) -> Vec<(String, String)> {
        let url = format!("{}/_emulator/mailboxes/{MAILBOX}/messages", self.base);
        let response = send(self.http.get(url)).await;
        let pair =
            |item: &Value| (item["subject"].as_str().unwrap_or("").into(), item["folder"].as_str().unwrap().into());
        response.body["items"].as_array().unwrap().iter().map(pair).collect()
    }
}

/// Repeats the check until it returns true.
pub(crate) async fn wait_until(mut is_met: impl FnMut() -> bool) {
    let poll = async {
        while !is_met() {
            SystemClock.sleep(PAUSE).await;
        }
    };
    within(&SystemClock, TEST_TIMEOUT, poll).await.expect("the condition was not met in time");
}

pub(crate) async fn send(request: RequestBuilder) -> TestResponse {
    let response: Response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = response.bytes().await.unwrap();
    let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into());
    TestResponse { status, headers, body }
}

/// A configuration that trusts no certificate.
pub(crate) fn tls_config() -> rustls::ClientConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth()
}
