//! The parts of OData that the service takes: options in the query, `Prefer`, filters.

pub(crate) mod filter;
pub(crate) mod literal;
pub(crate) mod prefer;
pub(crate) mod query;
