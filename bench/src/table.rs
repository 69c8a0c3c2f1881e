//! What groups add their rows to.

pub(crate) use stormwire_bench::results::Table;
