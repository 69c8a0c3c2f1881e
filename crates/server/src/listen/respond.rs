//! Responds to one request: from the cache on the connection's thread, or through the router on the main runtime.

use super::activity::{Activity, RequestGuard};
use super::discard::Discard;
use super::event_stream::{EventStream, Handover};
use super::request_body::RequestBody;
use super::request_slots::RequestSlots;
use super::response_body::ResponseBody;
use super::tls::TlsCertificate;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, Version, header};
use futures_util::stream;
use http_body_util::{BodyExt, Either, Full};
use hyper::body::Incoming;
use std::convert::Infallible;
use std::future::{Future, ready};
use std::net::SocketAddr;
use std::sync::Arc;
use stormwire_api::{App, Problem, RequestHead};
use stormwire_city::Slot;
use stormwire_city::config::ConnectionLimits;
use tokio::runtime::Handle;
use tokio::task::JoinError;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tower::ServiceExt;

/// The largest head of a request. Browsers send a few KiB.
pub(super) const MAX_HEAD: usize = 64 * 1024;
/// The largest body of a webhook call that is read on the connection's thread.
const SMALL_BODY: usize = 16 * 1024;

/// What all connections share.
pub(super) struct RequestHandler {
    pub(super) app: App,
    pub(super) router: Router,
    pub(super) main_runtime: Handle,
    pub(super) shutdown: CancellationToken,
    pub(super) slots: RequestSlots,
    pub(super) tls: Option<Arc<TlsCertificate>>,
    pub(super) limits: ConnectionLimits,
}

/// What the requests of one connection share.
#[derive(Clone)]
pub(super) struct ConnectionContext {
    pub(super) handler: Arc<RequestHandler>,
    pub(super) activity: Arc<Activity>,
    pub(super) peer: SocketAddr,
    /// For HTTP/1.1.
    pub(super) handover: Arc<Handover>,
}

type HttpResponse = Response<Either<Full<Bytes>, ResponseBody>>;

pub(super) async fn respond(
    context: ConnectionContext,
    request: Request<Incoming>,
) -> Result<HttpResponse, Infallible> {
    let ConnectionContext { handler, activity, peer, handover } = &context;
    let guard = RequestGuard::new(activity);
    let discard = activity.is_multiplexed().then(Discard::here);
    let request = request.map(|body| RequestBody::new(body, handler.limits.body, discard));
    let head =
        RequestHead { method: request.method(), uri: request.uri(), headers: request.headers(), peer: peer.ip() };
    let path = request.uri().path();
    if let Some(problem) = head_problem(&request) {
        return Ok(without_router(handler.app.problem_response(path, problem)));
    }
    if let Some(response) = handler.app.cached_response(&head) {
        return Ok(without_router(response));
    }
    let slot = match handler.slots.take(path, handler.app.client_ip(&head)) {
        Ok(slot) => slot,
        Err(limit) => {
            metrics::counter!("stormwire_requests_rejected_total", "limit" => limit.name()).increment(1);
            let detail = "too many requests at once; try again later";
            let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).with_retry_after(1);
            return Ok(without_router(handler.app.problem_response(path, problem)));
        }
    };
    let may_hand_over = (request.method(), request.version()) == (&Method::GET, Version::HTTP_11);
    let (response, slot) = route(handler, request, *peer, slot).await;
    if may_hand_over && is_event_stream(&response) {
        handover.leave(EventStream { response, request: guard });
        return std::future::pending().await;
    }
    Ok(response.map(|body| Either::Right(ResponseBody::new(body, guard, slot))))
}

async fn route(
    handler: &RequestHandler,
    mut request: Request<RequestBody>,
    peer: SocketAddr,
    slot: Slot,
) -> (Response<Body>, Option<Slot>) {
    let is_read_only = matches!(*request.method(), Method::GET | Method::HEAD);
    request.extensions_mut().insert(ConnectInfo(peer));
    let request = if is_small_webhook(&request) { with_whole_body(request).await } else { request.map(Body::new) };
    let routed = handler.router.clone().oneshot(request);
    // The slot belongs to the work, which may outlive the connection.
    let work = async move { (routed.await, slot) };
    match run_on(&handler.main_runtime, is_read_only, work).await {
        Ok((Ok(response), slot)) => {
            let slot = Some(slot).filter(|_| !is_event_stream(&response));
            (response, slot)
        }
        Ok((Err(never), _)) => match never {},
        // The router catches panics of handlers, so the main runtime is shutting down.
        Err(_) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            (response, None)
        }
    }
}

