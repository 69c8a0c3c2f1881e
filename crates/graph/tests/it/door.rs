//! What follows from each way in which a call can end, with a door that responds without a socket, on a virtual clock.

use crate::fixture::{LIMITS, MAILBOX, credential, inbox, key, variant};
use crate::outcomes::outgoing;
use axum::http;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use reqwest::{Body, Request, Response};
use std::collections::VecDeque;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_clock::{Clock, SeededRng, VirtualClock};
use stormwire_graph::{AttachmentId, CallError, GraphClient, GraphOptions, HttpDoor, MailError, Mailbox};

/// What every successful call gets.
const SUCCESS: &str = r#"{"id":"x","totalItemCount":3}"#;
const TOKEN: &str = r#"{"token_type":"Bearer","expires_in":3599,"access_token":"token"}"#;

#[derive(Clone, Copy)]
enum Answer {
    NotConnected,
    NotAllowed,
    Interrupted,
    Success,
    /// A success after so many seconds.
    Slow(u64),
    /// The head of a success at once, its body after so many seconds.
    SlowBody(u64),
    /// A success with half a body.
    BrokenBody,
}

/// Gives a token to everyone who signs in.
struct ScriptedDoor {
    clock: Arc<VirtualClock>,
    answers: Mutex<VecDeque<Answer>>,
}

impl HttpDoor for ScriptedDoor {
    fn call(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        if request.url().path().contains("/oauth2/") {
            return std::future::ready(Ok(http::Response::new(TOKEN).into())).boxed();
        }
        let answer = self.answers.lock().unwrap().pop_front().expect("no more calls than answers");
        self.answer(answer).boxed()
    }
}

impl ScriptedDoor {
    async fn answer(&self, answer: Answer) -> Result<Response, CallError> {
        let body = match answer {
            Answer::NotConnected => return Err(CallError::NotConnected("connection refused".into())),
            Answer::NotAllowed => return Err(CallError::NotAllowed("a private address".into())),
            Answer::Interrupted => return Err(CallError::Interrupted("reset by the provider".into())),
            Answer::Success => Body::from(SUCCESS),
            Answer::Slow(seconds) => {
                self.clock.sleep(Duration::from_secs(seconds)).await;
                Body::from(SUCCESS)
            }
            Answer::SlowBody(seconds) => {
                let waiting = self.clock.sleep(Duration::from_secs(seconds));
                Body::wrap_stream(stream::once(waiting.map(|()| Ok::<_, io::Error>(SUCCESS))))
            }
            Answer::BrokenBody => {
                let end = Err(io::Error::other("reset in the body"));
                Body::wrap_stream(stream::iter([Ok("{")]).chain(stream::iter([end])))
            }
        };
        Ok(http::Response::new(body).into())
    }
}

struct Fixture {
    clock: Arc<VirtualClock>,
    door: Arc<ScriptedDoor>,
    mailbox: Arc<dyn Mailbox>,
}

impl Fixture {
    /// The addresses are Microsoft's: nothing of these tests leaves the process.
    fn new(answers: &[Answer]) -> Self {
        let clock = Arc::new(VirtualClock::frozen());
        let answers = Mutex::new(answers.iter().copied().collect());
        let door = Arc::new(ScriptedDoor { clock: clock.clone(), answers });
        let options = GraphOptions::microsoft(clock.clone(), Arc::new(SeededRng::new(7)));
        let graph = GraphClient::new(GraphOptions { door: Some(door.clone()), limits: LIMITS, ..options }).unwrap();
        let mailbox = graph.account(&credential("hidden-secret")).mailbox(MAILBOX);
        Self { clock, door, mailbox }
    }

    /// Advances the clock by a second whenever the call waits.
    async fn run<T>(&self, call: impl Future<Output = T>) -> T {
        let mut call = pin!(call);
        loop {
            tokio::select! {
                biased;
                result = &mut call => return result,
                () = tokio::task::yield_now() => self.clock.advance(Duration::from_secs(1)),
            }
        }
    }

    /// Whether there were as many attempts as answers. More of them would have failed.
    fn is_script_used_up(&self) -> bool {
        self.door.answers.lock().unwrap().is_empty()
    }
}

#[tokio::test]
async fn a_read_is_repeated_unless_it_was_slow() {
    use Answer::{BrokenBody, Interrupted, NotAllowed, NotConnected, Slow, SlowBody, Success};
    for (answers, expected) in [
        (&[NotConnected, NotAllowed, Interrupted, Success][..], "Ok"),
        (&[BrokenBody, BrokenBody, Success], "Ok"),
        (&[NotConnected; 4], "Unreachable"),
        (&[Interrupted; 4], "Unreachable"),
        (&[BrokenBody; 4], "Unreachable"),
        (&[Slow(60)], "Ok"),
        (&[Slow(62)], "TimedOut"),
        (&[SlowBody(60)], "Ok"),
        (&[SlowBody(62)], "TimedOut"),
    ] {
        let fixture = Fixture::new(answers);
        let count = fixture.run(fixture.mailbox.count(&inbox())).await;
        assert_eq!((variant(&count).as_str(), fixture.is_script_used_up()), (expected, true));
    }
}

#[tokio::test]
async fn a_message_is_sent_again_only_if_nothing_was_sent() {
    use Answer::{BrokenBody, Interrupted, NotAllowed, NotConnected, Slow, SlowBody, Success};
    let message = outgoing();
    for (answers, expected) in [
        (&[NotConnected, NotAllowed, Success][..], "Ok"),
        (&[NotAllowed; 4], "Unreachable"),
        (&[Interrupted], "OutcomeUnknown"),
        (&[NotConnected, Interrupted], "OutcomeUnknown"),
        (&[Slow(60)], "Ok"),
        (&[Slow(62)], "OutcomeUnknown"),
        // The head says that it was sent; nobody reads the body.
        (&[BrokenBody], "Ok"),
        (&[SlowBody(62)], "Ok"),
    ] {
        let fixture = Fixture::new(answers);
        let sent = fixture.run(fixture.mailbox.send(&message)).await;
        assert_eq!((variant(&sent).as_str(), fixture.is_script_used_up()), (expected, true));
    }
}

#[tokio::test]
async fn a_body_that_breaks_or_is_slow_ends_a_download() {
    const CALL: &str = "download attachment";
    let broken = MailError::Unreachable { call: CALL, cause: "reset in the body".into() };
    let slow = MailError::TimedOut { call: CALL, after: LIMITS.download_idle_timeout };
    for (answer, expected) in [
        (Answer::Success, Ok(29)),
        (Answer::BrokenBody, Err(broken)),
        (Answer::SlowBody(30), Ok(29)),
        (Answer::SlowBody(32), Err(slow)),
    ] {
        let fixture = Fixture::new(&[answer]);
        let (key, attachment, mut content) = (key(), AttachmentId::new("a"), vec![]);
        let download = fixture.mailbox.download(&key, &attachment, 1_000, &mut content);
        assert_eq!(fixture.run(download).await, expected);
    }
}
