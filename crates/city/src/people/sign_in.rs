//! Signing in and staying signed in: password to session, cookie or token to person.

use super::password::{self, NOBODY};
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
use stormwire_store::tables::user::{self, Person};
use stormwire_store::tables::{session, token as token_rows};
use stormwire_store::{Held, Schema, Store, StoreError, hold};
use thiserror::Error;
use tokio::sync::Semaphore;

/// A session that nobody uses ends.
const IDLE: Duration = Duration::from_hours(24);
/// And so does every session.
const LIFETIME: Duration = Duration::from_hours(14 * 24);
/// How exactly the last use is known: a row is not written for every request.
const TOUCH: Duration = Duration::from_mins(1);
/// How long a request waits for that row: knowing the last use is not worth more.
const TOUCH_PATIENCE: Duration = Duration::from_millis(250);
const PER_ACCOUNT: Allowance = Allowance { guesses: 20, refill: Duration::from_secs(30) };
const PER_ADDRESS: Allowance = Allowance { guesses: 50, refill: Duration::from_secs(5) };
/// Each check takes 19 MiB and a core for a moment.
const CHECKS_AT_ONCE: usize = 2;
/// More than these wait only when someone floods the door.
const MOST_WAITING: usize = 64;

/// Why someone was not let in.
#[derive(Debug, Error)]
pub enum SignInError {
    /// Which of the two is not said.
    #[error("the name or the password is wrong")]
    Wrong,
    /// Too many wrong guesses.
    #[error("too many wrong passwords; try again later")]
    TooOften {
        /// When it is worth trying again.
        after: Duration,
    },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Someone who was let in.
#[derive(Debug)]
pub struct Entry {
    pub person: Person,
    /// The word of the session, told this once.
    pub session: SecretString,
    /// How long it lasts at most.
    pub lifetime: Duration,
}

#[derive(Clone)]
pub struct SignIn {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    guesses: Arc<Mutex<Guesses>>,
    checks: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

struct Guesses {
    accounts: Throttle,
    addresses: Throttle,
}

/// Someone's password before and after.
pub struct PasswordChange {
    pub current: SecretString,
    pub new: Password,
}

impl SignIn {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        let guesses = Guesses { accounts: Throttle::new(PER_ACCOUNT), addresses: Throttle::new(PER_ADDRESS) };
        let (checks, waiting) = (Arc::new(Semaphore::new(CHECKS_AT_ONCE)), Arc::new(Semaphore::new(MOST_WAITING)));
        Self { store, clock, rng, guesses: Arc::new(Mutex::new(guesses)), checks, waiting }
    }

