//! Finds strikes that no record reads: a line that the start pattern no longer matches, or a second strike inside a record.
//!
//! Only for configurations that read a latitude and a longitude. While records are read, [`StrikeReader`] collects the times
//! and coordinates that no field covers ([`token`]). Afterwards [`find_strays`] compares them with the strikes that were
//! read: a stray is close to them and written like them. A false alarm stops a strict workflow, so every rule needs at least
//! two signs. Never decides what a stray means; that is up to the extractor.

mod between;
mod context;
mod find;
mod first_digit;
mod known;
mod reader;
mod starts;
mod surroundings;
mod token;

pub(crate) use find::{SearchedText, find_strays};
pub(crate) use reader::{StrikeEvidence, StrikeReader};

#[cfg(test)]
mod tests;
