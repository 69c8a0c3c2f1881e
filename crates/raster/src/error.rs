//! What can be wrong with a picture.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a picture cannot be used or written.
#[derive(Debug, Error)]
pub enum RasterError {
    /// The file itself.
    #[error("{}: {source}", .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is in the way.
        source: io::Error,
    },
    /// The pixels in it.
    #[error("{}: {problem}", .path.display())]
    Picture {
        /// Which one.
        path: PathBuf,
        /// What is wrong and, where there is one, the mend.
        problem: String,
    },
    /// A pyramid that cannot be built.
    #[error("{0}")]
    Pyramid(String),
}

impl RasterError {
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }

    pub(crate) fn picture(path: &std::path::Path, problem: &(impl std::fmt::Display + ?Sized)) -> Self {
        Self::Picture { path: path.to_owned(), problem: problem.to_string() }
    }

    /// What a decoder stumbled over, for people: its own words come last.
    pub(crate) fn damaged(path: &std::path::Path, error: &impl std::fmt::Display) -> Self {
        let error = error.to_string();
        let words = error.split_whitespace().collect::<Vec<_>>().join(" ");
        let problem = format!("it is damaged and cannot be read to its end; copy it again or write it anew ({words})");
        Self::Picture { path: path.to_owned(), problem }
    }

    /// What is wrong, without the path.
    pub fn problem(&self) -> String {
        match self {
            Self::File { source, .. } => source.to_string(),
            Self::Picture { problem, .. } | Self::Pyramid(problem) => problem.clone(),
        }
    }
}
