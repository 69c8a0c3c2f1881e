//! Synthetic data for the demo, tests and benchmarks: moving storms with the vendor's emails about them ([`storm`]) and
//! aerial images of a city that does not exist ([`landscape`]).
//!
//! Pure: the same seed gives the same bytes on every machine. Knows nothing about mailboxes and tables.

pub mod landscape;
pub mod storm;
