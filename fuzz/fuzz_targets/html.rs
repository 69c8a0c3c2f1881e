//! The HTML body of a mail. The same input is also a plain text body.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_extract::{html_to_text, normalize_line_endings};

fuzz_target!(|html: &str| {
    let text = html_to_text(html);
    assert!(!text.contains(['\0', '\r']), "invisible characters");
    assert!(!text.starts_with('\n') && !text.ends_with('\n') && !text.contains("\n\n\n"), "blank lines are collapsed");
    // NUL becomes a character of three bytes.
    assert!(text.len() <= 3 * html.len(), "{} bytes from {}", text.len(), html.len());
    assert!(!normalize_line_endings(html).contains('\r'));
});
