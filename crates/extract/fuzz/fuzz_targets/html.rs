//! Treats the input as HTML and as plain text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_extract::{body_text, plain_text};

fuzz_target!(|html: &str| {
    let text = body_text(html);
    assert!(!text.contains('\0') && !text.starts_with('\n') && !text.ends_with('\n'));
    assert!(!plain_text(html).contains('\r'));
});
