//! Sign-in with a password, and authentication by session cookie or API token.

use super::password::{self, DUMMY_HASH};
use super::throttle::{Allowance, Throttle};
use super::users::check_name;
use super::{Password, UserChange, UserError, Users, token};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, Rng, earlier, later};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::{self as user_rows, AuthenticatedUser};
use stormwire_store::tables::{session, token as token_rows};
use stormwire_store::{LockTarget, Schema, Store, StoreError, lock_for_update};
use thiserror::Error;
use tokio::sync::Semaphore;

/// An unused session expires after this.
const IDLE_TIMEOUT: Duration = Duration::from_hours(24);
/// Every session expires after this.
const SESSION_LIFETIME: Duration = Duration::from_hours(14 * 24);
/// Accuracy of the time of last use, so that not every request writes a row.
const TOUCH_INTERVAL: Duration = Duration::from_mins(1);
/// How long a request waits for that write.
const TOUCH_TIMEOUT: Duration = Duration::from_millis(250);
const PER_ACCOUNT: Allowance = Allowance { attempts: 20, refill: Duration::from_secs(30) };
const PER_ADDRESS: Allowance = Allowance { attempts: 50, refill: Duration::from_secs(5) };
/// Each check briefly takes 19 MiB and a core.
const MAX_CONCURRENT_CHECKS: usize = 2;
/// Exceeded only under attack.
const MAX_WAITING: usize = 64;

#[derive(Debug, Error)]
pub enum SignInError {
    /// Does not say which of the two.
    #[error("the username or password is incorrect")]
    WrongCredentials,
    #[error("too many failed sign-ins; try again later")]
    TooManyAttempts { after: Duration },
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug)]
pub struct NewSession {
    pub user: AuthenticatedUser,
    /// The secret session token; only its hash is stored.
    pub token: SecretString,
    pub lifetime: Duration,
}

#[derive(Clone)]
pub struct SignIn {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    throttles: Arc<Mutex<Throttles>>,
    checks: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

struct Throttles {
    accounts: Throttle,
    addresses: Throttle,
}

pub struct PasswordChange {
    pub current: SecretString,
    pub new: Password,
}

impl SignIn {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        let throttles = Throttles { accounts: Throttle::new(PER_ACCOUNT), addresses: Throttle::new(PER_ADDRESS) };
        let (checks, waiting) =
            (Arc::new(Semaphore::new(MAX_CONCURRENT_CHECKS)), Arc::new(Semaphore::new(MAX_WAITING)));
        Self { store, clock, rng, throttles: Arc::new(Mutex::new(throttles)), checks, waiting }
    }

