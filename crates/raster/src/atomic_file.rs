//! Writes a file completely or not at all.

use crate::error::RasterError;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

/// Writes to a hidden file in the same folder, syncs it to disk and renames it. Readers see the old file or the new one,
/// never half of one.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), RasterError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let partial = path.with_file_name(format!(".{name}.part"));
    let written = (|| {
        let mut out = BufWriter::new(File::create(&partial)?);
        write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data()?;
        std::fs::rename(&partial, path)
    })();
    written.map_err(|error| {
        let _ = std::fs::remove_file(&partial);
        RasterError::File { path: path.to_owned(), source: error }
    })
}
