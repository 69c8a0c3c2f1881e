//! Injected time and randomness. The only crate that reads the machine's clock and its random numbers; everything else is
//! given a [`Clock`] and an [`Rng`], so that tests can move time and repeat a run.

mod rng;
mod seeded_rng;
mod time;
mod virtual_clock;

pub use rng::{Rng, SystemRng};
pub use seeded_rng::SeededRng;
pub use time::{Clock, SystemClock, earlier, later, whole_microseconds};
pub use virtual_clock::VirtualClock;
