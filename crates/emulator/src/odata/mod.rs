//! The parts of OData that the emulator supports: query options, `Prefer` and filters.

pub(crate) mod filter;
pub(crate) mod filter_expression;
mod filter_lexer;
mod filter_parser;
pub(crate) mod literal;
pub(crate) mod prefer;
pub(crate) mod property_kind;
pub(crate) mod query;
