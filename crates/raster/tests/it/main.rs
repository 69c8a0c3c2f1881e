//! Reads real image files and compares pyramids with the pixels that they were built from.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod alignment;
mod fixture;
mod formats;
mod resume;
