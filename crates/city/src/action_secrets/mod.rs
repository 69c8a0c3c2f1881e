//! Secrets in the configs of actions: the webhook URL of a `Chat` action and the header values of an `Http` action.
//!
//! The stored config has [`MASK`] in their place, so that nothing that shows, exports or logs a config can reveal them. The
//! values themselves are sealed in their own column. Only the workflow runner and the validation of a save put them back.

mod config_secrets;
mod upgrade;

pub use config_secrets::{ActionSecrets, ActionSecretsError, MASK, merge, split, unresolved};
pub use upgrade::seal_stored_actions;
