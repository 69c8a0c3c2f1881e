//! The kind of watchers that a path is about. `/file-watcher` has the routes of `/mailbox-watcher`, for files alone.

use crate::params::read_id;
use crate::{App, Problem};
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use std::convert::Infallible;
use stormwire_store::WatcherId;
use stormwire_store::tables::watcher::WatcherKind;
use stormwire_watcher::file_name_of_key;

pub(crate) const MAILBOXES: &str = "/mailbox-watcher";
pub(crate) const FILES: &str = "/file-watcher";

/// `None`: watchers of all kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RouteKind(pub(crate) Option<WatcherKind>);

impl<S: Send + Sync> FromRequestParts<S> for RouteKind {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(below_files(parts.uri.path()).map(|_| WatcherKind::File)))
    }
}

/// Watchers and messages of other kinds are not found below `/file-watcher`. Called after the role was checked.
pub(crate) async fn check_kind(parts: &Parts, app: &App) -> Result<(), Problem> {
    let Some(below) = below_files(parts.uri.path()) else { return Ok(()) };
    let mut segments = below.split('/').skip(1);
    let is_of_kind = match (segments.next(), segments.next()) {
        (Some("log"), Some(id)) => match read_id(id) {
            Some(id) => file_name_of_key(&app.watchers.repair().log(id).await?.log.message_key).is_some(),
            None => true,
        },
        (Some(id), _) => match read_id::<WatcherId>(id) {
            Some(id) => app.watchers.admin().kind(id).await? == WatcherKind::File,
            None => true,
        },
        _ => true,
    };
    if is_of_kind {
        Ok(())
    } else {
        Err(Problem::new(StatusCode::NOT_FOUND, format!("{} not found", parts.uri.path())))
    }
}

/// What follows `/file-watcher`.
fn below_files(path: &str) -> Option<&str> {
    path.strip_prefix(FILES).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_file_watchers_are_recognized() {
        for (path, expected) in [
            ("/file-watcher", Some("")),
            ("/file-watcher/7/action", Some("/7/action")),
            ("/file-watchers", None),
            ("/mailbox-watcher/7", None),
            ("/", None),
        ] {
            assert_eq!(below_files(path), expected, "{path}");
        }
    }
}
