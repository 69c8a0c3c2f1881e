//! What an MQTT broker, or something that listens in its place, sends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_announce::{MAX_BROKER_PACKET, decode_broker_packet};

fuzz_target!(|bytes: &[u8]| {
    let mut left = bytes;
    while let Ok(packet) = decode_broker_packet(left) {
        let Some((packet, length)) = packet else {
            assert!(left.len() < MAX_BROKER_PACKET, "a broker cannot make the client collect bytes");
            return;
        };
        assert!((1..=MAX_BROKER_PACKET.min(left.len())).contains(&length));
        let (first, rest) = left.split_at(length);
        assert_eq!(decode_broker_packet(first), Ok(Some((packet, length))), "what follows changes no packet");
        left = rest;
    }
});
