//! Injected time and randomness. This is the only crate that reads the system clock and the system's random numbers. All
//! other crates take a [`Clock`] and an [`Rng`], so tests can control time and replay a run.

mod blocking;
mod outside_work;
mod passing_time;
mod rng;
mod seeded_rng;
mod time;
mod virtual_clock;

pub use blocking::blocking;
pub use outside_work::OutsideWork;
pub use rng::{Rng, SystemRng};
pub use seeded_rng::SeededRng;
pub use time::{Clock, SystemClock, earlier, later, truncate_to_microseconds, within};
pub use virtual_clock::VirtualClock;
