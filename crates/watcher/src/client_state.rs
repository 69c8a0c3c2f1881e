//! The secret of a subscription. The provider proves its identity by sending it back.

use crate::error::WatcherError;
use secrecy::{ExposeSecret, SecretString};
use stormwire_city::secrets::Secrets;
use stormwire_clock::Rng;
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::watcher::Watcher;
use subtle::ConstantTimeEq;

pub(crate) fn generate(rng: &dyn Rng) -> SecretString {
    let mut bytes = [0; 32];
    rng.fill(&mut bytes);
    let hex: String = bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|half| char::from_digit(half.into(), 16))
        .collect();
    hex.into()
}

/// Whether `given` is the client state of the watcher. Compares in constant time.
pub(crate) fn belongs_to(secrets: &Secrets, watcher: &Watcher, given: &SecretString) -> Result<bool, WatcherError> {
    let Some(sealed) = &watcher.state.sealed_client_state else { return Ok(false) };
    let stored = secrets.open(&SealedColumn::ClientState.location(watcher.id.get()), sealed)?;
    Ok(bool::from(stored.expose_secret().as_bytes().ct_eq(given.expose_secret().as_bytes())))
}
