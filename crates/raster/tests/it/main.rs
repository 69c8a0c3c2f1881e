//! Pictures on the disk: what can be read, what is refused, and pyramids held against the pixels they were made of.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod formats;
mod lining_up;
mod resuming;
mod studio;
