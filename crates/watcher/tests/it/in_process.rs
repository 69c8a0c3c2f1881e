//! The mail provider and the webhook in the process of the test, without sockets and on virtual time: calls are answered by the
//! emulator's router, notifications by a router of the test. A model for tests that run whole services this way.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{self, StatusCode, header};
use axum::response::Response;
use axum::routing::post;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use serde_json::json;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_clock::{Clock, SeededRng, VirtualClock};
use stormwire_emulator::{Emulator, ListenerOrigin, NotificationDoor, NotificationRequest};
use stormwire_graph::{
    CallError, ClientProof, Credential, FolderId, GraphClient, GraphOptions, HttpDoor, MailError, Mailbox,
    Notification, NotificationEvent, Subscription, SubscriptionRequest, parse_notifications,
};
use tower::ServiceExt;

const MAILBOX: &str = "storm@example.gov";
/// Links of the emulator name it; the client follows no others.
const PROVIDER: &str = "graph.example";
/// What tasks may need between two events, in polls of all of them.
const POLLS_PER_SECOND: usize = 20;

/// What happens to a call.
#[derive(Clone, Copy)]
enum Outage {
    NotConnected,
    /// The connection breaks before the request arrives.
    LostRequest,
    /// The provider does its work, then the connection breaks.
    LostResponse,
    /// The same, in the middle of the response.
    BrokenBody,
    /// The request arrives after so many seconds.
    Slow(u64),
}

/// The way to the provider.
struct ProviderDoor {
    router: Router,
    clock: Arc<VirtualClock>,
    /// Of the next calls. Without one, a call is answered at once.
    outages: Mutex<VecDeque<Outage>>,
}

impl HttpDoor for ProviderDoor {
    fn call(&self, request: reqwest::Request) -> BoxFuture<'_, Result<reqwest::Response, CallError>> {
        let outage = self.outages.lock().unwrap().pop_front();
        let interrupted = || CallError::Interrupted("reset by the provider".into());
        let answer = async move {
            match outage {
                None => {}
                Some(Outage::NotConnected) => return Err(CallError::NotConnected("connection refused".into())),
                Some(Outage::LostRequest) => return Err(interrupted()),
                Some(Outage::LostResponse) => {
                    self.answer(request).await;
                    return Err(interrupted());
                }
                Some(Outage::BrokenBody) => return Ok(break_body(self.answer(request).await)),
                Some(Outage::Slow(seconds)) => self.clock.sleep(Duration::from_secs(seconds)).await,
            }
            let response = self.answer(request).await;
            Ok(response.map(|body| reqwest::Body::wrap_stream(body.into_data_stream())).into())
        };
        answer.boxed()
    }
}

impl ProviderDoor {
    async fn answer(&self, request: reqwest::Request) -> Response {
        let request: http::Request<reqwest::Body> = request.try_into().expect("the client's request is valid");
        self.router.clone().oneshot(request.map(Body::new)).await.expect("a router always responds")
    }
}

fn break_body(response: Response) -> reqwest::Response {
    let end = Err(io::Error::other("reset in the body"));
    let body = stream::iter([Ok(Bytes::from("{"))]).chain(stream::iter([end]));
    response.map(|_| reqwest::Body::wrap_stream(body)).into()
}

/// The provider's way to the webhook.
struct WebhookDoor(Router);

impl NotificationDoor for WebhookDoor {
    fn post(&self, request: NotificationRequest) -> BoxFuture<'_, io::Result<Response>> {
        let NotificationRequest { url, content_type, body } = request;
        let request = http::Request::post(url).header(header::CONTENT_TYPE, content_type).body(Body::from(body));
        let request = request.expect("the emulator's request is valid");
        self.0.clone().oneshot(request).map(|response| Ok(response.expect("a router always responds"))).boxed()
    }
}

type ReceivedNotifications = Arc<Mutex<Vec<Notification>>>;

async fn receive(
    State(received): State<ReceivedNotifications>,
    Query(query): Query<HashMap<String, String>>,
    body: Bytes,
) -> (StatusCode, String) {
    if let Some(token) = query.get("validationToken") {
        return (StatusCode::OK, token.clone());
    }
    received.lock().unwrap().extend(parse_notifications(&body).unwrap());
    (StatusCode::ACCEPTED, String::new())
}

struct Fixture {
    clock: Arc<VirtualClock>,
    emulator: Emulator,
    provider: Arc<ProviderDoor>,
    mailbox: Arc<dyn Mailbox>,
    received: ReceivedNotifications,
}

