//! Test support: a disposable PostgreSQL, stores on both databases, a watching service with an emulated provider. Never
//! part of the product.

mod bed;
mod cluster;
mod foreign;
pub mod outside;
pub mod process;
pub mod sql_trial;
pub mod station;
pub mod trial;

pub use bed::{Bed, start};
pub use cluster::{Cluster, Durability};
pub use foreign::Foreign;
