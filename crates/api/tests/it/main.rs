//! The router, asked from outside.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ask;
mod document;
mod pages;
mod problems;
mod readiness;
