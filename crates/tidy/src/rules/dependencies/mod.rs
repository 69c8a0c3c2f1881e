//! The rules of `deny.toml` that can be checked without cargo-deny, which takes minutes to compile: `make test` checks
//! these on every machine, `make deny` and the workflow for forks run cargo-deny itself.
//!
//! Dependencies that only tests have are exempt, as they are for cargo-deny.

pub mod duplicates;
pub mod licenses;
mod packages;
mod policy;
pub mod sources;

pub use packages::{Package, built};
pub use policy::{POLICY, Policy};
