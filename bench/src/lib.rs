//! What `make bench` and `make soak` share: the real service with an emulated mail provider, a synthetic city, and emails about
//! strikes.

pub mod cpu_time;
pub mod memory;
pub mod service;
pub mod strike_emails;
pub mod synthetic_city;
