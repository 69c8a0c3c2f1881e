//! Storms that never were: for the demo, for tests and for measurements.
//!
//! Owns how a storm moves ([`Storm`]) and how a vendor writes of it ([`Layout`]). Pure: the same seed gives the same
//! storm to the last digit, on every machine. Knows nothing of mailboxes and tables.

mod cell;
mod layout;
mod motion;

pub use layout::{Layout, Letter};
pub use motion::{Bolt, Class, Storm, Stroke};
