//! The time limit of an extraction.

/// Returns true once the time is up. Called between searches and between the steps of a long search.
pub(crate) type DeadlineCheck<'a> = &'a mut dyn FnMut() -> bool;
