//! Replaces the key of all secrets while the service runs.
//!
//! 1. The new key is added to the file in front of the old ones; from then on every process seals with it.
//! 2. Every value is opened and sealed again, in one short unit of work each.
//! 3. One unit that blocks changes of secrets checks that no value uses an old key and removes the old keys from the file.
//!    A crash at any point leaves all keys in the file, and the next rotation continues from there.

use super::file::new_key;
use super::seal::key_name;
use super::{Secrets, SecretsError};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use stormwire_store::tables::audit::{self, Actor, AuditChange};
use stormwire_store::tables::sealed::{SealedColumn, lock as lock_sealed};
use stormwire_store::{Conn, Schema, Store, StoreError};
use thiserror::Error;

/// After an error all keys are still in the file.
#[derive(Debug, Error)]
pub enum RotateError {
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns how many secrets were sealed again.
pub async fn rotate(store: &Store, secrets: &Secrets, actor: Actor, now: Timestamp) -> Result<u64, RotateError> {
    let _lock = secrets.file.lock_rotation()?;
    let mut keys = secrets.keys()?;
    keys.insert(0, new_key(secrets.rng.as_ref()));
    secrets.file.replace(&keys)?;
    let newest = keys[0].name.clone();
    let mut resealed = 0;
    loop {
        for (column, row) in list_outdated_values(&mut store.reader().await?, &newest).await? {
            let mine = secrets.clone();
            store.write(Schema::It, move |conn| async move { reseal(conn, column, row, &mine).await }.boxed()).await?;
            resealed += 1;
        }
        let (mine, newest, only, actor) = (secrets.clone(), newest.clone(), keys[0].clone(), actor.clone());
        let is_complete = store.write(Schema::It, move |conn| {
            async move {
                lock_sealed(conn).await?;
                let is_complete = list_outdated_values(conn, &newest).await?.is_empty();
                if is_complete {
                    let after = Some(json!({ "secretsReencrypted": resealed }));
                    let change =
                        AuditChange { action: "rotate", resource: "secrets", resource_id: None, before: None, after };
                    audit::insert(conn, Schema::It, &actor, change, now).await?;
                    mine.file.replace(&[only])?;
                }
                Ok::<_, RotateError>(is_complete)
            }
            .boxed()
        });
        if is_complete.await? {
            return Ok(resealed);
        }
    }
}

/// The values that are sealed with another key.
async fn list_outdated_values(conn: &mut Conn, newest: &str) -> Result<Vec<(SealedColumn, i64)>, StoreError> {
    let mut outdated = Vec::new();
    for column in SealedColumn::ALL {
        let all = column.list(conn).await?;
        outdated
            .extend(all.iter().filter(|(_, sealed)| key_name(sealed) != Some(newest)).map(|(row, _)| (column, *row)));
    }
    Ok(outdated)
}

async fn reseal(conn: &mut Conn, column: SealedColumn, row: i64, secrets: &Secrets) -> Result<(), RotateError> {
    lock_sealed(conn).await?;
    let location = column.location(row);
    if let Some(sealed) = column.get(conn, row).await? {
        let plain = secrets.open(&location, &sealed)?;
        column.store_sealed_value(conn, row, secrets.seal(&location, &plain)?).await?;
    }
    Ok(())
}
