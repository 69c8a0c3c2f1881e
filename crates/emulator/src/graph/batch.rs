//! `$batch`: up to twenty calls in one, at most four at a time, each with a status of its own.

use crate::graph::answer::Answer;
use crate::graph::{Ask, serve};
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use base64::prelude::{BASE64_STANDARD, Engine};
use futures_util::stream::{self, StreamExt};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

const MOST: usize = 20;
/// As many as Graph hands on to one mailbox at once.
const AT_ONCE: usize = 4;

#[derive(Debug, Deserialize)]
struct Envelope {
    requests: Vec<Part>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    id: String,
    method: String,
    url: String,
    #[serde(default)]
    headers: Map<String, Value>,
    body: Option<Value>,
    #[serde(default)]
    depends_on: Vec<String>,
}

pub(crate) async fn run(shared: &Arc<Shared>, ask: &Ask) -> Result<Answer, Refusal> {
    let envelope: Envelope = serde_json::from_slice(&ask.body).map_err(|_| Refusal::unreadable_body())?;
    check(&envelope.requests)?;
    let mut left = envelope.requests;
    let mut done: HashMap<String, Value> = HashMap::new();
    while !left.is_empty() {
        let waits = |part: &Part| part.depends_on.iter().any(|id| !done.contains_key(id));
        let (later, now): (Vec<Part>, Vec<Part>) = left.into_iter().partition(waits);
        let failed = |id: &String| done[id]["status"].as_u64().is_some_and(|status| status >= 400);
        let calls = now.into_iter().map(|part| {
            let doomed = part.depends_on.iter().any(failed);
            async move { if doomed { failed_dependency(&part) } else { call(shared, ask, part).await } }
        });
        let answers: Vec<Value> = stream::iter(calls).buffer_unordered(AT_ONCE).collect().await;
        done.extend(answers.into_iter().map(|answer| (answer["id"].as_str().unwrap_or_default().to_owned(), answer)));
        left = later;
    }
    Ok(Answer::json(StatusCode::OK, json!({"responses": done.into_values().collect::<Vec<_>>()})))
}

/// Ids that differ, no more than twenty, and nothing that waits for what comes after it.
fn check(parts: &[Part]) -> Result<(), Refusal> {
    let invalid = |message: String| Refusal::new(StatusCode::BAD_REQUEST, "BadRequest", message);
    if parts.is_empty() || parts.len() > MOST {
        return Err(invalid(format!("Number of batch request steps must be between 1 and {MOST}.")));
    }
    let mut seen = HashSet::new();
    for part in parts {
        if part.url.trim_matches('/').eq_ignore_ascii_case("$batch") {
            return Err(invalid("Invalid batch payload: a batch cannot hold another.".into()));
        }
        if let Some(unknown) = part.depends_on.iter().find(|id| !seen.contains(id.as_str())) {
            return Err(invalid(format!(
                "Invalid batch payload: request '{}' depends on '{unknown}', which does not come before it.",
                part.id
            )));
        }
        if !seen.insert(part.id.as_str()) {
            return Err(invalid(format!("Invalid batch payload: duplicate request id '{}'.", part.id)));
        }
    }
    Ok(())
}

fn failed_dependency(part: &Part) -> Value {
    let error = json!({"code": "FailedDependency", "message": "A request that this one depends on has failed."});
    json!({"id": part.id, "status": 424, "headers": {}, "body": {"error": error}})
}

async fn call(shared: &Arc<Shared>, ask: &Ask, part: Part) -> Value {
    let Some(request) = request(ask, &part) else {
        let error = json!({"code": "BadRequest", "message": "The request of this step cannot be read."});
        return json!({"id": part.id, "status": 400, "headers": {}, "body": {"error": error}});
    };
    let response = serve(shared, ask.base.clone(), request).await;
    let (head, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let headers: Map<String, Value> = head
        .headers
        .iter()
        .filter(|(name, _)| [header::CONTENT_TYPE, header::RETRY_AFTER, header::LOCATION].contains(name))
        .filter_map(|(name, value)| Some((title_case(name.as_str()), value.to_str().ok()?.into())))
        .collect();
    // What is no JSON travels as base64.
    let body = if bytes.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&bytes).unwrap_or_else(|_| BASE64_STANDARD.encode(&bytes).into())
    };
    json!({"id": part.id, "status": head.status.as_u16(), "headers": headers, "body": body})
}

fn request(ask: &Ask, part: &Part) -> Option<Request<Body>> {
    let url = part.url.trim_start_matches('/').replace(' ', "%20");
    let mut request = Request::builder()
        .method(part.method.to_uppercase().as_str())
        .uri(format!("/v1.0/{url}"))
        .header(header::AUTHORIZATION, &ask.authorization);
    for (name, value) in &part.headers {
        request = request.header(name.as_str(), value.as_str()?);
    }
    let body = match &part.body {
        None => Body::empty(),
        Some(Value::String(text)) => Body::from(text.clone()),
        Some(value) => Body::from(value.to_string()),
    };
    request.body(body).ok()
}

/// As the service writes them in parts: `Retry-After`.
fn title_case(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    });
    words.collect::<Vec<_>>().join("-")
}
