//! Passwords: hashed with argon2id, each with its own salt.

use super::common_password::is_common;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use secrecy::{ExposeSecret, SecretString};
use stormwire_clock::Rng;
use thiserror::Error;

/// In characters.
pub(super) const MIN_LENGTH: usize = 8;
/// What a password must have in addition to the username.
const MIN_BESIDES_NAME: usize = 4;
/// Longer passwords only cost time to hash.
const MAX_BYTES: usize = 1_024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PasswordError {
    #[error("the password is missing")]
    Empty,
    #[error("the password must have at least {MIN_LENGTH} characters")]
    TooShort,
    #[error("the password must have at most {MAX_BYTES} bytes")]
    TooLong,
    #[error("the password must have at least {MIN_BESIDES_NAME} characters in addition to the username")]
    OnlyName,
    #[error("the password is easy to guess; use several unrelated words or a password manager")]
    Common,
}

/// A valid password for an account.
#[derive(Debug, Clone)]
pub struct Password(SecretString);

impl Password {
    /// A new password of the user with this name.
    pub fn new(text: SecretString, username: &str) -> Result<Self, PasswordError> {
        let password = Self::allow_weak(text)?;
        password.weakness(username).map_or(Ok(password), Err)
    }

    /// For an account created on the command line: may be short or common.
    pub fn allow_weak(text: SecretString) -> Result<Self, PasswordError> {
        match text.expose_secret().len() {
            0 => Err(PasswordError::Empty),
            length if length > MAX_BYTES => Err(PasswordError::TooLong),
            _ => Ok(Self(text)),
        }
    }

    /// Why the API would reject it.
    pub fn weakness(&self, username: &str) -> Option<PasswordError> {
        let text = self.0.expose_secret();
        let besides_name = text.to_lowercase().replace(&username.to_lowercase(), "");
        if text.chars().count() < MIN_LENGTH {
            Some(PasswordError::TooShort)
        } else if besides_name.chars().count() < MIN_BESIDES_NAME {
            Some(PasswordError::OnlyName)
        } else {
            is_common(text).then_some(PasswordError::Common)
        }
    }

    /// The PHC string to store. Slow by design: call it on a blocking thread.
    pub(super) fn hash(&self, rng: &dyn Rng) -> String {
        let mut salt = [0; 16];
        rng.fill(&mut salt);
        let hashed = Argon2::default().hash_password_with_salt(self.0.expose_secret().as_bytes(), &salt);
        hashed.expect("argon2 takes every password of that length with every salt of that length").to_string()
    }
}

/// False for a hash that cannot be parsed.
pub(super) fn matches(given: &SecretString, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    given.expose_secret().len() <= MAX_BYTES
        && Argon2::default().verify_password(given.expose_secret().as_bytes(), &hash).is_ok()
}

/// Checked if the account does not exist, so that the response takes equally long.
pub(super) const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$7j9jr8YNHOYw4fcnRBbpXNfGlcKWKhWbbTrGEcbCJZo";

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::SystemRng;

    fn password(text: &str) -> Result<Password, PasswordError> {
        Password::new(SecretString::from(text), "ann.smith")
    }

    #[test]
    fn password_matches_only_its_own_hash() {
        let hash = password("correct horse").unwrap().hash(&SystemRng);
        assert!(hash.starts_with("$argon2id$"));
        assert!(matches(&SecretString::from("correct horse"), &hash));
        assert!(!matches(&SecretString::from("Correct horse"), &hash));
        assert!(!matches(&SecretString::from("correct horse"), "not a hash"));
        assert_ne!(hash, password("correct horse").unwrap().hash(&SystemRng), "each has its own salt");
    }

    #[test]
    fn dummy_hash_is_valid_and_matches_nothing() {
        assert!(PasswordHash::new(DUMMY_HASH).is_ok());
        assert!(!matches(&SecretString::from("anything"), DUMMY_HASH));
    }

    #[test]
    fn rejects_passwords_that_are_too_short_or_too_long() {
        assert_eq!(password("").unwrap_err(), PasswordError::Empty);
        assert_eq!(password("7 chars").unwrap_err(), PasswordError::TooShort);
        assert_eq!(password(&"x".repeat(1_000_000)).unwrap_err(), PasswordError::TooLong);
        assert!(password(&"tulip kettle ".repeat(78)).is_ok());
        let short = Password::allow_weak(SecretString::from("pw")).unwrap();
        assert_eq!(short.weakness("ann"), Some(PasswordError::TooShort));
    }

    #[test]
    fn rejects_passwords_that_are_easy_to_guess() {
        assert_eq!(password("password1234").unwrap_err(), PasswordError::Common);
        assert_eq!(password("Ann.Smith77!").unwrap_err(), PasswordError::OnlyName);
        assert!(password("Ann.Smith likes tea").is_ok());
    }

    #[test]
    fn debug_output_hides_the_password() {
        assert!(!format!("{:?}", password("correct horse").unwrap()).contains("horse"));
    }
}
