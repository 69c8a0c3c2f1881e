//! Why files are not processed.

use crate::access::Viewer;
use crate::params::{Id, Query};
use crate::problem_responses::{AccessDenied, InvalidInput, NotFound, Unavailable};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stormwire_store::{LogId, WatcherId};
use stormwire_watcher::admin::file_explanation::{ExplainedFile, FileReason, FolderExplanation};
use utoipa::{IntoParams, ToSchema};

/// Characters of the parameter `q`: those of a path.
const MAX_TEXT: usize = 1_000;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExplainParams {
    /// A part of the name of a file, or its path.
    #[param(required = true, min_length = 1, max_length = 1000, pattern = "\\S")]
    q: Option<String>,
}

/// The files of the watched folder whose name contains the text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FolderExplanation)]
pub(crate) struct FolderExplanationView {
    folder: String,
    /// Why the folder cannot be read, for example because it is outside of `files.roots`; null if it can.
    problem: Option<String>,
    /// The newest 10. Empty if there is none: subfolders are not read, and symbolic links are not followed.
    files: Vec<ExplainedFileView>,
    /// True if there are more, or if there was no time to read them all.
    is_incomplete: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExplainedFile)]
pub(crate) struct ExplainedFileView {
    file_name: String,
    size_bytes: u64,
    reason: FileReasonView,
    /// The row of the log; null if there is none.
    #[schema(value_type = Option<i64>)]
    log_id: Option<LogId>,
}

/// Why a file is not processed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FileReason)]
pub(crate) enum FileReasonView {
    /// It is in the log.
    InLog,
    /// A hidden or temporary name that the pattern does not name.
    Hidden,
    /// It arrived before the watcher was created, which processes only new files.
    TooOld,
    /// The watcher is disabled.
    Disabled,
    /// It changed less than `stableSeconds` ago.
    BeingWritten,
    /// It is larger than `maxFileMb` and will fail.
    TooLarge,
    /// The pattern does not match its name, so it will be skipped.
    Unmatched,
    /// The next scan reads it.
    Waiting,
}

impl From<FileReason> for FileReasonView {
    fn from(reason: FileReason) -> Self {
        match reason {
            FileReason::InLog => Self::InLog,
            FileReason::Hidden => Self::Hidden,
            FileReason::TooOld => Self::TooOld,
            FileReason::Disabled => Self::Disabled,
            FileReason::BeingWritten => Self::BeingWritten,
            FileReason::TooLarge => Self::TooLarge,
            FileReason::Unmatched => Self::Unmatched,
            FileReason::Waiting => Self::Waiting,
        }
    }
}

impl From<ExplainedFile> for ExplainedFileView {
    fn from(file: ExplainedFile) -> Self {
        let ExplainedFile { name, size_bytes, reason, log_id } = file;
        Self { file_name: name, size_bytes, reason: reason.into(), log_id }
    }
}

impl From<FolderExplanation> for FolderExplanationView {
    fn from(explanation: FolderExplanation) -> Self {
        let FolderExplanation { folder, problem, files, is_incomplete } = explanation;
        let files = files.into_iter().map(ExplainedFileView::from).collect();
        Self { folder, problem, files, is_incomplete }
    }
}

/// Explain why files are not processed
///
/// Reads the watched folder and says for each file whose name contains the text why it is not processed, or where it is in the log. One
/// request at a time: the files are read.
#[utoipa::path(get, path = "/file-watcher/{id}/explain", tag = "File watchers", params(("id" = i64, Path), ExplainParams), responses(
    (status = 200, description = "The files in the watched folder", body = FolderExplanationView),
    InvalidInput,
    NotFound,
    AccessDenied,
    Unavailable,
))]
pub(crate) async fn explain(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Query(params): Query<ExplainParams>,
) -> Result<Json<FolderExplanationView>, Problem> {
    let text = params.q.unwrap_or_default();
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_TEXT {
        return Err(Problem::field("q", format!("must have 1 to {MAX_TEXT} visible characters")));
    }
    Ok(Json(app.watchers.admin().explain_files(id, text).await?.into()))
}