/// The body of a notification arrives with its head. Over HTTP/1.1 it is read on the connection's thread: a reader on the main
/// runtime and this thread would wake each other up for every part of it.
fn is_small_webhook<B>(request: &Request<B>) -> bool {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    request.version() == Version::HTTP_11
        && request.uri().path().starts_with("/webhooks/")
        && length.is_some_and(|length: usize| length <= SMALL_BODY)
}

async fn with_whole_body(request: Request<RequestBody>) -> Request<Body> {
    let (parts, body) = request.into_parts();
    let body = match body.collect().await {
        Ok(whole) => Body::from(whole.to_bytes()),
        // The handler gets the error, as if it had read the body itself.
        Err(error) => Body::from_stream(stream::once(ready(Err::<Bytes, _>(error)))),
    };
    Request::from_parts(parts, body)
}

/// When the client disconnects, hyper drops this future. That ends work that changes nothing; other work runs to completion.
async fn run_on<T: Send + 'static>(
    runtime: &Handle,
    is_read_only: bool,
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, JoinError> {
    let task = runtime.spawn(work);
    if is_read_only { AbortOnDropHandle::new(task).await } else { task.await }
}

/// Event streams last for hours and hold no large response, so they are limited only as connections.
fn is_event_stream(response: &Response<Body>) -> bool {
    let content_type = response.headers().get(header::CONTENT_TYPE);
    content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/event-stream"))
}

fn without_router(response: Response<Bytes>) -> HttpResponse {
    response.map(|body| Either::Left(Full::new(body)))
}

fn head_problem<B>(request: &Request<B>) -> Option<Problem> {
    if !has_valid_host(request.version(), request.headers()) {
        return Some(Problem::new(StatusCode::BAD_REQUEST, "a request must have exactly one Host header"));
    }
    // hyper checks the head of an HTTP/1.1 request itself.
    let is_too_large = request.version() == Version::HTTP_2 && head_size(request) > MAX_HEAD;
    is_too_large.then(|| {
        let detail = format!("the header fields are larger than {} KiB", MAX_HEAD / 1024);
        Problem::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, detail)
    })
}

/// As HTTP/2 counts it: each field has 32 bytes more than its text.
fn head_size<B>(request: &Request<B>) -> usize {
    let path = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
    let fields = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 32);
    path + fields.sum::<usize>()
}

/// HTTP/1.1 requires one `Host` header; HTTP/2 and HTTP/1.0 do not. Two may mean different things to a proxy and to us.
fn has_valid_host(version: Version, headers: &HeaderMap) -> bool {
    match headers.get_all(header::HOST).iter().count() {
        0 => version != Version::HTTP_11,
        1 => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn http_1_1_needs_exactly_one_host() {
        for (version, hosts, is_valid) in [
            (Version::HTTP_11, 1, true),
            (Version::HTTP_11, 0, false),
            (Version::HTTP_11, 2, false),
            (Version::HTTP_10, 0, true),
            (Version::HTTP_10, 2, false),
            (Version::HTTP_2, 0, true),
            (Version::HTTP_2, 2, false),
        ] {
            let mut headers = HeaderMap::new();
            for _ in 0..hosts {
                headers.append(header::HOST, HeaderValue::from_static("h"));
            }
            assert_eq!(has_valid_host(version, &headers), is_valid, "{version:?} with {hosts}");
        }
    }

    #[tokio::test]
    async fn a_disconnect_ends_only_work_that_changes_nothing() {
        let runtime = Handle::current();
        for is_read_only in [true, false] {
            let (started, mut is_started) = tokio::sync::mpsc::channel::<()>(1);
            let (go_on, may_go_on) = tokio::sync::oneshot::channel::<()>();
            let (ended, is_ended) = tokio::sync::oneshot::channel::<()>();
            let work = async move {
                let _ = started.send(()).await;
                let _ = may_go_on.await;
                let _ = ended.send(());
            };
            let mut request = Box::pin(run_on(&runtime, is_read_only, work));
            tokio::select! {
                _ = &mut request => panic!("it waits"),
                _ = is_started.recv() => {}
            }
            drop(request);
            if !is_read_only {
                go_on.send(()).unwrap();
            }
            assert_eq!(is_ended.await.is_err(), is_read_only);
        }
    }
}
