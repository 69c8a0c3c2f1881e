//! Delta queries: the generations of their links, and the rounds that return a folder's contents and changes.

pub(crate) mod chains;
pub(crate) mod round;
#[cfg(test)]
mod round_tests;
