//! What a list was last told, kept. Whoever is about to mail it claims it, in one unit with the decision; whoever did not
//! get the mail out gives it back.

use super::super::envelope::Envelope;
use super::plan::{LastMail, Now, Statuses, Verdict, decide, is_threatened, statuses};
use super::{Rules, closing_job};
use crate::handler::hashed;
use crate::handlers::deps::Deps;
use crate::{StepError, StepRun};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_geo::{ThreatParameter, ThreatParameters};
use stormwire_lightning::survey::{Survey, SurveyedFacility, survey};
use stormwire_store::queue::retry_until_stored;
use stormwire_store::tables::mailing;
use stormwire_store::{ActionId, Conn, CredentialId, Schema, StoreError, WatcherId};

/// The numbers that make a list another list.
const NUMBERS: [ThreatParameter; 3] = [ThreatParameter::Radius, ThreatParameter::Danger, ThreatParameter::AllClear];

/// What is kept of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ListState {
    /// Whose mail it was.
    pub(super) by: Author,
    /// To whom, and how.
    pub(super) envelope: Envelope,
    /// By which radius and windows a status is told.
    pub(super) numbers: [f64; 3],
    /// When it was last told something.
    pub(super) mailed_at: Timestamp,
    /// What it was told: the facilities that are not clear.
    pub(super) statuses: Statuses,
    /// Since when it waits for the word that all is clear.
    pub(super) opened_at: Option<Timestamp>,
    /// Since when that word is on its way.
    pub(super) closing_at: Option<Timestamp>,
    /// What was kept before, for the case that the mail does not go out.
    pub(super) before: Option<Box<ListState>>,
}

impl ListState {
    /// The numbers by which a status is told.
    pub(super) fn parameters(&self) -> ThreatParameters {
        let usual = ThreatParameters::default();
        NUMBERS.into_iter().zip(self.numbers).fold(usual, |all, (one, value)| all.with(one, value).unwrap_or(all))
    }
}

/// Which action about which message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Author {
    #[serde(rename = "job_id")]
    pub(super) watcher_id: WatcherId,
    pub(super) action_id: ActionId,
    pub(super) message_key: String,
    pub(super) credential_id: Option<CredentialId>,
}

impl Author {
    fn of(step: &StepRun<'_>) -> Self {
        let (watcher_id, action_id, credential_id) = (step.watcher_id, step.action_id, step.credential_id);
        Self { watcher_id, action_id, message_key: step.message_key.to_owned(), credential_id }
    }
}

/// What came of asking for a list.
pub(in super::super) enum Claim {
    /// It may be mailed; this gives it back.
    Mine(Claimed),
    /// It is spared, for this reason.
    Held(String),
}

/// A list that is about to be mailed.
#[derive(Clone)]
pub(in super::super) struct Claimed {
    key: String,
    by: Author,
}

impl Claimed {
    async fn give_back(self, conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        let kept: Option<ListState> = mailing::find_for_update(conn, &self.key).await?;
        match kept.filter(|kept| kept.by == self.by).map(|kept| kept.before) {
            Some(Some(before)) => mailing::put(conn, &self.key, &*before, now).await,
            Some(None) => mailing::delete(conn, &self.key).await,
            None => Ok(()),
        }
    }

    /// It may have gone out: the list waits for the word that all is clear, but counts as told what it was told before.
    async fn doubt(self, conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        let kept: Option<ListState> = mailing::find_for_update(conn, &self.key).await?;
        let Some(kept) = kept.filter(|kept| kept.by == self.by) else { return Ok(()) };
        let before = kept.before.as_ref().filter(|before| before.closing_at.is_none());
        let (mailed_at, statuses) = before
            .map_or((Timestamp::UNIX_EPOCH, Statuses::new()), |before| (before.mailed_at, before.statuses.clone()));
        mailing::put(conn, &self.key, &ListState { mailed_at, statuses, ..kept }, now).await
    }
}

#[derive(Clone)]
pub(in super::super) struct Lists(pub(in super::super) Deps);

/// How often a decision that was overtaken is made anew.
const MAX_ATTEMPTS: usize = 5;

impl Lists {
    /// Decides about a mail, and claims the list where it may go out.
    pub(in super::super) async fn claim(
        &self,
        step: &StepRun<'_>,
        rules: Rules,
        envelope: &Envelope,
    ) -> Result<Claim, StepError> {
        let (key, by) = (key(envelope, &rules.parameters), Author::of(step));
        for _ in 0..MAX_ATTEMPTS {
            let at = self.0.clock.now();
            let request =
                ClaimRequest { key: key.clone(), by: by.clone(), envelope: envelope.clone(), at, force: step.force };
            match self.retry_until_stored(|| self.attempt(request.clone(), rules).boxed()).await? {
                Some(Verdict::Send) => return Ok(Claim::Mine(Claimed { key, by })),
                Some(Verdict::Hold(why)) => return Ok(Claim::Held(why)),
                None => {}
            }
        }
        Ok(Claim::Held("held: other messages mailed this list meanwhile".into()))
    }

