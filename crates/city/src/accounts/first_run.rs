//! The first administrator, created in the browser with a one-time code that `serve` prints.
//!
//! The code shows that the person who enters it can read the output of the service: without it, the first person to reach a new
//! service would own it. It works only while there is no user.

use super::users::{check_name, user_created};
use super::{NewSession, Password, PasswordError, SecurityLog, SignIn, SignInError, UserError, audit};
use futures_util::FutureExt;
use secrecy::{ExposeSecret, SecretString};
use std::net::IpAddr;
use std::sync::Arc;
use stormwire_clock::{Clock, Rng, blocking};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::{self as rows, Role, UserProof};
use stormwire_store::{LockTarget, Schema, Store, StoreError, lock_for_update};
use subtle::ConstantTimeEq;
use thiserror::Error;

/// No letter or digit that looks like another: 32 characters, 5 bits each.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// 80 bits in all.
const CODE_LENGTH: usize = 16;
const GROUP_LENGTH: usize = 4;
/// No user has a name with a space.
const THROTTLED_ACCOUNT: &str = "first run";

#[derive(Debug, Error)]
pub enum FirstRunError {
    #[error("wrong code; use the one-time code that the service printed on standard error when it started")]
    WrongCode,
    #[error("a user exists already; sign in instead")]
    NotNeeded,
    #[error(transparent)]
    User(#[from] UserError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    SignIn(#[from] SignInError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who becomes the first administrator.
pub struct FirstAdmin {
    pub code: SecretString,
    pub username: String,
    pub password: SecretString,
}

#[derive(Clone)]
pub struct FirstRun {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    code: SecretString,
    sign_in: SignIn,
    security_log: SecurityLog,
}

impl FirstRun {
    /// Makes a new code. Attempts are limited together with those of `sign_in`.
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, sign_in: SignIn, log: SecurityLog) -> Self {
        let code = generate(rng.as_ref());
        Self { store, clock, rng, code, sign_in, security_log: log }
    }

    /// Whether there is no user.
    pub async fn is_needed(&self) -> Result<bool, StoreError> {
        Ok(rows::list(&mut self.store.reader().await?).await?.is_empty())
    }

    /// In groups, for people.
    pub fn printed_code(&self) -> String {
        let code = self.code.expose_secret().as_bytes();
        let groups = code.chunks(GROUP_LENGTH).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    }

    /// Creates the administrator and signs in. Of several requests at once one succeeds.
    pub async fn create_admin(&self, admin: FirstAdmin, from: IpAddr) -> Result<NewSession, FirstRunError> {
        if !self.is_needed().await? {
            return Err(FirstRunError::NotNeeded);
        }
        self.sign_in.use_attempt(THROTTLED_ACCOUNT, from).map_err(SignInError::from)?;
        if !self.is_code(&admin.code) {
            return Err(FirstRunError::WrongCode);
        }
        let FirstAdmin { username, password, .. } = admin;
        check_name(&username)?;
        let hash = self.hash(Password::new(password.clone(), &username)?).await;
        self.insert(username.clone(), hash, from).await?;
        Ok(self.sign_in.sign_in(&username, password, from).await?)
    }

    async fn insert(&self, username: String, hash: String, from: IpAddr) -> Result<(), FirstRunError> {
        let actor = Actor { username: username.clone(), request_id: None, address: Some(from) };
        let (now, by) = (self.clock.now(), actor.clone());
        let proof = UserProof::Password { hash, is_break_glass: self.sign_in.requires_break_glass() };
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                if !rows::list(conn).await?.is_empty() {
                    return Err(FirstRunError::NotNeeded);
                }
                let created = rows::insert(conn, username, Role::Admin, proof, now).await?;
                let change = user_created(&created);
                audit::record(conn, Schema::It, &by, change.clone(), now).await?;
                Ok(change)
            }
            .boxed()
        });
        let change = unit.await?;
        self.security_log.record(self.clock.as_ref(), &actor, &change, now).await;
        Ok(())
    }

    fn is_code(&self, entered: &SecretString) -> bool {
        let is_part = |c: &char| !c.is_whitespace() && *c != '-';
        let entered: String = entered.expose_secret().chars().filter(is_part).take(2 * CODE_LENGTH).collect();
        entered.to_ascii_uppercase().as_bytes().ct_eq(self.code.expose_secret().as_bytes()).into()
    }

    async fn hash(&self, password: Password) -> String {
        let rng = self.rng.clone();
        let hashed = blocking(self.clock.as_ref(), move || password.hash(rng.as_ref())).await;
        hashed.expect("hashing does not panic")
    }
}

fn generate(rng: &dyn Rng) -> SecretString {
    let mut bytes = [0; CODE_LENGTH];
    rng.fill(&mut bytes);
    // 256 is a multiple of 32, so every character is equally likely.
    let code: String = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
    SecretString::from(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct CountingRng;

    impl Rng for CountingRng {
        fn fill(&self, bytes: &mut [u8]) {
            (0_u8..).zip(bytes).for_each(|(number, byte)| *byte = number.wrapping_mul(37));
        }
    }

    #[test]
    fn a_code_has_16_clear_characters() {
        let code = generate(&CountingRng);
        assert_eq!(code.expose_secret().len(), CODE_LENGTH);
        assert!(code.expose_secret().bytes().all(|byte| ALPHABET.contains(&byte)));
        assert!(!ALPHABET.iter().any(|byte| b"01IO".contains(byte)));
    }
}
