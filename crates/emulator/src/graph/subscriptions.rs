//! `/subscriptions`. An application sees only its own.

use crate::delivery::url_validation::validate_notification_url;
use crate::graph::body_params::BodyParams;
use crate::graph::collection::CollectionPage;
use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph::subscription_request::{check_url, invalid_request, new_subscription, parse_expiration};
use crate::graph_error::GraphError;
use crate::notify::subscription::Subscription;
use crate::shared::EmulatorShared;
use crate::state::EmulatorState;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde_json::Value;

const MAX_PER_MAILBOX: usize = 1_000;

pub(crate) async fn create(shared: &EmulatorShared, request: &GraphRequest) -> Result<GraphResponse, GraphError> {
    let subscription = new_subscription(shared, request)?;
    check_conflicts(&shared.state(), &subscription, shared.now())?;
    validate_url(shared, &subscription.notification_url).await?;
    if let Some(url) = &subscription.lifecycle_url {
        validate_url(shared, url).await?;
    }
    let entity = entity_json(request, &subscription, true);
    let mut state = shared.state();
    // Check again: another subscription may have been created during the validation.
    check_conflicts(&state, &subscription, shared.now())?;
    state.subscriptions.insert_or_replace(subscription);
    Ok(GraphResponse::json(StatusCode::CREATED, entity))
}

fn check_conflicts(state: &EmulatorState, new: &Subscription, now: Timestamp) -> Result<(), GraphError> {
    let in_mailbox = || state.subscriptions.live(now).filter(|other| other.user_id == new.user_id);
    if in_mailbox().count() >= MAX_PER_MAILBOX {
        let message = format!(
            "Operation: Create; Exception: [Status Code: Forbidden; Reason: Subscription limit of {MAX_PER_MAILBOX} per mailbox reached]"
        );
        return Err(GraphError::new(StatusCode::FORBIDDEN, "ExtensionError", message));
    }
    let is_duplicate = |other: &&Subscription| {
        other.app == new.app
            && other.resource.eq_ignore_ascii_case(&new.resource)
            && other.change_types.text.eq_ignore_ascii_case(&new.change_types.text)
    };
    match in_mailbox().find(is_duplicate).filter(|_| state.settings.reject_duplicates) {
        Some(other) => {
            let message = format!("Subscription Id {} already exists for the requested combination", other.id);
            Err(GraphError::new(StatusCode::CONFLICT, "Conflict", message))
        }
        None => Ok(()),
    }
}

async fn validate_url(shared: &EmulatorShared, url: &str) -> Result<(), GraphError> {
    let is_trusted = {
        let state = shared.state();
        state.settings.trust_validated_urls && state.subscriptions.validated_urls.contains(url)
    };
    if !is_trusted {
        validate_notification_url(shared, url).await?;
        shared.state().subscriptions.validated_urls.insert(url.to_owned());
    }
    Ok(())
}

pub(crate) fn list(shared: &EmulatorShared, request: &GraphRequest) -> GraphResponse {
    let state = shared.state();
    let own = state.subscriptions.live(shared.now()).filter(|subscription| subscription.app == request.app);
    let items: Vec<Value> = own.map(|subscription| subscription.to_json(false)).collect();
    let page = CollectionPage { context: "subscriptions".into(), total: items.len(), items, next_link: None };
    page.into_response(request)
}

fn find<'s>(
    state: &'s EmulatorState,
    request: &GraphRequest,
    id: &str,
    now: Timestamp,
) -> Result<&'s Subscription, GraphError> {
    state.subscriptions.get(id, &request.app, now).ok_or_else(GraphError::subscription_not_found)
}

pub(crate) fn get(shared: &EmulatorShared, request: &GraphRequest, id: &str) -> Result<GraphResponse, GraphError> {
    let state = shared.state();
    let subscription = find(&state, request, id, shared.now())?;
    Ok(GraphResponse::json(StatusCode::OK, entity_json(request, subscription, false)))
}

pub(crate) async fn renew(
    shared: &EmulatorShared,
    request: &GraphRequest,
    id: &str,
) -> Result<GraphResponse, GraphError> {
    let params = BodyParams::parse(request)?;
    let (expiration, url) = (params.text("expirationDateTime")?, params.text("notificationUrl")?);
    if expiration.is_none() && url.is_none() {
        return Err(invalid_request(
            "Subscription must contain either the 'expirationDateTime' or 'notificationUrl' property and its value.",
        ));
    }
    let (mut renewed, settings) = {
        let state = shared.state();
        (find(&state, request, id, shared.now())?.clone(), state.settings.clone())
    };
    if let Some(expiration) = expiration {
        renewed.expires_at = parse_expiration(expiration, &settings, shared.now())?;
    }
    if let Some(url) = url {
        renewed.notification_url = check_url(url, "NotificationUrl")?;
    }
    if url.is_some() || settings.revalidate_on_renewal {
        validate_url(shared, &renewed.notification_url).await?;
    }
    let mut state = shared.state();
    // Check again: it may have expired during the validation.
    find(&state, request, id, shared.now())?;
    let entity = entity_json(request, &renewed, false);
    state.subscriptions.insert_or_replace(renewed);
    Ok(GraphResponse::json(StatusCode::OK, entity))
}

pub(crate) fn reauthorize(
    shared: &EmulatorShared,
    request: &GraphRequest,
    id: &str,
) -> Result<GraphResponse, GraphError> {
    find(&shared.state(), request, id, shared.now())?;
    Ok(GraphResponse::empty(StatusCode::NO_CONTENT))
}

pub(crate) fn delete(shared: &EmulatorShared, request: &GraphRequest, id: &str) -> Result<GraphResponse, GraphError> {
    let mut state = shared.state();
    find(&state, request, id, shared.now())?;
    state.subscriptions.remove(id);
    Ok(GraphResponse::empty(StatusCode::NO_CONTENT))
}

fn entity_json(request: &GraphRequest, subscription: &Subscription, with_client_state: bool) -> Value {
    let mut entity = subscription.to_json(with_client_state);
    entity["@odata.context"] = format!("{}/$metadata#subscriptions/$entity", request.base_url).into();
    entity
}
