//! What a program cannot make for itself: the time and chance. The only place that reads the machine's clock and
//! randomness; everything else is handed a [`clock::Clock`] and a [`chance::Chance`], so that tests move the one and
//! repeat the other.

pub mod chance;
pub mod clock;
mod seeded;
mod virtual_clock;

pub use seeded::SeededChance;
pub use virtual_clock::VirtualClock;
