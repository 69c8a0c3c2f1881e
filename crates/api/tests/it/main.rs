//! The router, asked from outside.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod actions;
mod ask;
mod credentials;
mod document;
mod facilities;
mod journey;
mod lightning;
mod logs;
mod office;
mod pages;
mod people;
mod problems;
mod readiness;
mod sharing;
mod sign_in;
mod storm_pages;
mod sky;
mod watchers;
mod webhooks;
