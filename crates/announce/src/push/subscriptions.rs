//! What browsers call: the key to subscribe with, subscribe, end a subscription.

use super::deps::PushDeps;
use super::encryption::{BrowserKeys, InvalidKey};
use super::endpoint::Endpoint;
use super::error::{PushError, SubscribeError};
use super::key_store;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::tables::facility;
use stormwire_store::tables::push_subscription::{
    self as rows, NewPushSubscription, PushLanguage, PushLifetime, PushUsage,
};
use stormwire_store::{Conn, FacilityId, LockTarget, Schema, lock_for_update};
use stormwire_workflow::HttpClient;

/// A browser that does not visit for this long is forgotten.
const LIFETIME: Duration = Duration::from_hours(180 * 24);
const MAX_TOTAL: i64 = 50_000;
/// For hosts that are not the push service of a common browser.
const MAX_PER_OTHER_HOST: i64 = 50;
const MAX_OF_OTHER_HOSTS: i64 = 1_000;

/// As a browser sends it.
#[derive(Debug, Clone)]
pub struct SubscriptionInput {
    pub facility_id: FacilityId,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
    /// Spanish for tags such as `es-MX`, otherwise English.
    pub language: String,
}

impl SubscriptionInput {
    /// Pure. Anyone can send anything; what this returns may be stored and called.
    pub fn validate(self, http: &HttpClient) -> Result<NewPushSubscription, SubscribeError> {
        let invalid = |field, message: String| SubscribeError::Invalid { field, message };
        let Self { facility_id, endpoint, p256dh, auth, language } = self;
        let Endpoint { url, host, is_known_service } =
            Endpoint::parse(&endpoint, http).map_err(|message| invalid("endpoint", message))?;
        BrowserKeys::parse(&p256dh, &auth).map_err(|key| match key {
            InvalidKey::P256dh => invalid(
                "keys.p256dh",
                format!("{} is not a public key of P-256; send 65 bytes in base64url", shortened(&p256dh)),
            ),
            InvalidKey::Auth => {
                invalid("keys.auth", format!("{} is not a secret; send 16 bytes in base64url", shortened(&auth)))
            }
        })?;
        let is_spanish = language.split(['-', '_']).next().is_some_and(|tag| tag.eq_ignore_ascii_case("es"));
        let language = if is_spanish { PushLanguage::Spanish } else { PushLanguage::English };
        let endpoint = url.to_string();
        Ok(NewPushSubscription { facility_id, endpoint, host, is_known_service, p256dh, auth, language })
    }
}

#[derive(Clone)]
pub struct PushSubscriptions {
    deps: PushDeps,
}

impl PushSubscriptions {
    pub fn new(deps: PushDeps) -> Self {
        Self { deps }
    }

    /// The `applicationServerKey` to subscribe with, in base64url.
    pub async fn public_key(&self) -> Result<String, PushError> {
        key_store::public_key(&self.deps).await
    }

    /// Creates or renews a subscription and returns the token that ends it.
    pub async fn subscribe(&self, input: SubscriptionInput) -> Result<String, SubscribeError> {
        let new = input.validate(&self.deps.http)?;
        let now = self.deps.clock.now();
        let facility = new.facility_id;
        if facility::get(&mut self.deps.store.reader().await?, facility).await?.is_none() {
            return Err(SubscribeError::NoFacility(facility));
        }
        let mut token = [0; 32];
        self.deps.rng.fill(&mut token);
        let token = URL_SAFE_NO_PAD.encode(token);
        let lifetime = PushLifetime { now, expires_at: later(now, LIFETIME) };
        let unit = self
            .deps
            .store
            .write(Schema::It, move |conn| async move { put(conn, &new, token, lifetime).await }.boxed());
        let token = unit.await?;
        self.deps.subscribed.notify_one();
        Ok(token)
    }

    /// False if there is no such subscription.
    pub async fn unsubscribe(&self, token: &str) -> Result<bool, PushError> {
        let token = token.to_owned();
        let unit = self
            .deps
            .store
            .write(Schema::It, move |conn| async move { rows::delete_by_token(conn, &token).await }.boxed());
        Ok(unit.await?)
    }
}

/// A value in an error, which may be of any length.
fn shortened(value: &str) -> String {
    format!("{:?}", value.chars().take(100).collect::<String>())
}

async fn put(
    conn: &mut Conn,
    new: &NewPushSubscription,
    token: String,
    lifetime: PushLifetime,
) -> Result<String, SubscribeError> {
    lock_for_update(conn, LockTarget::WebPush).await?;
    let known = rows::find_token(conn, &new.endpoint, new.facility_id).await?;
    if known.is_none() {
        check_limits(rows::usage(conn, &new.host).await?, new)?;
    }
    rows::put(conn, &token, new, lifetime).await?;
    Ok(known.unwrap_or(token))
}

fn check_limits(usage: PushUsage, new: &NewPushSubscription) -> Result<(), SubscribeError> {
    if usage.total >= MAX_TOTAL {
        return Err(SubscribeError::Full);
    }
    let is_host_full = usage.of_host >= MAX_PER_OTHER_HOST || usage.of_other_services >= MAX_OF_OTHER_HOSTS;
    if !new.is_known_service && is_host_full {
        return Err(SubscribeError::HostFull(new.host.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_hosts_have_a_small_share() {
        let new = |is_known_service| NewPushSubscription {
            facility_id: FacilityId::new(1),
            endpoint: String::new(),
            host: "push.example".into(),
            is_known_service,
            p256dh: String::new(),
            auth: String::new(),
            language: PushLanguage::English,
        };
        for (total, of_host, of_other_services, known, other) in [
            (0, 0, 0, true, true),
            (49_999, 49_999, 0, true, false),
            (50, 50, 50, true, false),
            (1_000, 0, 1_000, true, false),
            (50_000, 0, 0, false, false),
        ] {
            let usage = PushUsage { total, of_host, of_other_services };
            assert_eq!(check_limits(usage, &new(true)).is_ok(), known, "{usage:?}");
            assert_eq!(check_limits(usage, &new(false)).is_ok(), other, "{usage:?}");
        }
    }
}
