//! Sign-in with a password, and authentication by session cookie or API token.

use super::failed_sign_ins::{self, FailedSignIn};
use super::password::{self, DUMMY_HASH};
use super::rejected_sign_ins::{RejectedSignIns, Rejection};
use super::throttle::{Attempt, Throttles};
use super::users::check_name;
use super::{Password, SecurityLog, UserChange, UserError, Users, audit, token};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use serde_json::json;
use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, Rng, earlier, later};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::token::{FoundToken, TokenScope};
use stormwire_store::tables::user::{self as user_rows, AuthenticatedUser, Role, SignInMethod};
use stormwire_store::tables::{session, token as token_rows};
use stormwire_store::{Conn, LockTarget, Schema, SessionId, Store, StoreError, lock_for_update};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Accuracy of the time of last use, so that not every request writes a row.
const TOUCH_INTERVAL: Duration = Duration::from_mins(1);
/// How long a request waits for that write.
const TOUCH_TIMEOUT: Duration = Duration::from_millis(250);
/// Each check briefly takes 19 MiB and a core.
const MAX_CONCURRENT_CHECKS: usize = 2;
/// Exceeded only under attack.
const MAX_WAITING: usize = 64;

/// When a session ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// An unused session expires after this.
    pub idle: Duration,
    /// Every session expires after this.
    pub lifetime: Duration,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self { idle: Duration::from_hours(24), lifetime: Duration::from_hours(14 * 24) }
    }
}

/// How a request was authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authentication {
    Session(SessionId),
    Token(TokenAccess),
}

/// What an API token gives access to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenAccess {
    pub scope: TokenScope,
    /// Of the user, before the scope limits it.
    pub user_role: Role,
}

