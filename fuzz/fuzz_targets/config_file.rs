//! A configuration file. What was read can be written and reads back, unless a number is not a number.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_blueprint::{read, write};

fuzz_target!(|text: &str| {
    if let Ok(document) = read(text)
        && let Ok(written) = write(&document)
    {
        assert_eq!(read(&written).ok(), Some(document), "what was written reads back");
    }
});
