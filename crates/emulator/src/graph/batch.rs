//! `$batch`: up to twenty calls in one request.

use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use base64::prelude::{BASE64_STANDARD, Engine};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};

const MAX_STEPS: usize = 20;
/// Graph's limit for concurrent calls to one mailbox.
const MAX_CONCURRENT_STEPS: usize = 4;

/// Handles a call in the batch like any other call.
type CallHandler<'a> = &'a (dyn Fn(Request<Body>) -> BoxFuture<'a, Response> + Sync);

#[derive(Debug, Deserialize)]
struct BatchRequest {
    requests: Vec<BatchStep>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct BatchStep {
    id: String,
    method: String,
    url: String,
    #[serde(default)]
    headers: Map<String, Value>,
    body: Option<Value>,
    #[serde(default)]
    depends_on: Vec<String>,
}

pub(crate) async fn run_batch<'a>(
    request: &'a GraphRequest,
    handle: CallHandler<'a>,
) -> Result<GraphResponse, GraphError> {
    let batch: BatchRequest = serde_json::from_slice(&request.body).map_err(|_| GraphError::invalid_json())?;
    check_steps(&batch.requests)?;
    let mut remaining = batch.requests;
    let mut responses: HashMap<String, Value> = HashMap::new();
    while !remaining.is_empty() {
        let must_wait = |step: &BatchStep| step.depends_on.iter().any(|id| !responses.contains_key(id));
        let (blocked, ready): (Vec<BatchStep>, Vec<BatchStep>) = remaining.into_iter().partition(must_wait);
        let has_failed = |id: &String| responses[id]["status"].as_u64().is_some_and(|status| status >= 400);
        let calls =
            ready.into_iter().map(|step| {
                let dependency_failed = step.depends_on.iter().any(has_failed);
                async move {
                    if dependency_failed { failed_dependency(&step) } else { run_step(request, handle, step).await }
                }
            });
        let done: Vec<Value> = stream::iter(calls).buffer_unordered(MAX_CONCURRENT_STEPS).collect().await;
        responses.extend(
            done.into_iter().map(|response| (response["id"].as_str().unwrap_or_default().to_owned(), response)),
        );
        remaining = blocked;
    }
    let responses: Vec<Value> = responses.into_values().collect();
    Ok(GraphResponse::json(StatusCode::OK, json!({ "responses": responses })))
}

/// A step may only depend on earlier steps, so there are no cycles.
fn check_steps(steps: &[BatchStep]) -> Result<(), GraphError> {
    if steps.is_empty() || steps.len() > MAX_STEPS {
        let message = format!("Number of batch request steps must be between 1 and {MAX_STEPS}.");
        return Err(GraphError::bad_request(message));
    }
    let mut seen = HashSet::new();
    for step in steps {
        if step.url.trim_matches('/').eq_ignore_ascii_case("$batch") {
            return Err(GraphError::bad_request("Invalid batch payload: a batch cannot contain another batch."));
        }
        if let Some(unknown) = step.depends_on.iter().find(|id| !seen.contains(id.as_str())) {
            return Err(GraphError::bad_request(format!(
                "Invalid batch payload: request '{}' depends on '{unknown}', which does not come before it.",
                step.id
            )));
        }
        if !seen.insert(step.id.as_str()) {
            let message = format!("Invalid batch payload: duplicate request id '{}'.", step.id);
            return Err(GraphError::bad_request(message));
        }
    }
    Ok(())
}

fn failed_dependency(step: &BatchStep) -> Value {
    let error = json!({"code": "FailedDependency", "message": "A request that this request depends on has failed."});
    json!({"id": step.id, "status": 424, "headers": {}, "body": {"error": error}})
}

async fn run_step(batch: &GraphRequest, handle: CallHandler<'_>, step: BatchStep) -> Value {
    let Some(request) = http_request(batch, &step) else {
        let error = json!({"code": "BadRequest", "message": "The method, URL or a header of this request is invalid."});
        return json!({"id": step.id, "status": 400, "headers": {}, "body": {"error": error}});
    };
    let (head, body) = handle(request).await.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let headers: Map<String, Value> = head
        .headers
        .iter()
        .filter(|(name, _)| [header::CONTENT_TYPE, header::RETRY_AFTER, header::LOCATION].contains(name))
        .filter_map(|(name, value)| Some((title_case(name.as_str()), value.to_str().ok()?.into())))
        .collect();
    // A body that is not JSON is encoded as base64.
    let body = if bytes.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&bytes).unwrap_or_else(|_| BASE64_STANDARD.encode(&bytes).into())
    };
    json!({"id": step.id, "status": head.status.as_u16(), "headers": headers, "body": body})
}

fn http_request(batch: &GraphRequest, step: &BatchStep) -> Option<Request<Body>> {
    let url = step.url.trim_start_matches('/').replace(' ', "%20");
    let mut request = Request::builder()
        .method(step.method.to_uppercase().as_str())
        .uri(format!("/v1.0/{url}"))
        .header(header::AUTHORIZATION, &batch.authorization);
    for (name, value) in &step.headers {
        request = request.header(name.as_str(), value.as_str()?);
    }
    let body = match &step.body {
        None => Body::empty(),
        Some(Value::String(text)) => Body::from(text.clone()),
        Some(value) => Body::from(value.to_string()),
    };
    request.body(body).ok()
}

/// `Retry-After`, as Graph writes header names in batch responses.
fn title_case(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    });
    words.collect::<Vec<_>>().join("-")
}
