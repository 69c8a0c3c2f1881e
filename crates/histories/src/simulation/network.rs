//! Everything outside the services that speaks HTTP: the mail provider and the receivers. They run in a runtime of their own; a
//! call reaches them through a channel, and every call can fail in every way.

use super::receivers::Receivers;
use axum::Router;
use axum::body::Body;
use axum::http;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http_body_util::BodyExt;
use reqwest::{Request, Response};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, VirtualClock};
use stormwire_graph::{CallError, HttpDoor};
use tokio::sync::{mpsc, oneshot};
use tower::ServiceExt;

/// The mail provider, with its sign-in.
pub(crate) const PROVIDER: &str = "graph.test";

/// What happens to a call instead of its answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum CallFailure {
    /// Nothing arrives.
    NotConnected,
    /// Nobody ever answers.
    Hangs,
    /// The answer comes late.
    Late(Duration),
    /// This answer, and nothing was done.
    Status(u16, Vec<(&'static str, String)>),
    /// It was done, but the answer is lost.
    AnswerLost,
}

/// A failure and the calls that meet it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlannedFailure {
    pub(crate) host: &'static str,
    pub(crate) failure: CallFailure,
    /// How many calls meet it; none: all, until the network is repaired.
    pub(crate) calls: Option<u32>,
}

/// One for all processes of a history.
#[derive(Clone)]
pub(crate) struct Network(Arc<Shared>);

struct Shared {
    clock: Arc<VirtualClock>,
    calls: mpsc::UnboundedSender<OutgoingCall>,
    /// Grows with every call and every answer.
    activity: AtomicU64,
    failures: Mutex<VecDeque<PlannedFailure>>,
    pub(crate) receivers: Receivers,
}

struct OutgoingCall {
    request: Request,
    reply: oneshot::Sender<Result<Response, CallError>>,
}

impl Network {
    /// The returned future serves all calls; it runs in the runtime of the outside simulation.
    pub(crate) fn new(clock: Arc<VirtualClock>, provider: Router) -> (Self, BoxFuture<'static, ()>) {
        let (calls, mut incoming) = mpsc::unbounded_channel::<OutgoingCall>();
        let receivers = Receivers::default();
        let shared = Shared { clock, calls, activity: AtomicU64::new(0), failures: Mutex::default(), receivers };
        let network = Self(Arc::new(shared));
        let serving = network.clone();
        let serve = async move {
            while let Some(call) = incoming.recv().await {
                let (network, provider) = (serving.clone(), provider.clone());
                tokio::spawn(async move {
                    let answer = network.answer(call.request, provider).await;
                    network.count();
                    // The caller may have ended.
                    let _ = call.reply.send(answer);
                });
            }
        };
        (network, serve.boxed())
    }

    pub(crate) fn door(&self) -> Arc<dyn HttpDoor> {
        Arc::new(self.clone())
    }

    pub(crate) fn receivers(&self) -> &Receivers {
        &self.0.receivers
    }

    /// Changes whenever a call was made or answered.
    pub(crate) fn activity(&self) -> u64 {
        self.0.activity.load(Ordering::Relaxed)
    }

    pub(crate) fn count(&self) {
        self.0.activity.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn plan_failure(&self, failure: PlannedFailure) {
        self.failures().push_back(failure);
    }

    pub(crate) fn has_failures(&self, host: &str) -> bool {
        self.failures().iter().any(|planned| planned.host == host)
    }

    pub(crate) fn repair(&self) {
        self.failures().clear();
    }

    fn failures(&self) -> MutexGuard<'_, VecDeque<PlannedFailure>> {
        self.0.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first failure for this host.
    fn next_failure(&self, host: &str) -> Option<CallFailure> {
        let mut failures = self.failures();
        let index = failures.iter().position(|planned| planned.host == host)?;
        let failure = failures[index].failure.clone();
        if let Some(calls) = &mut failures[index].calls {
            *calls = calls.saturating_sub(1);
            if *calls == 0 {
                failures.remove(index);
            }
        }
        Some(failure)
    }

    async fn answer(&self, request: Request, provider: Router) -> Result<Response, CallError> {
        let host = request.url().host_str().unwrap_or_default().to_owned();
        let failure = self.next_failure(&host);
        match &failure {
            Some(CallFailure::NotConnected) => return Err(CallError::NotConnected("no connection".into())),
            Some(CallFailure::Hangs) => self.0.clock.sleep(Duration::from_hours(48)).await,
            Some(CallFailure::Late(delay)) => self.0.clock.sleep(*delay).await,
            Some(CallFailure::Status(status, headers)) => return Ok(empty_response(*status, headers)),
            Some(CallFailure::AnswerLost) | None => {}
        }
        let interrupted = || CallError::Interrupted("connection closed".into());
        let request = http::Request::<reqwest::Body>::try_from(request).map_err(|_| interrupted())?.map(Body::new);
        let response = if host == PROVIDER {
            let Ok(response) = provider.oneshot(request).await;
            response
        } else {
            self.receivers().receive(request).await
        };
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.map_err(|_| interrupted())?.to_bytes();
        if failure == Some(CallFailure::AnswerLost) {
            return Err(interrupted());
        }
        Ok(Response::from(http::Response::from_parts(parts, bytes)))
    }
}

fn empty_response(status: u16, headers: &[(&'static str, String)]) -> Response {
    let mut response = http::Response::builder().status(status);
    for (name, value) in headers {
        response = response.header(*name, value);
    }
    Response::from(response.body("").expect("failures are valid responses"))
}

impl HttpDoor for Network {
    fn call(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        let (reply, answer) = oneshot::channel();
        self.count();
        let sent = self.0.calls.send(OutgoingCall { request, reply });
        let gone = || CallError::Interrupted("the network is gone".into());
        async move {
            sent.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?
        }
        .boxed()
    }
}
