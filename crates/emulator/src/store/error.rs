/// Why the store cannot return or change something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoreError {
    MessageNotFound,
    FolderNotFound,
    /// The text does not decode to an id.
    MalformedId,
    FolderNameTaken,
    /// Well-known folders cannot be removed, and the root cannot be renamed.
    FolderProtected,
}