/// A user who was recognized by a cookie or a token. The scope of the token has already limited the role.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub user: AuthenticatedUser,
    pub authentication: Authentication,
}

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
        let (name, signed_in) = (user.username.clone(), user.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                // The password may have been changed while it was being checked.
                let found = user_rows::find_by_name(conn, &name).await?;
                if found.is_none_or(|(_, hash)| hash != checked_hash) {
                    return Err(SignInError::WrongCredentials);
                }
                Ok(start.write(conn, &signed_in).await?)
            }
            .boxed()
        });
        let change = unit.await?;
        if user.sign_in_method == SignInMethod::BreakGlass {
            tracing::warn!(user = user.username, address = %from, "a break-glass user signed in");
        }
        self.security_log.record(&actor(&user.username, from), &change, now).await;
        Ok(NewSession { user, token: session_token, lifetime: self.limits.lifetime })
    }

    /// Its number, its secret, and when it starts. The number is below 2^52, so that every program reads it exactly.
    pub(super) fn random_session(&self) -> (SessionId, SecretString, Timestamp) {
        let mut bytes = [0; 8];
        self.rng.fill(&mut bytes);
        let id = SessionId::new(i64::from_le_bytes(bytes) >> 12 & 0x000f_ffff_ffff_ffff | 1);
        (id, token::generate(self.rng.as_ref()), self.clock.now())
    }

    pub async fn find_by_session(&self, session_token: &SecretString) -> Result<Option<SignedIn>, StoreError> {
        let (hash, now) = (token::hash(session_token), self.clock.now());
        let idle_since = earlier(now, self.limits.idle);
        let found = session::find(&mut self.store.reader().await?, &hash, now, idle_since).await?;
        let Some(found) = found else { return Ok(None) };
        if later(found.last_seen_at, TOUCH_INTERVAL) <= now {
            let touch = self.store.write(Schema::It, move |conn| session::record_use(conn, hash, now).boxed());
            wait_briefly_for_write(touch).await?;
        }
        Ok(Some(SignedIn { user: found.user, authentication: Authentication::Session(found.id) }))
    }

    pub async fn find_by_api_token(
        &self,
        api_token: &SecretString,
        from: IpAddr,
    ) -> Result<Option<SignedIn>, StoreError> {
        let (hash, now) = (token::hash(api_token), self.clock.now());
        let found = token_rows::find(&mut self.store.reader().await?, &hash, now).await?;
        let Some(mut found) = found else { return Ok(None) };
        let is_elsewhere = found.last_used_address.as_deref() != Some(from.to_string().as_str());
        if is_elsewhere || found.last_used_at.is_none_or(|at| later(at, TOUCH_INTERVAL) <= now) {
            wait_briefly_for_write(self.record_token_use(found.clone(), from, now)).await?;
        }
        let access = TokenAccess { scope: found.scope, user_role: found.user.role };
        found.user.role = access.scope.limit(access.user_role);
        Ok(Some(SignedIn { user: found.user, authentication: Authentication::Token(access) }))
    }

    /// The first use per day and address is in the audit trail.
    async fn record_token_use(&self, found: FoundToken, from: IpAddr, now: Timestamp) -> Result<(), StoreError> {
        let actor = actor(&found.user.username, from);
        let change = AuditChange {
            action: "use",
            resource: "token",
            resource_id: Some(found.id.get()),
            before: None,
            after: Some(json!({ "name": found.name })),
        };
        let (by, entry) = (actor.clone(), change.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let address = from.to_string();
                token_rows::record_use(conn, found.id, &address, now).await?;
                let is_known = audit::rows::has_token_use(conn, found.id, &address, start_of_day(now)).await?;
                if !is_known {
                    audit::record(conn, Schema::It, &by, entry, now).await?;
                }
                Ok::<_, StoreError>(is_known)
            }
            .boxed()
        });
        if !unit.await? {
            self.security_log.record(&actor, &change, now).await;
        }
        Ok(())
    }

    /// Returns whose session it was.
    pub async fn sign_out(
        &self,
        session_token: &SecretString,
        from: IpAddr,
    ) -> Result<Option<AuthenticatedUser>, StoreError> {
        let (hash, now) = (token::hash(session_token), self.clock.now());
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
        self.security_log.record(&actor, &change, now).await;
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
        let matched = tokio::task::spawn_blocking(move || {
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
            self.security_log.record(&actor, &change, now).await;
        }
    }

    pub(super) async fn record_failure(&self, failed: FailedSignIn) -> Result<(), StoreError> {
        count_failure("wrong-credentials");
        let now = self.clock.now();
        let actor = actor(&failed.name, failed.from);
        let unit = self.store.write(Schema::It, move |conn| record_failed_sign_in(conn, failed, now).boxed());
        unit.await?;
        self.security_log.record(&actor, &failed_sign_ins::change(), now).await;
        Ok(())
    }

    pub(super) fn with_throttles<T>(&self, work: impl FnOnce(&mut Throttles, Timestamp) -> T) -> T {
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

async fn record_failed_sign_in(conn: &mut Conn, failed: FailedSignIn, now: Timestamp) -> Result<(), StoreError> {
    failed_sign_ins::record(conn, &failed, now).await
}

fn count_failure(reason: &'static str) {
    metrics::counter!("stormwire_sign_ins_failed_total", "reason" => reason).increment(1);
}

pub(super) fn actor(username: &str, from: IpAddr) -> Actor {
    Actor { username: username.to_owned(), request_id: None, address: Some(from) }
}

fn session_change(action: &'static str, id: SessionId) -> AuditChange {
    AuditChange { action, resource: "session", resource_id: Some(id.get()), before: None, after: None }
}

/// A session that begins now.
pub(super) struct SessionStart {
    pub(super) id: SessionId,
    pub(super) hash: String,
    pub(super) from: IpAddr,
    pub(super) now: Timestamp,
    pub(super) limits: SessionLimits,
}

impl SessionStart {
    /// Inside a unit of work that has locked the users. Returns what the audit trail says.
    pub(super) async fn write(self, conn: &mut Conn, user: &AuthenticatedUser) -> Result<AuditChange, StoreError> {
        let Self { id, hash, from, now, limits } = self;
        session::purge(conn, now, earlier(now, limits.idle)).await?;
        let (address, expires_at) = (from.to_string(), later(now, limits.lifetime));
        session::insert(conn, session::NewSession { id, hash, user_id: user.id, address, created_at: now, expires_at })
            .await?;
        let mut change = session_change("sign-in", id);
        if user.sign_in_method != SignInMethod::Password {
            change.after = Some(json!({ "signInMethod": user.sign_in_method }));
        }
        audit::record(conn, Schema::It, &actor(&user.username, from), change.clone(), now).await?;
        Ok(change)
    }
}

/// In UTC.
fn start_of_day(now: Timestamp) -> Timestamp {
    const DAY_SECONDS: i64 = 86_400;
    Timestamp::from_second(now.as_second().div_euclid(DAY_SECONDS) * DAY_SECONDS).unwrap_or(now)
}
