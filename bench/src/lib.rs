//! What `make bench` and `make soak` share: the programs that they start, the real service with an emulated mail provider, a
//! synthetic city, emails about strikes, changes of status, results and reports.

pub mod built_programs;
pub mod cpu_time;
pub mod memory;
pub mod report;
pub mod results;
pub mod service;
pub mod status_changes;
pub mod strike_emails;
pub mod synthetic_city;
