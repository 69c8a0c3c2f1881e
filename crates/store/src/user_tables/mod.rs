//! Tables that users name in their workflows: the catalog, generated statements, and access limited to these tables.

pub mod catalog;
pub mod generated;
pub mod workflow_access;
