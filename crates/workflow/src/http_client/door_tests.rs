//! What follows from each way in which a call can end, with a door that responds without a socket, on a virtual clock.

use super::*;
use axum::http;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use reqwest::header::ACCEPT;
use std::collections::VecDeque;
use std::io;
use std::pin::pin;
use std::sync::Mutex;
use stormwire_clock::VirtualClock;

const TIMEOUT: Duration = Duration::from_secs(30);

enum Answer {
    NotConnected,
    NotAllowed,
    Interrupted,
    Status(u16),
    /// Status 200 after so many seconds.
    Slow(u64),
    /// The head of a response at once, its body after so many seconds.
    SlowBody(u64),
    /// Half a body.
    BrokenBody,
}

struct ScriptedDoor {
    clock: Arc<VirtualClock>,
    answers: Mutex<VecDeque<Answer>>,
    requests: Mutex<Vec<Request>>,
}

impl HttpDoor for ScriptedDoor {
    fn call(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        self.requests.lock().unwrap().push(request);
        let answer = self.answers.lock().unwrap().pop_front().expect("no more calls than answers");
        self.answer(answer).boxed()
    }
}

impl ScriptedDoor {
    async fn answer(&self, answer: Answer) -> Result<Response, CallError> {
        match answer {
            Answer::NotConnected => Err(CallError::NotConnected("connection refused".into())),
            Answer::NotAllowed => Err(CallError::NotAllowed("a private address".into())),
            Answer::Interrupted => Err(CallError::Interrupted("reset by the receiver".into())),
            Answer::Status(status) => {
                Ok(http::Response::builder().status(status).body("{}").expect("a valid response").into())
            }
            Answer::Slow(seconds) => {
                self.clock.sleep(Duration::from_secs(seconds)).await;
                Ok(http::Response::new("late").into())
            }
            Answer::SlowBody(seconds) => {
                let waiting = self.clock.sleep(Duration::from_secs(seconds));
                let body = stream::once(waiting.map(|()| Ok::<_, io::Error>("late")));
                Ok(http::Response::new(reqwest::Body::wrap_stream(body)).into())
            }
            Answer::BrokenBody => {
                let end = Err(io::Error::other("reset in the body"));
                let body = stream::iter([Ok("half")]).chain(stream::iter([end]));
                Ok(http::Response::new(reqwest::Body::wrap_stream(body)).into())
            }
        }
    }
}

struct Fixture {
    clock: Arc<VirtualClock>,
    door: Arc<ScriptedDoor>,
    client: HttpClient,
}

impl Fixture {
    fn new(answers: Vec<Answer>) -> Self {
        let clock = Arc::new(VirtualClock::frozen());
        let door =
            ScriptedDoor { clock: clock.clone(), answers: Mutex::new(answers.into()), requests: Mutex::default() };
        let door = Arc::new(door);
        let client = HttpClient::with_door(clock.clone(), Vec::new(), door.clone());
        Self { clock, door, client }
    }

    fn calls(&self) -> usize {
        self.door.requests.lock().unwrap().len()
    }

    /// Advances the clock by a second whenever the call waits. Returns its result and how many seconds passed.
    async fn run<T>(&self, call: impl Future<Output = T>) -> (T, i64) {
        let started_at = self.clock.now();
        let mut call = pin!(call);
        loop {
            tokio::select! {
                biased;
                result = &mut call => return (result, self.clock.now().duration_since(started_at).as_secs()),
                () = tokio::task::yield_now() => self.clock.advance(Duration::from_secs(1)),
            }
        }
    }
}

fn request(url: &str) -> HttpRequest {
    let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("text/plain"))]);
    let idempotency_key = "0".repeat(64);
    let body = Some(b"body".to_vec());
    HttpRequest { method: Method::POST, url: url.parse().unwrap(), headers, body, idempotency_key, timeout: TIMEOUT }
}

/// A row of the table: what the door does in each attempt, and what the caller gets when, in seconds.
struct Case {
    answers: Vec<Answer>,
    expected: &'static str,
    after: i64,
}

