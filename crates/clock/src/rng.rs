//! Random bytes for ids, keys and jitter.

pub trait Rng: Send + Sync {
    /// Fills the slice with random bytes.
    fn fill(&self, bytes: &mut [u8]);

    /// A random number in `[0, 1)`.
    fn fraction(&self) -> f64 {
        let mut bytes = [0; 4];
        self.fill(&mut bytes);
        f64::from(u32::from_le_bytes(bytes)) / (f64::from(u32::MAX) + 1.0)
    }

    /// A random version 4 UUID.
    fn uuid(&self) -> String {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let mut text = String::with_capacity(36);
        for (index, byte) in bytes.into_iter().enumerate() {
            if matches!(index, 4 | 6 | 8 | 10) {
                text.push('-');
            }
            text.extend([byte >> 4, byte & 0x0f].map(|digit| char::from_digit(digit.into(), 16).unwrap_or_default()));
        }
        text
    }
}

/// The operating system's random number generator.
#[derive(Debug, Clone, Copy)]
pub struct SystemRng;

impl Rng for SystemRng {
    #[expect(clippy::disallowed_methods, reason = "this crate owns randomness")]
    fn fill(&self, bytes: &mut [u8]) {
        // Without random bytes there are no safe keys or ids, so stopping is better than continuing.
        getrandom::fill(bytes).expect("the operating system provides random bytes");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct ConstantRng(u8);

    impl Rng for ConstantRng {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0);
        }
    }

    #[test]
    fn fraction_is_always_below_one() {
        assert!(ConstantRng(0xff).fraction() < 1.0);
        assert!(ConstantRng(0).fraction() <= 0.0);
    }

    #[test]
    fn uuid_is_version_4() {
        assert_eq!(ConstantRng(0xff).uuid(), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_ne!(SystemRng.uuid(), SystemRng.uuid());
    }
}
