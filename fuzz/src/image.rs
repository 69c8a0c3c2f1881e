use crate::InputFile;
use std::path::Path;
use std::sync::LazyLock;
use stormwire_raster::pyramid::SourceImages;
use stormwire_raster::{CHANNELS, ImageFormat, LargeImageLock, RowReader, ScratchFolder, check_image};

/// Larger images take seconds each. Their headers are read, their pixels are not.
const MAX_PIXELS: u64 = 1_000_000;
const STRIP_ROWS: u32 = 64;

/// Reads an image the way a pyramid is built from it. `file` has the extension of the format and a world file next to it.
pub fn read_image(file: &InputFile, bytes: &[u8]) {
    static SCRATCH: LazyLock<ScratchFolder> = LazyLock::new(|| {
        let marker = InputFile::new("marker");
        ScratchFolder::new(marker.path().parent().unwrap_or(Path::new(".")))
    });
    file.write(bytes);
    let Ok(sources) = SourceImages::inspect(&[file.path().to_owned()]) else {
        assert!(RowReader::open(file.path(), &SCRATCH).is_err(), "what cannot be inspected cannot be read");
        return;
    };
    let size = sources.0[0].size;
    if u64::from(size.width) * u64::from(size.height) > MAX_PIXELS {
        return;
    }
    let is_complete = read_rows(file.path(), &SCRATCH, size.height);
    if ImageFormat::from_extension(file.path()) != Some(ImageFormat::Tiff) {
        let checked = check_image(file.path(), &LargeImageLock::default());
        assert!(checked.is_err() || is_complete, "a checked image has all its rows");
        assert!(checked.is_err() || checked.is_ok_and(|checked| checked == size));
    }
}

/// Whether all rows could be read. Every row that is returned has all its pixels.
fn read_rows(path: &Path, scratch: &ScratchFolder, height: u32) -> bool {
    let Ok(mut rows) = RowReader::open(path, scratch) else { return false };
    let (width, mut strip) = (rows.size().width as usize, Vec::new());
    for first in (0..height).step_by(STRIP_ROWS as usize) {
        let count = STRIP_ROWS.min(height - first);
        if rows.read(first, count, &mut strip).is_err() {
            return false;
        }
        assert_eq!(strip.len(), width * count as usize * CHANNELS);
    }
    true
}
