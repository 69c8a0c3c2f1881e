//! Revisions as the API returns them.

use super::key::RevisionKey;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use stormwire_announce::masked_url;
use stormwire_blueprint::difference::{FieldChange, difference};
use stormwire_city::revisions::{RestoredRevision, Revision, RevisionKind};
use stormwire_store::RevisionId;
use utoipa::ToSchema;

/// What was changed, when and by whom.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevisionOrigin)]
struct RevisionOriginView {
    #[schema(example = "watcher-12")]
    id: String,
    /// `watcher`, `policy` or `event-sink`.
    #[schema(value_type = String, example = "watcher")]
    kind: RevisionKind,
    /// The id of the watcher, the policy or the event sink.
    target_id: i64,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// The user name, `command line`, or `stormwire` for what was there before revisions were recorded.
    author: String,
    /// The revision that was restored by this change; null if it was another change.
    restores: Option<RestoredRevisionView>,
}

/// An older revision of the same watcher, policy or event sink.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestoredRevision)]
struct RestoredRevisionView {
    /// It may have been deleted since.
    #[schema(example = "watcher-3")]
    id: String,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
}

/// The state of a watcher with its actions, of a policy or of an event sink after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Revision)]
pub(crate) struct RevisionView {
    #[serde(flatten)]
    origin: RevisionOriginView,
    /// Whether it was deleted.
    is_deletion: bool,
    /// What is different from the revision before; empty for the first one.
    changes: Vec<FieldChangeView>,
}

/// A revision with its state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevisionDetail)]
pub(crate) struct RevisionDetailView {
    #[serde(flatten)]
    origin: RevisionOriginView,
    /// All fields; secrets are masked. Null if it was deleted.
    state: Option<Value>,
    /// The revision that it was compared with; null if there is none.
    compared_with: Option<String>,
    /// What is different from that revision.
    changes: Vec<FieldChangeView>,
}

/// A field with another value.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FieldChange)]
pub(crate) struct FieldChangeView {
    /// Such as `actions["Store strikes"].config.Op.Target`.
    path: String,
    /// Null if the field was not there.
    before: Option<Value>,
    /// Null if the field was removed.
    after: Option<Value>,
}

impl RevisionOriginView {
    fn new(revision: &Revision) -> Self {
        let Revision { id, target, at, author, restores, .. } = revision;
        let (kind, author) = (target.kind, author.clone());
        let restores = restores.map(|RestoredRevision { id, at }| RestoredRevisionView { id: key(kind, id), at });
        Self { id: key(kind, *id), kind, target_id: target.id, at: *at, author, restores }
    }
}

impl RevisionView {
    pub(super) fn new(revision: &Revision, previous: Option<&Revision>) -> Self {
        Self {
            origin: RevisionOriginView::new(revision),
            is_deletion: revision.state.is_none(),
            changes: changes(previous, revision),
        }
    }
}

impl RevisionDetailView {
    pub(super) fn new(revision: &Revision, other: Option<&Revision>) -> Self {
        let masked = |state| masked(revision.target.kind, without_action_ids(state));
        Self {
            origin: RevisionOriginView::new(revision),
            state: revision.state.clone().map(masked),
            compared_with: other.map(|other| key(other.target.kind, other.id)),
            changes: changes(other, revision),
        }
    }
}

fn key(kind: RevisionKind, id: RevisionId) -> String {
    RevisionKey { kind, id }.to_string()
}

/// A key in the query of a URL that changed is a change, although both are masked.
fn changes(before: Option<&Revision>, after: &Revision) -> Vec<FieldChangeView> {
    let Some(before) = before else { return Vec::new() };
    let state = |revision: &Revision| without_action_ids(revision.state.clone().unwrap_or_else(|| json!({})));
    let is_sink = after.target.kind == RevisionKind::EventSink;
    let view = |FieldChange { path, before, after }| {
        let mask = |value: Option<Value>| if is_sink && path == "url" { value.map(masked_text) } else { value };
        let (before, after) = (mask(before), mask(after));
        FieldChangeView { path, before, after }
    };
    difference(&state(before), &state(after)).into_iter().map(view).collect()
}

/// They say nothing to people, and change when an action is restored.
fn without_action_ids(mut state: Value) -> Value {
    let actions = state.get_mut("actions").and_then(Value::as_array_mut);
    for action in actions.into_iter().flatten().filter_map(Value::as_object_mut) {
        action.shift_remove("id");
    }
    state
}

fn masked(kind: RevisionKind, mut state: Value) -> Value {
    if kind == RevisionKind::EventSink
        && let Some(url) = state.get_mut("url")
    {
        *url = masked_text(url.take());
    }
    state
}

fn masked_text(url: Value) -> Value {
    match url.as_str() {
        Some(text) => masked_url(text).into(),
        None => url,
    }
}
