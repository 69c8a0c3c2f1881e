//! HTTP/2 frames that no client library sends.

use anyhow::{Result, ensure};

/// The preface and empty settings.
pub(super) const CONNECTION_START: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// A complete GET request.
pub(super) fn get_frame(stream: u32, host: &str, path: &str) -> Result<Vec<u8>> {
    const END_STREAM_AND_HEADERS: u8 = 0x5;
    // HPACK: `:method: GET` and `:scheme: https` from the table, `:authority` and `:path` as literals.
    let mut fields = vec![0x82, 0x87];
    for (name, value) in [(0x41, host), (0x44, path)] {
        ensure!(value.len() < 127, "{value} needs a length of several bytes");
        fields.push(name);
        fields.extend(u8::try_from(value.len()));
        fields.extend(value.as_bytes());
    }
    frame(1, END_STREAM_AND_HEADERS, stream, &fields)
}

/// Cancels a request.
pub(super) fn reset_frame(stream: u32) -> Result<Vec<u8>> {
    const CANCEL: [u8; 4] = [0, 0, 0, 8];
    frame(3, 0, stream, &CANCEL)
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Result<Vec<u8>> {
    let length = u32::try_from(payload.len())?.to_be_bytes();
    Ok([&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat())
}
