//! The documents by the rules of their standards.

mod atom_rules;
mod broken_documents;
mod cap_rules;
mod documents;
mod grammar;
