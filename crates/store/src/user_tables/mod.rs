//! Tables that users name in their workflows: what the catalog lists, statements generated for them, and the wall around them.

pub mod catalogue;
pub mod generated;
pub mod reach;