fn case(answers: impl Into<Vec<Answer>>, expected: &'static str, after: i64) -> Case {
    Case { answers: answers.into(), expected, after }
}

#[tokio::test]
async fn only_what_was_not_sent_is_sent_again_and_only_what_may_have_arrived_is_unknown() {
    use Answer::{BrokenBody, Interrupted, NotAllowed, NotConnected, Slow, SlowBody, Status};
    for Case { answers, expected, after } in [
        case([Status(204)], "status 204", 0),
        case([NotConnected, NotConnected, Status(200)], "status 200", 3),
        case([NotConnected, NotConnected, NotConnected], "failed: cannot connect: connection refused", 3),
        case([NotConnected, Interrupted], "unknown: connection interrupted: reset by the receiver", 1),
        case([NotAllowed], "failed: a private address", 0),
        case([Interrupted], "unknown: connection interrupted: reset by the receiver", 0),
        case([BrokenBody], "unknown: connection interrupted: reset in the body", 0),
        case([Slow(29)], "status 200", 29),
        case([Slow(31)], "unknown: no response within 30 s", 30),
        case([SlowBody(29)], "status 200", 29),
        case([SlowBody(31)], "unknown: no response within 30 s", 30),
    ] {
        let attempts = answers.len();
        let fixture = Fixture::new(answers);
        let request = request("https://receiver.example/x");
        let (sent, seconds) = fixture.run(fixture.client.send(&request)).await;
        let text = match sent {
            Ok(response) => format!("status {}", response.status),
            Err(AttemptError::Failed(error)) => format!("failed: {error}"),
            Err(AttemptError::Unknown(error)) => format!("unknown: {error}"),
        };
        assert_eq!((text.as_str(), seconds, fixture.calls()), (expected, after, attempts));
    }
}

#[tokio::test]
async fn a_delivery_is_one_call_however_it_ends() {
    use Answer::{BrokenBody, Interrupted, NotAllowed, NotConnected, Slow, Status};
    for Case { answers, expected, after } in [
        case([Status(503)], "status 503", 0),
        case([NotConnected], "cannot connect: connection refused", 0),
        case([NotAllowed], "a private address", 0),
        case([Interrupted], "connection interrupted: reset by the receiver", 0),
        case([BrokenBody], "connection interrupted: reset in the body", 0),
        case([Slow(31)], "no response within 30 s", 30),
    ] {
        let fixture = Fixture::new(answers);
        let request = request("https://receiver.example/x");
        let (sent, seconds) = fixture.run(fixture.client.try_once(&request)).await;
        let text = sent.map_or_else(|error| error, |response| format!("status {}", response.status));
        assert_eq!((text.as_str(), seconds, fixture.calls()), (expected, after, 1));
    }
}

#[tokio::test]
async fn addresses_in_urls_are_checked_in_front_of_the_door() {
    let fixture = Fixture::new(vec![]);
    for url in ["http://127.0.0.1/", "http://2130706433/", "http://[::1]/", "http://169.254.169.254/"] {
        let sent = fixture.client.send(&request(url)).await;
        assert!(matches!(sent, Err(AttemptError::Failed(_))), "{url}");
        fixture.client.try_once(&request(url)).await.unwrap_err();
    }
    assert_eq!(fixture.calls(), 0);
}

#[tokio::test]
async fn the_request_leaves_as_it_was_given() {
    let fixture = Fixture::new(vec![Answer::Status(200)]);
    fixture.client.try_once(&request("https://receiver.example/x?y=z")).await.unwrap();
    let sent = fixture.door.requests.lock().unwrap().remove(0);
    assert_eq!((sent.method(), sent.url().as_str()), (&Method::POST, "https://receiver.example/x?y=z"));
    assert_eq!(sent.headers()[ACCEPT], "text/plain");
    assert_eq!(sent.headers()["idempotency-key"].len(), 64);
    assert_eq!(sent.body().and_then(reqwest::Body::as_bytes), Some(&b"body"[..]));
}
