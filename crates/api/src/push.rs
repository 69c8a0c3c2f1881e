//! Notifications by Web Push: the key, and the subscriptions of browsers. Public, without accounts.

use crate::access::ClientAddress;
use crate::problem_responses::{InvalidInput, NotFound, Overloaded};
use crate::{App, Json, Problem};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use stormwire_announce::push::{PushError, SubscribeError, SubscriptionInput};
use stormwire_store::FacilityId;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PushKey {
    /// The `applicationServerKey` for `pushManager.subscribe`, in base64url.
    public_key: String,
}

/// Get the key for push subscriptions
#[utoipa::path(get, path = "/push/key", tag = "Notifications", responses(
    (status = 200, description = "The key", body = PushKey),
    Overloaded,
))]
pub(crate) async fn key(State(app): State<App>) -> Result<axum::Json<PushKey>, Problem> {
    Ok(axum::Json(PushKey { public_key: app.push.public_key().await? }))
}

/// The subscription of a browser, as `PushSubscription.toJSON()` returns it, for one facility.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PushSubscriptionInput {
    #[schema(minimum = 1)]
    facility_id: i64,
    /// The https URL of the browser's push service.
    #[schema(max_length = 1_000)]
    endpoint: String,
    keys: PushKeys,
    /// The language of notifications: Spanish for `es` and tags such as `es-MX`, otherwise English.
    #[serde(default)]
    #[schema(example = "en")]
    language: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PushKeys {
    /// The public key of the browser, 65 bytes in base64url.
    p256dh: String,
    /// The secret shared with the browser, 16 bytes in base64url.
    auth: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushSubscriptionCreated {
    /// Ends the subscription; nobody else knows it.
    id: String,
}

/// Notify a browser about a facility
///
/// The browser gets a notification when the facility becomes Active, when it is clear again, and when its status is lost
/// meanwhile. Sending the same endpoint and facility again renews the subscription; without that it ends after 180 days.
#[utoipa::path(post, path = "/push/subscription", tag = "Notifications", request_body = PushSubscriptionInput, responses(
    (status = 201, description = "Subscribed, or renewed with the same id", body = PushSubscriptionCreated),
    InvalidInput,
    NotFound,
    Overloaded,
))]
pub(crate) async fn subscribe(
    State(app): State<App>,
    ClientAddress(from): ClientAddress,
    Json(body): Json<PushSubscriptionInput>,
) -> Result<(StatusCode, axum::Json<PushSubscriptionCreated>), Problem> {
    if !app.push_limiter.allows(from, &HeaderMap::new(), &[], app.clock.now()) {
        let detail = "too many push subscriptions from this address; try again later";
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, detail).with_retry_after(1));
    }
    let PushSubscriptionInput { facility_id, endpoint, keys: PushKeys { p256dh, auth }, language } = body;
    if facility_id < 1 {
        return Err(Problem::field("facilityId", format!("{facility_id} is not the id of a facility")));
    }
    let input = SubscriptionInput { facility_id: FacilityId::new(facility_id), endpoint, p256dh, auth, language };
    let id = app.push.subscribe(input).await?;
    Ok((StatusCode::CREATED, axum::Json(PushSubscriptionCreated { id })))
}

/// End a push subscription
#[utoipa::path(delete, path = "/push/subscription/{id}", tag = "Notifications", params(("id" = String, Path)), responses(
    (status = 204, description = "Ended"),
    NotFound,
    Overloaded,
))]
pub(crate) async fn unsubscribe(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let found = app.push.unsubscribe(&id).await?;
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::new(StatusCode::NOT_FOUND, "subscription not found")) }
}

impl From<SubscribeError> for Problem {
    fn from(error: SubscribeError) -> Self {
        match error {
            SubscribeError::Invalid { field, message } => Self::field(field, message),
            SubscribeError::NoFacility(id) => Self::resource_not_found("facility", id),
            SubscribeError::Full | SubscribeError::HostFull(_) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()).with_retry_after(3600)
            }
            SubscribeError::Push(error) => error.into(),
        }
    }
}

impl From<PushError> for Problem {
    fn from(error: PushError) -> Self {
        match error {
            PushError::Store(error) => error.into(),
            error => {
                tracing::error!(%error, "web push does not work");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "notifications do not work; see the server log")
            }
        }
    }
}
