//! Size limits of an extraction. The time limit comes from the caller: see [`crate::Extractor::extract`].

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtractLimits {
    /// Maximum length of the text. 25 MiB by default; providers do not accept mail with a longer body.
    pub text_bytes: usize,
    /// Maximum number of records. 100,000 by default.
    pub records: usize,
    /// Threads that read a text with thousands of records. 2 by default, because other messages are processed at the same
    /// time.
    pub threads: usize,
}

impl Default for ExtractLimits {
    fn default() -> Self {
        Self { text_bytes: 25 * 1024 * 1024, records: 100_000, threads: 2 }
    }
}
