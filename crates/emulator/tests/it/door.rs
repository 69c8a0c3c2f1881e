//! Notifications without a socket: the door of the test receives them, on a virtual clock, and the router answers in process.

use crate::harness::MAILBOX;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_clock::{Clock, SeededRng, VirtualClock};
use stormwire_emulator::{Emulator, ListenerOrigin, NotificationDoor, NotificationRequest};
use tower::ServiceExt;

/// What tasks may need between two events, in polls of all of them.
const POLLS_PER_SECOND: usize = 20;

#[derive(Clone, Copy)]
enum Answer {
    NotConnected,
    Interrupted,
    /// The right response.
    Correct,
    /// The right response after so many seconds.
    Slow(u64),
    /// The right response with half a body.
    BrokenBody,
    Status(u16),
}

struct Receiver {
    clock: Arc<VirtualClock>,
    answers: Mutex<VecDeque<Answer>>,
    requests: Mutex<Vec<NotificationRequest>>,
}

impl NotificationDoor for Receiver {
    fn post(&self, request: NotificationRequest) -> BoxFuture<'_, io::Result<Response>> {
        let answer = self.answers.lock().unwrap().pop_front().expect("no more requests than answers");
        let correct = correct_response(&request.url);
        self.requests.lock().unwrap().push(request);
        self.answer(answer, correct).boxed()
    }
}

impl Receiver {
    async fn answer(&self, answer: Answer, correct: Response) -> io::Result<Response> {
        match answer {
            Answer::NotConnected => Err(io::ErrorKind::ConnectionRefused.into()),
            Answer::Interrupted => Err(io::ErrorKind::ConnectionReset.into()),
            Answer::Correct => Ok(correct),
            Answer::Slow(seconds) => {
                self.clock.sleep(Duration::from_secs(seconds)).await;
                Ok(correct)
            }
            Answer::BrokenBody => {
                let end = Err(io::Error::from(io::ErrorKind::ConnectionReset));
                let body = stream::iter([Ok(Bytes::from("Validation: "))]).chain(stream::iter([end]));
                Ok(correct.map(|_| Body::from_stream(body)))
            }
            Answer::Status(status) => Ok(StatusCode::from_u16(status).expect("a valid status").into_response()),
        }
    }
}

/// The token of a validation as text, or the status for a notification.
fn correct_response(url: &str) -> Response {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    match pairs.find(|(name, _)| name == "validationToken") {
        Some((_, token)) => token.into_owned().into_response(),
        None => StatusCode::ACCEPTED.into_response(),
    }
}

struct Fixture {
    emulator: Emulator,
    clock: Arc<VirtualClock>,
    receiver: Arc<Receiver>,
}

impl Fixture {
    fn new(answers: &[Answer]) -> Self {
        let clock = Arc::new(VirtualClock::frozen());
        let answers = Mutex::new(answers.iter().copied().collect());
        let receiver = Arc::new(Receiver { clock: clock.clone(), answers, requests: Mutex::default() });
        let emulator = Emulator::with_door(clock.clone(), Box::new(SeededRng::new(1)), receiver.clone());
        emulator.add_mailbox(MAILBOX).unwrap();
        Self { emulator, clock, receiver }
    }

    /// Answers a request in process.
    async fn call(&self, path: &str, token: &str, body: String) -> (StatusCode, Value) {
        let router = self.emulator.router(ListenerOrigin { scheme: "https", address: "graph.example".into() });
        let request = Request::post(format!("https://graph.example{path}"))
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .body(Body::from(body))
            .unwrap();
        let response = self.run(router.oneshot(request)).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    async fn subscribe(&self) -> (StatusCode, Value) {
        let form =
            "client_id=app&client_secret=s&grant_type=client_credentials&scope=https://graph.microsoft.com/.default";
        let (_, signed_in) = self.call("/contoso.com/oauth2/v2.0/token", "none", form.into()).await;
        let subscription = json!({
            "changeType": "created",
            "notificationUrl": "https://receiver.example/mail?k=v",
            "resource": format!("/users/{MAILBOX}/mailFolders('inbox')/messages"),
            "expirationDateTime": "2026-05-01T12:50:00Z",
        });
        self.call("/v1.0/subscriptions", signed_in["access_token"].as_str().unwrap(), subscription.to_string()).await
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

#[tokio::test]
async fn a_notification_is_sent_until_it_is_answered_with_success_in_time() {
    use Answer::{BrokenBody, Correct, Interrupted, NotConnected, Slow, Status};
    for (answers, seconds) in [
        (&[Correct][..], 0),
        // The head is an answer, whatever follows.
        (&[BrokenBody], 0),
        (&[Slow(2)], 2),
        (&[NotConnected, Correct], 10),
        (&[Interrupted, Correct], 10),
        (&[Status(500), Correct], 10),
        (&[Slow(4), Correct], 3 + 10),
        (&[NotConnected, Slow(9)], 10 + 9),
        (&[NotConnected, Slow(11), Correct], 10 + 10 + 20),
    ] {
        let fixture = Fixture::new(answers);
        fixture.emulator.add_subscription(MAILBOX, "app", "contoso.com", "https://receiver.example/mail");
        let started_at = fixture.clock.now();
        let message = json!({"subject": "Storm", "body": {"contentType": "text", "content": "A strike"}});
        fixture.emulator.deliver(MAILBOX, "Inbox", message).unwrap();
        let acknowledged = async {
            while fixture.emulator.acknowledged_messages().is_empty() {
                tokio::task::yield_now().await;
            }
        };
        fixture.run(acknowledged).await;
        assert_eq!(fixture.clock.now().duration_since(started_at).as_secs(), seconds);
        let requests = fixture.receiver.requests.lock().unwrap();
        assert_eq!(requests.len(), answers.len());
        assert!(requests.iter().all(|request| request == &requests[0]), "the same notification each time");
        assert_eq!(requests[0].content_type, "application/json; charset=utf-8");
    }
}

#[tokio::test]
async fn a_url_is_valid_only_after_a_complete_answer_in_time() {
    use Answer::{BrokenBody, Correct, Interrupted, NotConnected, Slow, Status};
    for (answer, expected) in [
        (Correct, None),
        (Slow(9), None),
        (Slow(11), Some("timed out")),
        (NotConnected, Some("must respond with 200 OK")),
        (Interrupted, Some("must respond with 200 OK")),
        (BrokenBody, Some("must respond with 200 OK")),
        (Status(202), Some("must respond with 200 OK")),
    ] {
        let fixture = Fixture::new(&[answer]);
        let (status, body) = fixture.subscribe().await;
        match expected {
            None => assert_eq!(status, StatusCode::CREATED, "{body}"),
            Some(words) => {
                assert_eq!((status, &body["error"]["code"]), (StatusCode::BAD_REQUEST, &json!("ValidationError")));
                assert!(body["error"]["message"].as_str().unwrap().contains(words), "{body}");
            }
        }
        let requests = fixture.receiver.requests.lock().unwrap();
        assert!(requests[0].url.starts_with("https://receiver.example/mail?k=v&validationToken="), "{requests:?}");
    }
}
