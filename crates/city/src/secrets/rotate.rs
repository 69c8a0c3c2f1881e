//! A new key for everything, beside a running service.
//!
//! 1. The file gets the new key in front of the old ones; from now on everyone seals with it.
//! 2. Every row is opened and sealed anew, one short unit each.
//! 3. In one unit that keeps everyone from changing a secret, it is seen that no row has an old key, and the old keys
//!    leave the file. A crash at any point leaves all keys in the file, and the next rotation goes on from there.

use super::file::new_key;
use super::seal::key_name;
use super::{Secrets, SecretsError};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use stormwire_store::tables::audit::{self, Actor, Change};
use stormwire_store::tables::sealed::{Sealed, lock as lock_sealed};
use stormwire_store::{Conn, Schema, Store, StoreError};
use thiserror::Error;

/// Why a rotation stopped. All keys are still in the file.
#[derive(Debug, Error)]
pub enum RotateError {
    /// A key or a sealed text.
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Gives everything a new key and says how many secrets were sealed anew.
pub async fn rotate(store: &Store, secrets: &Secrets, actor: Actor, now: Timestamp) -> Result<u64, RotateError> {
    let _turn = secrets.file.lock_rotation()?;
    let mut keys = secrets.keys()?;
    keys.insert(0, new_key(secrets.rng.as_ref()));
    secrets.file.replace(&keys)?;
    let newest = keys[0].name.clone();
    let mut sealed_anew = 0;
    loop {
        for (column, row) in outdated(&mut store.reader().await?, &newest).await? {
            let mine = secrets.clone();
            store.write(Schema::It, move |conn| async move { reseal(conn, column, row, &mine).await }.boxed()).await?;
            sealed_anew += 1;
        }
        let (mine, newest, only, actor) = (secrets.clone(), newest.clone(), keys[0].clone(), actor.clone());
        let is_over = store.write(Schema::It, move |conn| {
            async move {
                lock_sealed(conn).await?;
                let is_over = outdated(conn, &newest).await?.is_empty();
                if is_over {
                    let after = Some(json!({ "sealedAnew": sealed_anew }));
                    let change =
                        Change { action: "rotate", resource: "secrets", resource_id: None, before: None, after };
                    audit::insert(conn, Schema::It, &actor, change, now).await?;
                    mine.file.replace(&[only])?;
                }
                Ok::<_, RotateError>(is_over)
            }
            .boxed()
        });
        if is_over.await? {
            return Ok(sealed_anew);
        }
    }
}

/// The texts that are sealed with another key.
async fn outdated(conn: &mut Conn, newest: &str) -> Result<Vec<(Sealed, i64)>, StoreError> {
    let mut outdated = Vec::new();
    for column in Sealed::ALL {
        let all = column.list(conn).await?;
        outdated
            .extend(all.iter().filter(|(_, sealed)| key_name(sealed) != Some(newest)).map(|(row, _)| (column, *row)));
    }
    Ok(outdated)
}

async fn reseal(conn: &mut Conn, column: Sealed, row: i64, secrets: &Secrets) -> Result<(), RotateError> {
    lock_sealed(conn).await?;
    let place = column.place(row);
    if let Some(sealed) = column.get(conn, row).await? {
        let plain = secrets.open(&place, &sealed)?;
        column.put(conn, row, secrets.seal(&place, &plain)?).await?;
    }
    Ok(())
}
