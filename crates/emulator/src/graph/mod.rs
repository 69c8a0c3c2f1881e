//! Graph itself: who calls, what is asked for, whether it is let through, and which part answers.

pub(crate) mod address;
pub(crate) mod answer;
mod attachments;
mod batch;
pub(crate) mod chains;
mod delta;
mod folders;
mod messages;
mod params;
mod round;
pub(crate) mod send;
mod subscriptions;
mod users;

use crate::faults::Fault;
use crate::odata::prefer::Prefer;
use crate::odata::query::Query;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::sign_in::{self, Application};
use address::{Address, MessagePart, UserPart};
use answer::{Answer, Stamp, respond};
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;

/// What Graph takes in one request.
const WRITE_LIMIT: usize = 4 * 1024 * 1024;

/// One call, read.
#[derive(Debug)]
pub(crate) struct Ask {
    pub(crate) method: Method,
    pub(crate) query: Query,
    pub(crate) prefer: Prefer,
    pub(crate) app: Application,
    /// `http://host/v1.0`, as the caller sees us.
    pub(crate) base: String,
    pub(crate) if_match: Option<String>,
    pub(crate) content_type: String,
    pub(crate) authorization: String,
    pub(crate) body: Bytes,
}

/// Answers a request to `/v1.0/…`.
pub(crate) async fn serve(shared: &Arc<Shared>, base: String, request: Request<Body>) -> Response {
    let stamp = stamp(shared, request.headers());
    let outcome = answered(shared, base, request).await;
    respond(outcome, &stamp)
}

fn stamp(shared: &Shared, headers: &HeaderMap) -> Stamp {
    let request_id = shared.chance.id();
    let client = headers.get("client-request-id").and_then(|value| value.to_str().ok());
    Stamp { now: shared.now(), client_request_id: client.map_or_else(|| request_id.clone(), str::to_owned), request_id }
}

async fn answered(shared: &Arc<Shared>, base: String, request: Request<Body>) -> Result<Answer, Refusal> {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().trim_start_matches('/').split_once('/').map_or("", |(_version, rest)| rest);
    let address = Address::parse(path);
    let template = address.as_ref().map_or_else(|_| "(unknown)".to_owned(), Address::template);
    shared.state().throttle.count(format!("{} {template}", parts.method));
    // Read before anything is refused: a connection with half a request on it cannot be used again.
    let body = to_bytes(body, WRITE_LIMIT).await.map_err(|_| Refusal::too_large())?;
    let address = address?;
    let text = |name: header::HeaderName| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let app = sign_in::read(text(header::AUTHORIZATION), shared.now())?;
    let fault = shared.state().faults.draw();
    let _passage = Passage::enter(shared, &app, &address)?;
    let delay = shared.state().settings.response_delay_ms;
    if delay > 0 {
        shared.clock.sleep(Duration::from_millis(delay)).await;
    }
    let afterwards = match fault {
        Some(Fault::Instead(refusal)) => return Err(refusal),
        Some(Fault::Afterwards(refusal)) => Some(refusal),
        None => None,
    };
    let ask = Ask {
        query: Query::parse(parts.uri.query().unwrap_or_default())?,
        prefer: Prefer::read(&parts.headers),
        if_match: text(header::IF_MATCH).map(str::to_owned),
        content_type: text(header::CONTENT_TYPE).unwrap_or_default().to_lowercase(),
        authorization: text(header::AUTHORIZATION).unwrap_or_default().to_owned(),
        method: parts.method,
        app,
        base,
        body,
    };
    let answer = dispatch(shared, &ask, &address).await;
    afterwards.map_or(answer, Err)
}

/// Boxed, because a batch holds calls.
fn dispatch<'a>(shared: &'a Arc<Shared>, ask: &'a Ask, address: &'a Address) -> BoxFuture<'a, Result<Answer, Refusal>> {
    async move {
        match (&ask.method, address) {
            (&Method::POST, Address::Subscriptions) => subscriptions::create(shared, ask).await,
            (&Method::GET, Address::Subscriptions) => Ok(subscriptions::list(shared, ask)),
            (&Method::GET, Address::Subscription { id }) => subscriptions::get(shared, ask, id),
            (&Method::PATCH, Address::Subscription { id }) => subscriptions::renew(shared, ask, id).await,
            (&Method::DELETE, Address::Subscription { id }) => subscriptions::delete(shared, ask, id),
            (&Method::POST, Address::Reauthorize { id }) => subscriptions::reauthorize(shared, ask, id),
            (&Method::POST, Address::Batch) => batch::run(shared, ask).await,
            (_, Address::User { user, part }) => {
                users::enter(shared, ask, user)?;
                in_mailbox(shared, ask, user, part)
            }
            _ => Err(not_allowed()),
        }
    }
    .boxed()
}

