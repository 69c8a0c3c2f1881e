//! Watchers as people change them. Every change is one unit: the fields, what it means for the subscription and the
//! loops, and the record of who made it.

use super::claim::{self, lane};
use super::loops::schedule_job;
use super::place::is_moved;
use super::{Health, Watch, WatchError, intake, listing, reconcile, subscription};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::{Value, json};
use stormwire_city::people::audit;
use stormwire_store::queue::{self, MESSAGE};
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::job::{self as rows, Job, JobFields, Mode};
use stormwire_store::tables::log;
use stormwire_store::{At, Conn, Held, Schema, StoreError, hold};

/// A watcher and how well it sees.
#[derive(Debug, Clone)]
pub struct Watched {
    /// The watcher.
    pub job: Job,
    /// How well it sees.
    pub health: Health,
    /// The loops that work for it; none while it is switched off.
    pub loops: Vec<LoopState>,
    /// What whoever has just saved it should know.
    pub warnings: Vec<String>,
}

/// Where a loop of a watcher stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopState {
    /// `Reconcile`, `Listing` or `Subscription`.
    pub name: &'static str,
    /// The end of its last good round.
    pub last_success_at: Option<Timestamp>,
    /// The end of its last bad round.
    pub last_failure_at: Option<Timestamp>,
    /// What was wrong then.
    pub last_error: Option<String>,
    /// When it runs again; the past while it runs.
    pub next_run_at: Timestamp,
}

/// The loops of a watcher, by their kinds in the queue.
pub(super) const LOOPS: [&str; 3] = [reconcile::KIND, subscription::KIND, listing::KIND];

impl LoopState {
    pub(super) fn new(name: &'static str, standing: queue::Standing) -> Self {
        let at = |at: Option<At>| at.map(|at| at.0);
        Self {
            name,
            last_success_at: at(standing.last_success_at),
            last_failure_at: at(standing.last_failure_at),
            last_error: standing.last_error,
            next_run_at: standing.due_at.0,
        }
    }
}

impl Watch {
    /// One watcher.
    pub async fn job(&self, id: i64) -> Result<Watched, WatchError> {
        let mut conn = self.store.reader().await?;
        let job = rows::get(&mut conn, id).await?.ok_or(WatchError::Missing("watcher"))?;
        Ok(self.watched(&mut conn, job).await?)
    }

    async fn watched(&self, conn: &mut Conn, job: Job) -> Result<Watched, StoreError> {
        let health = self.health_of(conn, &job).await?;
        let mut loops = Vec::new();
        for name in LOOPS {
            let standing = queue::find(conn, name, &job.id.to_string()).await?;
            loops.extend(standing.map(|standing| LoopState::new(name, standing)));
        }
        Ok(Watched { job, health, loops, warnings: Vec::new() })
    }

