//! Validates the properties of a subscription that a client creates or renews.

use crate::graph::access::check_access;
use crate::graph::body_params::BodyParams;
use crate::graph::request::GraphRequest;
use crate::graph::resource_path::{ResourcePath, UserResource};
use crate::graph_error::GraphError;
use crate::notify::notification::SubscriptionId;
use crate::notify::subscription::{ChangeTypes, Subscription};
use crate::odata::filter::Filter;
use crate::odata::query::QueryOptions;
use crate::settings::Settings;
use crate::shared::EmulatorShared;
use crate::store::keys::{FolderKey, UserId};
use crate::wire::message_filter::FILTERABLE_PROPERTIES;
use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use std::net::IpAddr;

/// A shorter lifetime is raised to this.
const MIN_LIFETIME: SignedDuration = SignedDuration::from_mins(45);
const MAX_CLIENT_STATE_CHARS: usize = 128;

pub(crate) fn new_subscription(shared: &EmulatorShared, request: &GraphRequest) -> Result<Subscription, GraphError> {
    let params = BodyParams::parse(request).map_err(|error| match error.status {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => error,
        _ => invalid_payload(),
    })?;
    let required = |name: &str| {
        params
            .text(name)?
            .filter(|text| !text.is_empty())
            .ok_or_else(|| invalid_request(&format!("{name} is a required property for subscription creation")))
    };
    let change_type = required("changeType")?;
    let change_types = ChangeTypes::parse(change_type)
        .ok_or_else(|| invalid_request(&format!("Invalid 'changeType' attribute: '{change_type}'.")))?;
    if params.boolean("includeResourceData")?.unwrap_or(false) {
        return Err(invalid_request("Notifications with resource data are not supported by this emulator."));
    }
    let notification_url = check_url(required("notificationUrl")?, "NotificationUrl")?;
    let lifecycle_url = params.text("lifecycleNotificationUrl")?;
    let lifecycle_url = lifecycle_url.map(|url| check_url(url, "LifecycleNotificationUrl")).transpose()?;
    let client_state = params.text("clientState")?.map(str::to_owned);
    if client_state.as_ref().is_some_and(|state| state.chars().count() > MAX_CLIENT_STATE_CHARS) {
        return Err(invalid_request(&format!(
            "The 'clientState' attribute must not be longer than {MAX_CLIENT_STATE_CHARS} characters."
        )));
    }
    let expires_at = parse_expiration(required("expirationDateTime")?, &shared.state().settings, shared.now())?;
    let resource = required("resource")?.to_owned();
    let watched = watched_resource(shared, request, &resource)?;
    Ok(Subscription {
        id: SubscriptionId(shared.rng.uuid()),
        app: request.app.clone(),
        resource,
        user_id: watched.user_id,
        folder: watched.folder,
        filter: watched.filter,
        change_types,
        notification_url,
        lifecycle_url,
        client_state,
        expires_at,
        id_type: request.preferences.id_type,
    })
}

/// Requires https, except for loopback, so that development needs no certificate.
pub(crate) fn check_url(text: &str, name: &str) -> Result<String, GraphError> {
    let url =
        reqwest::Url::parse(text).map_err(|_| invalid_request(&format!("{name} is not a valid absolute URL.")))?;
    if url.fragment().is_some() {
        return Err(invalid_request(&format!("{name} must not have a fragment.")));
    }
    match url.scheme() {
        "https" => Ok(text.to_owned()),
        "http" if url.host_str().is_some_and(is_loopback) => Ok(text.to_owned()),
        scheme => Err(invalid_request(&format!("{name} scheme='{scheme}' is not supported."))),
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse();
    host == "localhost" || address.is_ok_and(|address: IpAddr| address.is_loopback())
}

pub(crate) fn parse_expiration(text: &str, settings: &Settings, now: Timestamp) -> Result<Timestamp, GraphError> {
    let requested: Timestamp = text.parse().map_err(|_| invalid_payload())?;
    let max_minutes = settings.subscription_ceiling_minutes;
    let max_lifetime = SignedDuration::from_mins(i64::try_from(max_minutes).unwrap_or(i64::MAX / 60));
    if requested.duration_since(now) > max_lifetime {
        let message = format!("Subscription expiration can only be {max_minutes} minutes in the future.");
        return Err(invalid_request(&message));
    }
    Ok(requested.max(now + MIN_LIFETIME))
}

struct WatchedResource {
    user_id: UserId,
    folder: Option<FolderKey>,
    filter: Option<Filter>,
}

fn watched_resource(
    shared: &EmulatorShared,
    request: &GraphRequest,
    resource: &str,
) -> Result<WatchedResource, GraphError> {
    let (path, query) = resource.split_once('?').unwrap_or((resource, ""));
    let ResourcePath::User { user, resource: UserResource::Messages { folder } } = ResourcePath::parse(path)? else {
        return Err(invalid_request(&format!("Unsupported resource '{resource}'.")));
    };
    let state = shared.state();
    check_access(&state, &request.app, &user).map_err(|error| extension_error(error.status))?;
    let query = QueryOptions::parse(query)?;
    query.check_properties(FILTERABLE_PROPERTIES, "message")?;
    let mailbox = state.mailbox(&user).map_err(|error| extension_error(error.status))?;
    let folder = folder.map(|folder| mailbox.find_folder(&folder)).transpose();
    let folder = folder.map_err(|error| extension_error(GraphError::from(error).status))?;
    let folder = folder.map(|folder| folder.key);
    Ok(WatchedResource { user_id: mailbox.user_id.clone(), folder, filter: query.filter })
}

/// Graph wraps errors of Exchange in this.
fn extension_error(status: StatusCode) -> GraphError {
    let reason = status.canonical_reason().unwrap_or_default();
    let name = reason.replace(' ', "");
    let status = if status == StatusCode::FORBIDDEN { status } else { StatusCode::BAD_REQUEST };
    GraphError::new(
        status,
        "ExtensionError",
        format!("Operation: Create; Exception: [Status Code: {name}; Reason: {reason}]"),
    )
}

pub(crate) fn invalid_request(message: &str) -> GraphError {
    GraphError::new(StatusCode::BAD_REQUEST, "InvalidRequest", message)
}

fn invalid_payload() -> GraphError {
    invalid_request(
        "Could not process subscription creation payload. Are all property names spelled and camelCased properly?",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_is_for_loopback_only() {
        let is_accepted = |url: &str| check_url(url, "NotificationUrl").is_ok();
        for url in [
            "https://city.example/x",
            "http://localhost:1/x",
            "http://127.0.0.1/x",
            "http://127.6.191.200:1/x",
            "http://[::1]/x",
        ] {
            assert!(is_accepted(url), "{url}");
        }
        for url in [
            "http://city.example/x",
            "http://10.0.0.1/x",
            "http://127.example/x",
            "http://[::2]/x",
            "ftp://localhost/x",
        ] {
            assert!(!is_accepted(url), "{url}");
        }
    }
}
