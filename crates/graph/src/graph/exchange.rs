//! One request and its reply, within a time and a size.

use super::call::Keep;
use super::plan::{Progress, Tried};
use super::{Limits, date};
use crate::innermost;
use jiff::SignedDuration;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use reqwest::{Client, Request, Response, StatusCode};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Rng;
use stormwire_clock::Clock;

/// An error object is not longer than that.
const FAULT_BYTES: usize = 64 * 1024;

/// What exchanges are made with.
pub(super) struct Exchange {
    pub http: Client,
    pub clock: Arc<dyn Clock>,
    pub chance: Arc<dyn Rng>,
    pub limits: Limits,
}

/// What came of one.
pub(super) enum Outcome {
    Replied(Reply),
    /// With the cause, for people.
    NotConnected(String),
    Broken(String),
    TimedOut,
}

/// A reply.
pub(super) struct Reply {
    pub status: StatusCode,
    pub retry_after: Option<Duration>,
    /// How far the provider's clock is ahead of ours.
    pub clock_difference: Option<SignedDuration>,
    pub content: Content,
}

/// What was kept of its body.
pub(super) enum Content {
    Whole(Vec<u8>),
    Open(Response),
    /// More than the limit.
    TooLarge,
}

impl Exchange {
    /// Sends a request and keeps what is wanted of a good reply; of a bad one, its error object.
    pub(super) async fn run(&self, request: Request, keep: Keep) -> Outcome {
        // Begun before the request, so that whoever sees the request can count on the limit.
        let limit = self.clock.sleep(self.limits.exchange);
        tokio::select! {
            biased;
            outcome = self.unlimited(request, keep) => outcome,
            () = limit => Outcome::TimedOut,
        }
    }

    /// A call that has not been tried yet.
    pub(super) fn progress(&self) -> Progress {
        Progress { tries: 0, most: self.limits.tries, patience: self.limits.patience, signed_in_again: false }
    }

    async fn unlimited(&self, request: Request, keep: Keep) -> Outcome {
        let sent = self.clock.now();
        let response = match self.http.execute(request).await {
            Ok(response) => response,
            Err(error) if error.is_connect() => return Outcome::NotConnected(innermost(&error)),
            Err(error) => return Outcome::Broken(innermost(&error)),
        };
        let received = self.clock.now();
        let status = response.status();
        let date = text(response.headers(), DATE.as_str()).and_then(date::parse);
        let retry_after = text(response.headers(), RETRY_AFTER.as_str());
        let retry_after = retry_after.and_then(|text| date::retry_after(text, date.unwrap_or(received)));
        let request_id = text(response.headers(), "request-id");
        tracing::debug!(status = status.as_u16(), request_id, "the provider replied");
        let content = if status.is_success() {
            match keep {
                Keep::Nothing => Ok(Content::Whole(vec![])),
                Keep::Open => Ok(Content::Open(response)),
                Keep::Whole => whole(response, self.limits.reply_bytes).await,
            }
        } else {
            // Half an error object is as good as none.
            Ok(whole(response, FAULT_BYTES).await.unwrap_or(Content::TooLarge))
        };
        let clock_difference = date.and_then(|date| date::difference(date, sent, received));
        match content {
            Ok(content) => Outcome::Replied(Reply { status, retry_after, clock_difference, content }),
            Err(error) => Outcome::Broken(innermost(&error)),
        }
    }
}

impl Outcome {
    /// As the plan sees it.
    pub(super) fn tried(&self) -> Tried {
        match self {
            Self::Replied(reply) => {
                let empty = matches!(&reply.content, Content::Whole(bytes) if bytes.is_empty());
                Tried::Replied { status: reply.status.as_u16(), retry_after: reply.retry_after, empty }
            }
            Self::NotConnected(_) => Tried::NotConnected,
            Self::Broken(_) => Tried::Broken,
            Self::TimedOut => Tried::TimedOut,
        }
    }

    /// For people.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Replied(reply) => format!("the provider replied with status {}", reply.status.as_u16()),
            Self::NotConnected(why) | Self::Broken(why) => why.clone(),
            Self::TimedOut => "no answer in time".into(),
        }
    }
}

impl Reply {
    /// What there is of an error object.
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Whole(bytes) => bytes,
            Content::Open(_) | Content::TooLarge => &[],
        }
    }
}

/// The whole body, up to a limit.
async fn whole(mut response: Response, limit: usize) -> reqwest::Result<Content> {
    let mut bytes = vec![];
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > limit {
            return Ok(Content::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Content::Whole(bytes))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
