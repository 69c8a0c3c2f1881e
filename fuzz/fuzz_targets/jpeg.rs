//! A JPEG file that a person wants to build tiles from.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use stormwire_fuzz::{InputFile, read_image};

static FILE: LazyLock<InputFile> = LazyLock::new(|| {
    InputFile::new("image.wld").write(b"0.75\n0\n0\n-0.75\n100\n100\n");
    InputFile::new("image.jpg")
});

fuzz_target!(|bytes: &[u8]| read_image(&FILE, bytes));