    /// Makes a watcher.
    pub async fn create_job(&self, fields: JobFields, actor: Actor) -> Result<Watched, WatchError> {
        check(&fields)?;
        let survey = self.survey(&fields).await?;
        if fields.is_enabled {
            survey.allows_start(&fields)?;
        }
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let id = rows::insert(conn, &fields, now).await?;
                if fields.is_enabled {
                    schedule_job(conn, id, now).await?;
                }
                record(conn, "create", id, (None, Some(&fields)), (&actor, now)).await?;
                Ok::<_, StoreError>(id)
            }
            .boxed()
        });
        let id = unit.await.map_err(WatchError::unknown_credential)?;
        let warnings = survey.warning.into_iter().chain(self.neighbours(id).await?).collect();
        Ok(Watched { warnings, ..self.job(id).await? })
    }

    /// Changes a watcher: `revise` says from what it is what it shall be. It is asked twice, before the provider is and
    /// inside the unit, so that nothing comes between.
    pub async fn update_job<E, F>(&self, id: i64, revise: F, actor: Actor) -> Result<Watched, E>
    where
        E: From<WatchError> + From<StoreError> + Send + 'static,
        F: Fn(&JobFields) -> Result<JobFields, E> + Send + 'static,
    {
        let before = self.job(id).await?.job.fields;
        let wanted = revise(&before)?;
        check(&wanted)?;
        let mut warnings = self.ask_about(&before, &wanted).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, id).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(false) };
                let fields = revise(&before.fields)?;
                check(&fields)?;
                rows::update(conn, id, &fields, now).await.map_err(WatchError::unknown_credential)?;
                follow(conn, &before, &fields, now).await?;
                record(conn, "update", id, (Some(&before.fields), Some(&fields)), (&actor, now)).await?;
                Ok::<_, E>(true)
            }
            .boxed()
        });
        if !unit.await? {
            return Err(WatchError::Missing("watcher").into());
        }
        warnings.extend(self.neighbours(id).await?);
        Ok(Watched { warnings, ..self.job(id).await? })
    }

    /// What the provider says to a change, where it makes a difference.
    async fn ask_about(&self, before: &JobFields, wanted: &JobFields) -> Result<Vec<String>, WatchError> {
        let (moves, begins) = (is_moved(before, wanted), wanted.is_enabled && !before.is_enabled);
        if !moves && (!begins || wanted.process_existing.is_some()) {
            return Ok(Vec::new());
        }
        let survey = match self.survey(wanted).await {
            // What was saved before may be switched on: the loops tell what is wrong with it.
            Err(WatchError::Invalid { .. }) if !moves => return Ok(Vec::new()),
            survey => survey?,
        };
        if begins {
            survey.allows_start(wanted)?;
        }
        Ok(survey.warning.into_iter().collect())
    }

    /// Switches a watcher on or off.
    pub async fn enable_job(&self, id: i64, enabled: bool, actor: Actor) -> Result<Watched, WatchError> {
        self.update_job(id, move |before| Ok(JobFields { is_enabled: enabled, ..before.clone() }), actor).await
    }

    /// Removes a watcher; its log stays.
    pub async fn delete_job(&self, id: i64, actor: Actor) -> Result<(), WatchError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, id).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(false) };
                subscription::release(conn, &before, now).await?;
                rows::delete(conn, id).await?;
                record(conn, "delete", id, (Some(&before.fields), None), (&actor, now)).await?;
                Ok::<_, StoreError>(true)
            }
            .boxed()
        });
        if unit.await? { Ok(()) } else { Err(WatchError::Missing("watcher")) }
    }

    /// Looks now, and tries now for a subscription.
    pub async fn reload_job(&self, id: i64, actor: Actor) -> Result<(), WatchError> {
        self.job(id).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                for kind in [reconcile::KIND, subscription::KIND] {
                    intake::enqueue_loop(conn, kind, id, json!({ "job": id }), now).await?;
                }
                record(conn, "reload", id, (None, None), (&actor, now)).await
            }
            .boxed()
        });
        Ok(unit.await?)
    }
}

/// What a change means beyond its fields.
async fn follow(conn: &mut Conn, before: &Job, after: &JobFields, now: Timestamp) -> Result<(), StoreError> {
    let moved = is_moved(&before.fields, after);
    let unwanted = !after.is_enabled || after.mode == Mode::PollOnly;
    if moved || unwanted {
        subscription::release(conn, before, now).await?;
    }
    if moved {
        rows::forget_place(conn, before.id).await?;
    }
    if after.is_enabled {
        schedule_job(conn, before.id, now).await?;
    }
    if after.is_enabled && !before.fields.is_enabled {
        requeue(conn, before.id, now).await?;
    }
    Ok(())
}

/// What waited while the watcher was off.
async fn requeue(conn: &mut Conn, job_id: i64, now: Timestamp) -> Result<(), StoreError> {
    let waiting = log::detected(conn, job_id).await?;
    let items: Vec<_> = waiting.into_iter().map(|(id, at)| claim::item(id, TriggerEvent::Reconciliation, at)).collect();
    queue::enqueue_many(conn, MESSAGE, &lane(job_id), &items, now).await
}

