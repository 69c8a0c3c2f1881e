//! `/subscriptions`: made after a probe, renewed, ended. One application sees its own alone.

use crate::graph::Ask;
use crate::graph::address::{Address, UserPart};
use crate::graph::answer::Answer;
use crate::graph::messages::listing;
use crate::graph::params::Params;
use crate::graph::users;
use crate::notify::handshake::probe;
use crate::notify::subscription::Subscription;
use crate::odata::query::Query;
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::shared::{Shared, State};
use crate::wire::message::COMPARABLE;
use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// A life shorter than this is made this long.
const FLOOR: SignedDuration = SignedDuration::from_mins(45);
const PER_MAILBOX: usize = 1_000;
const CLIENT_STATE: usize = 128;

pub(crate) async fn create(shared: &Shared, ask: &Ask) -> Result<Answer, Refusal> {
    let params = Params::read(&ask.body).map_err(|_| unprocessable())?;
    let subscription = read(shared, ask, &params)?;
    check_others(&shared.state(), &subscription, shared.now())?;
    validate(shared, &subscription.notification_url).await?;
    if let Some(url) = &subscription.lifecycle_url {
        validate(shared, url).await?;
    }
    let shown = entity(ask, &subscription, true);
    let mut state = shared.state();
    // Another may have been made while the addresses were probed.
    check_others(&state, &subscription, shared.now())?;
    state.subscriptions.put(subscription);
    Ok(Answer::json(StatusCode::CREATED, shown))
}

fn read(shared: &Shared, ask: &Ask, params: &Params) -> Result<Subscription, Refusal> {
    let needed = |name: &str| {
        params
            .text(name)?
            .filter(|text| !text.is_empty())
            .ok_or_else(|| invalid(&format!("{name} is a required property for subscription creation")))
    };
    let change_type = needed("changeType")?.to_owned();
    let known = |kind: &str| ["created", "updated", "deleted"].contains(&kind.trim().to_lowercase().as_str());
    if !change_type.split(',').all(known) {
        return Err(invalid(&format!("Invalid 'changeType' attribute: '{change_type}'.")));
    }
    if params.boolean("includeResourceData")?.unwrap_or(false) {
        return Err(invalid("Notifications with resource data are not supported by this emulator."));
    }
    let notification_url = url(needed("notificationUrl")?, "NotificationUrl")?;
    let lifecycle_url = params.text("lifecycleNotificationUrl")?;
    let lifecycle_url = lifecycle_url.map(|text| url(text, "LifecycleNotificationUrl")).transpose()?;
    let client_state = params.text("clientState")?.map(str::to_owned);
    if client_state.as_ref().is_some_and(|state| state.chars().count() > CLIENT_STATE) {
        return Err(invalid(&format!(
            "The 'clientState' attribute must not be longer than {CLIENT_STATE} characters."
        )));
    }
    let expires_at = expiry(needed("expirationDateTime")?, &shared.state().settings, shared.now())?;
    let resource = needed("resource")?.to_owned();
    let watched = watched(shared, ask, &resource)?;
    Ok(Subscription {
        id: shared.chance.id(),
        app: ask.app.clone(),
        resource,
        user: watched.user,
        folder: watched.folder,
        filter: watched.query.filter,
        change_type,
        notification_url,
        lifecycle_url,
        client_state,
        expires_at,
        ids: ask.prefer.ids,
    })
}

/// https, or plain http on this machine so that whoever develops here needs no certificate.
fn url(text: &str, name: &str) -> Result<String, Refusal> {
    let url = reqwest::Url::parse(text).map_err(|_| invalid(&format!("{name} is not a valid absolute URL.")))?;
    if url.fragment().is_some() {
        return Err(invalid(&format!("{name} must not have a fragment.")));
    }
    let is_local = matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
    match url.scheme() {
        "https" => Ok(text.to_owned()),
        "http" if is_local => Ok(text.to_owned()),
        scheme => Err(invalid(&format!("{name} scheme='{scheme}' is not supported."))),
    }
}

fn expiry(text: &str, settings: &Settings, now: Timestamp) -> Result<Timestamp, Refusal> {
    let wanted: Timestamp = text.parse().map_err(|_| unprocessable())?;
    let ceiling =
        SignedDuration::from_mins(i64::try_from(settings.subscription_ceiling_minutes).unwrap_or(i64::MAX / 60));
    if wanted.duration_since(now) > ceiling {
        let minutes = settings.subscription_ceiling_minutes;
        return Err(invalid(&format!("Subscription expiration can only be {minutes} minutes in the future.")));
    }
    Ok(wanted.max(now + FLOOR))
}

struct Watched {
    user: String,
    folder: Option<u32>,
    query: Query,
}

/// The mailbox and folder that a resource names.
fn watched(shared: &Shared, ask: &Ask, resource: &str) -> Result<Watched, Refusal> {
    let (path, query) = resource.split_once('?').unwrap_or((resource, ""));
    let Address::User { user, part: UserPart::Messages { folder } } = Address::parse(path)? else {
        return Err(invalid(&format!("Unsupported resource '{resource}'.")));
    };
    users::enter(shared, ask, &user).map_err(|refusal| extension_error(refusal.status))?;
    let query = Query::parse(query)?;
    query.check_properties(COMPARABLE, "message")?;
    let state = shared.state();
    let mailbox = state.store.get(&user).ok_or_else(|| extension_error(StatusCode::NOT_FOUND))?;
    let folder = match folder {
        Some(name) => {
            let found = mailbox.find_folder(&name).map_err(|missing| extension_error(Refusal::from(missing).status))?;
            Some(found.number)
        }
        None => None,
    };
    Ok(Watched { user: mailbox.guid.clone(), folder, query })
}

