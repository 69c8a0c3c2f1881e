//! Treats the input as HTML and as plain text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_extract::{html_to_text, normalize_line_endings};

fuzz_target!(|html: &str| {
    let text = html_to_text(html);
    assert!(!text.contains('\0') && !text.starts_with('\n') && !text.ends_with('\n'));
    assert!(!normalize_line_endings(html).contains('\r'));
});
