//! One file per rule.

pub mod crate_circles;
pub mod crate_size;
pub mod dependencies;
pub mod file_length;
pub mod migrations;
pub mod module_circles;
pub mod screenshots;
pub mod threat_tests;
pub mod tuple_parameters;
pub mod typescript_circles;
pub mod wording;
