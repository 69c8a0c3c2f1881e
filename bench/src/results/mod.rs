//! What was measured, with the aims. Stored in `bench/results.json`, from which `bench/RESULTS.md` and the charts of the guide are
//! written: a group that runs alone replaces only its own sections.

mod aim;
mod chart;
mod curve;
mod document;
mod files;
mod guide;
mod machine;
mod measured;
mod number;
mod row;
mod run;
mod section;
mod summary;
mod table;
mod unit;

pub use aim::{Aim, Verdict};
pub use curve::{Curve, CurveLine};
pub use files::{ResultFiles, draw, write_results};
pub use machine::Machine;
pub use measured::{Measured, Spread};
pub use row::{Peer, Row};
pub use run::Run;
pub use section::{Results, Section};
pub use table::Table;
pub use unit::Unit;
