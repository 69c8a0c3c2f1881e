//! Rng: ids, keys and jitter come from a [`Rng`], so that tests can repeat a run.

/// A source of random bytes.
pub trait Rng: Send + Sync {
    /// Fills the slice.
    fn fill(&self, bytes: &mut [u8]);

    /// A fraction in `[0, 1)`.
    fn fraction(&self) -> f64 {
        let mut bytes = [0; 4];
        self.fill(&mut bytes);
        f64::from(u32::from_le_bytes(bytes)) / (f64::from(u32::MAX) + 1.0)
    }

    /// A random id in the form of a version 4 UUID.
    fn id(&self) -> String {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        [&hex[..4], &hex[4..6], &hex[6..8], &hex[8..10], &hex[10..]].map(<[String]>::concat).join("-")
    }
}

/// The operating system's randomness.
#[derive(Debug, Clone, Copy)]
pub struct SystemRng;

impl Rng for SystemRng {
    #[expect(clippy::disallowed_methods, reason = "this is the place that owns randomness")]
    fn fill(&self, bytes: &mut [u8]) {
        // Without randomness there are no keys and no ids: going on would be worse than stopping.
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Constant(u8);

    impl Rng for Constant {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0);
        }
    }

    #[test]
    fn a_fraction_never_reaches_one() {
        assert!(Constant(0xff).fraction() < 1.0);
        assert!(Constant(0).fraction() <= 0.0);
    }

    #[test]
    fn an_id_has_the_form_of_a_version_4_uuid() {
        assert_eq!(Constant(0xff).id(), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_ne!(SystemRng.id(), SystemRng.id());
    }
}
