//! The way of one message, from its claim to its end. Each take of it from the queue begins where it stands: what is
//! detected is fetched, filtered and run; what is complete is put away; what was processing when its process ended waits
//! for a person.

use super::context::{Enclosed, Provenance, seed};
use super::disposition::Disposed;
use super::filter::miss;
use super::reconcile::is_wanted;
use super::status::Status;
use super::working_folder::WorkingFolder;
use super::{Watch, WatchError, operator, phase_two};
use futures_util::FutureExt;
use jiff::SignedDuration;
use secrecy::SecretString;
use std::time::Duration;
use stormwire_graph::{AttachmentKind, MailError, Message, MessageKey};
use stormwire_store::queue::{self, Failure, Item, MESSAGE, Outcome};
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::job::{self, Job};
use stormwire_store::tables::log::{self, Envelope, Log};
use stormwire_store::tables::sealed::Sealed;
use stormwire_store::tables::workflow;
use stormwire_store::{Schema, StoreError};
use stormwire_workflow::{Context, Phase, PhaseEnd, Run};

use tokio::io::AsyncWriteExt;

/// How long a message that is not found, or cannot be put away, is tried.
const PATIENCE: SignedDuration = SignedDuration::from_hours(24);

/// A message in hand.
struct Hand {
    job: Job,
    log: Log,
    key: MessageKey,
}

impl Hand {
    fn run(&self) -> Run {
        Run {
            run_id: self.log.run_id.clone(),
            log_id: self.log.id,
            job_id: self.job.id,
            message_key: self.log.message_key.clone(),
            force: self.log.force,
        }
    }
}

impl Watch {
    /// Whether it has been tried for long enough.
    fn is_overdue(&self, item: &Item) -> bool {
        item.first_failure_at.is_some_and(|since| self.clock.now().duration_since(since) >= PATIENCE)
    }

    /// Goes on with a message.
    pub(super) async fn handle_message(&self, log_id: i64, item: &Item) -> Result<Outcome, Failure> {
        let mut conn = self.store.reader().await?;
        let Some(log) = log::get(&mut conn, log_id).await? else { return Ok(Outcome::Done) };
        let Some(job) = job::get(&mut conn, log.job_id).await? else { return Ok(Outcome::Done) };
        drop(conn);
        let key = MessageKey::new(&log.message_key);
        let status = Status::parse(&log.status).unwrap_or(Status::Failed);
        let hand = Hand { job, log, key };
        match status {
            // While a watcher is off, what was not begun waits; switching it on puts it back into the queue.
            Status::Detected if !hand.job.fields.is_enabled => Ok(Outcome::Done),
            Status::Detected => self.begin(hand, item).await,
            Status::DbComplete => self.put_away(hand, item).await,
            Status::Failed | Status::Skipped => self.put_aside(&hand, status, item).await,
            Status::Processing | Status::Success => Ok(Outcome::Done),
        }
    }

    async fn begin(&self, hand: Hand, item: &Item) -> Result<Outcome, Failure> {
        let message = match self.fetch(&hand, item).await? {
            Fetched::Message(message) => message,
            Fetched::Never(why) => {
                self.fail(&hand, Status::Detected, &why).await?;
                return self.put_aside(&hand, Status::Failed, item).await;
            }
        };
        if !is_wanted(&hand.job, Some(message.received_at)) {
            self.unclaim(&hand).await?;
            return Ok(Outcome::Done);
        }
        if let Some(why) = miss(&hand.job.fields, self.own_address.as_deref(), &message) {
            if !self.skip(&hand, &message, &why).await? {
                return Ok(Outcome::Done);
            }
            return self.put_aside(&hand, Status::Skipped, item).await;
        }
        let attachments = self.attachments(&hand, &message).await?;
        let actions = action::list(&mut self.store.reader().await?, hand.job.id).await?;
        if !self.start_processing(&hand, &message).await? {
            return Ok(Outcome::Done);
        }
        let from =
            Provenance { message_key: &hand.log.message_key, job_id: hand.job.id, detected_at: hand.log.detected_at.0 };
        let context = seed(&message, &attachments, from);
        self.first_phase(hand, item, &actions, context).await
    }