fn in_mailbox(shared: &Shared, ask: &Ask, user: &str, part: &UserPart) -> Result<Answer, Refusal> {
    match (&ask.method, part) {
        (&Method::GET, UserPart::Profile) => users::profile(shared, ask, user),
        (&Method::POST, UserPart::SendMail) => send::send(shared, ask, user),
        (&Method::GET, UserPart::Folders) => folders::list(shared, ask, user, None),
        (&Method::GET, UserPart::ChildFolders { folder }) => folders::list(shared, ask, user, Some(folder)),
        (&Method::POST, UserPart::Folders) => folders::create(shared, ask, user, None),
        (&Method::POST, UserPart::ChildFolders { folder }) => folders::create(shared, ask, user, Some(folder)),
        (&Method::GET, UserPart::Folder { folder }) => folders::get(shared, ask, user, folder),
        (&Method::PATCH, UserPart::Folder { folder }) => folders::rename(shared, ask, user, folder),
        (&Method::DELETE, UserPart::Folder { folder }) => folders::delete(shared, user, folder),
        (&Method::GET, UserPart::Messages { folder }) => messages::list(shared, ask, user, folder.as_deref()),
        (&Method::GET, UserPart::Delta { folder: Some(folder) }) => delta::page(shared, ask, user, folder),
        (&Method::GET, UserPart::Delta { folder: None }) => Err(Refusal::bad_request(
            "Unsupported request: Change tracking is not supported against 'microsoft.graph.message'.",
        )),
        (_, UserPart::Message { folder, message, part }) => {
            let letter = messages::Named { user, folder: folder.as_deref(), message };
            of_message(shared, ask, &letter, part)
        }
        _ => Err(not_allowed()),
    }
}

fn of_message(shared: &Shared, ask: &Ask, letter: &messages::Named<'_>, part: &MessagePart) -> Result<Answer, Refusal> {
    match (&ask.method, part) {
        (&Method::GET, MessagePart::Whole) => messages::get(shared, ask, letter),
        (&Method::PATCH, MessagePart::Whole) => messages::update(shared, ask, letter),
        (&Method::DELETE, MessagePart::Whole) => messages::delete(shared, letter),
        (&Method::GET, MessagePart::Mime) => messages::mime(shared, letter),
        (&Method::POST, MessagePart::Move) => messages::move_to(shared, ask, letter),
        (&Method::GET, MessagePart::Attachments) => attachments::list(shared, ask, letter),
        (&Method::GET, MessagePart::Attachment { attachment }) => attachments::get(shared, ask, letter, attachment),
        (&Method::GET, MessagePart::AttachmentValue { attachment }) => attachments::value(shared, letter, attachment),
        _ => Err(not_allowed()),
    }
}

fn not_allowed() -> Refusal {
    let message = "Specified HTTP method is not allowed for the request target.";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "BadRequest", message)
}

/// A call on its way through a mailbox: counted in, and out again however it ends.
struct Passage<'a> {
    shared: &'a Shared,
    of: Option<(String, String)>,
}

impl<'a> Passage<'a> {
    fn enter(shared: &'a Shared, app: &Application, address: &Address) -> Result<Self, Refusal> {
        let mut state = shared.state();
        let mailbox = address.user().and_then(|user| state.store.get(user)).map(|mailbox| mailbox.address.clone());
        let Some(mailbox) = mailbox else { return Ok(Self { shared, of: None }) };
        let settings = state.settings.clone();
        let entered = state.throttle.enter(&app.id, &mailbox, &settings, shared.now());
        drop(state);
        let passage = Self { shared, of: Some((app.id.clone(), mailbox)) };
        entered.map(|()| passage)
    }
}

impl Drop for Passage<'_> {
    fn drop(&mut self) {
        if let Some((app, mailbox)) = &self.of {
            self.shared.state().throttle.leave(app, mailbox);
        }
    }
}
