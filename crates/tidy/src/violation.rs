use std::fmt;

/// A location that breaks a rule. The message says what is wrong and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub path: String,
    /// Counted from 1. `None` when the whole file or folder is meant.
    pub line: Option<usize>,
    pub message: String,
}

impl Violation {
    pub fn at(path: &str, line: usize, message: String) -> Self {
        Self { path: path.to_owned(), line: Some(line), message }
    }

    pub fn of(path: &str, message: String) -> Self {
        Self { path: path.to_owned(), line: None, message }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}
