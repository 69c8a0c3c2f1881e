//! The router, asked from outside.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod actions;
mod ask;
mod credentials;
mod document;
mod facilities;
mod guide;
mod journey;
mod lightning;
mod logs;
mod media;
mod office;
mod pages;
mod people;
mod portal;
mod previews;
mod problems;
mod readiness;
mod samples;
mod sharing;
mod sign_in;
mod sky;
mod storm_pages;
mod tiles;
mod watchers;
mod webhooks;
mod workflow;
