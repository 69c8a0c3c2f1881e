//! The routes of file watchers: those of mailbox watchers at paths of their own, with what is different in the document.

use crate::App;
use crate::route_kind::{FILES, MAILBOXES};
use crate::watcher::FileWatcherInput;
use serde::Deserialize;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::UtoipaMethodRouter;

/// The body that replays a file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
pub(crate) struct FileReplayInput {
    /// The name of a file in the watched folder, `Failed` or `Processed`.
    #[schema(min_length = 1, max_length = 255)]
    file_name: String,
}

/// The schema of a request body for mailboxes, and the one for files.
const BODIES: [(&str, &str); 2] = [("AnyWatcherInput", "FileWatcherInput"), ("ReplayInput", "FileReplayInput")];

/// The same handlers, below `/file-watcher`.
pub(crate) fn at_file_watcher(routes: UtoipaMethodRouter<App>) -> UtoipaMethodRouter<App> {
    let (mut schemas, mut paths, handlers) = routes;
    schemas.push((FileWatcherInput::name().into(), FileWatcherInput::schema()));
    schemas.push((FileReplayInput::name().into(), FileReplayInput::schema()));
    let each = std::mem::take(&mut paths.paths).into_iter();
    paths.paths = each.map(|(path, item)| (path.replacen(MAILBOXES, FILES, 1), of_files(&path, item))).collect();
    (schemas, paths, handlers)
}

fn of_files(path: &str, mut item: PathItem) -> PathItem {
    // The list has files alone, whatever the parameter would be.
    if let Some(list) = item.get.as_mut().filter(|_| path == MAILBOXES) {
        list.parameters = None;
    }
    let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete];
    for operation in operations.into_iter().flatten() {
        operation.tags = Some(vec!["File watchers".to_owned()]);
        replace_body(operation);
    }
    item
}

fn replace_body(operation: &mut Operation) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    for content in body.content.values_mut() {
        let RefOr::T(content) = content else { continue };
        let Some(RefOr::Ref(schema)) = &content.schema else { continue };
        let of_files = BODIES.iter().find(|(name, _)| schema.ref_location.ends_with(&format!("/{name}")));
        if let Some((_, name)) = of_files {
            content.schema = Some(RefOr::Ref(Ref::from_schema_name(*name)));
        }
    }
}
