//! The key pair of Web Push, created on first use and sealed.

use super::deps::PushDeps;
use super::error::PushError;
use super::vapid::VapidKey;
use futures_util::FutureExt;
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::web_push::{self, WebPush};
use stormwire_store::tables::{push_subscription, status_event};
use stormwire_store::{LockTarget, Schema, lock_for_update};

const COLUMN: SealedColumn = SealedColumn::WebPushKey;

/// The public key, without the need to open the private one.
pub(super) async fn public_key(deps: &PushDeps) -> Result<String, PushError> {
    Ok(get_or_create(deps).await?.public_key)
}

/// For signing.
pub(super) async fn load(deps: &PushDeps) -> Result<VapidKey, PushError> {
    get_or_create(deps).await?;
    let sealed = COLUMN.get(&mut deps.store.reader().await?, web_push::ROW).await?.ok_or(PushError::Key)?;
    VapidKey::parse(&deps.secrets.open(&COLUMN.location(web_push::ROW), &sealed)?)
}

async fn get_or_create(deps: &PushDeps) -> Result<WebPush, PushError> {
    if let Some(found) = web_push::get(&mut deps.store.reader().await?).await? {
        return Ok(found);
    }
    let secrets = deps.secrets.clone();
    let unit = deps.store.write(Schema::It, move |conn| {
        async move {
            lock_for_update(conn, LockTarget::WebPush).await?;
            // Another process may have been faster.
            if let Some(found) = web_push::get(conn).await? {
                return Ok(found);
            }
            let (key, private) = VapidKey::generate()?;
            let created = WebPush { public_key: key.public_key(), last_event_id: status_event::last_id(conn).await? };
            web_push::put(conn, &created.public_key, created.last_event_id).await?;
            let sealed = secrets.seal(&COLUMN.location(web_push::ROW), &private)?;
            COLUMN.store_sealed_value(conn, web_push::ROW, sealed).await?;
            // Browsers that subscribed with an earlier key accept nothing from this one.
            push_subscription::delete_all(conn).await?;
            Ok::<_, PushError>(created)
        }
        .boxed()
    });
    unit.await
}
