//! What the killed process and the test that kills it agree on.

/// The kind of work.
pub const KIND: &str = "Trial";
/// Log rows under this job are effects.
pub const EFFECT: i64 = 1;
/// Log rows under this job are effects that ran twice although effect and end were one transaction.
pub const DOUBLED: i64 = 2;
/// Log rows under this job are effects that were found recorded and not repeated.
pub const RECOGNISED: i64 = 3;
