//! What commands print. Everything that is neither the result of a command nor a note about it is logged instead.

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

/// To standard error: standard output may be read by a program.
#[expect(clippy::print_stderr, reason = "a command prints its notes to the terminal, not to the log")]
pub(crate) fn print_note(text: &str) {
    eprintln!("{text}");
}

/// Returns for example `1 tile` or `2 tiles`.
pub(crate) fn format_count(count: u64, [one, many]: [&str; 2]) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
