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
mod office;
mod pages;
mod people;
mod portal;
mod previews;
mod problems;
mod readiness;
mod samples;
mod sign_in;
mod watchers;
mod webhooks;
mod workflow;
