//! The live answers at hand, each under the question it answers. A new picture clears the shelf.

use super::Answer;
use crate::App;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, Uri, header};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use stormwire_lightning::Picture;
use tokio::sync::{Mutex, MutexGuard};

/// As much as the shelf holds: beyond it answers are made for one request each.
const MOST_ANSWERS: usize = 256;
const MOST_BYTES: usize = 64 << 20;

/// The live answers at hand.
#[derive(Clone, Default)]
pub struct Shelf(Arc<Inner>);

#[derive(Default)]
struct Inner {
    kept: RwLock<Option<Kept>>,
    alone: Mutex<()>,
    /// Asked for once: finding a counter by its name costs more than an answer.
    answered: OnceLock<metrics::Counter>,
}

struct Kept {
    picture: Arc<Picture>,
    answers: HashMap<Box<str>, Arc<Answer>>,
    bytes: usize,
}

impl Shelf {
    /// The answer to a question, if it is of that picture.
    pub(super) fn find(&self, question: &str, picture: &Arc<Picture>) -> Option<Arc<Answer>> {
        let kept = self.0.kept.read().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.as_ref().filter(|kept| Arc::ptr_eq(&kept.picture, picture))?;
        kept.answers.get(question).cloned()
    }

    /// Keeps an answer of a picture, if there is room. Answers of other pictures go.
    pub(super) fn keep(&self, question: &str, picture: &Arc<Picture>, answer: &Arc<Answer>) {
        let mut place = self.0.kept.write().unwrap_or_else(PoisonError::into_inner);
        let is_same = place.as_ref().is_some_and(|kept| Arc::ptr_eq(&kept.picture, picture));
        if !is_same {
            *place = Some(Kept { picture: picture.clone(), answers: HashMap::new(), bytes: 0 });
        }
        if let Some(kept) = place.as_mut() {
            let bytes = kept.bytes + answer.size();
            if kept.answers.len() < MOST_ANSWERS && bytes <= MOST_BYTES {
                kept.answers.insert(question.into(), answer.clone());
                kept.bytes = bytes;
            }
        }
    }

    /// Whoever makes the usual answers makes them alone.
    pub(super) async fn alone(&self) -> MutexGuard<'_, ()> {
        self.0.alone.lock().await
    }

    /// Any answer to a question, with its picture.
    fn any(&self, question: &str) -> Option<(Arc<Picture>, Arc<Answer>)> {
        let kept = self.0.kept.read().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.as_ref()?;
        Some((kept.picture.clone(), kept.answers.get(question)?.clone()))
    }
}

/// A request as far as the shelf looks at it.
pub struct Glance<'a> {
    /// How.
    pub method: &'a Method,
    /// What.
    pub uri: &'a Uri,
    /// And how again.
    pub headers: &'a HeaderMap,
    /// From where.
    pub peer: IpAddr,
}

const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

impl App {
    /// The answer to a request where that is at hand and current: without a database, a log line or a wait. What it does
    /// not answer goes through the router, which answers everything.
    pub fn at_hand(&self, asked: &Glance<'_>) -> Option<Response<Bytes>> {
        let question = asked.uri.path_and_query()?.as_str();
        // Whoever names a request wants to find it in the log.
        if !question.starts_with(super::PREFIX)
            || asked.method != Method::GET
            || asked.headers.contains_key(&REQUEST_ID)
        {
            return None;
        }
        let (picture, answer) = self.shelf.any(question)?;
        let now = self.clock.now();
        if !self.lightning.is_current(&picture, now) || !answer.is_at_hand(asked.headers) {
            return None;
        }
        if !self.allowance.admits(asked.peer, asked.headers, &self.trusted_proxies, now) {
            return None;
        }
        let mut response = answer.respond(asked.headers, now);
        let out = response.headers_mut();
        crate::headers::open_to_all(out);
        out.insert(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF);
        if self.public_url.scheme() == "https" {
            out.insert(header::STRICT_TRANSPORT_SECURITY, crate::headers::TRANSPORT);
        }
        let counter = || metrics::counter!("stormwire_lightning_answers_total", "from" => "shelf");
        self.shelf.0.answered.get_or_init(counter).increment(1);
        Some(response)
    }
}
