use std::path::Path;

/// A text file of the repository.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Relative to the root of the repository, with `/` between the parts.
    pub path: String,
    pub text: String,
}

impl SourceFile {
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Whether the name ends with a dot and this.
    pub fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }
}
