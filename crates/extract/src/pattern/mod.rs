//! Regular expressions with bounded search time.
//!
//! All patterns are compiled and searched here, within bounds that keep every search short, whatever the pattern and the
//! text.
//!
//! There are two kinds of patterns. Most run on a linear engine, whose time grows only with the length of the text.
//! Look-around (unless it is at the end of the pattern), back-references and atomic groups need a backtracking engine. Its own
//! limit counts backtracks, not the text it reads between two of them, so a short pattern may read a megabyte a million times.
//! Neither engine can be interrupted. Long texts are therefore searched in steps: see [`Pattern::find`].

mod char_set;
mod compile;
mod compile_error;
mod error;
mod limits;
mod linear;
mod pattern_match;
mod prefix_search;
#[cfg(test)]
mod property_tests;
mod search;
mod single_path;
#[cfg(test)]
mod tests;
mod validate;

pub(crate) use compile::Pattern;
pub use error::PatternError;
pub(crate) use pattern_match::PatternMatch;
