use crate::error::RasterError;
use crate::format::Kind;
use crate::jpeg;
use crate::png::PngDecoder;
use crate::scratch::Turns;
use crate::size::Size;
use std::path::Path;

/// Decodes every pixel of a JPEG or PNG and returns its size, so that a damaged file is found before browsers get it.
pub fn check(path: &Path, large_images: &Turns) -> Result<Size, RasterError> {
    let size = match Kind::detect(path)? {
        Kind::Jpeg => jpeg::decode(path, large_images)?.size,
        Kind::Png => PngDecoder::open(path)?.check_all_rows()?,
        Kind::Tiff => {
            let problem = "browsers cannot show TIFF; make tiles from it with `stormwire tiles build`";
            return Err(RasterError::image(path, problem));
        }
    };
    if size.pixel_count() == 0 {
        return Err(RasterError::image(path, "the image has no pixels"));
    }
    Ok(size)
}
