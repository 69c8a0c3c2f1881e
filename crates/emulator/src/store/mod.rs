//! The emulator's data: mailboxes, folders, messages and their changes. Contains no HTTP and no JSON; callers pass in
//! the current time.

pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod exchange_id;
pub(crate) mod folder;
mod folder_tree;
pub(crate) mod keys;
pub(crate) mod mailbox;
pub(crate) mod mailbox_store;
pub(crate) mod message;
#[cfg(test)]
mod tests;
pub(crate) mod well_known_folder;