    async fn fetch(&self, hand: &Hand, item: &Item) -> Result<Fetched, Failure> {
        let opened = self.open(&hand.job).await?;
        match opened.mailbox.message(&hand.key).await {
            Ok(message) => Ok(Fetched::Message(Box::new(message))),
            // Graph refuses an id that is not even the form of one.
            Err(error @ (MailError::NotFound { .. } | MailError::Refused { .. })) => {
                let replayed = hand.log.trigger_event == "Manual" && item.attempts > 2;
                if replayed || self.is_overdue(item) {
                    return Ok(Fetched::Never(format!("the message was not found: {error}")));
                }
                Err(WatchError::from(error).into())
            }
            Err(error @ MailError::TooLarge { .. }) => {
                Ok(Fetched::Never(format!("the message cannot be read: {error}")))
            }
            Err(error) => Err(WatchError::from(error).into()),
        }
    }

    /// What is attached, with the content of what is small enough where the watcher wants it.
    async fn attachments(&self, hand: &Hand, message: &Message) -> Result<Vec<Enclosed>, Failure> {
        // Inline ones do not count as attachments; the body refers to them.
        if !message.has_attachments && !message.body.content.contains("cid:") {
            return Ok(Vec::new());
        }
        let opened = self.open(&hand.job).await?;
        let found = opened.mailbox.attachments(&hand.key).await.map_err(WatchError::from)?;
        let folder = WorkingFolder::new(&self.work_folder, hand.job.id, &hand.log.run_id);
        let cap = u64::try_from(hand.job.fields.max_attachment_mb).unwrap_or(0).saturating_mul(1024 * 1024);
        let mut enclosed = Vec::new();
        for (place, one) in found.into_iter().enumerate() {
            let mut here = Enclosed {
                name: one.name.clone(),
                content_type: one.content_type.clone(),
                size_bytes: one.size,
                file_path: None,
            };
            if hand.job.fields.include_attachments && one.kind != AttachmentKind::Reference {
                let (path, mut file) = folder.file(place, &one.name).await?;
                match opened.mailbox.download(&hand.key, &one.id, cap, &mut file).await {
                    Ok(bytes) => {
                        let problem = |error: std::io::Error| WatchError::Folder {
                            path: path.display().to_string(),
                            problem: error.to_string(),
                        };
                        file.flush().await.map_err(problem)?;
                        here.size_bytes = bytes;
                        here.file_path = Some(path.display().to_string());
                    }
                    Err(MailError::TooLarge { .. }) => {
                        drop(file);
                        let _ = tokio::fs::remove_file(&path).await;
                    }
                    Err(error) => return Err(WatchError::from(error).into()),
                }
            }
            enclosed.push(here);
        }
        Ok(enclosed)
    }