/// What the mailbox's own service said, passed on.
fn extension_error(status: StatusCode) -> Refusal {
    let reason = status.canonical_reason().unwrap_or_default();
    let name = reason.replace(' ', "");
    let status = if status == StatusCode::FORBIDDEN { status } else { StatusCode::BAD_REQUEST };
    Refusal::new(
        status,
        "ExtensionError",
        format!("Operation: Create; Exception: [Status Code: {name}; Reason: {reason}]"),
    )
}

fn check_others(state: &State, new: &Subscription, now: Timestamp) -> Result<(), Refusal> {
    let here = || state.subscriptions.live(now).filter(|other| other.user == new.user);
    if here().count() >= PER_MAILBOX {
        let message = format!(
            "Operation: Create; Exception: [Status Code: Forbidden; Reason: Subscription limit of {PER_MAILBOX} per mailbox reached]"
        );
        return Err(Refusal::new(StatusCode::FORBIDDEN, "ExtensionError", message));
    }
    let same = |other: &&Subscription| {
        other.app == new.app
            && other.resource.eq_ignore_ascii_case(&new.resource)
            && other.change_type.eq_ignore_ascii_case(&new.change_type)
    };
    match here().find(same).filter(|_| state.settings.refuse_duplicates) {
        Some(other) => {
            let message = format!("Subscription Id {} already exists for the requested combination", other.id);
            Err(Refusal::new(StatusCode::CONFLICT, "Conflict", message))
        }
        None => Ok(()),
    }
}

async fn validate(shared: &Shared, url: &str) -> Result<(), Refusal> {
    let known = {
        let state = shared.state();
        state.settings.trust_validated_urls && state.subscriptions.validated.contains(url)
    };
    if !known {
        probe(shared, url).await?;
        shared.state().subscriptions.validated.insert(url.to_owned());
    }
    Ok(())
}

pub(crate) fn list(shared: &Shared, ask: &Ask) -> Answer {
    let state = shared.state();
    let own = state.subscriptions.live(shared.now()).filter(|subscription| subscription.app == ask.app);
    let all: Vec<Value> = own.map(|subscription| subscription.show(false)).collect();
    let count = all.len();
    listing(ask, "subscriptions", all, count, None)
}

pub(crate) fn get(shared: &Shared, ask: &Ask, id: &str) -> Result<Answer, Refusal> {
    let state = shared.state();
    let found = state.subscriptions.get(id, &ask.app, shared.now()).ok_or_else(Refusal::resource_not_found)?;
    Ok(Answer::json(StatusCode::OK, entity(ask, found, false)))
}

pub(crate) async fn renew(shared: &Shared, ask: &Ask, id: &str) -> Result<Answer, Refusal> {
    let params = Params::read(&ask.body)?;
    let (expiration, address) = (params.text("expirationDateTime")?, params.text("notificationUrl")?);
    if expiration.is_none() && address.is_none() {
        return Err(invalid(
            "Subscription must contain either the 'expirationDateTime' or 'notificationUrl' property and its value.",
        ));
    }
    let (mut changed, settings) = {
        let state = shared.state();
        let found = state.subscriptions.get(id, &ask.app, shared.now()).ok_or_else(Refusal::resource_not_found)?;
        (found.clone(), state.settings.clone())
    };
    if let Some(text) = expiration {
        changed.expires_at = expiry(text, &settings, shared.now())?;
    }
    if let Some(text) = address {
        changed.notification_url = url(text, "NotificationUrl")?;
    }
    if address.is_some() || settings.revalidate_on_renewal {
        validate(shared, &changed.notification_url).await?;
    }
    let mut state = shared.state();
    // It may have ended while the address was probed.
    state.subscriptions.get(id, &ask.app, shared.now()).ok_or_else(Refusal::resource_not_found)?;
    let shown = entity(ask, &changed, false);
    state.subscriptions.put(changed);
    Ok(Answer::json(StatusCode::OK, shown))
}

pub(crate) fn reauthorize(shared: &Shared, ask: &Ask, id: &str) -> Result<Answer, Refusal> {
    let state = shared.state();
    state.subscriptions.get(id, &ask.app, shared.now()).ok_or_else(Refusal::resource_not_found)?;
    Ok(Answer::nothing(StatusCode::NO_CONTENT))
}

pub(crate) fn delete(shared: &Shared, ask: &Ask, id: &str) -> Result<Answer, Refusal> {
    let mut state = shared.state();
    state.subscriptions.get(id, &ask.app, shared.now()).ok_or_else(Refusal::resource_not_found)?;
    state.subscriptions.remove(id);
    Ok(Answer::nothing(StatusCode::NO_CONTENT))
}

fn entity(ask: &Ask, subscription: &Subscription, with_client_state: bool) -> Value {
    let mut shown = subscription.show(with_client_state);
    shown["@odata.context"] = format!("{}/$metadata#subscriptions/$entity", ask.base).into();
    shown
}

fn invalid(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "InvalidRequest", message)
}

fn unprocessable() -> Refusal {
    invalid("Could not process subscription creation payload. Are all property names spelled and camelCased properly?")
}
