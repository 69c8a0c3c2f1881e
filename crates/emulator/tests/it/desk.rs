//! An emulator with one mailbox, and a caller that holds a token.

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_emulator::Emulator;
use stormwire_clock::{SeededRng, VirtualClock};

pub(crate) const BOX: &str = "storm@example.gov";

pub(crate) struct Desk {
    pub(crate) emulator: Emulator,
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) base: String,
    http: Client,
    token: String,
}

/// A status and a body.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl Reply {
    pub(crate) fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }

    pub(crate) fn message(&self) -> &str {
        self.body["error"]["message"].as_str().unwrap_or_default()
    }

    pub(crate) fn items(&self) -> &Vec<Value> {
        self.body["value"].as_array().unwrap_or_else(|| panic!("no list: {self:?}"))
    }

    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }
}

impl Desk {
    pub(crate) async fn new() -> Self {
        let clock = Arc::new(VirtualClock::still());
        let emulator = Emulator::new(Arc::clone(&clock), Box::new(SeededRng::new(1))).unwrap();
        let address = emulator.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
        emulator.add_mailbox(BOX).unwrap();
        let http = Client::builder().no_proxy().tls_backend_preconfigured(tls()).build().unwrap();
        let mut desk = Self { emulator, clock, base: format!("http://{address}"), http, token: String::new() };
        desk.sign_in("contoso.com").await;
        desk
    }

    pub(crate) async fn sign_in(&mut self, tenant: &str) {
        let form =
            "client_id=app&client_secret=s&grant_type=client_credentials&scope=https://graph.microsoft.com/.default";
        let url = format!("{}/{tenant}/oauth2/v2.0/token", self.base);
        let reply = self.http.post(url).body(form).send().await.unwrap();
        let reply: Value = reply.json().await.unwrap();
        self.token = reply["access_token"].as_str().expect("a token").into();
    }

    /// A call to Graph; `path` begins after the version, or is a whole link.
    pub(crate) fn call(&self, method: Method, path: &str) -> RequestBuilder {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}/v1.0{path}", self.base) };
        self.http.request(method, url).bearer_auth(&self.token)
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        reply(self.call(Method::GET, path)).await
    }

    /// With immutable ids, so many to a page.
    pub(crate) async fn get_paged(&self, path: &str, size: usize) -> Reply {
        let prefer = format!("IdType=\"ImmutableId\", odata.maxpagesize={size}");
        reply(self.call(Method::GET, path).header("Prefer", prefer)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        reply(self.call(Method::POST, path).json(&body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> Reply {
        reply(self.call(Method::PATCH, path).json(&body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        reply(self.call(Method::DELETE, path)).await
    }

    /// A control route.
    pub(crate) async fn control(&self, path: &str, body: Value) -> Reply {
        reply(self.http.post(format!("{}/_emulator{path}", self.base)).json(&body)).await
    }

    pub(crate) async fn raw(&self, path: &str, kind: &str, body: Vec<u8>) -> Reply {
        let url = format!("{}{path}", self.base);
        reply(self.http.post(url).bearer_auth(&self.token).header("content-type", kind).body(body)).await
    }

    /// Delivers a short message into the Inbox and tells its immutable id.
    pub(crate) fn deliver(&self, subject: &str) -> String {
        let message = json!({
            "subject": subject,
            "from": {"emailAddress": {"name": "Vendor", "address": "vendor@example.com"}},
            "body": {"contentType": "text", "content": "A strike"},
        });
        self.emulator.deliver(BOX, "Inbox", message).unwrap()
    }

    pub(crate) fn advance(&self, minutes: u64) {
        self.clock.advance(Duration::from_mins(minutes));
    }

    /// Whatever lies in the mailbox: subject and folder.
    pub(crate) async fn lies(&self) -> Vec<(String, String)> {
        let url = format!("{}/_emulator/mailboxes/{BOX}/messages", self.base);
        let reply = reply(self.http.get(url)).await;
        let pair =
            |item: &Value| (item["subject"].as_str().unwrap_or("").into(), item["folder"].as_str().unwrap().into());
        reply.body["items"].as_array().unwrap().iter().map(pair).collect()
    }
}

pub(crate) async fn reply(request: RequestBuilder) -> Reply {
    let response: Response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = response.bytes().await.unwrap();
    let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into());
    Reply { status, headers, body }
}

pub(crate) fn tls() -> rustls::ClientConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth()
}
