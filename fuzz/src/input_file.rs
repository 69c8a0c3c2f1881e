use std::path::{Path, PathBuf};

/// A file with the current input, for what is read from files. Every input overwrites it.
pub struct InputFile(PathBuf);

impl InputFile {
    /// In a temporary folder of this process.
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("stormwire-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
        Self(folder.join(name))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, bytes: &[u8]) {
        std::fs::write(&self.0, bytes).expect("the temporary folder is writable");
    }
}
