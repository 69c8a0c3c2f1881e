//! `/_emulator`: the API with which tests control the emulator.

pub(crate) mod actions;
mod error;
mod mailbox_page;
pub(crate) mod routes;
