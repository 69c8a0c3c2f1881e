//! JPEG can only be decoded as a whole, so an image is unpacked into a file and its rows are read from there.

use crate::error::RasterError;
use crate::pixels::append_as_rgba;
use crate::scratch::{LargeImageLock, ScratchFolder};
use crate::size::ImageSize;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;

/// 10,000 by 10,000 pixels need 300 MB while they are unpacked.
const MAX_EDGE: u32 = 10_000;

/// Images with more pixels than this are decoded one at a time.
const LARGE_IMAGE_PIXELS: u64 = 25_000_000;

const READ_BUFFER_BYTES: usize = 64 * 1024;

/// Red, green, blue: what the unpacked file contains.
const SAMPLES_PER_PIXEL: usize = 3;

/// An unpacked JPEG. Dropping it removes the unpacked file.
pub(crate) struct JpegDecoder {
    path: PathBuf,
    unpacked_path: PathBuf,
    unpacked: BufReader<File>,
    size: ImageSize,
    samples: Vec<u8>,
}

impl JpegDecoder {
    pub(crate) fn open(path: &Path, scratch: &ScratchFolder) -> Result<Self, RasterError> {
        let DecodedImage { size, samples } = decode(path, &scratch.large_images)?;
        let unpacked_path = scratch.unused_path(path);
        let unpacked = unpack(&unpacked_path, &samples).map_err(RasterError::from_io_error(&unpacked_path))?;
        Ok(Self { path: path.to_owned(), unpacked_path, unpacked, size, samples: Vec::new() })
    }

    pub(crate) fn size(&self) -> ImageSize {
        self.size
    }

    pub(crate) fn append_rows(&mut self, first: u32, count: u32, out: &mut Vec<u8>) -> Result<(), RasterError> {
        let row_bytes = self.size.width as usize * SAMPLES_PER_PIXEL;
        self.samples.resize(row_bytes * count as usize, 0);
        let start = SeekFrom::Start(row_bytes as u64 * u64::from(first));
        let read = self.unpacked.seek(start).and_then(|_| self.unpacked.read_exact(&mut self.samples));
        read.map_err(RasterError::from_io_error(&self.path))?;
        append_as_rgba(&self.samples, SAMPLES_PER_PIXEL, out);
        Ok(())
    }
}

impl Drop for JpegDecoder {
    fn drop(&mut self) {
        // A file that stays behind only costs disk space; the scratch folder is cleared after the build.
        let _ = std::fs::remove_file(&self.unpacked_path);
    }
}

fn unpack(path: &Path, samples: &[u8]) -> io::Result<BufReader<File>> {
    File::create_new(path)?.write_all(samples)?;
    Ok(BufReader::new(File::open(path)?))
}

pub(crate) struct DecodedImage {
    pub(crate) size: ImageSize,
    samples: Vec<u8>,
}

pub(crate) fn header_size(path: &Path) -> Result<ImageSize, RasterError> {
    read_header(path).map(|(_, size)| size)
}

/// Decodes a whole JPEG. A truncated or damaged file is an error; its missing rows are not painted gray.
pub(crate) fn decode(path: &Path, large_images: &LargeImageLock) -> Result<DecodedImage, RasterError> {
    let (mut decoder, size) = read_header(path)?;
    // The decoder guesses the last rows of some truncated files; the missing end marker gives them away.
    if !has_end_marker(path).map_err(RasterError::from_io_error(path))? {
        return Err(RasterError::truncated_file(path));
    }
    let _permit = (size.pixel_count() > LARGE_IMAGE_PIXELS).then(|| large_images.lock());
    let samples = decoder.decode().map_err(|error| RasterError::damaged_file(path, &error))?;
    if samples.len() != size.width as usize * size.height as usize * SAMPLES_PER_PIXEL {
        return Err(RasterError::image(path, "the colors cannot be read as RGB; export the image as RGB"));
    }
    Ok(DecodedImage { size, samples })
}

/// Reads from the file while it decodes: the compressed bytes of a large image would need a tenth more memory.
type ZuneDecoder = zune_jpeg::JpegDecoder<BufReader<File>>;

fn read_header(path: &Path) -> Result<(ZuneDecoder, ImageSize), RasterError> {
    let file = BufReader::with_capacity(READ_BUFFER_BYTES, File::open(path).map_err(RasterError::from_io_error(path))?);
    let mut decoder = ZuneDecoder::new_with_options(file, decoder_options());
    decoder.decode_headers().map_err(|error| RasterError::damaged_file(path, &error))?;
    let Some(info) = decoder.info() else {
        return Err(RasterError::image(path, "the JPEG header has no size"));
    };
    let size = ImageSize { width: u32::from(info.width), height: u32::from(info.height) };
    if size.width > MAX_EDGE || size.height > MAX_EDGE {
        let problem = format!(
            "the JPEG has {} by {} pixels, but at most {MAX_EDGE} by {MAX_EDGE} can be read; use PNG or TIFF",
            size.width, size.height
        );
        return Err(RasterError::image(path, &problem));
    }
    Ok((decoder, size))
}

fn decoder_options() -> DecoderOptions {
    let options = DecoderOptions::new_fast().set_strict_mode(true).jpeg_set_out_colorspace(ColorSpace::RGB);
    // The decoder accepts any size, so that our own limit can reject it with a better message.
    options.set_max_width(usize::from(u16::MAX)).set_max_height(usize::from(u16::MAX))
}

/// Whether the last bytes contain the end marker. Cameras and scanners may append a few bytes after it.
fn has_end_marker(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(READ_BUFFER_BYTES as u64)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    Ok(end.windows(2).any(|pair| pair == [0xff, 0xd9]))
}
