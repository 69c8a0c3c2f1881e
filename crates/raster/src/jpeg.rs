//! JPEG, which can only be read as a whole: one at a time is unpacked into a file, from which its rows are taken.

use crate::RasterError;
use crate::rows::{Rows, Turns, Workshop, spread};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// The longest edge: 10,000 by 10,000 pixels take 300 MB while they are unpacked.
pub(crate) const LONGEST_EDGE: u32 = 10_000;

/// Pixels of a picture that waits for its turn.
const LARGE: u32 = 25_000_000;

/// Bytes of a file that are looked at together.
const READ: usize = 64 * 1024;

/// Red, green, blue: what the unpacked file holds.
const SAMPLES: usize = 3;

/// A JPEG that has been unpacked; the file goes with it.
pub(crate) struct JpegRows {
    path: PathBuf,
    unpacked: PathBuf,
    file: BufReader<File>,
    size: (u32, u32),
    samples: Vec<u8>,
}

impl JpegRows {
    pub(crate) fn open(path: &Path, workshop: &Workshop) -> Result<Self, RasterError> {
        let (size, pixels) = decode(path, &workshop.turns)?;
        let unpacked = workshop.fresh(path);
        let mut file = File::create_new(&unpacked).map_err(RasterError::file(&unpacked))?;
        file.write_all(&pixels).map_err(RasterError::file(&unpacked))?;
        let file = BufReader::new(File::open(&unpacked).map_err(RasterError::file(&unpacked))?);
        Ok(Self { path: path.to_owned(), unpacked, file, size, samples: Vec::new() })
    }
}

impl Drop for JpegRows {
    fn drop(&mut self) {
        // Left behind it costs disk alone, and the folder is removed at the end.
        let _ = std::fs::remove_file(&self.unpacked);
    }
}

impl Rows for JpegRows {
    fn width(&self) -> u32 {
        self.size.0
    }

    fn height(&self) -> u32 {
        self.size.1
    }

    fn read(&mut self, first: u32, count: u32, out: &mut Vec<u8>) -> Result<(), RasterError> {
        out.clear();
        let line = self.size.0 as usize * SAMPLES;
        self.samples.resize(line * count as usize, 0);
        let start = line as u64 * u64::from(first);
        let read = self.file.seek(SeekFrom::Start(start)).and_then(|_| self.file.read_exact(&mut self.samples));
        read.map_err(RasterError::file(&self.path))?;
        spread(&self.samples, SAMPLES, out);
        Ok(())
    }
}

/// The size that the head of a JPEG tells.
pub(crate) fn size(path: &Path) -> Result<(u32, u32), RasterError> {
    headed(path).map(|(_, size)| size)
}

/// All of a JPEG. What is cut off or broken is refused rather than painted grey.
pub(crate) fn decode(path: &Path, turns: &Turns) -> Result<((u32, u32), Vec<u8>), RasterError> {
    let (mut decoder, size) = headed(path)?;
    // A JPEG that was cut off has no mark at its end, even where its last rows could be guessed.
    if !has_end(path).map_err(RasterError::file(path))? {
        return Err(RasterError::picture(path, "it ends too early"));
    }
    let _turn = (size.0 * size.1 > LARGE).then(|| turns.take());
    let pixels = decoder.decode().map_err(|error| RasterError::damaged(path, &error))?;
    if pixels.len() != size.0 as usize * size.1 as usize * SAMPLES {
        return Err(RasterError::picture(path, "its colours cannot be read as RGB"));
    }
    Ok((size, pixels))
}

/// Read from the file as it goes: the packed bytes of a large picture would be a tenth more memory.
type Decoder = JpegDecoder<BufReader<File>>;

/// A decoder that has read the head.
fn headed(path: &Path) -> Result<(Decoder, (u32, u32)), RasterError> {
    let file = BufReader::with_capacity(READ, File::open(path).map_err(RasterError::file(path))?);
    let mut decoder = Decoder::new_with_options(file, options());
    decoder.decode_headers().map_err(|error| RasterError::damaged(path, &error))?;
    let size = sized(decoder.info().as_ref(), path)?;
    Ok((decoder, size))
}

fn options() -> DecoderOptions {
    let options = DecoderOptions::new_fast().set_strict_mode(true).jpeg_set_out_colorspace(ColorSpace::RGB);
    // As large as a JPEG can be: what is too large is refused below, in words.
    options.set_max_width(usize::from(u16::MAX)).set_max_height(usize::from(u16::MAX))
}

fn sized(info: Option<&zune_jpeg::ImageInfo>, path: &Path) -> Result<(u32, u32), RasterError> {
    let Some(info) = info else { return Err(RasterError::picture(path, "it has no size")) };
    let size = (u32::from(info.width), u32::from(info.height));
    if size.0 > LONGEST_EDGE || size.1 > LONGEST_EDGE {
        let problem = format!(
            "it has {} by {} pixels; a JPEG may have {LONGEST_EDGE} by {LONGEST_EDGE}, give a PNG or a TIFF",
            size.0, size.1
        );
        return Err(RasterError::picture(path, &problem));
    }
    Ok(size)
}

/// Whether a file ends as a JPEG does; cameras and scanners may add a few more bytes.
fn has_end(path: &Path) -> std::io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(READ as u64)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    Ok(end.windows(2).any(|pair| pair == [0xff, 0xd9]))
}
