//! What a credential may be used for: sign-in at the mail provider, or calls of the hosts that are listed with it. So neither a
//! watcher nor an action can send the secret of one system to another.
//!
//! `rules` decides without a database, `users` reads who uses a credential, `first_use` gives a purpose to a credential that has
//! none.

mod first_use;
mod rules;
mod users;

pub use first_use::{decide_by_action, decide_by_watcher, decide_stored_credentials};
pub use rules::{
    InvalidUsage, can_open_mailboxes, check_change, mailbox_rejection, only_for_mailboxes, rejection,
    signs_in_to_mailboxes, target_host, url_host,
};
pub use users::CredentialUsers;
