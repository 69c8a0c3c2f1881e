//! Writing a file whole or not at all.

use crate::RasterError;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

/// Writes beside the place under a hidden name and moves it there when all of it is on the disk: whoever looks sees the
/// old file or the new one, never half of one.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), RasterError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}.part"));
    let written = (|| {
        let mut out = BufWriter::new(File::create(&part)?);
        write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data()?;
        std::fs::rename(&part, path)
    })();
    written.map_err(|error| {
        let _ = std::fs::remove_file(&part);
        RasterError::File { path: path.to_owned(), source: error }
    })
}
