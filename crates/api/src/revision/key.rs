//! The id of a revision: each kind counts for itself.

use crate::Problem;
use crate::params::{not_found, read_id};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use std::fmt;
use stormwire_city::revisions::RevisionKind;
use stormwire_store::RevisionId;

/// Such as `watcher-12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RevisionKey {
    pub(super) kind: RevisionKind,
    pub(super) id: RevisionId,
}

impl RevisionKey {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (kind, id) = text.rsplit_once('-')?;
        Some(Self { kind: RevisionKind::parse(kind)?, id: read_id(id)? })
    }
}

impl fmt::Display for RevisionKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.kind, self.id)
    }
}

/// A malformed id is 404, as all ids in paths.
impl<S: Send + Sync> FromRequestParts<S> for RevisionKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let text = Path::<String>::from_request_parts(parts, state).await.map(|Path(text)| text);
        text.ok().and_then(|text| Self::parse(&text)).ok_or_else(|| not_found(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back_and_others_are_rejected() {
        for text in ["watcher-12", "policy-1", "event-sink-7"] {
            assert_eq!(RevisionKey::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "12", "watcher", "watcher-", "watcher-0", "watcher--1", "user-1", "watcher-x", "Watcher-1"] {
            assert_eq!(RevisionKey::parse(text), None, "{text}");
        }
    }
}