    /// The list of a mail that was begun before.
    pub(in super::super) fn own(step: &StepRun<'_>, rules: Rules, envelope: &Envelope) -> Claim {
        Claim::Mine(Claimed { key: key(envelope, &rules.parameters), by: Author::of(step) })
    }

    async fn attempt(&self, request: ClaimRequest, rules: Rules) -> Result<Option<Verdict>, StoreError> {
        let survey = self.survey(&rules.parameters, request.at).await?;
        self.0.store.write(Schema::It, move |conn| request.decide(conn, rules, survey).boxed()).await
    }

    /// The mail did not go out, or nobody knows: the next one is decided about as if this one had never been. A list that
    /// is told twice is better off than one that is told nothing.
    pub(in super::super) async fn not_told(&self, claimed: Claimed, error: &StepError) -> Result<(), StepError> {
        let now = self.0.clock.now();
        let is_known = matches!(error, StepError::Failed(_));
        let attempt = || {
            let claimed = claimed.clone();
            let settle = async move |conn: &mut Conn| {
                if is_known { claimed.give_back(conn, now).await } else { claimed.doubt(conn, now).await }
            };
            self.0.store.write(Schema::It, move |conn| async move { settle(conn).await }.boxed()).boxed()
        };
        self.retry_until_stored(attempt).await
    }

    /// Each of these units comes to the same when it is written twice.
    async fn retry_until_stored<'a, T>(
        &self,
        attempt: impl FnMut() -> BoxFuture<'a, Result<T, StoreError>> + Send,
    ) -> Result<T, StepError> {
        let done = retry_until_stored(self.0.clock.as_ref(), StoreError::is_transient, attempt).await;
        done.map_err(|error| StepError::Failed(error.to_string()))
    }

    /// The city as the list sees it.
    pub(super) async fn survey(&self, parameters: &ThreatParameters, at: Timestamp) -> Result<Survey, StoreError> {
        let mut conn = self.0.store.reader().await?;
        survey(&mut conn, parameters, self.0.city.reconciliation, at).await
    }
}

/// Somebody asks for a list.
#[derive(Clone)]
struct ClaimRequest {
    key: String,
    by: Author,
    envelope: Envelope,
    at: Timestamp,
    force: bool,
}

impl ClaimRequest {
    /// None: someone else was quicker, and what we know is older than what was told.
    async fn decide(self, conn: &mut Conn, rules: Rules, survey: Survey) -> Result<Option<Verdict>, StoreError> {
        let kept: Option<ListState> = mailing::find_for_update(conn, &self.key).await?;
        // Claimed by this very message, whose process ended before the mail was begun.
        if kept.as_ref().is_some_and(|kept| kept.by == self.by) {
            return Ok(Some(Verdict::Send));
        }
        if kept.as_ref().is_some_and(|kept| kept.mailed_at > self.at && kept.by.message_key != self.by.message_key) {
            return Ok(None);
        }
        let (known, nothing) = (statuses(&survey.facilities), Statuses::new());
        let told = kept.as_ref().map(|kept| LastMail {
            at: kept.mailed_at,
            statuses: if kept.closing_at.is_some() { &nothing } else { &kept.statuses },
            is_open: kept.opened_at.is_some() && kept.closing_at.is_none(),
        });
        let now = Now { at: self.at, statuses: &known, is_stormy: survey.strikes > 0 };
        let verdict = if self.force { Verdict::Send } else { decide(told.as_ref(), &now, rules.policy) };
        if verdict == Verdict::Send {
            self.put(conn, kept, &survey.facilities, rules.parameters).await?;
        }
        Ok(Some(verdict))
    }

    /// The claim, and with it the work that will tell of the end.
    async fn put(
        self,
        conn: &mut Conn,
        before: Option<ListState>,
        facilities: &[SurveyedFacility],
        parameters: ThreatParameters,
    ) -> Result<(), StoreError> {
        let statuses = statuses(facilities);
        let open_before = before.as_ref().filter(|kept| kept.closing_at.is_none()).and_then(|kept| kept.opened_at);
        let opened_at = open_before.or(is_threatened(&statuses).then_some(self.at));
        let before = before.map(|kept| Box::new(ListState { before: None, ..kept }));
        let kept = ListState {
            by: self.by,
            envelope: self.envelope,
            numbers: NUMBERS.map(|one| parameters.value(one)),
            mailed_at: self.at,
            statuses,
            opened_at,
            closing_at: None,
            before,
        };
        mailing::put(conn, &self.key, &kept, self.at).await?;
        if opened_at.is_some() {
            let due = facilities.iter().filter_map(SurveyedFacility::clear_at).max().unwrap_or(self.at);
            closing_job::enqueue(conn, &self.key, due, self.at).await?;
        }
        Ok(())
    }
}

/// A list is its recipients and the numbers by which it is told: another radius is another list.
fn key(envelope: &Envelope, parameters: &ThreatParameters) -> String {
    let numbers = NUMBERS.map(|one| parameters.value(one).to_string());
    let recipients = envelope.recipients();
    let parts: Vec<&str> = numbers.iter().chain(&recipients).map(String::as_str).collect();
    hashed(&parts)
}
