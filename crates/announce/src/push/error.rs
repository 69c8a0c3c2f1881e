//! Why a subscription is rejected, or Web Push does not work.

use stormwire_city::secrets::SecretsError;
use stormwire_store::{FacilityId, StoreError};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum PushError {
    /// The operating system has no random bytes, or the stored key is not one.
    #[error("the key of Web Push cannot be used; run `stormwire secrets reset` if this persists")]
    Key,
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, Error)]
pub enum SubscribeError {
    #[error("{field}: {message}")]
    Invalid {
        /// The JSON path.
        field: &'static str,
        /// The value and the fix.
        message: String,
    },
    #[error("facility {0} not found")]
    NoFacility(FacilityId),
    #[error("no more subscriptions are possible; try again later")]
    Full,
    #[error("no more subscriptions with endpoints at {0:?} are possible; use a browser with its own push service")]
    HostFull(String),
    #[error(transparent)]
    Push(#[from] PushError),
}

impl From<StoreError> for SubscribeError {
    fn from(error: StoreError) -> Self {
        Self::Push(error.into())
    }
}
