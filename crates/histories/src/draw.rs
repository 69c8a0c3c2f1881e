//! What an operation draws: the same seed gives the same choices, whatever came before.

use stormwire_clock::SeededRng;

pub(crate) struct Draw(SeededRng);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SeededRng::new(seed))
    }

    pub(crate) fn number(&self) -> u64 {
        self.0.next()
    }

    /// From 0 to `end`, without `end`, which is not 0.
    pub(crate) fn below(&self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.number() % end).unwrap_or(0)
    }

    pub(crate) fn one_of<'a, T>(&self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// True in one of `of` cases.
    pub(crate) fn one_in(&self, of: usize) -> bool {
        self.below(of) == 0
    }
}
