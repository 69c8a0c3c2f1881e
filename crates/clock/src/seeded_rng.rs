//! A reproducible generator: the same seed gives the same sequence.

use crate::rng::Rng;
use std::sync::Mutex;

/// SplitMix64: small, uniform, and identical on every platform.
#[derive(Debug)]
pub struct SeededRng(Mutex<u64>);

impl SeededRng {
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(seed))
    }

    pub fn next(&self) -> u64 {
        let mut state = self.0.lock().expect("no code panics while holding this lock");
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl Rng for SeededRng {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
    }
}
