//! The stored state of each mailing list. A message claims the list in one transaction with the decision to mail it, and
//! releases the claim if the mail could not be sent.

use super::super::envelope::Envelope;
use super::decision::{CurrentState, LastMail, MailDecision, Statuses, decide_mail, is_threatened, statuses};
use super::{MailQuietRules, job};
use crate::handler::hash_parts;
use crate::handlers::deps::Deps;
use crate::{StepError, StepRun};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_geo::{ParameterOverrides, ThreatParameter};
use stormwire_lightning::survey::{Survey, SurveyedFacility, survey_city};
use stormwire_store::queue::retry_until_stored;
use stormwire_store::tables::mailing;
use stormwire_store::{ActionId, Conn, CredentialId, Schema, StoreError, WatcherId};

/// The numbers that are part of a list's identity.
const NUMBERS: [ThreatParameter; 3] = [ThreatParameter::Radius, ThreatParameter::Danger, ThreatParameter::AllClear];

/// Stored as JSON in `it.MailingList`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ListState {
    /// The sender of the last mail.
    pub(super) by: MailSource,
    pub(super) envelope: Envelope,
    /// The values of [`NUMBERS`] that replace those of each facility's policy.
    pub(super) numbers: [Option<f64>; 3],
    pub(super) mailed_at: Timestamp,
    /// The facilities that the last mail showed as not clear.
    pub(super) statuses: Statuses,
    /// Since when the all-clear mail is to come.
    pub(super) opened_at: Option<Timestamp>,
    /// Since when the all-clear mail is being sent.
    pub(super) closing_at: Option<Timestamp>,
    /// The state before the claim, in case the mail cannot be sent.
    pub(super) before: Option<Box<ListState>>,
}

impl ListState {
    pub(super) fn overrides(&self) -> ParameterOverrides {
        let given = NUMBERS.into_iter().zip(self.numbers).filter_map(|(one, value)| Some((one, value?)));
        given.fold(ParameterOverrides::default(), |all, (one, value)| all.with_value(one, value).unwrap_or(all))
    }
}

/// The action and the message that a mail is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MailSource {
    #[serde(rename = "job_id")]
    pub(super) watcher_id: WatcherId,
    pub(super) action_id: ActionId,
    pub(super) message_key: String,
    pub(super) credential_id: Option<CredentialId>,
}

impl MailSource {
    fn from_step(step: &StepRun<'_>) -> Self {
        let (watcher_id, action_id, credential_id) = (step.watcher_id, step.action_id, step.credential_id);
        Self { watcher_id, action_id, message_key: step.message_key.to_owned(), credential_id }
    }
}

pub(in super::super) enum Claim {
    Granted(ListClaim),
    /// The mail is not sent. With the result for the log.
    Held(String),
}

/// A list that is about to be mailed.
#[derive(Clone)]
pub(in super::super) struct ListClaim {
    key: String,
    by: MailSource,
}

impl ListClaim {
    /// Restores the state before the claim.
    async fn release(self, conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        let state: Option<ListState> = mailing::find_for_update(conn, &self.key).await?;
        match state.filter(|state| state.by == self.by).map(|state| state.before) {
            Some(Some(before)) => mailing::save_state(conn, &self.key, &*before, now).await,
            Some(None) => mailing::delete(conn, &self.key).await,
            None => Ok(()),
        }
    }

    /// The mail may have been sent: the all-clear mail is to come, but the next mail is decided by the state before.
    async fn mark_unknown(self, conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        let state: Option<ListState> = mailing::find_for_update(conn, &self.key).await?;
        let Some(state) = state.filter(|state| state.by == self.by) else { return Ok(()) };
        let before = state.before.as_ref().filter(|before| before.closing_at.is_none());
        let (mailed_at, statuses) = before
            .map_or((Timestamp::UNIX_EPOCH, Statuses::new()), |before| (before.mailed_at, before.statuses.clone()));
        mailing::save_state(conn, &self.key, &ListState { mailed_at, statuses, ..state }, now).await
    }
}