/// What people can get wrong, field by field.
fn check(fields: &JobFields) -> Result<(), WatchError> {
    let odd = |text: &str| text.chars().any(char::is_control);
    let length = |field: &str, text: &str, range: std::ops::RangeInclusive<usize>| {
        let count = text.chars().count();
        if range.contains(&count) && !odd(text) && (*range.start() == 0 || !text.trim().is_empty()) {
            return Ok(());
        }
        Err(WatchError::invalid(field, format!("{} to {} characters are needed", range.start(), range.end())))
    };
    length("name", &fields.name, 1..=200)?;
    if fields.description.chars().count() > 2_000 {
        return Err(WatchError::invalid("description", "at most 2,000 characters"));
    }
    length("mailboxAddress", &fields.mailbox_address, 3..=320)?;
    let parts = fields.mailbox_address.split_once('@').filter(|(name, host)| !name.is_empty() && !host.is_empty());
    if parts.is_none() || fields.mailbox_address.contains(char::is_whitespace) {
        return Err(WatchError::invalid("mailboxAddress", "an address such as storm@example.gov is needed"));
    }
    length("folderPath", &fields.folder_path, 1..=1_000)?;
    for (field, text, most) in [
        ("folderId", &fields.folder_id, 1_000),
        ("fromFilter", &fields.from_filter, 320),
        ("subjectFilter", &fields.subject_filter, 998),
    ] {
        length(field, text.as_deref().unwrap_or_default(), 0..=most)?;
    }
    if !(1..=1_024).contains(&fields.max_attachment_mb) {
        return Err(WatchError::invalid("maxAttachmentMb", "1 to 1,024 megabytes"));
    }
    if fields.reconciliation_interval_seconds.is_some_and(|seconds| seconds < 1) {
        return Err(WatchError::invalid("reconciliationIntervalSeconds", "an integer from 1"));
    }
    Ok(())
}

async fn record(
    conn: &mut Conn,
    action: &'static str,
    id: i64,
    (before, after): (Option<&JobFields>, Option<&JobFields>),
    (actor, now): (&Actor, Timestamp),
) -> Result<(), StoreError> {
    let (before, after) = (before.map(view), after.map(view));
    let change = Change { action, resource: "watcher", resource_id: Some(id), before, after };
    audit::record(conn, Schema::It, actor, change, now).await
}

fn view(fields: &JobFields) -> Value {
    json!({
        "name": fields.name,
        "description": fields.description,
        "isEnabled": fields.is_enabled,
        "mailboxAddress": fields.mailbox_address,
        "folderPath": fields.folder_path,
        "folderId": fields.folder_id,
        "fromFilter": fields.from_filter,
        "subjectFilter": fields.subject_filter,
        "credentialId": fields.credential_id,
        "mode": fields.mode.name(),
        "moveOnProcess": fields.move_on_process,
        "includeAttachments": fields.include_attachments,
        "maxAttachmentMb": fields.max_attachment_mb,
        "reconciliationIntervalSeconds": fields.reconciliation_interval_seconds,
        "processExisting": fields.process_existing,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn fields() -> JobFields {
        JobFields::new("Storm", "storm@example.gov")
    }

    #[test]
    fn mistakes_are_named_by_their_field() {
        assert!(check(&fields()).is_ok());
        for (wrong, field) in [
            (JobFields { name: " ".into(), ..fields() }, "name"),
            (JobFields { name: "a\nb".into(), ..fields() }, "name"),
            (JobFields { mailbox_address: "storm".into(), ..fields() }, "mailboxAddress"),
            (JobFields { mailbox_address: "a b@c.d".into(), ..fields() }, "mailboxAddress"),
            (JobFields { folder_path: String::new(), ..fields() }, "folderPath"),
            (JobFields { subject_filter: Some("x".repeat(999)), ..fields() }, "subjectFilter"),
            (JobFields { max_attachment_mb: 0, ..fields() }, "maxAttachmentMb"),
            (JobFields { reconciliation_interval_seconds: Some(0), ..fields() }, "reconciliationIntervalSeconds"),
        ] {
            assert!(matches!(check(&wrong), Err(WatchError::Invalid(faults)) if faults[0].path == field), "{field}");
        }
    }
}
