//! Sign-in with a password.

use super::audit::actor;
use super::failed_sign_ins::{self, FailedSignIn};
use super::password::{self, DUMMY_HASH};
use super::rejected_sign_ins::{RejectedSignIns, Rejection};
use super::session_start::{SessionLimits, SessionStart, session_change};
use super::throttle::{Attempt, Throttles};
use super::unstored_sessions::UnstoredSessions;
use super::users::check_name;
use super::{Password, SecurityLog, UserChange, UserError, Users, audit, token};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, Rng, blocking, earlier};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::session;
use stormwire_store::tables::user::{self as user_rows, AuthenticatedUser, SignInMethod};
use stormwire_store::{LockTarget, Schema, SessionId, Store, StoreError, lock_for_update};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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

impl From<Rejection> for SignInError {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::InvalidName => Self::WrongCredentials,
            Rejection::TooManyAttempts { after } => Self::TooManyAttempts { after },
        }
    }
}

#[derive(Debug)]
pub struct NewSession {
    pub user: AuthenticatedUser,
    /// The secret session token; only its hash is stored.
    pub token: SecretString,
    pub lifetime: Duration,
    /// Whether it could not be stored, because the disk is full: it may only read, and only this process knows it.
    pub is_read_only: bool,
}

#[derive(Clone)]
pub struct SignIn {
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    pub(super) limits: SessionLimits,
    pub(super) security_log: SecurityLog,
    /// Whether users other than break-glass users may sign in with a password.
    allows_passwords: bool,
    throttles: Arc<Mutex<Throttles>>,
    rejected: Arc<Mutex<RejectedSignIns>>,
    pub(super) unstored: Arc<Mutex<UnstoredSessions>>,
    checks: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// What an attempt holds while its password is checked.
struct Admission {
    attempt: Attempt,
    waiting: OwnedSemaphorePermit,
}

pub struct PasswordChange {
    pub current: SecretString,
    pub new: Password,
}

impl SignIn {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        Self {
            store,
            clock,
            rng,
            limits: SessionLimits::default(),
            security_log: SecurityLog::default(),
            allows_passwords: true,
            throttles: Arc::default(),
            rejected: Arc::default(),
            unstored: Arc::default(),
            checks: Arc::new(Semaphore::new(MAX_CONCURRENT_CHECKS)),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
        }
    }

    #[must_use]
    pub fn with_limits(self, limits: SessionLimits) -> Self {
        Self { limits, ..self }
    }

    #[must_use]
    pub fn with_security_log(self, security_log: SecurityLog) -> Self {
        Self { security_log, ..self }
    }

    /// Without passwords only break-glass users can use one.
    #[must_use]
    pub fn with_passwords(self, allows_passwords: bool) -> Self {
        Self { allows_passwords, ..self }
    }

    pub fn allows_passwords(&self) -> bool {
        self.allows_passwords
    }

