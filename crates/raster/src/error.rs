use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an image cannot be read or written, or a pyramid cannot be built.
#[derive(Debug, Error)]
pub enum RasterError {
    /// The file cannot be opened, read or written.
    #[error("{}: {source}", .path.display())]
    File { path: PathBuf, source: io::Error },
    /// The content of an image file. `problem` says what is wrong and, where possible, how to fix it.
    #[error("{}: {problem}", .path.display())]
    Image { path: PathBuf, problem: String },
    #[error("{0}")]
    Pyramid(String),
}

impl RasterError {
    /// For `map_err` on file operations.
    pub(crate) fn from_io_error(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }

    pub(crate) fn image(path: &Path, problem: &(impl Display + ?Sized)) -> Self {
        Self::Image { path: path.to_owned(), problem: problem.to_string() }
    }

    pub(crate) fn truncated_file(path: &Path) -> Self {
        Self::image(path, "the file is truncated; copy it again")
    }

    /// A decoder error. Its own message goes last because it is for experts.
    pub(crate) fn damaged_file(path: &Path, error: &impl Display) -> Self {
        let error = error.to_string();
        let one_line = error.split_whitespace().collect::<Vec<_>>().join(" ");
        Self::image(path, &format!("the file is damaged; copy or export it again ({one_line})"))
    }

    /// The message without the path.
    pub fn problem(&self) -> String {
        match self {
            Self::File { source, .. } => source.to_string(),
            Self::Image { problem, .. } | Self::Pyramid(problem) => problem.clone(),
        }
    }
}