    /// Committed just before the first action. False: the row belongs to another run by now.
    async fn start_processing(&self, hand: &Hand, message: &Message) -> Result<bool, StoreError> {
        let (row, envelope, now) = (hand.log.written(), envelope(message), self.clock.now());
        let (job_id, received_at) = (hand.job.id, message.received_at);
        let late = hand.log.detected_at.0.duration_since(received_at).as_secs_f64();
        metrics::histogram!("stormwire_received_to_claimed_seconds").record(late.max(0.0));
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let Some(step) = Status::Detected.step(Status::Processing, now) else { return Ok(false) };
                if !log::step(conn, &row, step).await? {
                    return Ok(false);
                }
                log::put_envelope(conn, &row, envelope).await?;
                workflow::begin(conn, &row.run_id, (job_id, row.id), now).await?;
                job::message(conn, job_id, Some(received_at), Status::Processing.name()).await?;
                Ok::<_, StoreError>(true)
            }
            .boxed()
        });
        unit.await
    }

    async fn first_phase(
        &self,
        hand: Hand,
        item: &Item,
        actions: &[Action],
        mut context: Context,
    ) -> Result<Outcome, Failure> {
        let run = hand.run();
        let end = self.runner.run(&run, Phase::One, actions, &mut context).await.map_err(WatchError::from)?;
        let later = actions.iter().any(|action| !action.is_phase_one);
        match end {
            PhaseEnd::Failed(why) => {
                self.runner.skip(&run, Phase::Two, actions).await.map_err(WatchError::from)?;
                self.fail(&hand, Status::Processing, &why).await?;
                self.put_aside(&hand, Status::Failed, item).await
            }
            PhaseEnd::Ended => {
                self.runner.skip(&run, Phase::Two, actions).await.map_err(WatchError::from)?;
                self.complete(&hand, None).await?;
                self.put_away(hand, item).await
            }
            PhaseEnd::Done => {
                self.complete(&hand, later.then_some(&context)).await?;
                self.put_away(hand, item).await
            }
        }
    }

    /// Every action of the first phase has succeeded. The context is kept for the second, sealed.
    async fn complete(&self, hand: &Hand, context: Option<&Context>) -> Result<(), WatchError> {
        self.until_stored(|| self.write_complete(hand, context.cloned()).boxed()).await
    }

    async fn write_complete(&self, hand: &Hand, context: Option<Context>) -> Result<(), WatchError> {
        let (row, now, secrets) = (hand.log.written(), self.clock.now(), self.secrets.clone());
        let job_id = hand.job.id;
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let Some(step) = Status::Processing.step(Status::DbComplete, now) else { return Ok(()) };
                if !log::step(conn, &row, step).await? {
                    return Ok(());
                }
                job::message(conn, job_id, None, Status::DbComplete.name()).await?;
                if let Some(context) = context {
                    let plain = SecretString::from(context.root().to_string());
                    let seal = || Ok::<_, WatchError>(secrets.seal(&Sealed::Context.place(row.id), &plain)?);
                    workflow::keep(conn, &row.run_id, seal).await?;
                }
                Ok::<_, WatchError>(())
            }
            .boxed()
        });
        unit.await
    }

    /// The message is put away, the row comes to its end, the second phase is queued: the last two in one unit.
    async fn put_away(&self, hand: Hand, item: &Item) -> Result<Outcome, Failure> {
        let disposed = match self.dispose(&hand.job, &hand.key, Status::DbComplete).await {
            Ok(disposed) => disposed,
            Err(error) if self.is_overdue(item) => {
                let why = format!("the message could not be put away: {error}");
                self.fail(&hand, Status::DbComplete, &why).await?;
                return Ok(Outcome::Done);
            }
            Err(error) => return Err(error.into()),
        };
        self.succeed(&hand, disposed).await?;
        Ok(Outcome::Done)
    }

    async fn succeed(&self, hand: &Hand, disposed: Disposed) -> Result<(), Failure> {
        let (row, now, job_id) = (hand.log.written(), self.clock.now(), hand.job.id);
        let note = (disposed == Disposed::Gone).then(|| "the message was gone when it was to be put away".to_owned());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let two = workflow::context(conn, &row.run_id).await?.is_some();
                let Some(mut step) = Status::DbComplete.step(Status::Success, now) else { return Ok(false) };
                (step.error, step.phase_two) = (note, if two { "Queued" } else { "None" });
                if !log::step(conn, &row, step).await? {
                    return Ok(two);
                }
                job::message(conn, job_id, None, Status::Success.name()).await?;
                if two {
                    phase_two::enqueue(conn, job_id, row.id, now).await?;
                } else {
                    workflow::end(conn, &row.run_id, "Success", now).await?;
                }
                Ok::<_, StoreError>(two)
            }
            .boxed()
        });
        if !unit.await? {
            self.clean(hand).await?;
        }
        let took = self.clock.now().duration_since(hand.log.detected_at.0);
        metrics::histogram!("stormwire_claimed_to_success_seconds").record(took.as_secs_f64());
        Ok(())
    }

    /// The row fails, and someone is told, in one unit.
    async fn fail(&self, hand: &Hand, from: Status, why: &str) -> Result<(), WatchError> {
        self.until_stored(|| self.write_failure(hand, from, why).boxed()).await
    }

    async fn write_failure(&self, hand: &Hand, from: Status, why: &str) -> Result<(), WatchError> {
        let (row, now, job_id, why) = (hand.log.written(), self.clock.now(), hand.job.id, why.to_owned());
        let mail = operator::run_failed(&hand.job, &hand.log, Phase::One, &why);
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let Some(mut step) = from.step(Status::Failed, now) else { return Ok(()) };
                step.error = Some(why);
                if !log::step(conn, &row, step).await? {
                    return Ok(());
                }
                workflow::end(conn, &row.run_id, "Failed", now).await?;
                job::message(conn, job_id, None, Status::Failed.name()).await?;
                stormwire_mailer::operator::enqueue(conn, mail, now).await
            }
            .boxed()
        });
        Ok(unit.await?)
    }

    /// Not for this watcher. False: the row belongs to another run by now.
    async fn skip(&self, hand: &Hand, message: &Message, why: &str) -> Result<bool, StoreError> {
        let (row, envelope, now) = (hand.log.written(), envelope(message), self.clock.now());
        let (job_id, received_at, why) = (hand.job.id, message.received_at, why.to_owned());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let Some(mut step) = Status::Detected.step(Status::Skipped, now) else { return Ok(false) };
                step.error = Some(why);
                if !log::step(conn, &row, step).await? {
                    return Ok(false);
                }
                log::put_envelope(conn, &row, envelope).await?;
                job::message(conn, job_id, Some(received_at), Status::Skipped.name()).await?;
                Ok::<_, StoreError>(true)
            }
            .boxed()
        });
        unit.await
    }

    /// Puts a message aside that failed or was skipped; the row has come to its end already.
    async fn put_aside(&self, hand: &Hand, end: Status, item: &Item) -> Result<Outcome, Failure> {
        match self.dispose(&hand.job, &hand.key, end).await {
            Ok(_) => {}
            Err(error) if self.is_overdue(item) => {
                let (row, words) = (hand.log.written(), format!("the message could not be put away: {error}"));
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move { log::note(conn, &row, &words).await }.boxed()
                });
                unit.await?;
            }
            Err(error) => return Err(error.into()),
        }
        self.clean(hand).await?;
        Ok(Outcome::Done)
    }

    async fn clean(&self, hand: &Hand) -> Result<(), WatchError> {
        WorkingFolder::new(&self.work_folder, hand.job.id, &hand.log.run_id).remove().await
    }

    /// Mail from before the watcher was made, of which only the notification told: it gets no row.
    async fn unclaim(&self, hand: &Hand) -> Result<(), StoreError> {
        let row = hand.log.written();
        let unit = self.store.write(Schema::It, move |conn| async move { log::unclaim(conn, &row).await }.boxed());
        unit.await
    }
}

enum Fetched {
    Message(Box<Message>),
    Never(String),
}

fn envelope(message: &Message) -> Envelope {
    Envelope {
        internet_message_id: message.internet_message_id.clone(),
        subject: message.subject.clone(),
        from_address: message.from.as_ref().map(|from| from.address.clone()),
        received_at: Some(message.received_at),
    }
}

/// The limits of one take: fetching, the actions and putting away have limits of their own.
pub(super) const LIMIT: Duration = Duration::from_mins(30);

/// Removes a message's place in the queue, whatever it holds.
pub(super) async fn forget_place(conn: &mut stormwire_store::Conn, log_id: i64) -> Result<(), StoreError> {
    queue::remove(conn, MESSAGE, &log_id.to_string()).await
}
