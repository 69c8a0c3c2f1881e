//! Structural rules of the repository, checked by `make tidy` and `make test`.
//!
//! One file per rule in [`rules`]. A rule is a pure function from sources (path and text) to [`Violation`]s, so its
//! unit tests show it failing on a small bad tree. `tests/tidy.rs` runs every rule on the real repository.
//!
//! To add a rule: a file in `rules/`, its line in `rules/mod.rs`, its test in `tests/tidy.rs`.

pub mod circles;
pub mod repository;
pub mod rules;
pub mod rust;
mod source;
mod violation;

pub use source::SourceFile;
pub use violation::Violation;
