//! Compresses bodies in memory.
//!
//! With the encoders that tower-http uses as well: those of `brotli` itself are generic and would be compiled here again.

use compression_codecs::brotli::params::EncoderParams;
use compression_codecs::core::Level;
use compression_codecs::core::util::{PartialBuffer, WriteBuffer};
use compression_codecs::{BrotliEncoder, EncodeV2, GzipEncoder};
use std::io;

/// Between speed and size, for bodies that are sent many times within a second.
const BROTLI_QUALITY: i32 = 5;
const BROTLI_WINDOW: i32 = 22;
const CHUNK: usize = 16 * 1024;

pub(super) fn gzip(body: &[u8]) -> Vec<u8> {
    encode(&mut GzipEncoder::new(Level::Default.into()), body)
}

pub(super) fn brotli(body: &[u8]) -> Vec<u8> {
    let params = EncoderParams::default().quality(Level::Precise(BROTLI_QUALITY)).window_size(BROTLI_WINDOW);
    encode(&mut BrotliEncoder::new(params), body)
}

fn encode(encoder: &mut dyn EncodeV2, body: &[u8]) -> Vec<u8> {
    // Encoding in memory cannot fail.
    try_encode(encoder, body).unwrap_or_default()
}

fn try_encode(encoder: &mut dyn EncodeV2, body: &[u8]) -> io::Result<Vec<u8>> {
    let (mut out, mut chunk) = (Vec::new(), vec![0; CHUNK]);
    let mut input = PartialBuffer::new(body);
    while !input.unwritten().is_empty() {
        let mut output = WriteBuffer::new_initialized(&mut chunk);
        encoder.encode(&mut input, &mut output)?;
        out.extend_from_slice(output.written());
    }
    loop {
        let mut output = WriteBuffer::new_initialized(&mut chunk);
        let is_done = encoder.finish(&mut output)?;
        out.extend_from_slice(output.written());
        if is_done {
            return Ok(out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn decompressed_bodies_equal_the_originals() {
        for length in [0, 1, 5_000, 3_000_000] {
            let body: Vec<u8> =
                (0..length).map(|index: u32| index.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
            let mut unpacked = Vec::new();
            flate2::read::GzDecoder::new(gzip(&body).as_slice()).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, body);
            unpacked.clear();
            brotli::Decompressor::new(super::brotli(&body).as_slice(), 4_096).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, body);
        }
    }
}
