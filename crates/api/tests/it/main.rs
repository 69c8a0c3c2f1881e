//! The router, asked from outside.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod actions;
mod ask;
mod credentials;
mod document;
mod facilities;
mod journey;
mod logs;
mod media;
mod office;
mod pages;
mod people;
mod problems;
mod readiness;
mod sign_in;
mod tiles;
mod watchers;
mod webhooks;