    pub async fn sign_in(&self, name: &str, password: SecretString, from: IpAddr) -> Result<NewSession, SignInError> {
        let (user, checked_hash) = self.check_password(name, password, from).await?;
        let (id, session_token, now) = self.random_session();
        let start = SessionStart { id, hash: token::hash(&session_token), from, now, limits: self.limits };
        let (name, signed_in, expected_hash) = (user.username.clone(), user.clone(), checked_hash.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                // The password may have been changed while it was being checked.
                let found = user_rows::find_by_name(conn, &name).await?;
                if found.is_none_or(|(_, hash)| hash != expected_hash) {
                    return Err(SignInError::WrongCredentials);
                }
                Ok(start.write(conn, &signed_in).await?)
            }
            .boxed()
        });
        let change = match unit.await {
            Err(SignInError::Store(StoreError::DiskFull(_))) => None,
            written => Some(written?),
        };
        if user.sign_in_method == SignInMethod::BreakGlass {
            tracing::warn!(user = user.username, address = %from, "a break-glass user signed in");
        }
        let Some(change) = change else { return Ok(self.start_unstored(user, checked_hash, from).await) };
        self.security_log.record(self.clock.as_ref(), &actor(&user.username, from), &change, now).await;
        Ok(NewSession { user, token: session_token, lifetime: self.limits.lifetime, is_read_only: false })
    }

    /// Its number, its secret, and when it starts. The number is below 2^52, so that every program reads it exactly.
    pub(super) fn random_session(&self) -> (SessionId, SecretString, Timestamp) {
        let mut bytes = [0; 8];
        self.rng.fill(&mut bytes);
        let id = SessionId::new(i64::from_le_bytes(bytes) >> 12 & 0x000f_ffff_ffff_ffff | 1);
        (id, token::generate(self.rng.as_ref()), self.clock.now())
    }

    /// Returns whose session it was, if it was stored.
    pub async fn sign_out(
        &self,
        session_token: &SecretString,
        from: IpAddr,
    ) -> Result<Option<AuthenticatedUser>, StoreError> {
        let (hash, now) = (token::hash(session_token), self.clock.now());
        if self.end_unstored(&hash, from).await {
            return Ok(None);
        }
        let idle_since = earlier(now, self.limits.idle);
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let Some(found) = session::find(conn, &hash, now, idle_since).await? else { return Ok(None) };
                session::delete(conn, hash).await?;
                let (actor, change) = (actor(&found.user.username, from), session_change("sign-out", found.id));
                audit::record(conn, Schema::It, &actor, change.clone(), now).await?;
                Ok::<_, StoreError>(Some((found.user, actor, change)))
            }
            .boxed()
        });
        let Some((user, actor, change)) = unit.await? else { return Ok(None) };
        self.security_log.record(self.clock.as_ref(), &actor, &change, now).await;
        Ok(Some(user))
    }

    /// Changes the user's own password and ends all of the user's sessions and API tokens.
    pub async fn change_password(
        &self,
        user: &AuthenticatedUser,
        passwords: PasswordChange,
        from: IpAddr,
        actor: Actor,
    ) -> Result<(), SignInError> {
        self.check_password(&user.username, passwords.current, from).await?;
        let users = Users::new(self.store.clone(), self.clock.clone(), self.rng.clone());
        let users = users.with_security_log(self.security_log.clone());
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
        let admission = match self.admit(name, from) {
            Ok(admission) => admission,
            Err(rejection) => {
                self.record_rejection(rejection, name, from).await;
                return Err(rejection.into());
            }
        };
        let Admission { attempt, waiting } = admission;
        let account = user_rows::find_by_name(&mut self.store.reader().await?, name).await?;
        let failed = FailedSignIn {
            name: account.as_ref().map_or(name, |(user, _)| &user.username).to_owned(),
            is_account: account.is_some(),
            from,
        };
        let found = account.filter(|(user, _)| self.may_use_password(user.sign_in_method));
        let hash = found.as_ref().map_or(DUMMY_HASH.to_owned(), |(_, hash)| hash.clone());
        // The permits move into the task: a client that disconnects must not free them early.
        let check = self.checks.clone().acquire_owned().await;
        let matched = blocking(self.clock.as_ref(), move || {
            let _permits = (waiting, check);
            password::matches(&password, &hash)
        });
        let is_correct = matched.await.unwrap_or(false);
        let Some((user, hash)) = found.filter(|_| is_correct) else {
            self.record_failure(failed).await?;
            return Err(SignInError::WrongCredentials);
        };
        self.with_throttles(|throttles, now| throttles.record_success(&attempt, now));
        Ok((user, hash))
    }

    /// Whether a user with a password must be a break-glass user to sign in.
    pub(super) fn requires_break_glass(&self) -> bool {
        !self.allows_passwords
    }

    fn may_use_password(&self, method: SignInMethod) -> bool {
        match method {
            SignInMethod::Password => self.allows_passwords,
            SignInMethod::BreakGlass => true,
            SignInMethod::Oidc => false,
        }
    }

    /// Decides whether the password is checked at all.
    fn admit(&self, name: &str, from: IpAddr) -> Result<Admission, Rejection> {
        // No user has such a name, so no memory is spent on it.
        if check_name(name).is_err() {
            return Err(Rejection::InvalidName);
        }
        let waiting = self.waiting.clone().try_acquire_owned();
        let waiting = waiting.map_err(|_| Rejection::TooManyAttempts { after: Duration::from_secs(1) })?;
        // Charged before the check, so that parallel guesses are not free.
        let attempt = self.use_attempt(name, from)?;
        Ok(Admission { attempt, waiting })
    }

    /// Charges an attempt, unless there were too many.
    pub(super) fn use_attempt(&self, account: &str, from: IpAddr) -> Result<Attempt, Rejection> {
        let attempt = Attempt::new(account, from);
        let wait = self.with_throttles(|throttles, now| throttles.use_attempt(&attempt, now));
        wait.map_or(Ok(attempt), |after| Err(Rejection::TooManyAttempts { after }))
    }

    async fn record_rejection(&self, rejection: Rejection, name: &str, from: IpAddr) {
        count_failure(rejection.reason());
        let now = self.clock.now();
        let counted = {
            let mut rejected = self.rejected.lock().unwrap_or_else(PoisonError::into_inner);
            rejected.count(rejection, name, from, now)
        };
        if let Some((actor, change)) = counted {
            self.security_log.record(self.clock.as_ref(), &actor, &change, now).await;
        }
    }

    pub(super) async fn record_failure(&self, failed: FailedSignIn) -> Result<(), StoreError> {
        count_failure("wrong-credentials");
        let now = self.clock.now();
        let actor = actor(&failed.name, failed.from);
        let unit = self
            .store
            .write(Schema::It, move |conn| async move { failed_sign_ins::record(conn, &failed, now).await }.boxed());
        match unit.await {
            // The password is wrong all the same, and the client must learn that.
            Err(StoreError::DiskFull(_)) => {
                tracing::warn!(user = actor.username, "failed sign-in not recorded: the disk is full");
            }
            written => written?,
        }
        self.security_log.record(self.clock.as_ref(), &actor, &failed_sign_ins::change(), now).await;
        Ok(())
    }

    pub(super) fn with_throttles<T>(&self, work: impl FnOnce(&mut Throttles, Timestamp) -> T) -> T {
        work(&mut self.throttles.lock().unwrap_or_else(PoisonError::into_inner), self.clock.now())
    }
}

fn count_failure(reason: &'static str) {
    metrics::counter!("stormwire_sign_ins_failed_total", "reason" => reason).increment(1);
}
