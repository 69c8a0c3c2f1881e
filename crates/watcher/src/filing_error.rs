//! What is stored about a message that could not be filed: in its row of the log, and as the error of its queue item. Pure.

use crate::error::WatcherError;

const FILE_NOT_MOVED: &str = "cannot move the file: ";
const MESSAGE_NOT_FILED: &str = "cannot file the message: ";

pub(crate) fn filing_error_text(error: &WatcherError) -> String {
    match error {
        WatcherError::File { .. } => format!(
            "{FILE_NOT_MOVED}{error}. The destination must be a folder, not a link, in which stormwire may write."
        ),
        _ => format!("{MESSAGE_NOT_FILED}{error}"),
    }
}

/// Whether a stored error is that of an attempt to file the message. A queue item has the errors of other steps as well.
pub(crate) fn is_filing_error(text: &str) -> bool {
    [FILE_NOT_MOVED, MESSAGE_NOT_FILED].iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn only_errors_of_filing_are_recognized() {
        let (path, problem) = ("/srv/share/Failed".to_owned(), "denied".to_owned());
        let file =
            WatcherError::File { path: path.clone(), problem: problem.clone(), kind: io::ErrorKind::PermissionDenied };
        for error in [file, WatcherError::MessageGone, WatcherError::WorkingFolder { path, problem }] {
            assert!(is_filing_error(&filing_error_text(&error)), "{error}");
            assert!(!is_filing_error(&error.to_string()), "{error}");
        }
    }
}