impl Fixture {
    fn new() -> Self {
        let clock = Arc::new(VirtualClock::frozen());
        let received = ReceivedNotifications::default();
        let webhook = Router::new().route("/webhooks/graph/{name}", post(receive)).with_state(received.clone());
        let rng = Box::new(SeededRng::new(1));
        let emulator = Emulator::with_door(clock.clone(), rng, Arc::new(WebhookDoor(webhook)));
        emulator.add_mailbox(MAILBOX).unwrap();
        let router = emulator.router(ListenerOrigin { scheme: "https", address: PROVIDER.into() });
        let provider = Arc::new(ProviderDoor { router, clock: clock.clone(), outages: Mutex::default() });
        let graph = GraphClient::new(GraphOptions {
            base_url: format!("https://{PROVIDER}/v1.0").parse().unwrap(),
            authority: "https://login.example".parse().unwrap(),
            door: Some(provider.clone()),
            ..GraphOptions::microsoft(clock.clone(), Arc::new(SeededRng::new(2)))
        });
        let proof = ClientProof::Secret("secret".into());
        let credential = Credential { tenant: "contoso.com".into(), client_id: "app".into(), proof };
        let mailbox = graph.unwrap().account(&credential).mailbox(MAILBOX);
        Self { clock, emulator, provider, mailbox, received }
    }

    /// Signs in with the first call.
    async fn inbox(&self) -> FolderId {
        self.run(self.mailbox.folder_by_path("Inbox")).await.unwrap().id
    }

    async fn subscribe(&self, folder: FolderId) -> Result<Subscription, MailError> {
        let request = SubscriptionRequest {
            folder,
            notification_url: "https://city.example/webhooks/graph/mail".into(),
            lifecycle_url: "https://city.example/webhooks/graph/lifecycle".into(),
            client_state: "state".into(),
            minutes: 60,
        };
        self.run(self.mailbox.subscribe(&request)).await
    }

    /// Advances the clock by a second whenever nothing else can happen.
    async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                result = &mut work => return result,
                () = let_tasks_run() => self.clock.advance(Duration::from_secs(1)),
            }
        }
    }
}

async fn let_tasks_run() {
    for _ in 0..POLLS_PER_SECOND {
        tokio::task::yield_now().await;
    }
}

/// Runs a test on one thread that has neither sockets nor the machine's timers: opening one of them panics.
fn run_without_sockets(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(test);
}

#[test]
fn a_message_is_notified_and_read_without_a_socket() {
    run_without_sockets(async {
        let fixture = Fixture::new();
        let subscription = fixture.subscribe(fixture.inbox().await).await.unwrap();
        assert_eq!(fixture.emulator.subscription_ids(), [subscription.id.as_str()]);
        let message = json!({"subject": "Storm", "body": {"contentType": "text", "content": "A strike"}});
        let delivered = fixture.emulator.deliver(MAILBOX, "Inbox", message).unwrap();
        let notified = async {
            while fixture.received.lock().unwrap().is_empty() {
                tokio::task::yield_now().await;
            }
        };
        fixture.run(notified).await;
        let notification = fixture.received.lock().unwrap().remove(0);
        assert_eq!(notification.subscription, Some(subscription.id));
        let NotificationEvent::Created(key) = notification.event else { panic!("{notification:?}") };
        assert_eq!(key.as_str(), delivered);
        let message = fixture.run(fixture.mailbox.message(&key)).await.unwrap();
        assert_eq!((message.subject.as_deref(), message.body.content.trim()), (Some("Storm"), "A strike"));
    });
}

/// What became of a subscription.
#[derive(Debug, PartialEq, Eq)]
enum Created {
    Yes,
    Unknown,
}

#[test]
fn an_outage_says_as_much_as_it_would_over_a_network() {
    use Outage::{BrokenBody, LostRequest, LostResponse, NotConnected, Slow};
    run_without_sockets(async {
        for (outages, expected, exist, seconds) in [
            // Tried again, a little later each time.
            (&[NotConnected, NotConnected][..], Created::Yes, 1, 1..=59),
            (&[], Created::Yes, 1, 0..=0),
            (&[LostRequest], Created::Unknown, 0, 0..=0),
            (&[LostResponse], Created::Unknown, 1, 0..=0),
            (&[BrokenBody], Created::Unknown, 1, 0..=0),
            (&[Slow(59)], Created::Yes, 1, 59..=59),
            (&[Slow(61)], Created::Unknown, 0, 60..=60),
        ] {
            let fixture = Fixture::new();
            let folder = fixture.inbox().await;
            fixture.provider.outages.lock().unwrap().extend(outages);
            let started_at = fixture.clock.now();
            let created = match fixture.subscribe(folder).await {
                Ok(_) => Created::Yes,
                Err(MailError::OutcomeUnknown { .. }) => Created::Unknown,
                Err(error) => panic!("{error}"),
            };
            let passed = fixture.clock.now().duration_since(started_at).as_secs();
            assert_eq!((created, fixture.emulator.subscription_ids().len()), (expected, exist));
            assert!(seconds.contains(&passed), "{passed} s, expected {seconds:?}");
        }
    });
}
