//! Files that were skipped, and warnings about tiles that were imported.

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkippedFile {
    /// Relative to the folder.
    pub name: String,
    pub reason: String,
}

/// Something unusual about a tile that was imported.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileWarning {
    /// Relative to the folder.
    pub name: String,
    pub text: String,
}
