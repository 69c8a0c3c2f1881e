//! The packets of MQTT 3.1.1 (OASIS Standard) that a client needs which only publishes. Pure.
//!
//! A broker may send such a client three packets of at most four bytes. Everything else ends the connection, so a broker can
//! neither flood the client nor make it allocate.

use super::topics::RetainedMessage;

const CONNECT: u8 = 0x10;
const CONNECT_ACK: u8 = 0x20;
/// Delivered at least once, and retained.
const PUBLISH: u8 = 0x33;
const PUBLISH_ACK: u8 = 0x40;
const PING_RESPONSE: u8 = 0xd0;

pub(super) const PING_REQUEST: [u8; 2] = [0xc0, 0];
pub(super) const DISCONNECT: [u8; 2] = [0xe0, 0];
/// The longest packet that a broker may send.
pub const MAX_BROKER_PACKET: usize = 4;

const PROTOCOL_LEVEL: u8 = 4;
const CLEAN_SESSION: u8 = 0x02;
/// Published at least once, and retained.
const WILL: u8 = 0x04 | 0x08 | 0x20;
const PASSWORD: u8 = 0x40;
const USERNAME: u8 = 0x80;

/// What a connection begins with.
#[derive(Clone, Copy)]
pub(super) struct Connect<'a> {
    pub(super) client_id: &'a str,
    pub(super) keep_alive_seconds: u16,
    /// What the broker publishes if the connection breaks.
    pub(super) will: Option<&'a RetainedMessage>,
    pub(super) username: Option<&'a str>,
    /// Only with a user name.
    pub(super) password: Option<&'a str>,
}

impl Connect<'_> {
    pub(super) fn encode(&self) -> Vec<u8> {
        let password = self.password.filter(|_| self.username.is_some());
        let flag = |is_set: bool, bits: u8| if is_set { bits } else { 0 };
        let flags = CLEAN_SESSION
            | flag(self.will.is_some(), WILL)
            | flag(self.username.is_some(), USERNAME)
            | flag(password.is_some(), PASSWORD);
        let mut body = Vec::new();
        push_field(&mut body, b"MQTT");
        body.extend([PROTOCOL_LEVEL, flags]);
        body.extend(self.keep_alive_seconds.to_be_bytes());
        push_field(&mut body, self.client_id.as_bytes());
        if let Some(will) = self.will {
            push_field(&mut body, will.topic.as_bytes());
            push_field(&mut body, &will.payload);
        }
        for text in [self.username, password].into_iter().flatten() {
            push_field(&mut body, text.as_bytes());
        }
        with_header(CONNECT, &body)
    }
}

/// `packet_id` must not be 0.
pub(super) fn encode_publish(message: &RetainedMessage, packet_id: u16) -> Vec<u8> {
    let mut body = Vec::new();
    push_field(&mut body, message.topic.as_bytes());
    body.extend(packet_id.to_be_bytes());
    body.extend(&message.payload);
    with_header(PUBLISH, &body)
}

/// With its length in two bytes. Texts of this client are far shorter than that allows; a longer one is cut.
fn push_field(body: &mut Vec<u8>, field: &[u8]) {
    let length = u16::try_from(field.len()).unwrap_or(u16::MAX);
    body.extend(length.to_be_bytes());
    body.extend(field.iter().take(length.into()));
}

/// The length has seven bits in each byte, lowest first.
fn with_header(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut packet = vec![kind];
    let mut left = body.len();
    loop {
        let [low, ..] = (left % 128).to_le_bytes();
        left /= 128;
        packet.push(if left > 0 { low | 0x80 } else { low });
        if left == 0 {
            break;
        }
    }
    packet.extend(body);
    packet
}

/// What a broker sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokerPacket {
    ConnectAck { code: u8 },
    PublishAck { packet_id: u16 },
    PingResponse,
}

/// The first bytes are no packet that a broker may send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnexpectedBytes;

/// The first packet and its length; `None` if it is not complete.
pub fn decode_broker_packet(bytes: &[u8]) -> Result<Option<(BrokerPacket, usize)>, UnexpectedBytes> {
    match *bytes {
        [CONNECT_ACK, 2, 0 | 1, code, ..] => Ok(Some((BrokerPacket::ConnectAck { code }, 4))),
        [PUBLISH_ACK, 2, high, low, ..] => {
            Ok(Some((BrokerPacket::PublishAck { packet_id: u16::from_be_bytes([high, low]) }, 4)))
        }
        [PING_RESPONSE, 0, ..] => Ok(Some((BrokerPacket::PingResponse, 2))),
        []
        | [CONNECT_ACK | PUBLISH_ACK | PING_RESPONSE]
        | [CONNECT_ACK | PUBLISH_ACK, 2]
        | [CONNECT_ACK, 2, 0 | 1]
        | [PUBLISH_ACK, 2, _] => Ok(None),
        _ => Err(UnexpectedBytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(topic: &str, payload: &[u8]) -> RetainedMessage {
        RetainedMessage { topic: topic.into(), payload: payload.into() }
    }

    #[test]
    fn a_connect_packet_has_the_bytes_of_the_standard() {
        let will = message("t", b"off");
        let connect = Connect {
            client_id: "id",
            keep_alive_seconds: 60,
            will: Some(&will),
            username: Some("u"),
            password: Some("p"),
        };
        let expected = b"\x10\x1c\x00\x04MQTT\x04\xee\x00\x3c\x00\x02id\x00\x01t\x00\x03off\x00\x01u\x00\x01p".to_vec();
        assert_eq!(connect.encode(), expected);
        let plain = Connect { will: None, username: None, ..connect };
        assert_eq!(
            plain.encode(),
            b"\x10\x0e\x00\x04MQTT\x04\x02\x00\x3c\x00\x02id",
            "no password without a user name"
        );
    }

    #[test]
    fn a_publish_packet_is_retained_and_acknowledged() {
        assert_eq!(encode_publish(&message("a/b", b"xy"), 258), b"\x33\x09\x00\x03a/b\x01\x02xy");
        let long = encode_publish(&message("a", &[b'x'; 200]), 1);
        assert_eq!(&long[..3], b"\x33\xcd\x01", "205 bytes follow");
    }

    #[test]
    fn reads_what_a_broker_may_send_and_nothing_else() {
        let rejected = Err(UnexpectedBytes);
        for (bytes, expected) in [
            (&b"\x20\x02\x00\x05"[..], Ok(Some((BrokerPacket::ConnectAck { code: 5 }, 4)))),
            (b"\x40\x02\x01\x02\xd0", Ok(Some((BrokerPacket::PublishAck { packet_id: 258 }, 4)))),
            (b"\xd0\x00", Ok(Some((BrokerPacket::PingResponse, 2)))),
            (b"", Ok(None)),
            (b"\x20", Ok(None)),
            (b"\x40\x02\x01", Ok(None)),
            (b"\xd0\x01", rejected),
            (b"\x20\x03", rejected),
            (b"\x20\x02\x02", rejected),
            (b"\x30\xff\xff\xff\x7f", rejected),
            (b"HTTP/1.1 400", rejected),
        ] {
            assert_eq!(decode_broker_packet(bytes), expected, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn never_waits_for_more_than_the_longest_packet(bytes in proptest::collection::vec(any::<u8>(), 0..12)) {
            match decode_broker_packet(&bytes) {
                Ok(Some((_, length))) => prop_assert!(length <= bytes.len() && length <= MAX_BROKER_PACKET),
                Ok(None) => prop_assert!(bytes.len() < MAX_BROKER_PACKET),
                Err(UnexpectedBytes) => {}
            }
        }
    }
}
