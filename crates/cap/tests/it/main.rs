//! The documents by the rules of their standards.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod atom_rules;
mod broken_documents;
mod cap_rules;
mod documents;
mod grammar;
