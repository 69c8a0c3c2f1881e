//! Signing in and staying signed in: password to session, cookie or token to person.

use super::password::{self, NOBODY};
use super::throttle::{Allowance, Throttle};
use super::{Actor, Password, Person, Role, UserChange, UserError, Users, token};
use crate::chance::Chance;
use crate::clock::{Clock, earlier, later};
use crate::store::{Schema, Store, StoreError, session, token as token_rows, user};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;
use tokio::sync::Semaphore;

/// A session that nobody uses ends.
const IDLE: Duration = Duration::from_hours(24);
/// And so does every session.
const LIFETIME: Duration = Duration::from_hours(14 * 24);
/// How exactly the last use is known: a row is not written for every request.
const TOUCH: Duration = Duration::from_mins(1);
const PER_ACCOUNT: Allowance = Allowance { guesses: 10, refill: Duration::from_secs(30) };
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
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Someone who was let in.
#[derive(Debug)]
pub struct Entry {
    /// Who.
    pub person: Person,
    /// The word of the session, told this once.
    pub session: SecretString,
    /// How long it lasts at most.
    pub lifetime: Duration,
}

/// The door.
#[derive(Clone)]
pub struct SignIn {
    store: Store,
    clock: Arc<dyn Clock>,
    chance: Arc<dyn Chance>,
    guesses: Arc<Mutex<Guesses>>,
    checks: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

struct Guesses {
    accounts: Throttle,
    addresses: Throttle,
}

impl SignIn {
    /// On this store.
    pub fn new(store: Store, (clock, chance): (Arc<dyn Clock>, Arc<dyn Chance>)) -> Self {
        let guesses = Guesses { accounts: Throttle::new(PER_ACCOUNT), addresses: Throttle::new(PER_ADDRESS) };
        let (checks, waiting) = (Arc::new(Semaphore::new(CHECKS_AT_ONCE)), Arc::new(Semaphore::new(MOST_WAITING)));
        Self { store, clock, chance, guesses: Arc::new(Mutex::new(guesses)), checks, waiting }
    }

    /// Lets someone in who knows the password.
    pub async fn enter(&self, name: &str, given: SecretString, from: IpAddr) -> Result<Entry, SignInError> {
        let person = self.check(name, given, from).await?;
        let (word, now) = (token::make(self.chance.as_ref()), self.clock.now());
        let (hashed, id) = (token::hash(&word), person.id);
        self.store
            .write(Schema::It, move |conn| {
                async move {
                    session::purge(conn, now, earlier(now, IDLE)).await?;
                    session::insert(conn, hashed, id, now, later(now, LIFETIME)).await
                }
                .boxed()
            })
            .await?;
        Ok(Entry { person, session: word, lifetime: LIFETIME })
    }

    /// Whose session this is.
    pub async fn by_session(&self, word: &SecretString) -> Result<Option<Person>, StoreError> {
        let (hash, now) = (token::hash(word), self.clock.now());
        let found = session::find(&mut self.store.reader().await?, &hash, now, earlier(now, IDLE)).await?;
        let Some((person, last_seen_at)) = found else { return Ok(None) };
        if later(last_seen_at, TOUCH) <= now {
            self.store.write(Schema::It, move |conn| session::touch(conn, hash, now).boxed()).await?;
        }
        Ok(Some(person))
    }

    /// Whose API token this is.
    pub async fn by_token(&self, word: &SecretString) -> Result<Option<Person>, StoreError> {
        let (hash, now) = (token::hash(word), self.clock.now());
        let found = token_rows::find(&mut self.store.reader().await?, &hash, now).await?;
        let Some((person, last_used_at)) = found else { return Ok(None) };
        if last_used_at.is_none_or(|at| later(at, TOUCH) <= now) {
            self.store.write(Schema::It, move |conn| token_rows::touch(conn, hash, now).boxed()).await?;
        }
        Ok(Some(person))
    }

    /// Ends a session.
    pub async fn leave(&self, word: &SecretString) -> Result<(), StoreError> {
        let hash = token::hash(word);
        self.store.write(Schema::It, move |conn| session::delete(conn, hash).boxed()).await
    }

    /// Changes one's own password, which ends all of one's sessions.
    pub async fn change_password(
        &self,
        person: &Person,
        (given, new): (SecretString, Password),
        from: IpAddr,
        actor: Actor,
    ) -> Result<(), SignInError> {
        self.check(&person.username, given, from).await?;
        let users = Users::new(self.store.clone(), (self.clock.clone(), self.chance.clone()));
        let change = UserChange { password: Some(new), ..UserChange::default() };
        match users.update(person.id, change, actor).await {
            Ok(_) => Ok(()),
            Err(UserError::Store(error)) => Err(error.into()),
            // Neither the name nor the role changes here.
            Err(_) => Err(SignInError::Wrong),
        }
    }

    async fn check(&self, name: &str, given: SecretString, from: IpAddr) -> Result<Person, SignInError> {
        let (account, address) = (name.to_lowercase(), from.to_string());
        if let Some(after) = self.guesses(|guesses, now| guesses.wait(&account, &address, now)) {
            return Err(SignInError::TooOften { after });
        }
        let Ok(_place) = self.waiting.try_acquire() else {
            return Err(SignInError::TooOften { after: Duration::from_secs(1) });
        };
        let found = user::sign_in(&mut self.store.reader().await?, name).await?;
        let hash = found.as_ref().map_or(NOBODY.to_owned(), |(_, hash)| hash.clone());
        let is_right = {
            // Cannot fail: the semaphore is never closed.
            let _turn = self.checks.acquire().await;
            let checked = tokio::task::spawn_blocking(move || password::matches(&given, &hash)).await;
            checked.unwrap_or(false)
        };
        let Some((person, _)) = found.filter(|_| is_right) else {
            self.guesses(|guesses, now| guesses.wrong(&account, &address, now));
            return Err(SignInError::Wrong);
        };
        self.guesses(|guesses, _| guesses.accounts.right(&account));
        Ok(person)
    }

    fn guesses<T>(&self, ask: impl FnOnce(&mut Guesses, Timestamp) -> T) -> T {
        ask(&mut self.guesses.lock().unwrap_or_else(PoisonError::into_inner), self.clock.now())
    }
}

impl Guesses {
    fn wait(&self, account: &str, address: &str, now: Timestamp) -> Option<Duration> {
        self.accounts.wait(account, now).max(self.addresses.wait(address, now))
    }

    fn wrong(&mut self, account: &str, address: &str, now: Timestamp) {
        self.accounts.wrong(account, now);
        self.addresses.wrong(address, now);
    }
}

impl Person {
    pub(crate) fn from_row(id: i64, username: String, role: &str) -> Result<Self, StoreError> {
        let role = Role::parse(role).ok_or_else(|| StoreError::Unreadable(format!("role {role:?} of user {id}")))?;
        Ok(Self { id, username, role })
    }
}
