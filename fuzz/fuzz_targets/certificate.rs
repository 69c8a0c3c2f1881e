//! A certificate with its key, as an administrator pastes it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_graph::ClientCertificate;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(certificate) = ClientCertificate::parse(text.into()) {
        assert_eq!(certificate.thumbprint().len(), 40);
    }
});
