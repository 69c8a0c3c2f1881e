//! Test support: a disposable PostgreSQL, stores on both databases, a watching service with an emulated provider. Never
//! part of the product.

mod cluster;
mod foreign;
pub mod outside;
pub mod process;
pub mod service;
pub mod sql_trial;
mod test_db;
pub mod trial;

pub use cluster::{Cluster, Durability};
pub use foreign::Foreign;
pub use test_db::{TestDb, start};