#[derive(Clone)]
pub(in super::super) struct MailingLists(pub(in super::super) Deps);

/// How often the decision is repeated if another message was mailed meanwhile.
const MAX_ATTEMPTS: usize = 5;

impl MailingLists {
    /// Decides about a mail, and claims the list if it may be sent.
    pub(in super::super) async fn claim(
        &self,
        step: &StepRun<'_>,
        rules: MailQuietRules,
        envelope: &Envelope,
    ) -> Result<Claim, StepError> {
        let (key, by) = (key(envelope, &rules.overrides), MailSource::from_step(step));
        for _ in 0..MAX_ATTEMPTS {
            let at = self.0.clock.now();
            let request =
                ClaimRequest { key: key.clone(), by: by.clone(), envelope: envelope.clone(), at, force: step.force };
            match self.retry_until_stored(|| self.attempt(request.clone(), rules).boxed()).await? {
                Some(MailDecision::Send) => return Ok(Claim::Granted(ListClaim { key, by })),
                Some(MailDecision::Hold(reason)) => return Ok(Claim::Held(reason)),
                None => {}
            }
        }
        Ok(Claim::Held("held: newer messages were mailed to this list at the same time".into()))
    }

    /// Why a mail would be held; `None` if it would be sent. Claims nothing.
    pub(in super::super) async fn would_hold(
        &self,
        step: &StepRun<'_>,
        rules: MailQuietRules,
        envelope: &Envelope,
    ) -> Result<Option<String>, StepError> {
        let (key, by, at) = (key(envelope, &rules.overrides), MailSource::from_step(step), self.0.clock.now());
        let decide = async {
            let survey = self.survey(&rules.overrides, at).await?;
            let state: Option<ListState> = mailing::find(&mut self.0.store.reader().await?, &key).await?;
            let request = ClaimRequest { key, by, envelope: envelope.clone(), at, force: step.force };
            Ok(request.decision(state.as_ref(), rules, &survey))
        };
        let decision = decide.await.map_err(|error: StoreError| StepError::Failed(error.to_string()))?;
        Ok(match decision {
            Some(MailDecision::Hold(reason)) => Some(reason),
            Some(MailDecision::Send) | None => None,
        })
    }

    /// The claim of a mail that was started before.
    pub(in super::super) fn existing_claim(step: &StepRun<'_>, rules: MailQuietRules, envelope: &Envelope) -> Claim {
        Claim::Granted(ListClaim { key: key(envelope, &rules.overrides), by: MailSource::from_step(step) })
    }

    async fn attempt(&self, request: ClaimRequest, rules: MailQuietRules) -> Result<Option<MailDecision>, StoreError> {
        let survey = self.survey(&rules.overrides, request.at).await?;
        self.0.store.write(Schema::It, move |conn| request.decide(conn, rules, survey).boxed()).await
    }

    /// Call this if the mail was not sent, or may not have been: the next mail is decided as if this one never existed. Two
    /// mails are better than none.
    pub(in super::super) async fn undo_claim(&self, claim: ListClaim, error: &StepError) -> Result<(), StepError> {
        let now = self.0.clock.now();
        let was_not_sent = matches!(error, StepError::Failed(_));
        let attempt = || {
            let claim = claim.clone();
            let undo = async move |conn: &mut Conn| {
                if was_not_sent { claim.release(conn, now).await } else { claim.mark_unknown(conn, now).await }
            };
            self.0.store.write(Schema::It, move |conn| async move { undo(conn).await }.boxed()).boxed()
        };
        self.retry_until_stored(attempt).await
    }

    /// Retries while the database is unavailable. The transactions here can safely run twice.
    async fn retry_until_stored<'a, T>(
        &self,
        attempt: impl FnMut() -> BoxFuture<'a, Result<T, StoreError>> + Send,
    ) -> Result<T, StepError> {
        let done = retry_until_stored(self.0.clock.as_ref(), StoreError::is_transient, attempt).await;
        done.map_err(|error| StepError::Failed(error.to_string()))
    }

    pub(super) async fn survey(&self, overrides: &ParameterOverrides, at: Timestamp) -> Result<Survey, StoreError> {
        let mut conn = self.0.store.reader().await?;
        survey_city(&mut conn, overrides, &self.0.city.feed_rules, at).await
    }
}

