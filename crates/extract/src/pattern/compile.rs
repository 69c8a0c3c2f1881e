//! Compiles patterns and decides which engine runs them.

use std::fmt::{self, Display};

use fancy_regex::{Regex, RegexBuilder};

use super::compile_error::describe;
use super::limits::{LINEAR_SIZES, MAX_BACKTRACKS, MAX_INSTRUCTIONS, MAX_PART_BYTES, MAX_PATTERN_BYTES};
use super::linear::LinearPattern;
use super::validate::validate;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(super) regex: Regex,
    pub(super) mode: SearchMode,
    /// The same pattern for the linear engine alone; `None` if it needs `regex`.
    pub(super) linear: Option<LinearPattern>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchMode {
    /// The linear engine, in steps of `stride` bytes.
    Linear { stride: usize },
    /// The backtracking engine, in windows.
    Windowed,
}

/// Whether the backtracking engine skips ahead with a prefilter.
#[derive(Debug, Clone, Copy)]
pub(super) enum PrefilterMode {
    On,
    Off,
}

impl Pattern {
    /// The error is written for the author of the pattern.
    pub(crate) fn compile(pattern: &str) -> Result<Self, String> {
        Self::compile_with(pattern, PrefilterMode::On)
    }

    pub(super) fn compile_with(pattern: &str, prefilter: PrefilterMode) -> Result<Self, String> {
        if pattern.len() > MAX_PATTERN_BYTES {
            return Err(format!("is longer than {MAX_PATTERN_BYTES} bytes"));
        }
        let features = validate(pattern)?;
        let mut error = String::new();
        for size in LINEAR_SIZES {
            match regex_builder(pattern, prefilter, size.max_compiled_bytes).build() {
                Ok(regex) => {
                    let debug_output = debug_output(&regex);
                    if !debug_output.starts_with("wrapped Regex") {
                        // The engine's prefilter misses matches of patterns with back-references.
                        let prefilter = if features.has_back_reference { PrefilterMode::Off } else { prefilter };
                        return Self::compile_windowed(pattern, prefilter);
                    }
                    let linear =
                        LinearPattern::from_debug_output(&debug_output, regex.captures_len(), size.max_compiled_bytes);
                    return Ok(Self { regex, mode: SearchMode::Linear { stride: size.stride_bytes }, linear });
                }
                Err(build_error) => error = describe(&build_error),
            }
        }
        Err(error)
    }

    /// The ends of a window are not the ends of the text. Only a pattern built with this option can distinguish them.
    fn compile_windowed(pattern: &str, prefilter: PrefilterMode) -> Result<Self, String> {
        let windowed = regex_builder(pattern, prefilter, MAX_PART_BYTES).allow_input_assertion_overrides(true).build();
        let regex = windowed.map_err(|error| describe(&error))?;
        Ok(Self { regex, mode: SearchMode::Windowed, linear: None })
    }

    /// The pattern as written.
    pub(crate) fn text(&self) -> &str {
        self.regex.as_str()
    }
}

fn regex_builder(pattern: &str, prefilter: PrefilterMode, max_compiled_bytes: usize) -> RegexBuilder {
    let mut builder = RegexBuilder::new(pattern);
    builder
        .backtrack_limit(MAX_BACKTRACKS)
        .max_prog_size(MAX_INSTRUCTIONS)
        .delegate_size_limit(max_compiled_bytes)
        .delegate_dfa_size_limit(MAX_PART_BYTES)
        .seek(matches!(prefilter, PrefilterMode::On));
    builder
}

/// The engine's description of the compiled pattern. Only this shows whether the whole pattern was delegated to the linear
/// engine, and in which form. A pattern whose output does not say so is treated as backtracking, which is the safe choice.
fn debug_output(regex: &Regex) -> String {
    struct DebugOutput<'r>(&'r Regex);
    impl Display for DebugOutput<'_> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.debug_print(formatter)
        }
    }
    DebugOutput(regex).to_string()
}
