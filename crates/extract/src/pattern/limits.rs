//! Bounds on compiling and searching.

pub(super) const MAX_PATTERN_BYTES: usize = 8 * 1024;
/// The size of each linear part of a backtracking pattern, and of the tables that an engine fills while it runs.
pub(super) const MAX_PART_BYTES: usize = 1024 * 1024;
/// Per window.
pub(super) const MAX_BACKTRACKS: usize = 100_000;
/// Of a backtracking program.
pub(super) const MAX_INSTRUCTIONS: usize = 20_000;

/// A size class of linear patterns.
pub(super) struct LinearSize {
    pub(super) max_compiled_bytes: usize,
    /// How much text is searched between two deadline checks. In the worst case the time per byte grows with the size of the
    /// pattern.
    pub(super) stride_bytes: usize,
}

/// Smallest first. A pattern that is larger than the last is rejected.
pub(super) const LINEAR_SIZES: [LinearSize; 4] = [
    LinearSize { max_compiled_bytes: 8 << 10, stride_bytes: 1 << 20 },
    LinearSize { max_compiled_bytes: 64 << 10, stride_bytes: 512 << 10 },
    LinearSize { max_compiled_bytes: 1 << 20, stride_bytes: 256 << 10 },
    LinearSize { max_compiled_bytes: 10 << 20, stride_bytes: 128 << 10 },
];

/// A backtracking pattern sees a long text through windows. It is tried at [`WINDOW_STRIDE`] positions of each and sees this
/// many bytes before the first of them.
pub(super) const WINDOW_BEFORE: usize = 2 * 1024;
pub(super) const WINDOW_STRIDE: usize = 6 * 1024;
/// What it sees after the last of those positions.
pub(super) const WINDOW_AFTER: usize = 8 * 1024;
/// Texts up to this length are searched as one window.
pub(super) const WINDOW: usize = WINDOW_BEFORE + WINDOW_STRIDE + WINDOW_AFTER;