#[derive(Clone)]
struct ClaimRequest {
    key: String,
    by: MailSource,
    envelope: Envelope,
    at: Timestamp,
    force: bool,
}

impl ClaimRequest {
    /// Decides, and stores the claim if the mail is to be sent.
    async fn decide(
        self,
        conn: &mut Conn,
        rules: MailQuietRules,
        survey: Survey,
    ) -> Result<Option<MailDecision>, StoreError> {
        let state: Option<ListState> = mailing::find_for_update(conn, &self.key).await?;
        let decision = self.decision(state.as_ref(), rules, &survey);
        if decision == Some(MailDecision::Send) && !self.has_claimed(state.as_ref()) {
            self.store(conn, state, &survey.facilities, rules.overrides).await?;
        }
        Ok(decision)
    }

    /// In a process that stopped before it started the mail.
    fn has_claimed(&self, state: Option<&ListState>) -> bool {
        state.is_some_and(|state| state.by == self.by)
    }

    /// `None` if a newer message was mailed meanwhile, so that `survey` is outdated.
    fn decision(&self, state: Option<&ListState>, rules: MailQuietRules, survey: &Survey) -> Option<MailDecision> {
        if self.has_claimed(state) {
            return Some(MailDecision::Send);
        }
        if state.is_some_and(|state| state.mailed_at > self.at && state.by.message_key != self.by.message_key) {
            return None;
        }
        let (current, nothing) = (statuses(&survey.facilities), Statuses::new());
        let last_mail = state.map(|state| LastMail {
            at: state.mailed_at,
            statuses: if state.closing_at.is_some() { &nothing } else { &state.statuses },
            awaits_all_clear: state.opened_at.is_some() && state.closing_at.is_none(),
        });
        let now = CurrentState { at: self.at, statuses: &current, has_recent_strikes: survey.strikes > 0 };
        Some(if self.force { MailDecision::Send } else { decide_mail(last_mail.as_ref(), &now, rules.policy) })
    }

    /// Stores the claim and enqueues the all-clear job.
    async fn store(
        self,
        conn: &mut Conn,
        before: Option<ListState>,
        facilities: &[SurveyedFacility],
        overrides: ParameterOverrides,
    ) -> Result<(), StoreError> {
        let statuses = statuses(facilities);
        let open_before = before.as_ref().filter(|state| state.closing_at.is_none()).and_then(|state| state.opened_at);
        let opened_at = open_before.or(is_threatened(&statuses).then_some(self.at));
        let before = before.map(|state| Box::new(ListState { before: None, ..state }));
        let state = ListState {
            by: self.by,
            envelope: self.envelope,
            numbers: NUMBERS.map(|one| overrides.value(one)),
            mailed_at: self.at,
            statuses,
            opened_at,
            closing_at: None,
            before,
        };
        mailing::save_state(conn, &self.key, &state, self.at).await?;
        if opened_at.is_some() {
            let due = facilities.iter().filter_map(SurveyedFacility::clear_at).max().unwrap_or(self.at);
            job::enqueue(conn, &self.key, due, self.at).await?;
        }
        Ok(())
    }
}

/// A list is identified by its recipients and by [`NUMBERS`]: another radius is another list. Numbers that are not given count
/// as those of the specification, so that lists keep their keys.
fn key(envelope: &Envelope, overrides: &ParameterOverrides) -> String {
    let numbers = NUMBERS.map(|one| overrides.value(one).unwrap_or(one.default_value()).to_string());
    let recipients = envelope.recipients();
    let parts: Vec<&str> = numbers.iter().chain(&recipients).map(String::as_str).collect();
    hash_parts(&parts)
}