    pub async fn sign_in(&self, name: &str, password: SecretString, from: IpAddr) -> Result<NewSession, SignInError> {
        let (user, checked_hash) = self.check_password(name, password, from).await?;
        let (session_token, now) = (token::generate(self.rng.as_ref()), self.clock.now());
        let (hashed, id, name) = (token::hash(&session_token), user.id, user.username.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                // The password may have been changed while it was being checked.
                let found = user_rows::find_by_name(conn, &name).await?;
                if found.is_none_or(|(_, hash)| hash != checked_hash) {
                    return Err(SignInError::WrongCredentials);
                }
                session::purge(conn, now, earlier(now, IDLE_TIMEOUT)).await?;
                session::insert(conn, hashed, id, now, later(now, SESSION_LIFETIME)).await?;
                Ok(())
            }
            .boxed()
        });
        unit.await?;
        Ok(NewSession { user, token: session_token, lifetime: SESSION_LIFETIME })
    }

    pub async fn find_by_session(&self, session_token: &SecretString) -> Result<Option<AuthenticatedUser>, StoreError> {
        let (hash, now) = (token::hash(session_token), self.clock.now());
        let found = session::find(&mut self.store.reader().await?, &hash, now, earlier(now, IDLE_TIMEOUT)).await?;
        let Some((user, last_seen_at)) = found else { return Ok(None) };
        if later(last_seen_at, TOUCH_INTERVAL) <= now {
            let touch = self.store.write(Schema::It, move |conn| session::record_use(conn, hash, now).boxed());
            wait_briefly_for_write(touch).await?;
        }
        Ok(Some(user))
    }

    pub async fn find_by_api_token(&self, api_token: &SecretString) -> Result<Option<AuthenticatedUser>, StoreError> {
        let (hash, now) = (token::hash(api_token), self.clock.now());
        let found = token_rows::find(&mut self.store.reader().await?, &hash, now).await?;
        let Some((user, last_used_at)) = found else { return Ok(None) };
        if last_used_at.is_none_or(|at| later(at, TOUCH_INTERVAL) <= now) {
            let touch = self.store.write(Schema::It, move |conn| token_rows::record_use(conn, hash, now).boxed());
            wait_briefly_for_write(touch).await?;
        }
        Ok(Some(user))
    }

    pub async fn sign_out(&self, session_token: &SecretString) -> Result<(), StoreError> {
        let hash = token::hash(session_token);
        self.store.write(Schema::It, move |conn| session::delete(conn, hash).boxed()).await
    }

    /// Changes the user's own password and ends all of the user's sessions.
    pub async fn change_password(
        &self,
        user: &AuthenticatedUser,
        passwords: PasswordChange,
        from: IpAddr,
        actor: Actor,
    ) -> Result<(), SignInError> {
        self.check_password(&user.username, passwords.current, from).await?;
        let users = Users::new(self.store.clone(), self.clock.clone(), self.rng.clone());
        let change = UserChange { password: Some(passwords.new), ..UserChange::default() };
        match users.update(user.id, change, actor).await {
            Ok(_) => Ok(()),
            Err(UserError::Store(error)) => Err(error.into()),
            // Neither the name nor the role changes here.
            Err(_) => Err(SignInError::WrongCredentials),
        }
    }

    /// The user and the hash that the password was checked against.
    async fn check_password(
        &self,
        name: &str,
        password: SecretString,
        from: IpAddr,
    ) -> Result<(AuthenticatedUser, String), SignInError> {
        // No user has such a name, so no memory is spent on it.
        if check_name(name).is_err() {
            return Err(SignInError::WrongCredentials);
        }
        let (account, address) = (name.to_lowercase(), from.to_string());
        let Ok(waiting) = self.waiting.clone().try_acquire_owned() else {
            return Err(SignInError::TooManyAttempts { after: Duration::from_secs(1) });
        };
        // Charged before the check, so that parallel guesses are not free.
        let wait = self.with_throttles(|throttles, now| throttles.use_attempt(&account, &address, now));
        if let Some(after) = wait {
            return Err(SignInError::TooManyAttempts { after });
        }
        let found = user_rows::find_by_name(&mut self.store.reader().await?, name).await?;
        let hash = found.as_ref().map_or(DUMMY_HASH.to_owned(), |(_, hash)| hash.clone());
        // The permits move into the task: a client that disconnects must not free them early.
        let check = self.checks.clone().acquire_owned().await;
        let matched = tokio::task::spawn_blocking(move || {
            let _permits = (waiting, check);
            password::matches(&password, &hash)
        });
        let is_correct = matched.await.unwrap_or(false);
        let (user, hash) = found.filter(|_| is_correct).ok_or(SignInError::WrongCredentials)?;
        self.with_throttles(|throttles, now| throttles.record_success(&account, &address, now));
        Ok((user, hash))
    }

    fn with_throttles<T>(&self, work: impl FnOnce(&mut Throttles, Timestamp) -> T) -> T {
        work(&mut self.throttles.lock().unwrap_or_else(PoisonError::into_inner), self.clock.now())
    }
}

/// Waits only briefly for the write, which continues by itself.
async fn wait_briefly_for_write(touch: impl Future<Output = Result<(), StoreError>>) -> Result<(), StoreError> {
    match tokio::time::timeout(TOUCH_TIMEOUT, touch).await {
        Ok(Err(error)) if !error.is_transient() => Err(error),
        _ => Ok(()),
    }
}

impl Throttles {
    /// Charges an attempt, or returns how long to wait.
    fn use_attempt(&mut self, account: &str, address: &str, now: Timestamp) -> Option<Duration> {
        let wait = self.accounts.remaining_wait(account, now).max(self.addresses.remaining_wait(address, now));
        if wait.is_none() {
            self.accounts.use_attempt(account, now);
            self.addresses.use_attempt(address, now);
        }
        wait
    }

    /// The password was correct: resets the account and refunds one attempt to the address.
    fn record_success(&mut self, account: &str, address: &str, now: Timestamp) {
        self.accounts.reset(account);
        self.addresses.return_attempt(address, now);
    }
}
