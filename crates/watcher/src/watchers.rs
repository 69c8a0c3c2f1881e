//! Connects the parts of the crate.

use crate::admin::{Admin, AdminDeps};
use crate::cadence::Cadence;
use crate::delivery::DeliveryChecks;
use crate::files::FileRoots;
use crate::intake::{Intake, IntakeDeps};
use crate::jobs::canary::CanaryJob;
use crate::jobs::full_scan::FullScanJob;
use crate::jobs::health::HealthJob;
use crate::jobs::junk_check::JunkCheckJob;
use crate::jobs::message::MessageJob;
use crate::jobs::orphan_cleanup::OrphanCleanupJob;
use crate::jobs::phase_two::PhaseTwoJob;
use crate::jobs::reconcile::ReconcileJob;
use crate::jobs::subscription::SubscriptionJob;
use crate::jobs::unsubscribe::UnsubscribeJob;
use crate::mailboxes::Mailboxes;
use crate::pipeline::{Pipeline, PipelineDeps};
use crate::repair::{Repair, RepairDeps};
use crate::subscriptions::{Subscriptions, SubscriptionsDeps};
use jiff::Timestamp;
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_graph::GraphClient;
use stormwire_lightning::PlausibleArea;
use stormwire_store::Store;
use stormwire_store::queue::{AnyWorker, worker};
use stormwire_workflow::{Handlers, Runner};

/// Entry point of the crate. Cheap to clone.
#[derive(Clone)]
pub struct Watchers {
    intake: Arc<Intake>,
    pipeline: Arc<Pipeline>,
    subscriptions: Arc<Subscriptions>,
    delivery: Arc<DeliveryChecks>,
    admin: Arc<Admin>,
    repair: Arc<Repair>,
    handlers: Handlers,
    notification_url: String,
    started_at: Timestamp,
}

pub struct WatcherDeps {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// For run ids and client states.
    pub rng: Arc<dyn Rng>,
    pub secrets: Secrets,
    pub graph: Arc<GraphClient>,
    pub runner: Runner,
    pub cadence: Cadence,
    /// Where the provider sends notifications of new messages.
    pub notification_url: String,
    /// Where the provider sends lifecycle notifications.
    pub lifecycle_url: String,
    /// The folders that watchers of files may read.
    pub file_roots: Vec<PathBuf>,
    /// For attachments while a message is processed.
    pub work_folder: PathBuf,
    /// The sender of stormwire's own mail, which never triggers a run.
    pub own_address: Option<String>,
    /// Where strikes are expected.
    pub plausible_area: PlausibleArea,
    /// When this process started. Each mailbox is polled once after this before its subscription is created.
    pub started_at: Timestamp,
}

impl Watchers {
    pub fn new(deps: WatcherDeps) -> Self {
        let mailboxes = Mailboxes::new(deps.store.clone(), deps.secrets.clone(), deps.graph.clone());
        let file_roots = FileRoots::new(deps.file_roots.clone());
        let delivery = delivery_checks(&deps, &mailboxes);
        let intake = intake(&deps, &mailboxes, &file_roots);
        let repair = repair(&deps, &mailboxes, &file_roots);
        let WatcherDeps { store, clock, rng, secrets, runner, cadence, work_folder, own_address, .. } = deps;
        let WatcherDeps { notification_url, lifecycle_url, plausible_area, started_at, .. } = deps;
        let handlers = runner.handlers().clone();
        let subscriptions = Subscriptions::new(SubscriptionsDeps {
            store: store.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            secrets: secrets.clone(),
            mailboxes: mailboxes.clone(),
            cadence,
            notification_url: notification_url.clone(),
            lifecycle_url: lifecycle_url.clone(),
            work_folder: work_folder.clone(),
            started_at,
        });
        let admin = Admin::new(AdminDeps {
            store: store.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            secrets: secrets.clone(),
            mailboxes: mailboxes.clone(),
            file_roots: file_roots.clone(),
            handlers: handlers.clone(),
            cadence,
            notification_url: notification_url.clone(),
            lifecycle_url,
            plausible_area,
        });
        let pipeline = Pipeline::new(PipelineDeps {
            store,
            clock,
            rng,
            secrets,
            mailboxes,
            file_roots,
            runner,
            work_folder,
            own_address,
        });
        Self {
            intake: Arc::new(intake),
            pipeline: Arc::new(pipeline),
            subscriptions: Arc::new(subscriptions),
            delivery: Arc::new(delivery),
            admin: Arc::new(admin),
            repair: Arc::new(repair),
            handlers,
            notification_url,
            started_at,
        }
    }

    pub fn intake(&self) -> &Intake {
        &self.intake
    }

    pub fn admin(&self) -> &Admin {
        &self.admin
    }

    pub fn repair(&self) -> &Repair {
        &self.repair
    }

    pub fn notification_url(&self) -> &str {
        &self.notification_url
    }

    pub fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// The workers of this crate and of the workflow handlers, for the dispatcher.
    pub fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        let workers = [
            worker::<ReconcileJob>(self.intake.clone()),
            worker::<FullScanJob>(self.intake.clone()),
            worker::<SubscriptionJob>(self.subscriptions.clone()),
            worker::<UnsubscribeJob>(self.subscriptions.clone()),
            worker::<OrphanCleanupJob>(self.subscriptions.clone()),
            worker::<HealthJob>(self.subscriptions.clone()),
            worker::<CanaryJob>(self.delivery.clone()),
            worker::<JunkCheckJob>(self.delivery.clone()),
            worker::<MessageJob>(self.pipeline.clone()),
            worker::<PhaseTwoJob>(self.pipeline.clone()),
        ];
        workers.into_iter().chain(self.handlers.workers()).collect()
    }
}

fn intake(deps: &WatcherDeps, mailboxes: &Mailboxes, file_roots: &FileRoots) -> Intake {
    Intake::new(IntakeDeps {
        store: deps.store.clone(),
        clock: deps.clock.clone(),
        rng: deps.rng.clone(),
        secrets: deps.secrets.clone(),
        mailboxes: mailboxes.clone(),
        cadence: deps.cadence,
        file_roots: file_roots.clone(),
    })
}

fn repair(deps: &WatcherDeps, mailboxes: &Mailboxes, file_roots: &FileRoots) -> Repair {
    Repair::new(RepairDeps {
        store: deps.store.clone(),
        clock: deps.clock.clone(),
        rng: deps.rng.clone(),
        mailboxes: mailboxes.clone(),
        file_roots: file_roots.clone(),
        work_folder: deps.work_folder.clone(),
    })
}

fn delivery_checks(deps: &WatcherDeps, mailboxes: &Mailboxes) -> DeliveryChecks {
    DeliveryChecks {
        store: deps.store.clone(),
        clock: deps.clock.clone(),
        rng: deps.rng.clone(),
        secrets: deps.secrets.clone(),
        mailboxes: mailboxes.clone(),
        canary_interval: deps.cadence.canary_interval,
    }
}
