//! Compresses bodies in memory.
//!
//! A crate of its own because both encoders are generic: they are compiled wherever they are called, and here that
//! happens beside the other crates instead of in the last one.

use std::io::Write;

pub fn gzip(body: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    // Writing to memory cannot fail.
    let _ = out.write_all(body);
    out.finish().unwrap_or_default()
}

pub fn brotli(body: &[u8]) -> Vec<u8> {
    let mut out = brotli::CompressorWriter::new(Vec::new(), 4_096, 5, 22);
    let _ = out.write_all(body);
    out.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn bodies_come_back_as_they_were() {
        let body = b"lightning ".repeat(500);
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(gzip(&body).as_slice()).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, body);
        unpacked.clear();
        brotli::Decompressor::new(brotli(&body).as_slice(), 4_096).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, body);
    }
}
