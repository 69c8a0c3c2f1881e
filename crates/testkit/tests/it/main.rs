//! Kills processes and checks that nothing is lost or duplicated.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod crashes;
mod effect_crashes;
mod event_crashes;
mod resume_crashes;