    /// Lets someone in who knows the password.
    pub async fn enter(&self, name: &str, given: SecretString, from: IpAddr) -> Result<Entry, SignInError> {
        let (person, checked) = self.check(name, given, from).await?;
        let (word, now) = (token::make(self.rng.as_ref()), self.clock.now());
        let (hashed, id, name) = (token::hash(&word), person.id, person.username.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Users).await?;
                // A password that was changed while this one was being checked opens nothing any more.
                let found = user::sign_in(conn, &name).await?;
                if found.is_none_or(|(_, hash)| hash != checked) {
                    return Err(SignInError::Wrong);
                }
                session::purge(conn, now, earlier(now, IDLE)).await?;
                session::insert(conn, hashed, id, now, later(now, LIFETIME)).await?;
                Ok(())
            }
            .boxed()
        });
        unit.await?;
        Ok(Entry { person, session: word, lifetime: LIFETIME })
    }

    /// Whose session this is.
    pub async fn by_session(&self, word: &SecretString) -> Result<Option<Person>, StoreError> {
        let (hash, now) = (token::hash(word), self.clock.now());
        let found = session::find(&mut self.store.reader().await?, &hash, now, earlier(now, IDLE)).await?;
        let Some((person, last_seen_at)) = found else { return Ok(None) };
        if later(last_seen_at, TOUCH) <= now {
            let touch = self.store.write(Schema::It, move |conn| session::touch(conn, hash, now).boxed());
            briefly(touch).await?;
        }
        Ok(Some(person))
    }

    /// Whose API token this is.
    pub async fn by_token(&self, word: &SecretString) -> Result<Option<Person>, StoreError> {
        let (hash, now) = (token::hash(word), self.clock.now());
        let found = token_rows::find(&mut self.store.reader().await?, &hash, now).await?;
        let Some((person, last_used_at)) = found else { return Ok(None) };
        if last_used_at.is_none_or(|at| later(at, TOUCH) <= now) {
            let touch = self.store.write(Schema::It, move |conn| token_rows::touch(conn, hash, now).boxed());
            briefly(touch).await?;
        }
        Ok(Some(person))
    }

    pub async fn leave(&self, word: &SecretString) -> Result<(), StoreError> {
        let hash = token::hash(word);
        self.store.write(Schema::It, move |conn| session::delete(conn, hash).boxed()).await
    }

    /// Changes one's own password, which ends all of one's sessions.
    pub async fn change_password(
        &self,
        person: &Person,
        passwords: PasswordChange,
        from: IpAddr,
        actor: Actor,
    ) -> Result<(), SignInError> {
        self.check(&person.username, passwords.current, from).await?;
        let users = Users::new(self.store.clone(), self.clock.clone(), self.rng.clone());
        let change = UserChange { password: Some(passwords.new), ..UserChange::default() };
        match users.update(person.id, change, actor).await {
            Ok(_) => Ok(()),
            Err(UserError::Store(error)) => Err(error.into()),
            // Neither the name nor the role changes here.
            Err(_) => Err(SignInError::Wrong),
        }
    }

    /// The person behind name and password, and the hash that the password was held against.
    async fn check(&self, name: &str, given: SecretString, from: IpAddr) -> Result<(Person, String), SignInError> {
        // No user has such a name, and no memory is spent on it.
        if check_name(name).is_err() {
            return Err(SignInError::Wrong);
        }
        let (account, address) = (name.to_lowercase(), from.to_string());
        let Ok(place) = self.waiting.clone().try_acquire_owned() else {
            return Err(SignInError::TooOften { after: Duration::from_secs(1) });
        };
        // Charged before it is checked: many guesses at once are not free.
        let wait = self.guesses(|guesses, now| guesses.charge(&account, &address, now));
        if let Some(after) = wait {
            return Err(SignInError::TooOften { after });
        }
        let found = user::sign_in(&mut self.store.reader().await?, name).await?;
        let hash = found.as_ref().map_or(NOBODY.to_owned(), |(_, hash)| hash.clone());
        // The place and the turn go with the work: whoever hangs up leaves neither to another.
        let turn = self.checks.clone().acquire_owned().await;
        let matched = tokio::task::spawn_blocking(move || {
            let _held = (place, turn);
            password::matches(&given, &hash)
        });
        let is_right = matched.await.unwrap_or(false);
        let (person, hash) = found.filter(|_| is_right).ok_or(SignInError::Wrong)?;
        self.guesses(|guesses, now| guesses.forgive(&account, &address, now));
        Ok((person, hash))
    }

    fn guesses<T>(&self, ask: impl FnOnce(&mut Guesses, Timestamp) -> T) -> T {
        ask(&mut self.guesses.lock().unwrap_or_else(PoisonError::into_inner), self.clock.now())
    }
}

/// Waits a little for what is worth a little. It goes on by itself when it takes longer.
async fn briefly(touch: impl Future<Output = Result<(), StoreError>>) -> Result<(), StoreError> {
    match tokio::time::timeout(TOUCH_PATIENCE, touch).await {
        Ok(Err(error)) if !error.is_passing() => Err(error),
        _ => Ok(()),
    }
}

impl Guesses {
    /// Charges a guess, or says how long to wait for one.
    fn charge(&mut self, account: &str, address: &str, now: Timestamp) -> Option<Duration> {
        let wait = self.accounts.wait(account, now).max(self.addresses.wait(address, now));
        if wait.is_none() {
            self.accounts.charge(account, now);
            self.addresses.charge(address, now);
        }
        wait
    }

    /// The guess was right: the account owes nothing, the address one guess less.
    fn forgive(&mut self, account: &str, address: &str, now: Timestamp) {
        self.accounts.forgive(account);
        self.addresses.refund(address, now);
    }
}
