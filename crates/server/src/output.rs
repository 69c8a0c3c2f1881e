//! Standard output. Everything that is not the result of a command is logged instead.

use anyhow::Result;
use std::io::{ErrorKind, Write};

/// A closed pipe is not an error: a reader such as `head` has read enough.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// Returns for example `1 tile` or `2 tiles`.
pub(crate) fn format_count(count: u64, [one, many]: [&str; 2]) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
