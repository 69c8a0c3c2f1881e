//! Passwords: argon2id, a salt each, and never in the clear anywhere.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use secrecy::{ExposeSecret, SecretString};
use stormwire_clock::Rng;
use thiserror::Error;

/// Shorter ones are guessed.
const SHORTEST: usize = 8;
/// Longer ones only keep the hash busy.
const LONGEST: usize = 1_024;

/// Why a password was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PasswordError {
    #[error("a password is needed")]
    Empty,
    #[error("a password has at least {SHORTEST} characters")]
    TooShort,
    /// Longer than anyone types.
    #[error("a password has at most {LONGEST} bytes")]
    TooLong,
}

/// A password that may be used for an account.
#[derive(Debug, Clone)]
pub struct Password(SecretString);

impl Password {
    /// For an account made over the network.
    pub fn new(text: SecretString) -> Result<Self, PasswordError> {
        let password = Self::chosen_by_operator(text)?;
        if password.is_short() { Err(PasswordError::TooShort) } else { Ok(password) }
    }

    /// For an account made by whoever has the machine: a short one is theirs to choose.
    pub fn chosen_by_operator(text: SecretString) -> Result<Self, PasswordError> {
        match text.expose_secret().len() {
            0 => Err(PasswordError::Empty),
            length if length > LONGEST => Err(PasswordError::TooLong),
            _ => Ok(Self(text)),
        }
    }

    /// Whether it is shorter than what is accepted over the network.
    pub fn is_short(&self) -> bool {
        self.0.expose_secret().chars().count() < SHORTEST
    }

    /// The PHC string to be stored. Takes a noticeable moment of a thread.
    pub(super) fn hash(&self, rng: &dyn Rng) -> String {
        let mut salt = [0; 16];
        rng.fill(&mut salt);
        let hashed = Argon2::default().hash_password_with_salt(self.0.expose_secret().as_bytes(), &salt);
        hashed.expect("argon2 takes every password of that length with every salt of that length").to_string()
    }
}

/// Whether the password is the one behind the hash. A hash that cannot be read is no one's.
pub(super) fn matches(given: &SecretString, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    given.expose_secret().len() <= LONGEST
        && Argon2::default().verify_password(given.expose_secret().as_bytes(), &hash).is_ok()
}

/// Of no account: checked where there is none, so that the answer takes as long.
pub(super) const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$7j9jr8YNHOYw4fcnRBbpXNfGlcKWKhWbbTrGEcbCJZo";

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::SystemRng;

    fn password(text: &str) -> Result<Password, PasswordError> {
        Password::new(SecretString::from(text))
    }

    #[test]
    fn a_password_matches_its_own_hash_and_no_other() {
        let hash = password("correct horse").unwrap().hash(&SystemRng);
        assert!(hash.starts_with("$argon2id$"));
        assert!(matches(&SecretString::from("correct horse"), &hash));
        assert!(!matches(&SecretString::from("Correct horse"), &hash));
        assert!(!matches(&SecretString::from("correct horse"), "not a hash"));
        assert_ne!(hash, password("correct horse").unwrap().hash(&SystemRng), "each has its own salt");
    }

    #[test]
    fn the_hash_of_nobody_can_be_read_and_matches_nothing() {
        assert!(PasswordHash::new(NOBODY).is_ok());
        assert!(!matches(&SecretString::from("anything"), NOBODY));
    }

    #[test]
    fn lengths_are_bounded_before_anything_is_hashed() {
        assert_eq!(password("").unwrap_err(), PasswordError::Empty);
        assert_eq!(password("sevenle").unwrap_err(), PasswordError::TooShort);
        assert_eq!(password(&"x".repeat(1_000_000)).unwrap_err(), PasswordError::TooLong);
        assert!(password(&"x".repeat(1_024)).is_ok());
        assert!(Password::chosen_by_operator(SecretString::from("pw")).unwrap().is_short());
    }

    #[test]
    fn a_password_is_not_printed() {
        assert!(!format!("{:?}", password("correct horse").unwrap()).contains("horse"));
    }
}
