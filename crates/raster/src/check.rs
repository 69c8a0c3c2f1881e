use crate::error::RasterError;
use crate::format::ImageFormat;
use crate::jpeg;
use crate::png::PngDecoder;
use crate::scratch::LargeImageLock;
use crate::size::ImageSize;
use std::path::Path;

/// Decodes every pixel of a JPEG or PNG and returns its size, so that a damaged file is found before browsers get it.
pub fn check_image(path: &Path, large_images: &LargeImageLock) -> Result<ImageSize, RasterError> {
    let size = match ImageFormat::detect(path)? {
        ImageFormat::Jpeg => jpeg::decode(path, large_images)?.size,
        ImageFormat::Png => PngDecoder::open(path)?.check_all_rows()?,
        ImageFormat::Tiff => {
            let problem = "browsers cannot show TIFF; make tiles from it with `stormwire tiles build`";
            return Err(RasterError::image(path, problem));
        }
    };
    if size.pixel_count() == 0 {
        return Err(RasterError::image(path, "the image has no pixels"));
    }
    Ok(size)
}
